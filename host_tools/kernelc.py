"""Kernels written once, in the viper subset of Python: as C for the board's Cortex-M0+, and as C for this machine.

    python -m host_tools.kernelc [--check]      # firmware/litfour/engine/NAME.py -> NAME_m0.py, for all of KERNELS

A kernel is a module whose entry is `run`, with up to four arguments: ptr32, ptr16 or ptr8 (writable buffers) and int.
It may hold other functions for `run` to call, and constants: numbers, const(...), tuples of numbers. Functions are
`@micropython.viper`, and may hold: assignments and += and the like, to locals and to pointer[index]; while, if, break,
continue, pass, return; + - * & | ^ ~ << >> and `x if y else z`; comparisons, and, or, not as conditions; calls of the
module's own functions. An int has 32 bits and wraps around; >> keeps the sign; a store into ptr16 or ptr8 drops what
is too large. (CPython's ints do not wrap, and 64-bit MicroPython loads words without sign: so store nothing negative.)

    machine_code(path)  -> bytes: Thumb code without relocations; the entry is its first byte
    module_text(path, code) -> the text of NAME_m0.py, which defines run(...) for the board; elsewhere its import fails
    host_functions(path) -> {name: function} of all functions, compiled for this machine; pointers take any writable
                            buffer (array, bytearray, numpy), of the word size that the kernel expects
    c_source(path)      -> the C text of both

KernelError says with file and line what is not of this subset; RuntimeError what a C compiler said.
"""

import ast
import ctypes
import hashlib
import os
import struct
import sys
import tempfile
from pathlib import Path

from host_tools.solver.kernel import FLAGS, text_section
from host_tools.solver.native import ROOT, compile_c, host_compiler

ENGINE = ROOT / "firmware" / "litfour" / "engine"
KERNELS = ("kernels", "games_kernel")              # modules of litfour.engine with a twin NAME_m0.py in machine code
# -fwrapv: ints wrap around as in viper. No jump tables and no built-ins: these would call or load from outside.
WRAP = ["-fwrapv", "-fno-strict-aliasing", "-fno-jump-tables", "-fno-builtin"]
SMALL = "-Os"
LOCAL = ["-DLOCAL=static __attribute__((noinline))", "-Wno-unused-function"]     # a call leaves loops more registers
POINTERS = {"ptr32": "int32_t *", "ptr16": "uint16_t *", "ptr8": "uint8_t *"}
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
             ast.LShift: "<<", ast.RShift: ">>"}
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
_HEAD = '''"""engine/{name}.py in machine code (Cortex-M0+). Made from it by `python -m host_tools.kernelc`.

Only the board can run it; elsewhere the import fails, which its user expects.
"""
# ruff: noqa: F821
# mypy: disable-error-code="name-defined"

import micropython


@micropython.asm_thumb
def run({arguments}):
    bl(KERNEL)
    data(2, 0xBDF2)     # pop {{r1, r4, r5, r6, r7, pc}}: back to the caller, past what follows
    label(KERNEL)
'''


class KernelError(ValueError):
    """Something outside the subset; the text says where."""


# ---- Python to C

def c_source(path):
    """The C text of a kernel module: its functions, `run` first, each under its own name."""
    return _Module(path).text


