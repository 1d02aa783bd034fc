"""Builds firmware/kernel/solver_m0.S into the words of firmware/litfour/engine/solver_kernel.py.

    python -m host_tools.solver.kernel [--check]

PyPI's `ziglang` (pinned) is the assembler, so that anyone gets the same words; a test holds the committed ones to it.
"""

import struct
import sys
import tempfile
from pathlib import Path

from host_tools.solver.native import ROOT, compile_c

SOURCE = ROOT / "firmware" / "kernel" / "solver_m0.S"
REFERENCE = ROOT / "firmware" / "kernel" / "solver.c"
MODULE = ROOT / "firmware" / "litfour" / "engine" / "solver_kernel.py"
FLAGS = ["-target", "thumb-freestanding-eabi", "-mcpu=cortex_m0plus", "-Os", "-g0", "-ffreestanding",
         "-fomit-frame-pointer", "-fno-unwind-tables", "-fno-asynchronous-unwind-tables", "-fno-sanitize=all",
         "-fno-stack-protector", "-Wall", "-Wextra", "-Werror"]
_HEAD = '''"""The solver's node loop in machine code (Cortex-M0+). Made by `python -m host_tools.solver.kernel`.

Source: firmware/kernel/solver_m0.S; solver.c beside it says what it does. Only the board can run it; elsewhere the
import fails, which engine/solver.py expects.
"""
# ruff: noqa: F821

import micropython


@micropython.asm_thumb
def run(r0, r1):
    """run(block, table) -> state. block: array('I'), table: 98,304 bytes. Both must stay where they are meanwhile."""
    bl(KERNEL)
    data(2, 0xBDF2)     # pop {r1, r4, r5, r6, r7, pc}: back to the caller, past what follows
    label(KERNEL)
'''


def text_section(elf):
    """The bytes of .text of a relocatable 32-bit ELF. ValueError if it needs anything from elsewhere."""
    offset, = struct.unpack_from("<I", elf, 32)
    size, count, names_index = struct.unpack_from("<HHH", elf, 46)
    sections = [struct.unpack_from("<10I", elf, offset + i * size) for i in range(count)]
    names = sections[names_index][4]
    found, refused = None, []
    for name, _, _, _, start, length, *_ in sections:
        title = elf[names + name:elf.index(b"\0", names + name)].decode()
        if title == ".text":
            found = elf[start:start + length]
        elif length and title.startswith((".rel.text", ".rela.text", ".rodata", ".data", ".bss", ".text.")):
            refused.append(title)
    if found is None or refused:
        raise ValueError(f"the kernel is not one piece of code: {refused or 'no .text'}")
    return found


def build(source=SOURCE):
    """The kernel's machine code, a multiple of 4 bytes; its entry is its first byte. REFERENCE, the C, builds too."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "solver.o"
        compile_c([*FLAGS, "-c", str(source), "-o", str(path)], "building the board's solver")
        code = text_section(path.read_bytes())
    return code + bytes(-len(code) % 4)


def module_text(code):
    """The text of engine/solver_kernel.py for this code."""
    words = struct.unpack(f"<{len(code) // 4}I", code)
    lines = [_HEAD]
    for i in range(0, len(words), 8):
        lines.append(f"    data(4, {', '.join(f'0x{word:08x}' for word in words[i:i + 8])})\n")
    return "".join(lines)


def main():
    """Writes the module, or with --check says whether it is what the source gives."""
    text = module_text(build())
    if "--check" in sys.argv[1:]:
        same = MODULE.read_text() == text
        print("the committed words are those of the source" if same else "the committed words differ from the source")
        return 0 if same else 1
    MODULE.write_text(text)
    print(f"{MODULE}: {text.count('0x') - 1} words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
