"""The documents, as tests read them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

TOP = Path(__file__).parents[2]
DOCS = TOP / "docs"
README, CONTRIBUTING = TOP / "README.md", TOP / "CONTRIBUTING.md"
PAGES = (README, *sorted(DOCS.glob("*.md")), *sorted((DOCS / "inside").glob("*.md")), CONTRIBUTING)
"""Those for which this folder answers, in the order in which somebody could read them."""


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def name_of(page: Path) -> str:
    return page.relative_to(TOP).as_posix()


def blocks(page: Path, language: str) -> list[str]:
    """What stands between the fences of a language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", text_of(page), re.DOTALL | re.MULTILINE)


def prose(page: Path) -> str:
    """All that is said between blocks of code."""
    return re.sub(r"^```.*?^```$", "", text_of(page), flags=re.DOTALL | re.MULTILINE)


def section(page: Path, heading: str) -> str:
    """What stands below a heading, up to the next that is no smaller; empty if it is not there."""
    found = re.search(rf"^(#+) {re.escape(heading)}$", text_of(page), re.MULTILINE)
    if found is None:
        return ""
    rest = text_of(page)[found.end() :]
    end = re.search(rf"^#{{1,{len(found[1])}}} ", rest, re.MULTILINE)
    return rest[: end.start()] if end else rest


def rows(text: str) -> Iterator[list[str]]:
    """The rows of all tables in it, cell by cell, without their heads."""
    for line in text.splitlines():
        if line.startswith("| `"):
            yield [cell.strip() for cell in re.split(r"(?<!\\)\|", line)[1:-1]]


def anchors(page: Path) -> set[str]:
    """What GitHub calls the headings of a page."""
    headings = re.findall(r"^#+ (.*)$", prose(page), re.MULTILINE)
    plain = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in headings)
    return {heading.replace(" ", "-") for heading in plain}