class _Module:
    def __init__(self, path):
        self.path = Path(path)
        self.constants: dict[str, int] = {}
        self.functions: dict[str, ast.FunctionDef] = {}
        for node in ast.parse(self.path.read_text(), str(path)).body:
            if isinstance(node, ast.FunctionDef):
                if [ast.unparse(each) for each in node.decorator_list] != ["micropython.viper"]:
                    raise self.error(node, f"{node.name} is not @micropython.viper and nothing else")
                self.functions[node.name] = node
            elif isinstance(node, ast.Assign):
                self._constant(node)
            elif not isinstance(node, (ast.Import, ast.ImportFrom)) and not _is_text(node):
                raise self.error(node, "only constants and functions can stand here")
        if "run" not in self.functions:
            raise KernelError(f"{path}: there is no function run")
        ordered = sorted(self.functions.values(), key=lambda function: function.name != "run")
        translated = [_Function(self, function) for function in ordered]
        self.text = "\n".join(["#include <stdint.h>", *(each.head + ";" for each in translated),
                               *(each.head + "\n" + each.body for each in translated)]) + "\n"

    def error(self, node, text):
        return KernelError(f"{self.path}, line {node.lineno}: {text}")

    def _constant(self, node):
        target = node.targets[0]
        names = [target] if isinstance(target, ast.Name) else getattr(target, "elts", [])
        try:
            value = eval(compile(ast.Expression(node.value), str(self.path), "eval"),      # our own source
                         {"__builtins__": {}}, {"const": int, "range": range, **self.constants})
        except Exception as error:
            raise self.error(node, f"not a constant: {error}") from error
        values = [value] if isinstance(target, ast.Name) else list(value)
        if len(node.targets) > 1 or len(names) != len(values) or not all(
                isinstance(name, ast.Name) and type(value) is int for name, value in zip(names, values)):
            raise self.error(node, "only names can be set to numbers here")
        self.constants.update((name.id, value) for name, value in zip(names, values))


