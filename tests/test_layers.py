"""The layers of the architecture: which part of the firmware and of the tools may import which."""

import ast

import pytest

from tests.conftest import ROOT

MICROPYTHON_ONLY = {"machine", "rp2", "neopixel", "uctypes"}
ALLOWED = {
    "ports": set(),
    "rules": {"rules", "micropython"},
    "engine": {"engine", "rules", "micropython", "array", "uctypes"},
    "view": {"view", "rules", "ports"},
    "app": {"app", "rules", "engine", "view", "ports", "gc", "sys", "binascii"},
    "selftest": {"selftest", "app", "hw", "ports", "view", "array"},
    "hw": {"hw", "ports", "micropython", "array", "os", "binascii", "gc", "machine", "rp2", "uctypes", "time"},
    "root": {"app", "hw", "ports", "machine", "rp2", "uctypes", "time", "os", "sys", "io", "gc", "micropython",
             "selftest", "json", "select", "binascii"},
}
VIPER_FILES = {"engine/kernels.py", "engine/kernels_m0.py", "engine/solver_kernel.py", "engine/games_kernel.py",
               "engine/rounds_kernel.py", "engine/rounds_kernel_m0.py", "hw/kernels.py", "hw/pio.py"}
VIPER_FILES |= {f"engine/games_kernel_m0_{kind}.py" for kind in ("avoid", "cell", "pop", "pop10", "power")}


PURE_HARDWARE = {"litfour.hw.debounce", "litfour.hw.kernels", "litfour.hw.store", "litfour.hw.chain",
                 "litfour.hw.encode", "litfour.hw.wiring"}
OF_SELFTEST = {"litfour.hw.chain", "litfour.hw.wiring"}     # pure as well: it deduces how a panel is wired


def full_names(path):
    """The modules that a file imports or imports from; of `from litfour.hw import x` the x too."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            found |= {node.module} if node.module not in ("litfour", "litfour.hw") else \
                {f"{node.module}.{alias.name}" for alias in node.names}
    return found


def imports(path):
    """Names imported anywhere in a file: 'app' for litfour.app..., else the top-level module."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text())):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module]
            if node.module == "litfour":
                names = ["litfour." + alias.name for alias in node.names]
            assert node.level == 0, f"{path}: relative import"
            assert all(alias.name != "*" for alias in node.names), f"{path}: import *"
        for name in names:
            parts = name.split(".")
            found.add(parts[1] if parts[0] == "litfour" and len(parts) > 1 else parts[0])
    return found


def firmware_files():
    return sorted((ROOT / "firmware").rglob("*.py"))


def layer_of(path):
    inside = path.relative_to(ROOT / "firmware").as_posix()
    if inside in ("main.py", "litfour/root.py", "litfour/selftest/hardware.py"):
        return "root"
    parts = inside.split("/")
    return parts[1].removesuffix(".py") if len(parts) == 2 else parts[1]


@pytest.mark.parametrize("path", [path for path in firmware_files() if path.name != "__init__.py"],
                         ids=lambda path: path.relative_to(ROOT / "firmware").as_posix())
def test_a_firmware_file_imports_only_what_its_layer_may(path):
    layer = layer_of(path)
    allowed = set(ALLOWED[layer]) | ({"root"} if path.name == "main.py" else set())
    assert imports(path) <= allowed, f"{layer} must not import {imports(path) - allowed}"


@pytest.mark.parametrize("path", sorted((ROOT / "host_tools").rglob("*.py")),
                         ids=lambda path: path.relative_to(ROOT).as_posix())
def test_host_tools_never_import_hardware(path):
    """What is pure of hw, without a machine under it, may serve a tool: the board's own debouncer judges a trace, its
    own store reads and writes a board's files, its own encoder lights a simulated panel in self-test."""
    assert not imports(path) & ({"root"} | MICROPYTHON_ONLY)
    assert {name for name in full_names(path) if name.startswith("litfour.hw")} <= PURE_HARDWARE


def test_the_self_test_knows_hardware_in_one_file_only():
    for path in (ROOT / "firmware/litfour/selftest").glob("*.py"):
        if layer_of(path) != "root":
            assert {name for name in full_names(path) if name.startswith("litfour.hw")} <= OF_SELFTEST, path


def test_machine_code_lives_in_its_few_files_only():
    users = {path.relative_to(ROOT / "firmware/litfour").as_posix() for path in firmware_files()
             if "@micropython." in path.read_text() or "asm_thumb" in path.read_text()}
    assert users <= VIPER_FILES


def test_importing_the_pure_layers_does_no_work():
    """Module bodies of the pure layers hold definitions and data only: no calls but const() and the records' own."""
    for path in firmware_files():
        if layer_of(path) not in ("ports", "rules", "engine", "view", "app", "selftest"):
            continue
        for node in ast.parse(path.read_text()).body:
            assert not isinstance(node, (ast.For, ast.While, ast.With, ast.If)), f"{path}:{node.lineno}"
            assert not (isinstance(node, ast.Expr) and any(isinstance(part, ast.Call) for part in ast.walk(node))), \
                f"{path}:{node.lineno} calls something when imported"
