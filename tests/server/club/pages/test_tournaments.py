"""Players and tournaments on the club's pages: everybody reads, only the organiser changes."""

from __future__ import annotations

import re
import shutil
import subprocess
import time
from pathlib import Path

import cv2
import pytest

from server.club import tournaments
from server.language.translation import LANGUAGES
from tests.server.club.pages.conftest import Pages
from tests.server.club.played import GAME, ToldTable, catch_up
from tests.server.web.conftest import Visitor

CUP = {"kind": "tournament", "game": GAME, "name": "Spring Cup", "rounds": "2", "least": "3",
       "most": "4"}  # fmt: skip
FOUR = ("Ann", "Bob", "Cid", "Dan")


@pytest.fixture
def told(pages: Pages) -> ToldTable:
    return ToldTable(pages.house.engine, "table-1")


def drawn(pages: Pages) -> Visitor:
    """The organiser, after the first round of four was drawn."""
    organiser = pages.organiser()
    assert organiser.post("/tournaments", CUP).location == "/tournaments/1"
    organiser.post("/tournaments/1/enter", {"names": "\n".join(FOUR)})
    assert organiser.post("/tournaments/1/draw").location == "/tournaments/1#round-1"
    return organiser


def play(pages: Pages, told: ToldTable) -> None:
    with pages.house.engine.connect() as db:
        [seating] = tournaments.seatings_of(db, 1)
    told.play([name for _, name in seating.people], seed=1, at=time.time())
    catch_up(pages.house.engine)


def test_nobody_but_the_organiser_changes_anything(pages: Pages, told: ToldTable) -> None:
    drawn(pages)
    play(pages, told)
    before = pages.visitor().get("/tournaments/1").text
    known = {"tournament_id": 1, "seating_id": 1, "person_id": 1, "number": 1, "match_id": 1}
    stranger, tried = pages.visitor(), 0
    for rule in pages.app.url_map.iter_rules():
        if rule.rule.startswith(("/players", "/tournaments")) and "POST" in (rule.methods or ()):
            path = re.sub(r"<(?:int:)?(\w+)>", lambda found: str(known[found[1]]), rule.rule)
            assert stranger.post(path, {"sure": "yes", "name": "X"}).status_code == 403, path
            tried += 1
    assert tried == 17
    for path in ("/tournaments/new", "/tournaments/1/tables/1"):
        assert stranger.get(path).status_code == 403
    assert _without_tokens(pages.visitor().get("/tournaments/1").text) == _without_tokens(before)


def test_everybody_reads_results_ratings_and_why(pages: Pages, told: ToldTable) -> None:
    drawn(pages)
    play(pages, told)
    visitor = pages.visitor()
    for path, words in (
        ("/players", "1500 ± 1000"),
        ("/players?game=port_royal", "Hall of fame"),
        ("/players/1", "of the others, expected 50 %"),
        ("/results/1", "Effect on ratings"),
        ("/tournaments", "Round 1 of 2"),
        ("/tournaments/1", "How scores are counted"),
        ("/screen", "Spring Cup"),
    ):
        assert words in visitor.get(path).text, path
    for path in ("/players/99", "/results/99", "/tournaments/99", "/tournaments/1/round-9.pdf"):
        assert visitor.get(path).status_code == 404, path


def test_what_cannot_be_is_said_in_a_sentence(pages: Pages) -> None:
    organiser = drawn(pages)
    for path, form, words in (
        ("/tournaments", CUP | {"name": " "}, "A name has 1 to"),
        ("/tournaments", CUP | {"least": "4", "most": "3"}, "the smaller first"),
        ("/tournaments", CUP | {"game": "chess"}, "Choose one of the games offered"),
        ("/tournaments/1/draw", {}, "no result of table 1"),
        ("/tournaments/1/tables/1/leave-out", {"reason": ""}, "Give a reason"),
        ("/tournaments/1/tables/1/match", {"match": "9", "reason": "so"}, "did not play"),
        ("/tournaments/1/tables/1/place", {"table": "moon"}, "The club has no such table"),
        ("/players/add", {"name": "ann"}, "Ann exists already"),
        ("/players/1/merge", {"into": "2"}, "both play in Spring Cup"),
        ("/players/1/split", {"table": "x"}, "no longer exists"),
    ):
        answer = organiser.post(path, form, follow_redirects=True)
        assert words in answer.text, path


@pytest.mark.parametrize("paper", ["a4", "letter"])
def test_a_card_for_every_table_says_who_sits_there_in_the_readers_language(
    pages: Pages, told: ToldTable, tmp_path: Path, paper: str
) -> None:
    drawn(pages)
    visitor, program = pages.visitor(), shutil.which("pdftotext")
    assert program
    file = tmp_path / "cards.pdf"
    for language, words in zip(LANGUAGES, ("round 1", "тур 1", "тур 1", "turno 1"), strict=True):
        visitor.client.set_cookie("language", language)
        file.write_bytes(visitor.get(f"/tournaments/1/round-1.pdf?paper={paper}").data)
        text = subprocess.run([program, file, "-"], check=True, capture_output=True, text=True)
        assert f"Spring Cup, {words}" in text.stdout
        assert {*FOUR} <= {*text.stdout.split()}
        assert told.key.title() in text.stdout
    subprocess.run(["pdftoppm", "-r", "100", "-gray", file, file.with_suffix("")], check=True)
    [picture] = tmp_path.glob("cards-*.pgm")
    seen = cv2.imread(str(picture))
    assert seen is not None
    address, _, _ = cv2.QRCodeDetector().detectAndDecode(seen)
    assert address.endswith("/tables/table-1")


def _without_tokens(page: str) -> str:
    return re.sub(r'(content|value|data-event)="[^"]*"', "", page)
