"""The translator: arithmetic as on the board's ints, on this machine and on the emulated core; the rest is refused."""

from array import array

import pytest

from host_tools import kernelc
from tests.engine.machine import Machine, compiled_code

NO_COMPILER = "PyPI's ziglang builds the board's machine code"
SOURCE = '''
"""Text."""
import micropython
from micropython import const

LIMIT = const(3)
FIRST, SECOND = 0, 1
_MASK = const((1 << 7) - 1)


@micropython.viper
def twice(w: ptr32, x: int) -> int:
    w[SECOND] += 1
    return x + x


@micropython.viper
def note(b: ptr8, at: int, x: int):
    """Text."""
    if not at < 0:
        b[at] = x


@micropython.viper
def run(w: ptr32, h: ptr16, b: ptr8, x: int) -> int:
    k = 0
    found = 0
    while True:
        if k == LIMIT:
            break
        k += 1
        if k & 1 and not (x == 0 or x == 5):
            continue
        elif x == 7:
            pass
        else:
            found = found ^ twice(w, x + k)
        h[k] = found
    note(b, FIRST, x)
    w[0] = (x << 3) - (x >> 2) * 5 + (~x & _MASK | k)
    w[2] = -x if x < 0 else x
    h[0] -= 1
    b[SECOND] += x
    return found
'''
NOTE = "import micropython\nLIMIT = 1\n\n@micropython.viper\ndef note(x: int):\n    pass\n\n\n"
WRONG = (
    ("for k in range(3):\n        pass", "For"), ("x = x // 2", "x // 2"), ("x = 1.5", "Constant"),
    ("x = y", "y is no local"), ("x = w", "w is no local"), ("w = 1", "is set"), ("x[0] = 1", "not a pointer"),
    ("x = w[0] < 3", "Compare"), ("x = abs(x)", "only functions"), ("x = 1 << 32", "shift by 32"),
    ("x <<= 32", "shift by 32"), ("x = 4294967296", "32 bits"), ("x, y = 1, 2", "Tuple|can't set"),
    ("x = y = 2", "Assign"), ("while x:\n        x = 0\n    else:\n        x = 1", "else"), ("return", "Return"),
    ("LIMIT = 2", "is set"), ("x = run(w)", "takes 2"), ("x = run(x, x)", "is not a ptr32"), ("w.x = 1", "can't set"),
    ("if 0 < x < 3:\n        pass", "Compare"), ("x = run(w, x=2)", "only functions"), ("print(x)", "only functions"),
    ("x = note(x)", "returns nothing"))


def kernel(tmp_path, text):
    path = tmp_path / "some.py"
    path.write_text(text)
    return path


@pytest.fixture(scope="module")
def forms(tmp_path_factory):
    """run in each form: the source as CPython runs it, the board's machine code, the host's library."""
    pytest.importorskip("ziglang", reason=NO_COMPILER)
    folder = tmp_path_factory.mktemp("kernel")
    path = kernel(folder, SOURCE)
    module = folder / "some_m0.py"
    module.write_text(kernelc.module_text(path, kernelc.machine_code(path)))
    plain = {"ptr8": None, "ptr16": None, "ptr32": None}
    exec(compile(SOURCE, "some", "exec"), plain)
    return plain["run"], Machine(compiled_code(module, folder)).run, kernelc.host_functions(path)["run"]


def answer(run, x):
    words, halves, characters = array("i", [9] * 4), array("H", [100] * 4), bytearray(2)
    try:
        result = run(words, halves, characters, x)
    except OverflowError:
        return None                     # CPython refuses where a store drops bits
    return result, words.tolist(), halves.tolist(), characters


def test_the_three_forms_agree(forms):
    plain, chip, desk = forms
    for x in range(120):
        assert answer(plain, x) == answer(chip, x) == answer(desk, x), x
        assert answer(plain, x)[1][1] == 9 + (3 if x in (0, 5) else 0 if x == 7 else 1)


def test_ints_wrap_around_and_stores_drop_what_is_too_large(forms):
    _, chip, desk = forms
    for x in (-1, -5, 255, 256, 70000, 2 ** 28, 2 ** 31 - 1, -2 ** 31):
        assert answer(chip, x) == answer(desk, x), x
    result, words, halves, characters = answer(desk, -70000)
    assert words[0] == -560000 + 17500 * 5 + (69999 & 127 | 3) and words[2] == 70000
    assert halves[0] == 99 and characters == bytes([-70000 & 255] * 2)
    assert answer(desk, 2 ** 29)[1][0] == (2 ** 32 - 2 ** 27 * 5 + (~2 ** 29 & 127 | 3) + 2 ** 31) % 2 ** 32 - 2 ** 31


@pytest.mark.parametrize("statement, words", WRONG, ids=[statement for statement, _ in WRONG])
def test_what_is_outside_the_subset_is_refused_with_its_line(tmp_path, statement, words):
    head = NOTE + "@micropython.viper\ndef run(w: ptr32, x: int) -> int:\n    "
    with pytest.raises(kernelc.KernelError, match=f"some.py, line [1][01].*({words})"):
        kernelc.c_source(kernel(tmp_path, head + statement + "\n    return x\n"))


@pytest.mark.parametrize("text, words", (
    ("def run(x: int):\n    pass\n", "not @micropython.viper"), ("X = []\n", "numbers"),
    ("X = f()\n", "not a constant"),
    ("X = 1\n", "no function run"), ("X = Y = 1\n", "names"), ("if 1:\n    X = 1\n", "only constants"),
    ("@micropython.viper\ndef run(x):\n    pass\n", "x is no int"),
    ("@micropython.viper\ndef run(x: int = 1):\n    pass\n", "plain arguments"),
    ("@micropython.viper\ndef run(*x: int):\n    pass\n", "plain arguments"),
    ("@micropython.viper\ndef run(x: int) -> object:\n    pass\n", "returns object")))
def test_what_is_no_kernel_is_refused(tmp_path, text, words):
    with pytest.raises(kernelc.KernelError, match=words):
        kernelc.c_source(kernel(tmp_path, text))


def test_machine_code_takes_four_arguments_at_most(tmp_path):
    arguments = ", ".join(f"x{i}: int" for i in range(5))
    path = kernel(tmp_path, f"@micropython.viper\ndef run({arguments}) -> int:\n    return x4\n")
    with pytest.raises(kernelc.KernelError, match="four"):
        kernelc.module_text(path, b"")


@pytest.mark.parametrize("name, build, known", [(name, *build) for name in kernelc.KERNELS
                                                for build in kernelc.builds(name)])
def test_the_committed_words_are_those_of_the_source(name, build, known):
    pytest.importorskip("ziglang", reason=NO_COMPILER)
    source, module = kernelc.ENGINE / f"{name}.py", kernelc.ENGINE / f"{build}.py"
    assert module.read_text() == kernelc.module_text(source, kernelc.machine_code(source, known=known))


def test_words_that_are_known_are_not_read(tmp_path):
    text = "KIND = 1\n\n@micropython.viper\ndef run(w: ptr32) -> int:\n    w[KIND] = 3\n    return w[KIND] + w[0]\n"
    assert kernelc.host_functions(kernel(tmp_path, text))["run"](array("i", [5, 0])) == 8
    known = kernelc.c_source(kernel(tmp_path, text), {"KIND": 7})
    assert "(7 + w_[0])" in known and "w_[1] = 3;" in known
