"""The arrays in the end of the search's table."""

from litfour.engine import games_kernel, kernels, rounds_kernel
from litfour.engine.blocks import FREE_FROM, TABLE_BYTES, laid
from tests.portable import raises


def test_arrays_lie_beside_each_other_and_hold_what_words_and_half_words_can():
    table = bytearray(b"\xff" * TABLE_BYTES)
    words, halves = laid(table, 0, 3, "i"), laid(table, 3, 5, "H")
    assert [words[k] for k in range(3)] == [0, 0, 0] and [halves[k] for k in range(5)] == [0] * 5
    words[0], words[2], halves[0], halves[4] = -5, 2147483647, 65535, 7
    assert (words[0], words[2], halves[0], halves[4]) == (-5, 2147483647, 65535, 7)
    assert table[FREE_FROM:FREE_FROM + 4] == b"\xfb\xff\xff\xff" and table[FREE_FROM + 12:FREE_FROM + 14] == b"\xff\xff"
    assert table[FREE_FROM - 1] == 255 and table[FREE_FROM + 22] == 255
    raises(IndexError, lambda: words[3])


def test_there_is_no_more_room_than_the_table_has():
    table, room = bytearray(TABLE_BYTES), TABLE_BYTES - FREE_FROM
    laid(table, 0, room // 4, "i")
    laid(table, room // 4 - 1, 2, "H")
    raises(ValueError, laid, table, 0, room // 4 + 1, "i")
    raises(ValueError, laid, table, room // 4 - 1, 3, "H")


def test_the_entries_of_the_searches_end_where_the_blocks_begin():
    for kernel in (kernels, games_kernel):
        assert 8 * kernel.ENTRIES == FREE_FROM
    assert 4 * (rounds_kernel.TREE + rounds_kernel.TREE_NODES * rounds_kernel.NODE_SIZE) <= FREE_FROM
