"""Kernels of the viper subset (host_tools/kernelc.py says what may stand there) as JavaScript, over MicroPython's
memory.

The page has no viper and no assembler; bytecode would need minutes for what the board thinks in a second. So the node
loops become plain functions over views of MicroPython's own memory: 32-bit ints that wrap, as on the board, and
therefore the same moves at the same number of nodes.
"""

import ast

from host_tools.kernelc_c import COMPARISONS, OPERATORS, POINTERS, UNARY, KernelError, Module

VIEWS = {"ptr32": ("H32", 2), "ptr16": ("H16", 1), "ptr8": ("H8", 0)}     # of the memory; how far an address is shifted


def module_text(paths):
    """The text of a JavaScript module for kernels {name: path}: each exports name(H32, H16, H8) -> its run, which takes
    addresses for pointers. H32: Int32Array, H16: Uint16Array, H8: Uint8Array of one memory. KernelError."""
    head = "// Made by `litfour web build` from the firmware's kernels.\n"
    return head + "".join(_factory(name, Module(path)) for name, path in paths.items())


def python_text(name, path):
    """The firmware module in place of `name`'s machine code: its run calls the page's function of that name."""
    module = Module(path)
    kinds = module.kinds(module.functions["run"])
    given = ", ".join(f"addressof({each})" if kind in POINTERS else each for each, kind in kinds.items())
    return (f'"""engine/{name}.py as the page\'s own code."""\n\nfrom uctypes import addressof\n\n'
            f"from litfour_page import {name} as _run\n\n\ndef run({', '.join(kinds)}):\n    return _run({given})\n")


def _factory(name, module):
    functions = "".join(_Function(module, node).text for node in module.functions.values())
    kinds = module.kinds(module.functions["run"])
    given = ", ".join(f"{each} >>> {VIEWS[kind][1]}" if kind in VIEWS else each for each, kind in kinds.items())
    return (f"export function {name}(H32, H16, H8) {{\n{functions}"
            f"  return ({', '.join(kinds)}) => run({given});\n}}\n")


class _Function:
    """`text`: one function. A pointer is the index of its first element in its view."""

    def __init__(self, module, node):
        self.module = module
        kinds = module.kinds(node)
        self.pointers = {name: kind for name, kind in kinds.items() if kind in POINTERS}
        stored = {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        self.locals = stored | set(kinds)
        fresh = ", ".join(f"{name}_ = 0" for name in sorted(stored - set(kinds)))
        body = self._block(node.body)
        self.text = (f"  function {node.name}({', '.join(name + '_' for name in kinds)}) {{\n"
                     + (f"let {fresh};\n" if fresh else "") + body + "return 0; }\n")

    def _block(self, nodes):
        return "".join(self._statement(node) + "\n" for node in nodes
                       if not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)))

    def _statement(self, node):
        kind = type(node)
        if kind is ast.Assign:
            return f"{self._target(node.targets[0])} = {self._value(node.value)};"
        if kind is ast.AugAssign:
            target = self._target(node.target)
            return f"{target} = {self._operation(node.op, target, self._value(node.value))};"
        if kind is ast.While:
            return f"while ({self._test(node.test)}) {{ {self._block(node.body)} }}"
        if kind is ast.If:
            other = f" else {{ {self._block(node.orelse)} }}" if node.orelse else ""
            return f"if ({self._test(node.test)}) {{ {self._block(node.body)} }}{other}"
        if kind is ast.Return:
            return f"return {self._value(node.value) if node.value else 0};"
        if kind is ast.Expr:
            return f"{self._value(node.value)};"
        return {ast.Break: "break;", ast.Continue: "continue;", ast.Pass: ";"}[kind]

    def _target(self, node):
        return self._item(node) if isinstance(node, ast.Subscript) else f"{node.id}_"

    def _item(self, node):
        view = VIEWS[self.pointers[node.value.id]][0]
        return f"{view}[{node.value.id}_ + {self._value(node.slice)}]"

    def _operation(self, operator, left, right):
        if isinstance(operator, ast.Mult):
            return f"Math.imul({left}, {right})"
        return f"({left} {OPERATORS[type(operator)]} {right} | 0)"

    def _value(self, node):
        kind = type(node)
        if kind is ast.Constant:
            return str(int(node.value))
        if kind is ast.Name:
            return f"{node.id}_" if node.id in self.locals else f"({self.module.constants[node.id]})"
        if kind is ast.Subscript:
            return self._item(node)
        if kind is ast.UnaryOp and type(node.op) in UNARY:
            return f"({UNARY[type(node.op)]}{self._value(node.operand)} | 0)"
        if kind is ast.BinOp:
            return self._operation(node.op, self._value(node.left), self._value(node.right))
        if kind is ast.IfExp:
            return f"({self._test(node.test)} ? {self._value(node.body)} : {self._value(node.orelse)})"
        if kind is ast.Call and node.func.id == "int":
            return self._value(node.args[0])
        if kind is ast.Call:
            given = [f"{each.id}_" if isinstance(each, ast.Name) and each.id in self.pointers else self._value(each)
                     for each in node.args]
            return f"{node.func.id}({', '.join(given)})"
        raise KernelError(f"{self.module.path}, line {node.lineno}: {kind.__name__} as a number")

    def _test(self, node):
        if isinstance(node, ast.Compare):
            return (f"{self._value(node.left)} {COMPARISONS[type(node.ops[0])]}"
                    f" {self._value(node.comparators[0])}").replace(" == ", " === ").replace(" != ", " !== ")
        if isinstance(node, ast.BoolOp):
            word = " && " if isinstance(node.op, ast.And) else " || "
            return word.join(f"({self._test(value)})" for value in node.values)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
            return f"!({self._test(node.operand)})"
        return f"{self._value(node)} !== 0"
