"""Prints, as JSON, what breaks a rule of the Python module: what another version of Python or a checker of types would stumble over."""

import ast
import json
import pathlib
import sys

OLDEST = (3, 9)

found = []
for file in sorted(pathlib.Path(sys.argv[1]).rglob("*.py")):
    try:
        tree = ast.parse(file.read_text(encoding="utf-8"), feature_version=OLDEST)
    except SyntaxError as error:
        found.append(f"{file.name}: no Python {'.'.join(map(str, OLDEST))}: {error}")
        continue
    own = {path.stem for path in file.parent.iterdir()}
    for node in ast.walk(tree):
        names = []
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names = [node.module]
        found += [
            f"{file.name}: imports {name}"
            for name in names
            if name.split(".")[0] not in sys.stdlib_module_names | own
        ]
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            given = node.args
            arguments = [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg]
            bare = [arg.arg for arg in arguments if arg and arg.arg not in ("self", "cls") and not arg.annotation]
            if node.returns is None:
                bare.append("its result")
            found += [f"{file.name}:{node.lineno}: {node.name} does not say what {name} is" for name in bare]
print(json.dumps(found))
