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

import ctypes
import hashlib
import os
import struct
import sys
import tempfile
from pathlib import Path

from host_tools.kernelc_c import POINTERS, KernelError, Module
from host_tools.solver.kernel import FLAGS, text_section
from host_tools.solver.native import ROOT, compile_c, host_compiler

ENGINE = ROOT / "firmware" / "litfour" / "engine"
KERNELS = ("kernels", "games_kernel", "rounds_kernel")     # of litfour.engine; each has a twin NAME_m0.py,
# or one for each of these values of a word that never changes: half the code, for as much memory less on the board
KNOWN = {"games_kernel": ("KIND", {"avoid": 1, "cell": 2, "pop": 4, "pop10": 5, "power": 6})}
# -fwrapv: ints wrap around as in viper. No jump tables and no built-ins: these would call or load from outside.
WRAP = ["-fwrapv", "-fno-strict-aliasing", "-fno-jump-tables", "-fno-builtin"]
SMALL = "-Os"
# A call costs some 20 cycles, but leaves the loops of a function all registers.
LOCAL = ["-DLOCAL=static __attribute__((noinline))", "-Wno-unused-function", "-Wno-unused-parameter"]
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


def c_source(path, known=()):
    """The C text of a kernel: its functions under their own names, all but `run` marked LOCAL. known: see Module."""
    return Module(path, known).text


def builds(name):
    """What a kernel becomes for the board: (module's name, words that are known in it) of each."""
    if name not in KNOWN:
        return [(name + "_m0", {})]
    word, cases = KNOWN[name]
    return [(f"{name}_m0_{case}", {word: value}) for case, value in cases.items()]


def machine_code(path, optimise=SMALL, known=()):
    """The code for the board, a multiple of 4 bytes. ValueError if it is not one piece that starts with `run`."""
    with tempfile.TemporaryDirectory() as folder:
        source, built = Path(folder) / "kernel.c", Path(folder) / "kernel.o"
        source.write_text(c_source(path, known))
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
    arguments = len(Module(path).functions["run"].args.args)
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
    module = Module(path)
    library = ctypes.CDLL(str(_host_library(module)))
    return {name: _caller(getattr(library, name), module.kinds(node).values(), module.returns(node))
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
    for kernel, build, known in [(name, *each) for name in KERNELS for each in builds(name)]:
        path, target = ENGINE / f"{kernel}.py", ENGINE / f"{build}.py"
        code = machine_code(path, known=known)
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
