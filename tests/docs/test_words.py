"""Documents are short, and speak as people do."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from server.language.catalogues import template
from tests.docs.documents import (
    CONTRIBUTING,
    DOCS,
    PAGES,
    README,
    name_of,
    rows,
    section,
    text_of,
)

MOST_WORDS = {README: 900, CONTRIBUTING: 1500}
MOST_OF_A_PAGE = 1300
LISTS = ("commands.md", "game-reference.md")
"""Pages in which somebody looks something up."""
MOST_OF_THE_GLOSSARY = 40
ODD = re.compile(
    r"\bwhoever\b|\blikewise\b|\bso that\b|\b(?:is|are) to be\b"
    r"|\bphones? that (?:is|are) in\b|\bphones? come here\b|\blets in a phone\b"
    r"|\bone (?:can|cannot|has|may|must|likes|wants|needs)\b"
    r"|\bas it should be\b|\ball is well\b|\bput it right\b|\bthat was too much\b"
    r"|\bnothing is called\b|\bso high is\b|\bhas been everywhere\b|\bpress it shortly\b"
    r"|\bonly put back\b|\blooked ahead\b|\bhas to follow\b|\bno file came\b"
    r"|\bhas another end\b|\bturn up a card ->|\bprovisional until\b|\bstill to do by hand\b",
    re.IGNORECASE,
)
"""What nobody says at a table; docs/words.md has it on the left, and what is said instead."""
ON_THE_LEFT = DOCS / "words.md"


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_is_short(page: Path) -> None:
    if page.name not in LISTS:
        assert len(text_of(page).split()) <= MOST_WORDS.get(page, MOST_OF_A_PAGE)


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_page_speaks_as_people_do(page: Path) -> None:
    lines = enumerate(said_on(page).splitlines(), start=1)
    assert [f"{name_of(page)}:{at}: {line}" for at, line in lines if ODD.search(line)] == []


def said_on(page: Path) -> str:
    """Its text, without the column of what is not said."""
    text = text_of(page)
    return re.sub(r"^\| [^|]* \|", "|", text, flags=re.MULTILINE) if page == ON_THE_LEFT else text


def test_all_that_is_not_said_is_found() -> None:
    table = section(ON_THE_LEFT, "Not like this")
    left = re.findall(r"^\| ([^|]*) \|", table, re.MULTILINE)
    assert left[0] == "not"
    assert [phrase for phrase in left[1:] if not ODD.search(phrase)] == []


def test_messages_speak_as_people_do() -> None:
    said = [form for message in template() for form in forms(message.id)]
    assert len(said) > 1000
    assert [message for message in said if ODD.search(message)] == []


def forms(message: object) -> tuple[str, ...]:
    return tuple(message) if isinstance(message, tuple | list) else (str(message),)


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
