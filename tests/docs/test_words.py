"""Documents are short, and speak as people do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.docs.documents import CONTRIBUTING, DOCS, PAGES, README, name_of, rows, text_of

MOST_WORDS = {README: 900, CONTRIBUTING: 1500}
MOST_OF_A_PAGE = 1300
LISTS = ("commands.md", "game-reference.md")
"""Pages in which somebody looks something up."""
MOST_OF_THE_GLOSSARY = 40
ODD = re.compile(
    r"\bwhoever\b|\blikewise\b|\bso that\b|\b(?:is|are) to be\b|\bphones? that (?:is|are) in\b"
    r"|\bone (?:can|cannot|has|may|must|likes|wants|needs)\b|\bas it should be\b|\ball is well\b"
    r"|\bNothing is called\b|\bput it right\b",
    re.IGNORECASE,
)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_is_short(page: Path) -> None:
    if page.name not in LISTS:
        assert len(text_of(page).split()) <= MOST_WORDS.get(page, MOST_OF_A_PAGE)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_speaks_as_people_do(page: Path) -> None:
    lines = enumerate(text_of(page).splitlines(), start=1)
    assert [f"{name_of(page)}:{at}: {line}" for at, line in lines if ODD.search(line)] == []


def test_the_glossary_has_few_words_each_once_in_their_order() -> None:
    (table,) = re.findall(
        r"^\|---\|---\|\n(.*)", text_of(DOCS / "glossary.md"), re.DOTALL | re.MULTILINE
    )
    words = [line.split("|")[1].strip() for line in table.splitlines()]
    assert words == sorted({*words})
    assert len(words) <= MOST_OF_THE_GLOSSARY


def test_no_table_says_a_thing_twice() -> None:
    for page in (page for page in PAGES if page.name not in LISTS):
        first = [row[0] for row in rows(text_of(page))]
        assert len(first) == len({*first}), name_of(page)
