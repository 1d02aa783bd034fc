"""Joining modules: names stay apart, constants become numbers, and what can't be joined is refused."""

import ast
import builtins

import pytest

from host_tools.bundle import BUNDLES, BundleError, bundled
from tests.conftest import ROOT

# words of the viper, PIO and assembler compilers
COMPILER_WORDS = {"ptr8", "ptr16", "ptr32", "label", "jmp", "out", "not_x", "x", "pull", "nop", "wrap", "wrap_target",
                  "in_", "pins", "data", "bl", "KERNEL"}


@pytest.fixture(scope="module")
def firmware():
    return bundled(ROOT / "firmware" / "litfour")


def package(tmp_path, **modules):
    """A package folder out of module texts; a name like rules_position is rules/position.py."""
    for name, text in modules.items():
        path = tmp_path / (name.replace("_", "/", 1) + ".py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    return tmp_path


def run(text):
    namespace = {}
    exec(compile(text, "joined", "exec"), namespace)
    return namespace


def test_every_module_that_is_named_exists_and_none_is_lost(firmware):
    names = [name for bundle in BUNDLES.values() for name in bundle]
    assert len(names) == len(set(names))
    for name in names:
        assert (ROOT / "firmware/litfour" / (name.replace(".", "/") + ".py")).is_file(), name
    assert {bundle.replace(".", "/") for bundle in BUNDLES} <= {path.removeprefix("litfour/") for path in firmware}


def test_no_name_is_left_without_a_definition(firmware):
    for path, text in firmware.items():
        tree = ast.parse(text)
        known = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
        known |= {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
        known |= {node.name for node in ast.walk(tree) if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
        known |= {node.name for node in ast.walk(tree) if isinstance(node, ast.ExceptHandler)}
        known |= {alias.asname or alias.name.split(".")[0] for node in ast.walk(tree)
                  if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}
        used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
        assert used - known - set(dir(builtins)) - COMPILER_WORDS == set(), path


def test_no_definition_hides_another(firmware):
    for path, text in firmware.items():
        names = [node.name for node in ast.parse(text).body if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
        assert len(names) == len(set(names)), path


def test_equal_names_of_two_modules_stay_apart(tmp_path):
    folder = package(tmp_path, rules_position="LIMIT = 3\nTABLE = (1,)\ndef value():\n    return LIMIT + TABLE[0]\n",
                     rules_match="from litfour.rules import position\n"
                                 "from litfour.rules.position import value as other\nLIMIT = 5\nTABLE = (2,)\n"
                                 "def value(LIMIT=7):\n"
                                 "    return LIMIT, TABLE, other(), position.LIMIT, position.TABLE\n")
    text = bundled(folder)["litfour/game"]
    joined = run(text)
    assert joined["value_position"]() == 4
    assert joined["value"]() == (7, (2,), 4, 3, (1,))
    assert "LIMIT = " not in text


def test_local_variables_win_over_constants(tmp_path):
    source = "row = 3\ndef f():\n    for row in range(2):\n        pass\n    return row\ndef g():\n    return row\n"
    text = bundled(package(tmp_path, rules_match=source))["litfour/game"]
    assert run(text)["f"]() == 1 and run(text)["g"]() == 3


def test_two_values_are_assigned_without_a_tuple(tmp_path):
    text = bundled(package(tmp_path, rules_match="def f(a, b):\n    a, b = b, a\n    return a, b\n"))["litfour/game"]
    assert "a, b = b, a\n" in text and run(text)["f"](1, 2) == (2, 1)


def test_importing_what_is_not_defined_there_is_refused(tmp_path):
    folder = package(tmp_path, rules_position="x = []\n", rules_match="from litfour.rules.position import y\n")
    with pytest.raises(BundleError, match="imports y"):
        bundled(folder)