class _Function:
    """`head` and `body` in C. Each kind of node has one method; what has none is refused."""

    def __init__(self, module, node):
        self.module = module
        self.pointers = {}
        self.arguments = _kinds(module, node)
        for name, kind in self.arguments.items():
            if kind in POINTERS:
                self.pointers[name] = kind
        self.returns = node.returns is not None and ast.unparse(node.returns) == "int"
        stored = set()
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                if part.id in module.constants or part.id in module.functions or part.id in self.pointers:
                    raise module.error(part, f"{part.id} is a constant, a function or a pointer, and is set")
                stored.add(part.id)
        self.locals = stored | set(self.arguments) - set(self.pointers)
        declared = ", ".join(f"{POINTERS.get(kind, 'int32_t ')}{name}_" for name, kind in self.arguments.items())
        self.head = f"{'int32_t' if self.returns else 'void'} {node.name}({declared or 'void'})"
        if node.name != "run":
            self.head = "LOCAL " + self.head
        fresh = "".join(f"    int32_t {name}_ = 0;\n" for name in sorted(stored - set(self.arguments)))
        end = "    return 0;\n" if self.returns else ""
        self.body = "{\n" + fresh + self._block(node.body) + end + "}"

    def _block(self, nodes):
        return "".join(f"    {self._statement(node)}\n" for node in nodes if not _is_text(node))

    def _statement(self, node):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            return f"{self._target(node.targets[0])} = {self._value(node.value)};"
        if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
            kept = ast.copy_location(ast.BinOp(ast.Constant(0), node.op, node.value), node)
            self._value(kept)                           # a shift's count is looked at there
            return f"{self._target(node.target)} {OPERATORS[type(node.op)]}= {self._value(node.value)};"
        if isinstance(node, (ast.While, ast.If)):
            word = "while" if isinstance(node, ast.While) else "if"
            text = f"{word} ({self._test(node.test)}) {{\n{self._block(node.body)}}}"
            if node.orelse and word == "while":
                raise self.module.error(node, "while ... else")
            return text + (f" else {{\n{self._block(node.orelse)}}}" if node.orelse else "")
        if isinstance(node, ast.Return) and (node.value is not None) == self.returns:
            return f"return {self._value(node.value)};" if node.value else "return;"
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            return f"{self._call(node.value, False)};"
        for kind, text in ((ast.Break, "break;"), (ast.Continue, "continue;"), (ast.Pass, ";")):
            if isinstance(node, kind):
                return text
        raise self.module.error(node, f"{type(node).__name__}: {ast.unparse(node).splitlines()[0]}")

    def _target(self, node):
        if isinstance(node, ast.Name):
            return f"{node.id}_"
        if isinstance(node, ast.Subscript):
            return self._item(node)
        raise self.module.error(node, f"can't set {ast.unparse(node)}")

    def _item(self, node):
        if not isinstance(node.value, ast.Name) or node.value.id not in self.pointers:
            raise self.module.error(node, f"{ast.unparse(node.value)} is not a pointer")
        return f"{node.value.id}_[{self._value(node.slice)}]"

    def _value(self, node):
        if isinstance(node, ast.Constant) and type(node.value) is int or isinstance(node, ast.UnaryOp) and isinstance(
                node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return self._number(node, ast.literal_eval(node))
        if isinstance(node, ast.Name):
            if node.id in self.locals:
                return f"{node.id}_"
            if node.id in self.module.constants:
                return self._number(node, self.module.constants[node.id])
            raise self.module.error(node, f"{node.id} is no local int and no constant")
        if isinstance(node, ast.Subscript):
            return self._item(node)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Invert)):
            return f"({'-' if isinstance(node.op, ast.USub) else '~'}{self._value(node.operand)})"
        if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
            if isinstance(node.op, (ast.LShift, ast.RShift)) and isinstance(node.right, ast.Constant):
                if not (type(node.right.value) is int and 0 <= node.right.value < 32):
                    raise self.module.error(node, f"a shift by {node.right.value!r}")
            return f"({self._value(node.left)} {OPERATORS[type(node.op)]} {self._value(node.right)})"
        if isinstance(node, ast.IfExp):
            return f"({self._test(node.test)} ? {self._value(node.body)} : {self._value(node.orelse)})"
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "int" and len(node.args) == 1:
            return self._value(node.args[0])            # viper's word for "no object"
        if isinstance(node, ast.Call):
            return self._call(node, True)
        raise self.module.error(node, f"{type(node).__name__} as a number: {ast.unparse(node)}")

    def _number(self, node, value):
        if not -(1 << 31) < value < 1 << 31:
            raise self.module.error(node, f"{value} needs more than 32 bits")
        return f"({value})" if value < 0 else str(value)

    def _test(self, node):
        if isinstance(node, ast.Compare) and len(node.ops) == 1 and type(node.ops[0]) in COMPARISONS:
            return f"{self._value(node.left)} {COMPARISONS[type(node.ops[0])]} {self._value(node.comparators[0])}"
        if isinstance(node, ast.BoolOp):
            word = " && " if isinstance(node.op, ast.And) else " || "
            return word.join(f"({self._test(value)})" for value in node.values)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!({self._test(node.operand)})"
        if isinstance(node, ast.Constant) and type(node.value) is bool:
            return str(int(node.value))
        return f"{self._value(node)} != 0"

    def _call(self, node, wants_value):
        called = self.module.functions.get(getattr(node.func, "id", None))
        if called is None or node.keywords:
            raise self.module.error(node, f"only functions of this file can be called: {ast.unparse(node)}")
        kinds = list(_kinds(self.module, called).values())
        if len(kinds) != len(node.args):
            raise self.module.error(node, f"{called.name} takes {len(kinds)} arguments")
        if wants_value and called.returns is None:
            raise self.module.error(node, f"{called.name} returns nothing")
        given = []
        for kind, argument in zip(kinds, node.args):
            if kind in POINTERS and self.pointers.get(getattr(argument, "id", None)) != kind:
                raise self.module.error(node, f"{ast.unparse(argument)} is not a {kind}")
            given.append(f"{argument.id}_" if kind in POINTERS else self._value(argument))
        return f"{called.name}({', '.join(given)})"


def _kinds(module, node):
    """{argument: its annotation} of a function."""
    kinds = {each.arg: each.annotation and ast.unparse(each.annotation) for each in node.args.args}
    plain = node.args.args
    if len(plain) != len([part for part in ast.walk(node.args) if isinstance(part, ast.arg)]) or node.args.defaults:
        raise module.error(node, f"{node.name}: only plain arguments")
    for name, kind in kinds.items():
        if kind not in (*POINTERS, "int"):
            raise module.error(node, f"{node.name}: {name} is no int and no {', '.join(POINTERS)}")
    if node.returns is not None and ast.unparse(node.returns) not in ("int", "None"):
        raise module.error(node, f"{node.name} returns {ast.unparse(node.returns)}")
    return kinds


