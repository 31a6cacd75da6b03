"""Every example in Python runs, and prints what the documents say."""

from __future__ import annotations

import re
from contextlib import redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from tests.docs.documents import PAGES, blocks, name_of, text_of

EXAMPLE = re.compile(
    r"^```python\n(?P<code>.*?)^```$(?:\n+```text\n(?P<printed>.*?)^```$)?",
    re.DOTALL | re.MULTILINE,
)
MORE = "...\n"
"""What is printed goes on."""


@pytest.mark.parametrize("page", [page for page in PAGES if blocks(page, "python")], ids=name_of)
def test_the_examples_of_a_page_run_one_after_another(page: Path) -> None:
    names: dict[str, Any] = {}
    for example in EXAMPLE.finditer(text_of(page)):
        out = StringIO()
        with redirect_stdout(out):
            exec(compile(example["code"], name_of(page), "exec"), names)
        assert out.getvalue(), f"an example that shows nothing: {example['code']}"
        if printed := example["printed"]:
            if printed.endswith(MORE):
                assert out.getvalue().startswith(printed.removesuffix(MORE))
            else:
                assert out.getvalue() == printed


def test_five_lines_play_a_match_with_the_rules_alone() -> None:
    first = EXAMPLE.search(text_of(next(p for p in PAGES if p.name == "rules-as-a-library.md")))
    assert first is not None
    lines = [line for line in first["code"].splitlines() if line]
    assert len(lines) == 5
    assert {line.split()[1].split(".")[0] for line in lines if line.startswith("from")} == {"rules"}
