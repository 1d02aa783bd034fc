from litfour.ports import after, elapsed

WRAP = 1 << 30


def test_elapsed_across_the_wrap():
    for early in (0, 1, 12345, WRAP // 2, WRAP - 1):
        for span in (0, 1, 31, 600, 86400000, WRAP // 2 - 1):
            late = after(early, span)
            assert 0 <= late < WRAP and late == (early + span) % WRAP
            assert elapsed(late, early) == span
            assert elapsed(early, late) == -span
