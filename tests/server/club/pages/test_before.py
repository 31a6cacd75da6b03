"""A club of version 0.2.0 is opened: its pages show what they showed then, and it goes on.

What is looked for stood on the pages of that version.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.club.heard import Heard
from server.club.intake import Intake
from server.club.results import settle_again
from server.wire.messages import Ack, Row, Rows
from tests.server.club.older import fill_older, older_file
from tests.server.club.pages.conftest import Pages, opened_pages
from tests.server.club.played import ToldTable, catch_up
from tests.server.web.pages.test_scores import plain

SHOWN = {
    "/": (
        "2 tables here, 1 match being played",
        "Bar here since",
        "Ann: Hire Priest 4 for 2 coins, and 1 to Cid",
        "Red: Bob 22 Blue: Eve on turn 23",
    ),
    "/players": (
        "Ann 1810 ± 937 873 2 Cid 1506 ± 937 569 2 Daniela 1494 ± 937 557 2 Bob 1190 ± 937 253 2",
        "Ann 2 2 100 % 9 Daniela 2 1 50 % 8 Bob 2 0 0 % 8 Cid 2 0 0 % 8",
        "Everybody Ann Bob Bob Cid Daniela Eve Eve",
    ),
    "/players/1": (
        "Beat 100 % of the others, expected 50 %: 1658 → 1810 (+152)",
        "Against Matches Ahead Behind Bob 1 1 0 Cid 1 1 0",
        "Ann at Bar",
    ),
    "/results/1": ("Ann 1 13 Bob 2 11", "expected 50 %: 1500 → 1342 (−158)"),
    "/tournaments": (
        "Spring Cup open Port Royal · Round 2 of 2 1. Ann · 200.0 2. Daniela · 100.0 3. Bob",
        "Year of the Gull open Port Royal · League",
    ),
    "/tournaments/1": (
        "Ann 1 200.0 2 2 0.0 61.1 % Daniela 2 100.0 1 1 0.0 65.0 % Bob 3 0.0 2 0 100.0 38.9 %",
        "by the organiser: The camera was off",
        "Table 2 · Window Cid Daniela No result yet.",
    ),
    "/tournaments/2": ("Ann 1 200.0 2 2 25.0 59.6 % Cid 2 100.0 2 1 75.0 43.8 %",),
    "/history": (
        "Window Red: Bob Blue: Eve",
        "Window Red: Cid Blue: Guest Green: Dan",
    ),
    "/history/1": ("Ann wins! 2 points ahead of Bob", "253 choices"),
    "/history/1/journal.json": ('"key": "turn:expedition/priest2.1", "by": "camera"',),
    "/tables/window/scores": ("Factories: 2 × 2", "Explored Bahia: cheapest is Sugar colony 60"),
}


@pytest.fixture
def before(database: str, tmp_path: Path) -> Iterator[Pages]:
    """The club of before, of each kind."""
    folder = tmp_path / "club"
    folder.mkdir()
    if database.startswith("sqlite"):
        database = older_file(folder / "club.sqlite")
    else:
        fill_older(database)
    with opened_pages(folder, database=database) as pages:
        yield pages


def check_pages(before: Pages) -> None:
    visitor = before.visitor()
    for page, lines in SHOWN.items():
        text = plain(visitor.get(page).text)
        for line in lines:
            assert line in text, page


def test_every_page_shows_what_it_showed(before: Pages) -> None:
    check_pages(before)


def test_results_that_are_made_anew_are_those_of_before(before: Pages) -> None:
    settle_again(before.house.engine)
    catch_up(before.house.engine)
    check_pages(before)


def test_a_table_goes_on_where_it_was(before: Pages) -> None:
    intake = Intake(before.house.engine)
    last = intake.acks()["window"].last
    row = Row(5, 41, "note", "said", "camera", 1_780_006_000.0)
    told = Heard([("window", Rows("epoch-of-window", last + 1, (row,)))])
    assert intake.store(told) == {"window": Ack("epoch-of-window", last + 1)}


def test_a_new_table_comes_and_its_match_gets_a_number_of_its_own(before: Pages) -> None:
    ToldTable(before.house.engine, "garden").play(["Fay", "Gus"], seed=5, at=1_780_010_000.0)
    catch_up(before.house.engine)
    text = plain(before.visitor().get("/history").text)
    assert "Garden Red: Fay Blue: Gus" in text
    assert "Fay" in plain(before.visitor().get("/players").text)


def test_the_organiser_signs_in_and_enters_what_was_awaited(before: Pages) -> None:
    organiser = before.organiser()
    said = {"place-3": "1", "place-4": "2", "points-3": "12", "points-4": "9", "reason": "late"}
    organiser.post("/tournaments/1/tables/4/correct", said)
    text = plain(before.visitor().get("/tournaments/1").text)
    assert "1. Cid 12 points 2. Daniela 9 points by the organiser: late" in text
