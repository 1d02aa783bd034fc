"""Joins the firmware's modules into a few files for the board.

Each file costs the board some 10 ms to find and load and some 300 bytes for a module of its own, so what is needed
together is loaded together. Imports between joined modules vanish, names that two modules share get their module's
name behind them, and constant integers and texts take the place of their names. The modules in the repository stay as
they are; the tests on the emulated Pico run what this makes.
"""

import ast
import collections
from pathlib import Path

from host_tools.rom_names import Renamer, substitutes

# file on the board -> its modules in the order of loading. What is not named here stays a file of its own.
BUNDLES = {
    "root": ("ports", "hw.kernels", "hw.encode", "hw.matrix", "root"),
    "setup": ("hw.pins", "hw.wiring", "hw.pio", "hw.first"),
    "app.perfect": ("engine.solver_kernel", "engine.solver", "app.perfect"),
    "engine.search": ("engine.kernels_m0", "engine.board", "engine.search"),
    "engine.games_block": ("engine.games_weights", "engine.games_block"),
    "engine.rounds": ("engine.rounds_kernel_m0", "engine.rounds"),
    "game": ("rules.geometry", "rules.variants", "rules.position", "rules.start", "rules.match",
             "engine.levels", "engine.blocks", "engine.player", "view.palette", "view.frame",
             "view.scene", "app.hands", "app.gestures", "app.tunes", "app.settings", "app.session", "app.ondemand",
             "app.picture", "app.app", "app.loop", "app.chance", "hw.debounce", "hw.inputs", "hw.buzzer",
             "hw.clock", "hw.store"),
}


class BundleError(Exception):
    """A module uses something that can't be joined; the text says what and where."""


def bundled(package):
    """`package` is the folder litfour; {path on the board without suffix: source text} for all its modules."""
    package = Path(package)
    modules = {}
    for path in sorted(package.rglob("*.py")):
        name = ".".join(path.relative_to(package).with_suffix("").parts)
        if path.name != "__init__.py":
            modules[name] = _Module(name, ast.parse(path.read_text(), path.as_posix()))
        elif path.read_text().strip():
            raise BundleError(f"{path}: a package's __init__.py must be empty, the board gets none")
    bundles = {bundle: [name for name in names if name in modules] for bundle, names in BUNDLES.items()}
    homes = {name: bundle for bundle, names in bundles.items() for name in names}
    _settle_names(modules, homes)
    renamer = Renamer(substitutes(package))
    files = {}
    for bundle, names in bundles.items():
        if names:
            path = "litfour/" + bundle.replace(".", "/")
            files[path] = _join([modules[name] for name in names], modules, homes, renamer)
    for name, module in modules.items():
        if name not in homes:
            files["litfour/" + name.replace(".", "/")] = _join([module], modules, homes, renamer)
    return files


class _Module:
    """One module: its tree, what it defines, which of that are constant integers or texts, and the names it gets."""

    def __init__(self, name, tree):
        self.name = name
        self.tree = tree
        self.defined = set()
        self.constants = {}
        self.renamed = {}
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                self.defined.add(node.name)
            elif isinstance(node, ast.Assign):
                self._assigned(node)

    def _assigned(self, node):
        target = node.targets[0]
        names = [target] if isinstance(target, ast.Name) else getattr(target, "elts", [])
        if len(node.targets) > 1 or not names or not all(isinstance(name, ast.Name) for name in names):
            raise BundleError(f"{self.name}, line {node.lineno}: an assignment to something else than names")
        self.defined.update(name.id for name in names)
        try:
            value = eval(compile(ast.Expression(node.value), self.name, "eval"),      # our own source, constants only
                         {"__builtins__": {}}, {"const": int, "range": range, **self.constants})
        except Exception:               # not a constant expression: an ordinary value, made on the board
            return
        values = [value] if isinstance(target, ast.Name) else list(value)
        if all(type(value) in (int, str) for value in values):
            self.constants.update(zip((name.id for name in names), values, strict=True))


def _settle_names(modules, homes):
    """Names that several modules of one bundle define get their module's last part behind them."""
    owners = collections.defaultdict(list)
    for module in modules.values():
        for name in module.defined - set(module.constants):
            owners[homes.get(module.name, module.name), name].append(module)
    for (_, name), sharing in owners.items():
        for module in sharing[1:]:
            module.renamed[name] = f"{name}_{module.name.rsplit('.', 1)[-1]}"


def _join(joined, modules, homes, renamer):
    """The source of one file made of some modules."""
    outside: dict[str, bool] = {}
    bodies: list[ast.stmt] = []
    for module in joined:
        tree = _Joiner(module, {other.name for other in joined}, modules, homes, outside).visit(module.tree)
        bodies += [node for node in tree.body if not _is_docstring(node) and not isinstance(node, ast.Pass)]
    used = {node.id for body in bodies for node in ast.walk(body) if isinstance(node, ast.Name)}
    imports = [statement for statement in (ast.parse(text).body[0] for text in outside) if _is_needed(statement, used)]
    text = ast.unparse(ast.fix_missing_locations(renamer.visit(ast.Module(body=imports + bodies, type_ignores=[]))))
    return "".join(_plain_tuples(line) + "\n" for line in text.splitlines())


def _is_needed(statement, used):
    """False for an import of our own of which only constants were used: it would load a module for nothing."""
    if not isinstance(statement, ast.ImportFrom) or not statement.module.startswith("litfour"):
        return True
    return any((alias.asname or alias.name) in used for alias in statement.names)


