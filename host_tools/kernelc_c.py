"""The viper subset of Python as C text: the front half of kernelc, which says what may stand in a kernel."""

import ast
from pathlib import Path

POINTERS = {"ptr32": "int32_t *", "ptr16": "uint16_t *", "ptr8": "uint8_t *"}
OPERATORS = {ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^",
             ast.LShift: "<<", ast.RShift: ">>"}
COMPARISONS = {ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">="}
UNARY = {ast.USub: "-", ast.Invert: "~"}
WORDS = {ast.Break: "break;", ast.Continue: "continue;", ast.Pass: ";"}


class KernelError(ValueError):
    """Something outside the subset; the text says where."""


class Module:
    """A kernel: its constants, its `functions` (name -> tree), and `text`, all of it in C, `run` first.

    Every other function is LOCAL, which whoever compiles defines; a local variable or argument x is x_ in C.
    known: {name of an index: value}, words w[NAME] that are known beforehand, for code that serves one case only.
    """

    def __init__(self, path, known=()):
        self.path = Path(path)
        self.known = dict(known)
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
        """What is wrong at this place."""
        return KernelError(f"{self.path}, line {node.lineno}: {text}")

    def kinds(self, node):
        """{argument: ptr32, ptr16, ptr8 or int} of a function."""
        plain = node.args.args
        if len(plain) != sum(isinstance(part, ast.arg) for part in ast.walk(node.args)) or node.args.defaults:
            raise self.error(node, f"{node.name}: only plain arguments")
        kinds = {each.arg: each.annotation and ast.unparse(each.annotation) for each in plain}
        for name, kind in kinds.items():
            if kind not in (*POINTERS, "int"):
                raise self.error(node, f"{node.name}: {name} is no int and no {', '.join(POINTERS)}")
        if node.returns is not None and ast.unparse(node.returns) not in ("int", "None"):
            raise self.error(node, f"{node.name} returns {ast.unparse(node.returns)}")
        return kinds

    def returns(self, node):
        """Whether a function returns an int."""
        return node.returns is not None and ast.unparse(node.returns) == "int"

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
    """`head` and `body` of one function in C. What no method here knows is refused."""

    def __init__(self, module, node):
        self.module = module
        arguments = module.kinds(node)
        self.pointers = {name: kind for name, kind in arguments.items() if kind in POINTERS}
        self.returns = module.returns(node)
        stored = set()
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                if part.id in module.constants or part.id in module.functions or part.id in self.pointers:
                    raise module.error(part, f"{part.id} is a constant, a function or a pointer, and is set")
                stored.add(part.id)
        self.locals = stored | set(arguments) - set(self.pointers)
        declared = ", ".join(f"{POINTERS.get(kind, 'int32_t ')}{name}_" for name, kind in arguments.items())
        self.head = f"{'int32_t' if self.returns else 'void'} {node.name}({declared or 'void'})"
        if node.name != "run":
            self.head = "LOCAL " + self.head
        fresh = "".join(f"    int32_t {name}_ = 0;\n" for name in sorted(stored - set(arguments)))
        end = "    return 0;\n" if self.returns else ""
        self.body = "{\n" + fresh + self._block(node.body) + end + "}"

    # ---- statements

    def _block(self, nodes):
        return "".join(f"    {self._statement(node)}\n" for node in nodes if not _is_text(node))

    def _statement(self, node):
        if isinstance(node, ast.Assign) and len(node.targets) == 1:
            return f"{self._target(node.targets[0])} = {self._value(node.value)};"
        if isinstance(node, ast.AugAssign) and type(node.op) in OPERATORS:
            self._check_shift(node, node.op, node.value)
            return f"{self._target(node.target)} {OPERATORS[type(node.op)]}= {self._value(node.value)};"
        if isinstance(node, (ast.While, ast.If)):
            return self._branch(node)
        if isinstance(node, ast.Return) and (node.value is not None) == self.returns:
            return f"return {self._value(node.value)};" if node.value else "return;"
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Call):
            return f"{self._call(node.value)};"
        if type(node) in WORDS:
            return WORDS[type(node)]
        raise self.module.error(node, f"{type(node).__name__}: {ast.unparse(node).splitlines()[0]}")

    def _branch(self, node):
        word = "while" if isinstance(node, ast.While) else "if"
        text = f"{word} ({self._test(node.test)}) {{\n{self._block(node.body)}}}"
        if node.orelse and word == "while":
            raise self.module.error(node, "while ... else")
        return text + (f" else {{\n{self._block(node.orelse)}}}" if node.orelse else "")

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

    # ---- numbers and conditions

    def _value(self, node):
        kind = type(node)
        if kind is ast.Constant and type(node.value) is int:
            return self._number(node, node.value)
        if kind is ast.Name:
            return self._name(node)
        if kind is ast.Subscript:
            if isinstance(node.slice, ast.Name) and node.slice.id in self.module.known:
                return str(self.module.known[node.slice.id])
            return self._item(node)
        if kind is ast.UnaryOp and type(node.op) in UNARY:
            return self._unary(node)
        if kind is ast.BinOp and type(node.op) in OPERATORS:
            self._check_shift(node, node.op, node.right)
            return f"({self._value(node.left)} {OPERATORS[type(node.op)]} {self._value(node.right)})"
        if kind is ast.IfExp:
            return f"({self._test(node.test)} ? {self._value(node.body)} : {self._value(node.orelse)})"
        if kind is ast.Call:
            return self._call_value(node)
        raise self.module.error(node, f"{kind.__name__} as a number: {ast.unparse(node)}")

    def _name(self, node):
        if node.id in self.locals:
            return f"{node.id}_"
        if node.id in self.module.constants:
            return self._number(node, self.module.constants[node.id])
        raise self.module.error(node, f"{node.id} is no local int and no constant")

    def _unary(self, node):
        if isinstance(node.op, ast.USub) and isinstance(node.operand, ast.Constant):
            return self._number(node, ast.literal_eval(node))
        return f"({UNARY[type(node.op)]}{self._value(node.operand)})"

    def _number(self, node, value):
        if not -(1 << 31) < value < 1 << 31:
            raise self.module.error(node, f"{value} needs more than 32 bits")
        return f"({value})" if value < 0 else str(value)

    def _check_shift(self, node, operator, count):
        if isinstance(operator, (ast.LShift, ast.RShift)) and isinstance(count, ast.Constant):
            if not (type(count.value) is int and 0 <= count.value < 32):
                raise self.module.error(node, f"a shift by {count.value!r}")

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

    # ---- calls

    def _call_value(self, node):
        if getattr(node.func, "id", "") == "int" and len(node.args) == 1 and not node.keywords:
            return self._value(node.args[0])            # viper's word for "no object"
        text = self._call(node)
        if not self.module.returns(self.module.functions[node.func.id]):
            raise self.module.error(node, f"{node.func.id} returns nothing")
        return text

    def _call(self, node):
        called = self.module.functions.get(getattr(node.func, "id", None))
        if called is None or node.keywords:
            raise self.module.error(node, f"only functions of this file can be called: {ast.unparse(node)}")
        kinds = list(self.module.kinds(called).values())
        if len(kinds) != len(node.args):
            raise self.module.error(node, f"{called.name} takes {len(kinds)} arguments")
        given = []
        for kind, argument in zip(kinds, node.args):
            if kind in POINTERS and self.pointers.get(getattr(argument, "id", None)) != kind:
                raise self.module.error(node, f"{ast.unparse(argument)} is not a {kind}")
            given.append(f"{argument.id}_" if kind in POINTERS else self._value(argument))
        return f"{called.name}({', '.join(given)})"


def _is_text(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
