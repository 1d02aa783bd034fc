"""The book as a file: see firmware/litfour/engine/book.py, which reads it on the board, for the format."""

import struct
from bisect import bisect_right
from zlib import crc32

from host_tools.solver import native
from host_tools.solver.walk import ply_of
from litfour.engine.book import HEADER, INDEX, LOW_BITS, MAGIC, RECORD, VERSION

LARGEST = 128 * 1024


class BookError(ValueError):
    """The bytes are no book, or the entries do not make one; the text says why."""


def pack(entries, budget=native.BUDGET):
    """The file's bytes of {key: (value, mask of columns)}. BookError if it grows too large."""
    sections: list[list[int]] = [[] for _ in range(6)]
    for key, (value, mask) in entries.items():
        if not 0 < mask < 128:
            raise BookError(f"{key:#x} has no columns")
        sections[3 * (ply_of(key) & 1) + 1 - value].append(key << 7 | mask)
    index, body = bytearray(), bytearray()
    for section in map(sorted, sections):
        highs = [record >> 7 + LOW_BITS for record in section]
        index += struct.pack("<256H", *[bisect_right(highs, high) for high in range(256)])
        for record in section:
            body += (record & (1 << 7 + LOW_BITS) - 1).to_bytes(RECORD, "big")
    body = index + body
    header = struct.pack("<4s4BII6II", MAGIC, VERSION, 7, 6, 4, budget, native.TABLE_BYTES,
                         *[len(section) for section in sections], crc32(body))
    data = header + struct.pack("<I", crc32(header)) + bytes(body)
    if len(data) > LARGEST:
        raise BookError(f"the book has {len(data)} bytes, more than {LARGEST}")
    return data


def unpack(data):
    """({key: (value, mask)}, budget) of a book's bytes. BookError if they are damaged."""
    if len(data) < HEADER or data[:4] != MAGIC or crc32(data[:44]) != struct.unpack_from("<I", data, 44)[0]:
        raise BookError("no book, or a damaged one")
    _, version, columns, rows, connect, budget, table, *counts, checksum = struct.unpack_from("<4s4BII6II", data)
    if (version, columns, rows, connect, table) != (VERSION, 7, 6, 4, native.TABLE_BYTES):
        raise BookError("a book of another version, board or table")
    body = data[HEADER:]
    if len(body) != INDEX + RECORD * sum(counts) or crc32(body) != checksum:
        raise BookError("a torn or damaged book")
    entries, at = {}, INDEX
    for section, count in enumerate(counts):
        ends = struct.unpack_from("<256H", body, 512 * section)
        for number in range(count):
            record = int.from_bytes(body[at:at + RECORD], "big")
            entries[bisect_right(ends, number) << LOW_BITS | record >> 7] = (1 - section % 3, record & 127)
            at += RECORD
    return entries, budget
