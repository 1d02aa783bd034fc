"""`litfour web build`: the board as a static page. MicroPython's WebAssembly build runs the firmware in the browser.

dist/ then holds the page (host_tools/web), MicroPython, the firmware's modules in one file, the kernels in JavaScript
(host_tools/web/kernels.py), Perfect's solver as WebAssembly where a compiler is at hand, its book and the puzzles.
Nothing of it asks for anything from elsewhere: any static server will do, and after the first visit none is needed.
The guides (guide_build.py) lie beside it in dist/guide; the page links to them, but does not load or keep them.
"""

import ast
import base64
import gzip
import hashlib
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

from host_tools import guide_build
from host_tools.kernelc import ENGINE, KERNELS, builds
from host_tools.solver.native import ROOT, ZIG
from host_tools.web import kernels

PACKAGE = "@micropython/micropython-webassembly-pyscript"
VERSION = "1.28.0-6"
INTEGRITY = "sha512-eRJw+jOhFPoEClHRI8RmzIBjORpOhVdDFcdrNYHUc0U+EwchuD5cYIfmgvj3RWim7vBnjBK8mYxMBBVduOo8Lw=="
PARTS = ("micropython.mjs", "micropython.wasm")
SOURCES = Path(__file__).resolve().parent / "web"
PAGE = ("index.html", "style.css", "board.mjs", "driver.mjs", "buttons.mjs", "light.mjs", "sound.mjs", "words.mjs",
        "panel.mjs", "worker.js", "icon.svg")
PYTHON = ("litfour_web.py", "told.py", "menu_words.py", "analysis.py", "game_text.py", "current.py")
PURE_HARDWARE = ("hw/__init__.py", "hw/encode.py", "hw/kernels.py", "hw/wiring.py")     # what current.py needs
BUILT = "firmware.json"         # lies in no folder but a page's
LIMIT = 1_500_000               # bytes of the whole page
GUIDE = (b"<!-- guide -->", b'<p><a href="guide/index.html">The whole guide</a></p>')   # in the page: without, with it
NOT_HERE = ("hw", "selftest")   # layers of the firmware that need a machine
SOLVER_FLAGS = ("-target", "wasm32-freestanding", "-O3", "-g0", "-nostdlib", "-Wl,--no-entry",
                "-Wl,--export=solver_run", "-Wl,--export=__heap_base", "-Wl,--initial-memory=262144",
                "-Wl,-z,stack-size=16384")


class WebBuildError(Exception):
    """The page can't be built; the text says why."""


def add_arguments(parser):
    parser.add_argument("what", choices=["build"], help="build: write the page")
    parser.add_argument("--out", default="dist", metavar="FOLDER", help="where to (default: dist)")


def run(args):
    no_guide = guide_build.missing()
    try:
        sizes = build(Path(args.out), guide=not no_guide)
        guide = {} if no_guide else guide_build.build(Path(args.out) / "guide")
    except (WebBuildError, guide_build.GuideError) as error:
        print(f"litfour web: {error}", file=sys.stderr)
        return 1
    for name, (plain, packed) in sizes.items():
        print(f"{plain:9,} bytes, {packed:9,} packed: {name}")
    total = sum(plain for plain, _ in sizes.values())
    print(f"{total:9,} bytes, {sum(packed for _, packed in sizes.values()):9,} packed: all of it")
    print(f"{sum(guide.values()):9,} bytes besides: the guides" if guide else f"litfour web: {no_guide}")
    print(f"Serve {args.out}, for instance: python -m http.server --directory {args.out}")
    if total > LIMIT:
        print(f"litfour web: the page weighs more than {LIMIT:,} bytes", file=sys.stderr)
        return 1
    return 0


def build(out, guide=False):
    """Writes the page into the folder `out`, which is made anew; guide: with a link to the guides.
    {file: (bytes, bytes packed)}. WebBuildError."""
    if out.exists() and not out.is_dir():
        raise WebBuildError(f"{out} is no folder")
    if out.exists() and any(out.iterdir()) and not (out / BUILT).exists():
        raise WebBuildError(f"{out} holds something else than this page")
    files = {name: (SOURCES / name).read_bytes() for name in PAGE}
    if guide:
        files["index.html"] = files["index.html"].replace(*GUIDE)
    files |= micropython()
    files["firmware.json"] = json.dumps(firmware(), separators=(",", ":")).encode()
    files |= {name: (ROOT / "firmware" / "data" / name).read_bytes() for name in ("book", "puzzles")}
    solver = solver_code()
    if solver:
        files["solver.wasm"] = solver
    text = kernels.module_text({name: ENGINE / f"{name}.py" for name in KERNELS})
    files["kernels.mjs"] = f"{text}export const perfect = {str(bool(solver)).lower()};\n".encode()
    version = hashlib.sha256(b"".join(name.encode() + data for name, data in sorted(files.items()))).hexdigest()[:12]
    listed = json.dumps({"version": version, "files": sorted(set(files) - {"worker.js"})})
    files["worker.js"] = files["worker.js"].replace(b'"BUILD"', listed.encode())
    if out.exists():
        shutil.rmtree(out)
    out.mkdir(parents=True)
    for name, data in files.items():
        (out / name).write_bytes(data)
    return {name: (len(data), len(gzip.compress(data))) for name, data in files.items()}


