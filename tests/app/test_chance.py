from litfour.app.chance import Random

FIRST = [114, 667, 212, 444, 316, 1, 512, 791]        # as CPython printed them; MicroPython must agree


def test_the_same_seed_gives_the_same_numbers_everywhere():
    random = Random(12345)
    assert [random.below(1000) for _ in range(8)] == FIRST


def test_numbers_are_in_range_and_spread():
    random = Random(99)
    for n in (1, 2, 7, 100, 1 << 15):
        numbers = [random.below(n) for _ in range(2000)]
        assert min(numbers) >= 0 and max(numbers) < n
    counts = [0] * 7
    for _ in range(7000):
        counts[random.below(7)] += 1
    assert min(counts) > 850 and max(counts) < 1150


def test_neighbouring_seeds_differ():
    series = set()
    for seed in range(200):
        random = Random(seed)
        series.add(tuple(random.below(100) for _ in range(6)))
    assert len(series) == 200
