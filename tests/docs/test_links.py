"""Links lead to files and headings that are there, and files that are named exist."""

from __future__ import annotations

import re
from fnmatch import fnmatch
from functools import cache
from pathlib import Path

import pytest

from tests.docs.documents import PAGES, TOP, anchors, name_of, prose

OTHERS = (
    *(TOP / name for name in ("CHANGELOG.md", "hardware/UNTRIED.md", "vision/ACCURACY.md")),
    *sorted((TOP / "rules").glob("*/*.md")),
    *sorted((TOP / "tests").glob("**/*.md")),
)
FOLDERS = ("rules", "vision", "firmware", "hardware", "server", "tests", "docs", ".github")
LARGEST = 150_000
"""Bytes of a picture: everybody who opens a page loads it."""


def links(page: Path) -> list[tuple[str, str]]:
    """The files that a page leads to, each with the heading in it."""
    found = re.findall(r"\[[^\]]*\]\(([^)\s]+)\)", re.sub(r"`[^`]*`", "", prose(page)))
    return [(file, anchor) for file, _, anchor in (target.partition("#") for target in found)]


@pytest.mark.parametrize("page", [*PAGES, *OTHERS], ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    wrong = []
    for file, anchor in links(page):
        target = (page.parent / file).resolve() if file else page
        if not target.is_relative_to(TOP) or not target.exists():
            wrong.append(f"{name_of(page)}: there is no {file}")
        elif anchor and anchor not in anchors(target):
            wrong.append(f"{name_of(page)}: {name_of(target)} has no heading #{anchor}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("page", [*PAGES, *OTHERS], ids=name_of)
def test_every_file_that_is_named_is_there(page: Path) -> None:
    """By its whole path or the end of it, with or without its ending."""
    named = re.findall(r"`((?:[\w.<>*-]+/)+[\w.<>*-]*|\w+\.(?:py|sh))`", prose(page))
    paths = (path.rstrip("/").replace("<game>", "*") for path in named)
    ours = {path for path in paths if "/" not in path or path.split("/")[0] in folders()}
    assert [path for path in sorted(ours) if not is_there(path)] == []


@pytest.mark.parametrize("page", sorted((TOP / "docs/inside").glob("*.md")), ids=name_of)
def test_every_module_that_is_described_is_there(page: Path) -> None:
    named = re.findall(r"\*\*`([\w/]+)`\*\*", prose(page))
    assert [name for name in named if not is_there(name)] == []


@cache
def files() -> frozenset[str]:
    """All files and folders of the project, from its top."""
    here = (path for name in FOLDERS for path in (TOP / name, *(TOP / name).rglob("*")))
    return frozenset(name_of(path) for path in here if "__pycache__" not in path.parts)


@cache
def folders() -> frozenset[str]:
    return frozenset(path.split("/")[-1] for path in files() if (TOP / path).is_dir())


@cache
def endings() -> frozenset[str]:
    """All that a file or a folder may be called: its path, or the end of it."""
    paths = {name for file in files() for name in (file, file.removesuffix(".py"))}
    split = (path.split("/") for path in paths)
    return frozenset("/".join(parts[at:]) for parts in split for at in range(len(parts)))


def is_there(path: str) -> bool:
    return path in endings() or ("*" in path and any(fnmatch(end, path) for end in endings()))


def test_every_page_is_in_the_list_of_all_pages() -> None:
    (contents,) = (page for page in PAGES if name_of(page) == "docs/README.md")
    listed = {(contents.parent / file).resolve() for file, _ in links(contents)}
    assert {*PAGES} - listed - {contents, TOP / "README.md"} == set()


def test_pictures_are_shown_and_small() -> None:
    shown = {
        (page.parent / file).resolve()
        for page in PAGES
        for file in re.findall(r"!\[[^\]]+\]\(([^)]+)\)", prose(page))
    }
    assert {*(TOP / "pictures").iterdir()} <= shown
    assert [picture.name for picture in shown if picture.stat().st_size > LARGEST] == []


def test_what_the_documents_lead_to_is_installed_with_them() -> None:
    """The service names the README as its documentation, and nobody has the repository there."""
    script = (TOP / "firmware/install/install.sh").read_text(encoding="utf-8")
    (parts,) = re.findall(r"^parts=\((.*)\)$", script, re.MULTILINE)
    for page in PAGES:
        for file, _ in links(page):
            target = (page.parent / file).resolve() if file else page
            assert name_of(target).split("/")[0] in parts.split(), f"{name_of(page)}: {file}"
