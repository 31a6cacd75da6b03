"""Which words of the edition rules ask for."""

from __future__ import annotations

import ast
from collections.abc import Iterable
from pathlib import Path


def never_asked(folder: Path, words: Iterable[str]) -> list[str]:
    """A sentence for every word of `Abilities` that no rule reads."""
    asked = set[str]()
    for path in folder.rglob("*.py"):
        if path.name != "abilities.py":
            tree = ast.parse(path.read_text(encoding="utf-8"))
            asked |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    return [
        f"No rule of Port Royal asks for {word}: nobody would notice such a card. Ask for it where "
        "it counts, as in rules/port_royal/taking.py."
        for word in words
        if word not in asked
    ]