def firmware():
    """{path in the page's file system: source} of the modules that the page runs."""
    found = {f"host_tools/web/{name}": slim((SOURCES / name).read_text()) for name in PYTHON}
    machine_code = {target: name for name in KERNELS for target, _ in builds(name)}
    root = ROOT / "firmware"
    for path in sorted((root / "litfour").rglob("*.py")):
        name = path.relative_to(root).as_posix()
        if path.parent.name in NOT_HERE or path.stem in ("root", "solver_kernel"):
            if name.removeprefix("litfour/") in PURE_HARDWARE:
                found[name] = slim(path.read_text())
            continue
        if path.stem in machine_code:
            kernel = machine_code[path.stem]
            found[name] = kernels.python_text(kernel, ENGINE / f"{kernel}.py")
        elif path.stem in KERNELS:              # its constants; its code is the page's
            found[name] = constants(path)
        else:
            found[name] = slim(path.read_text())
    return found


def slim(source):
    """The same module without comments, docstrings, and what makes machine code of a function."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            node.decorator_list = [each for each in node.decorator_list if ast.unparse(each) != "micropython.viper"]
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and _is_text(body[0]) and not isinstance(node, ast.If):
            body[0] = ast.Pass()
            if len(body) > 1:
                del body[0]
    return ast.unparse(tree) + "\n" if tree.body else ""


def constants(path):
    """A kernel without its functions."""
    tree = ast.parse(path.read_text())
    kept = [node for node in tree.body if not isinstance(node, ast.FunctionDef) and not _is_text(node)
            and not (isinstance(node, ast.Import) and node.names[0].name == "micropython")]
    return ast.unparse(ast.Module(body=kept, type_ignores=[])) + "\n"


def _is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def solver_code():
    """Perfect's node loop as WebAssembly, None without the compiler: the page then offers no Perfect."""
    with tempfile.TemporaryDirectory() as folder:
        target = Path(folder) / "solver.wasm"
        command = [*ZIG, *SOLVER_FLAGS, "-o", str(target), str(ROOT / "firmware" / "kernel" / "solver.c")]
        done = subprocess.run(command, capture_output=True, text=True)
        if done.returncode:
            last = (done.stderr.strip().splitlines() or ["?"])[-1]
            print(f"litfour web: no Perfect in this page: the compiler said: {last}", file=sys.stderr)
            return None
        return target.read_bytes()


def micropython():
    """MicroPython's two files. WebBuildError."""
    return package_files(PACKAGE, VERSION, INTEGRITY, PARTS)


def package_files(package, version, integrity, names):
    """{name: bytes} of files of a pinned npm package, from the user's cache or by npm. WebBuildError."""
    cache = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "litfour"
    archive = cache / f"{package.split('/')[-1]}-{version}.tgz"
    data = archive.read_bytes() if archive.exists() else b""
    if not is_whole(data, integrity):
        data = download(f"{package}@{version}", integrity)
        cache.mkdir(parents=True, exist_ok=True)
        fresh = archive.with_suffix(f".{os.getpid()}.tmp")
        fresh.write_bytes(data)
        os.replace(fresh, archive)
    with tarfile.open(fileobj=io.BytesIO(data)) as unpacked:
        return {name: unpacked.extractfile("package/" + name).read() for name in names}


def is_whole(data, integrity=INTEGRITY):
    """True for the package of that integrity, as npm writes it."""
    return "sha512-" + base64.b64encode(hashlib.sha512(data).digest()).decode() == integrity


def download(wanted, integrity):
    """A pinned package, by npm, which knows the user's registry. WebBuildError."""
    npm = shutil.which("npm") or shutil.which("npm", path=str(Path(sys.executable).parent))
    if npm is None:
        raise WebBuildError(f"npm is needed once, to get {wanted}")
    try:
        with tempfile.TemporaryDirectory() as folder:
            subprocess.run([npm, "pack", "--silent", wanted], cwd=folder, check=True,
                           capture_output=True, text=True, timeout=120)
            data = next(Path(folder).glob("*.tgz")).read_bytes()
    except (OSError, subprocess.SubprocessError, StopIteration) as error:
        raise WebBuildError(f"{wanted} can't be had: {error}") from error
    if not is_whole(data, integrity):
        raise WebBuildError(f"{wanted} is not the pinned one: its SHA-512 differs")
    return data