def _plain_tuples(line):
    """`a, b = (c, d)` without the brackets that ast.unparse puts: MicroPython then builds no tuple, so that the line
    may run where nothing may be allocated."""
    code = line.strip()
    if " = (" not in code or not code.endswith(")"):
        return line
    statement = ast.parse(code).body[0]
    if not isinstance(statement, ast.Assign) or not isinstance(statement.value, ast.Tuple) or \
            not isinstance(statement.targets[0], ast.Tuple):
        return line
    left, right = (", ".join(map(ast.unparse, side.elts)) for side in (statement.targets[0], statement.value))
    return f"{line[:len(line) - len(code)]}{left} = {right}"


def _is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


class _Joiner(ast.NodeTransformer):
    """Rewrites one module for its place in a file. `outside` collects the imports that stay, for the file's top."""

    def __init__(self, module, joined, modules, homes, outside):
        self.module = module
        self.joined = joined
        self.modules = modules
        self.homes = homes
        self.outside = outside
        self.aliases = {}               # local name -> module, for `from litfour.x import y as z`
        self.imported = {}              # local name -> (module, name), for `from litfour.x.y import name`
        self.bound: list[set[str]] = [set()]        # names that functions around us bind themselves

    def _home(self, name):
        return "litfour." + self.homes.get(name, name)

    # ---- imports

    def visit_Import(self, node):
        kept = []
        for alias in node.names:
            name = alias.name.removeprefix("litfour.")
            if alias.name == name:                              # of MicroPython
                kept.append(alias)
            elif name not in self.joined and self._home(name) not in map(self._home, self.joined):
                kept.append(ast.alias(self._home(name)))
        return self._keep(ast.Import(kept)) if kept else ast.Pass()

    def visit_ImportFrom(self, node):
        if not node.module.startswith("litfour"):
            return self._keep(node)
        kept = []
        for alias in node.names:
            source = (node.module + "." + alias.name).removeprefix("litfour.")
            if source in self.modules:                          # a whole module
                self.aliases[alias.asname or alias.name] = source
                if source not in self.joined:
                    home = self._home(source).rpartition(".")
                    kept.append(ast.ImportFrom(home[0], [ast.alias(home[2], alias.asname or alias.name)], 0))
            else:
                kept += self._import_name(node.module.removeprefix("litfour."), alias)
        return [self._keep(each) for each in kept] or ast.Pass()

    def _import_name(self, source, alias):
        local = alias.asname or alias.name
        owner = self.modules[source]
        if alias.name not in owner.defined:
            raise BundleError(f"{self.module.name} imports {alias.name}, which {source} does not define itself")
        self.imported[local] = (source, alias.name)
        if source in self.joined or alias.name in owner.constants:
            return []
        there = owner.renamed.get(alias.name, alias.name)
        return [ast.ImportFrom(self._home(source), [ast.alias(there, local if local != there else None)], 0)]

    def _keep(self, node):
        """An import at the top of a module goes to the top of the file, once; others stay where they are."""
        if len(self.bound) > 1:
            return node
        self.outside[ast.unparse(node)] = True
        return ast.Pass()

    # ---- names

    def _function(self, node):
        bound = {argument.arg for argument in ast.walk(node.args) if isinstance(argument, ast.arg)}
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                bound.add(part.id)
            elif isinstance(part, ast.ExceptHandler) and part.name:
                bound.add(part.name)
        self.bound.append(self.bound[-1] | bound)
        node = self.generic_visit(node)
        self.bound.pop()
        if isinstance(node, ast.FunctionDef):
            self._undress(node)
        return node

    visit_Lambda = _function

    def visit_FunctionDef(self, node):
        top = len(self.bound) == 1 and not self.in_class
        node = self._function(node)
        if top:
            node.name = self.module.renamed.get(node.name, node.name)
        return node

    in_class = False

    def visit_ClassDef(self, node):
        outer, self.in_class = self.in_class, True
        node = self.generic_visit(node)
        self.in_class = outer
        if not outer:
            node.name = self.module.renamed.get(node.name, node.name)
        self._undress(node)
        return node

    def _undress(self, node):
        """Docstrings stay on the host."""
        node.body = [part for part in node.body if not _is_docstring(part)] or [ast.Pass()]

    def visit_Assign(self, node):
        """A constant's definition goes: all its uses are numbers now."""
        target = node.targets[0]
        names = [target] if isinstance(target, ast.Name) else getattr(target, "elts", [])
        if len(self.bound) == 1 and not self.in_class and all(
                isinstance(name, ast.Name) and name.id in self.module.constants for name in names):
            return ast.Pass()
        return self.generic_visit(node)

    def visit_Name(self, node):
        name = node.id
        if name in self.bound[-1]:
            return node
        source, original = self.imported.get(name, (self.module.name, name))
        owner = self.modules[source]
        if original in owner.constants and isinstance(node.ctx, ast.Load):
            return ast.Constant(owner.constants[original])
        if original in owner.defined and source in self.joined:
            return ast.Name(owner.renamed.get(original, original), node.ctx)
        return node

    def visit_Attribute(self, node):
        node = self.generic_visit(node)
        if not isinstance(node.value, ast.Name) or node.value.id not in self.aliases:
            return node
        if node.value.id in self.bound[-1]:
            raise BundleError(f"{self.module.name}: {node.value.id} is a module and a variable")
        source = self.aliases[node.value.id]
        owner = self.modules[source]
        if node.attr in owner.constants:
            return ast.Constant(owner.constants[node.attr])
        there = owner.renamed.get(node.attr, node.attr)
        return ast.Name(there, node.ctx) if source in self.joined else ast.Attribute(node.value, there, node.ctx)
