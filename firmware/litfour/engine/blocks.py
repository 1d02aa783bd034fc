"""Arrays in the end of the search's table: the blocks of words and half words that the node loops work on lie there, so
that they cost the board no memory of their own."""

TABLE_BYTES = 98304
FREE_FROM = 90112                   # bytes of it that the searches of blocks use: 11,264 entries of two words


def laid(table, at, count, typecode):
    """An array of `count` ints, all 0, over the table's end, from its word `at` on. typecode: "i" signed words, "H"
    half words. It can be indexed, no more. ValueError where there is no room."""
    begin = FREE_FROM + 4 * at
    end = begin + count * (4 if typecode == "i" else 2)
    if end > TABLE_BYTES:
        raise ValueError("the table has no room for this game")
    if hasattr(memoryview, "cast"):                 # MicroPython's has none
        found = memoryview(table).cast("B")[begin:end].cast(typecode)
    else:
        import uctypes

        kind = uctypes.INT32 if typecode == "i" else uctypes.UINT16
        found = uctypes.struct(uctypes.addressof(table) + begin, (uctypes.ARRAY, kind | count))   # type: ignore[assignment]
    for k in range(count):
        found[k] = 0
    return found
