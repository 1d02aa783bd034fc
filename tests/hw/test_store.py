"""The store's files, torn in every way. Immunity 16."""

import binascii
import os
from itertools import product

import pytest

from litfour.hw.store import MAX_DATA, Store, StoreError

OLD, NEW = b"old state", b"the new state"


@pytest.fixture
def root(tmp_path):
    return str(tmp_path / "save")


def content(root, slot):
    with open(f"{root}/game.{slot}", "rb") as file:
        return file.read()


def slot_files(root):
    return [content(root, slot) for slot in (0, 1)]


def write(root, slot, image):
    os.makedirs(root, exist_ok=True)
    with open(f"{root}/game.{slot}", "wb") as file:
        file.write(image)


def test_slots_take_turns(root):
    store = Store(root)
    assert store.load("game") is None and not os.path.exists(root)
    for i in range(5):
        assert store.save("game", b"%d" % i)
        assert Store(root).load("game") == b"%d" % i
    assert sorted(os.listdir(root)) == ["game.0", "game.1"]
    assert {image[8:9] for image in slot_files(root)} == {b"3", b"4"}


def test_names_do_not_mix(root):
    store = Store(root)
    store.save("game", OLD)
    store.save("settings", NEW)
    assert (store.load("game"), store.load("settings"), store.load("other")) == (OLD, NEW, None)


@pytest.mark.parametrize("size", [0, 1, MAX_DATA])
def test_sizes(root, size):
    data = bytes(i & 255 for i in range(size))
    assert Store(root).save("game", data) and Store(root).load("game") == data


@pytest.mark.parametrize("saves", [1, 2, 3])
def test_a_save_torn_at_any_byte_leaves_the_old_data(root, saves):
    """Cut after `length` bytes, while the slot is created (first two saves) or written anew."""
    store = Store(root)
    for i in range(saves):
        store.save("game", OLD + b"%d" % i)
    before = {name: content(root, name[-1]) for name in os.listdir(root)}
    store.save("game", NEW)
    slot = saves % 2
    image = slot_files(root)[slot]
    for length in range(len(image) + 1):
        for name, old in before.items():
            write(root, name[-1], old)
        write(root, slot, image[:length])
        whole = length == len(image)
        assert Store(root).load("game") == (NEW if whole else OLD + b"%d" % (saves - 1))
        assert Store(root).save("game", b"next") and Store(root).load("game") == b"next"


def test_every_combination_of_slots(root):
    store = Store(root)
    store.save("game", OLD)
    store.save("game", NEW)
    old, new = slot_files(root)
    damaged = bytearray(new)
    damaged[9] ^= 4
    lying = new[:6] + b"\x05\0" + new[8:-4]              # a length that is not the file's
    lying += binascii.crc32(lying).to_bytes(4, "little")
    kinds = {"absent": None, "empty": b"", "old": old, "new": new, "torn": new[:-1], "damaged": bytes(damaged),
             "long": new + b"\0", "foreign": b"# a text file of somebody\n" * 30, "head": new[:8], "zeros": bytes(40),
             "erased": b"\xff" * 40, "lying": lying}
    worth = {"old": (1, OLD), "new": (2, NEW)}
    for first, second in product(kinds, kinds):
        for slot, kind in enumerate((first, second)):
            path = f"{root}/game.{slot}"
            if os.path.exists(path):
                os.remove(path)
            if kinds[kind] is not None:
                write(root, slot, kinds[kind])
        best = max(worth.get(first, (0, None)), worth.get(second, (0, None)), key=lambda pair: pair[0])[1]
        assert Store(root).load("game") == best, (first, second)
        if best is not None:                    # the next save replaces the other slot
            keep = [kinds[first], kinds[second]]
            assert Store(root).save("game", b"next") and Store(root).load("game") == b"next"
            assert sum(a == b for a, b in zip(slot_files(root), keep, strict=True)) == 1
            assert best in [image[8:-4] for image in slot_files(root)]


def test_generation_wraps(root):
    for slot, generation, data in ((0, 0xFFFF, OLD), (1, 0, NEW)):
        image = b"L4s1" + generation.to_bytes(2, "little") + len(data).to_bytes(2, "little") + data
        write(root, slot, image + binascii.crc32(image).to_bytes(4, "little"))
    store = Store(root)
    assert store.load("game") == NEW
    assert store.save("game", b"next") and store.load("game") == b"next"
    assert slot_files(root)[1][8:-4] == NEW


@pytest.mark.parametrize("name", ["", "ninechars", "a.b", "../x", "a1", "a b"])
def test_bad_names(root, name):
    with pytest.raises(StoreError, match="letters"):
        Store(root).load(name)
    with pytest.raises(StoreError, match="letters"):
        Store(root).save(name, b"")


def test_what_is_unusable_is_named_and_what_is_empty_is_not(root):
    store = Store(root)
    assert store.load("game") is None and store.damaged == ""
    write(root, 0, b"")
    assert store.load("game") is None and store.damaged == ""
    write(root, 1, b"L4s1 no more than a head")
    assert store.load("game") is None and store.damaged == f"{root}/game.1"


def test_too_much_data(root):
    with pytest.raises(StoreError, match="401 bytes for 'game': at most 400"):
        Store(root).save("game", bytes(401))


def test_failing_writes_keep_the_old_data(root, monkeypatch):
    store = Store(root)
    store.save("game", OLD)
    real = open

    def full(path, mode):
        file = real(path, mode)
        if "w" in mode:
            file.close()
            raise OSError(28, "no space left")
        return file
    monkeypatch.setattr("litfour.hw.store.open", full, raising=False)
    assert store.save("game", NEW) is False
    monkeypatch.undo()
    assert Store(root).load("game") == OLD


def test_folder_that_cannot_be_made(tmp_path):
    (tmp_path / "save").write_text("a file in the way")
    store = Store(str(tmp_path / "save"))
    assert store.save("game", NEW) is False and store.load("game") is None
    assert Store(str(tmp_path / "none" / "save")).save("game", NEW) is False