def _is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


# ---- C to code

def machine_code(path, optimise=SMALL):
    """The code for the board, a multiple of 4 bytes. ValueError if it is not one piece that starts with `run`."""
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder) / "kernel.c", Path(folder) / "kernel.o"
        source.write_text(c_source(path))
        flags = [flag for flag in FLAGS if flag != "-Os"]
        compile_c([*flags, optimise, *WRAP, *LOCAL, "-c", str(source), "-o", str(built)], f"building {path}")
        elf = built.read_bytes()
    if _address_of(elf, b"run") != 1:              # Thumb: the lowest bit is set
        raise ValueError(f"{path}: the code does not start with run")
    code = text_section(elf)
    return code + bytes(-len(code) % 4)


def _address_of(elf, wanted):
    """The value of a symbol of a 32-bit ELF. ValueError if there is none."""
    offset, = struct.unpack_from("<I", elf, 32)
    count, = struct.unpack_from("<H", elf, 48)
    sections = [struct.unpack_from("<10I", elf, offset + 40 * i) for i in range(count)]
    table = next(section for section in sections if section[1] == 2)           # SHT_SYMTAB
    names = sections[table[6]][4]
    for at in range(table[4], table[4] + table[5], 16):
        name, value = struct.unpack_from("<II", elf, at)
        if elf[names + name:elf.index(b"\0", names + name)] == wanted:
            return value
    raise ValueError(f"no symbol {wanted.decode()}")


def module_text(path, code):
    """The text of NAME_m0.py for this code."""
    arguments = len(_Module(path).functions["run"].args.args)
    if arguments > 4:
        raise KernelError(f"{path}: run has {arguments} arguments; machine code gets four at most")
    words = struct.unpack(f"<{len(code) // 4}I", code)
    lines = [_HEAD.format(name=Path(path).stem, arguments=", ".join(f"r{i}" for i in range(arguments)))]
    for i in range(0, len(words), 8):
        shown = ", ".join(f"0x{word:08x}" for word in words[i:i + 8])
        lines.append(f"    data(4, {shown})\n")
    return "".join(lines)


def host_functions(path):
    """{name: function} of the module's functions, compiled for this machine and kept in the user's cache."""
    module = _Module(path)
    library = ctypes.CDLL(str(_host_library(module)))
    return {name: _caller(getattr(library, name), _kinds(module, node).values(), node.returns is not None)
            for name, node in module.functions.items()}


def _host_library(module):
    flags = ["-O2", "-g0", "-shared", "-fPIC", "-DLOCAL=", *WRAP]
    digest = hashlib.sha256((module.text + repr(flags)).encode()).hexdigest()[:16]
    folder = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "litfour"
    path = folder / f"{module.path.stem}-{digest}{'.dll' if os.name == 'nt' else '.so'}"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        source = folder / f"{path.stem}.{os.getpid()}.c"
        fresh = source.with_suffix(".tmp")
        source.write_text(module.text)
        compile_c([*flags, "-o", str(fresh), str(source)], f"building {module.path}", host_compiler())
        os.replace(fresh, path)
        source.unlink()
    return path


def _caller(function, kinds, returns):
    function.restype = ctypes.c_int32 if returns else None
    pointers = [kind in POINTERS for kind in kinds]
    byte = ctypes.c_char * 1

    def call(*given):
        return function(*[byte.from_buffer(each) if pointer else ctypes.c_int32(each)
                          for pointer, each in zip(pointers, given, strict=True)])

    return call


def main():
    """Writes the modules, or with --check says whether they are what the sources give."""
    wrong = 0
    for name in KERNELS:
        path, target = ENGINE / f"{name}.py", ENGINE / f"{name}_m0.py"
        code = machine_code(path)
        text = module_text(path, code)
        if "--check" in sys.argv[1:]:
            same = target.exists() and target.read_text() == text
            wrong += not same
            print(f"{target.name}: the committed words {'are those of' if same else 'differ from'} the source")
        else:
            target.write_text(text)
            print(f"{target.name}: {len(code)} bytes")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
