"""`python -m tests.sizes`: the largest of everything, for whoever wonders what to cut next.

No law says that anything must be shorter; that a module is one thing does.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from tests.test_house import Module, modules

LONG_FUNCTION, MANY_ATTRIBUTES = 40, 12
_SHOWN = 8


def functions(module: Module) -> Iterator[tuple[int, str]]:
    """The long ones, with their lines."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > LONG_FUNCTION:
                yield lines, f"{module.file}:{node.lineno} {node.name}"


def classes(module: Module) -> Iterator[tuple[int, str]]:
    """Those with many attributes that their own methods set; what is only data does not count."""
    for node in ast.walk(module.tree):
        if isinstance(node, ast.ClassDef):
            own = {
                target.attr
                for target in ast.walk(node)
                if isinstance(target, ast.Attribute)
                and isinstance(target.ctx, ast.Store)
                and isinstance(target.value, ast.Name)
                and target.value.id == "self"
            }
            if len(own) > MANY_ATTRIBUTES:
                yield len(own), f"{module.file}:{node.lineno} {node.name}"


def main() -> None:
    found = modules().values()
    print(f"{len(found)} modules, {sum(module.lines for module in found):,} lines")
    for title, sizes in (
        ("longest modules", [(module.lines, module.file) for module in found]),
        (f"functions over {LONG_FUNCTION} lines", [each for m in found for each in functions(m)]),
        (
            f"classes with more than {MANY_ATTRIBUTES} attributes",
            [each for m in found for each in classes(m)],
        ),
    ):
        print(f"{title} ({len(sizes)}):")
        for size, where in sorted(sizes, reverse=True)[:_SHOWN]:
            print(f"  {size:4} {where}")


if __name__ == "__main__":
    main()
