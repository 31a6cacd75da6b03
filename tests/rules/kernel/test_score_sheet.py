"""Score sheets: the same shape for every game, and no line that could mean two things."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rules.game import Game
from rules.games import GAMES
from rules.journal import read_journal
from rules.match import Match
from rules.score_sheet import ScoreSheet, as_data, margins, score_sheets, side_by_side
from tests.rules.kernel.test_golden import JOURNALS


@pytest.fixture(scope="module", params=JOURNALS, ids=lambda path: path.stem)
def match(request: pytest.FixtureRequest) -> Match[Any]:
    path: Path = request.param
    return read_journal(path.read_text(encoding="utf-8"))


def halves(match: Match[Any]) -> Iterator[Match[Any]]:
    """In the middle and at the end."""
    yield match.fork(len(match.journal) // 2)
    yield match


def test_every_total_is_the_sum_of_its_sections_kinds_and_lines(match: Match[Any]) -> None:
    for now in halves(match):
        standing = now.game.scoring.standing(now.table)
        for sheet in score_sheets(now):
            lines = [line for part in sheet.sections for kind in part.kinds for line in kind.lines]
            assert sheet.total == sum(line.amount for line in lines)
            assert len(lines) == sum(line.seat is sheet.seat for line in standing)
            assert sheet.total == sum(line.amount for line in standing if line.seat is sheet.seat)


def test_everybody_who_scores_has_a_sheet(match: Match[Any]) -> None:
    sides = match.game.scoring.sides(match.table)
    assert [sheet.seat for sheet in score_sheets(match)] == list(sides)
    points = match.game.scoring.points
    for sheet in score_sheets(match):
        assert sheet.total == match.table.ledger.balance(sheet.seat, points)


def test_every_line_stands_in_a_section_and_under_a_kind_of_its_game(match: Match[Any]) -> None:
    scoring = match.game.scoring
    for now in halves(match):
        for line in scoring.standing(now.table):
            assert line.kind in scoring.kinds, line
            assert not scoring.sections or line.section in scoring.sections, line


def test_sections_and_kinds_come_in_the_order_of_the_score_pad(match: Match[Any]) -> None:
    scoring = match.game.scoring
    for sheet in score_sheets(match):
        keys = [part.key for part in sheet.sections]
        assert keys == [key for key in scoring.sections or [""] if key in keys]
        for part in sheet.sections:
            kinds = [kind.key for kind in part.kinds]
            assert kinds == [key for key in scoring.kinds if key in kinds]


def test_no_line_means_two_things() -> None:
    """The same words never stand under two kinds; between sections only the time differs."""
    kinds: dict[tuple[str, str], set[str]] = {}
    for path in JOURNALS:
        match = read_journal(path.read_text(encoding="utf-8"))
        for line in match.game.scoring.standing(match.table):
            kinds.setdefault((match.game.name, str(line.because)), set()).add(line.kind)
    assert {words: found for words, found in kinds.items() if len(found) > 1} == {}


def final(sheet: ScoreSheet, kind: str) -> list[str]:
    [part] = [part for part in sheet.sections if part.key == "final"]
    return [
        f"{line.amount} {line.because}"
        for group in part.kinds
        if group.key == kind
        for line in group.lines
    ]


def test_a_line_says_what_gave_the_points_and_how() -> None:
    text = next(path for path in JOURNALS if path.stem == "maracaibo-1").read_text("utf-8")
    human, jean = score_sheets(read_journal(text))
    assert final(human, "building") == [
        "2 First to invest in Ministry",
        "12 Abbey: 3 barriers crossed × 4",
        "9 Ministry: 3 synergy tokens × 3",
    ]
    assert "2 Printed on Triple alliance" in final(human, "card")
    assert all("× 5" in line for line in final(jean, "quest"))
    assert final(jean, "lead")


def test_a_sheet_for_programs_has_all_lines_and_their_subtotals(match: Match[Any]) -> None:
    for data in map(as_data, score_sheets(match)):
        assert data["total"] == sum(part["total"] for part in data["sections"])
        assert data["total"] == sum(line["amount"] for line in data["lines"])
        for part in data["sections"]:
            for kind in part["kinds"]:
                assert kind["total"] == sum(
                    line["amount"]
                    for line in data["lines"]
                    if (line["section"], line["kind"]) == (part["name"], kind["name"])
                )


@pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
def test_no_two_kinds_of_a_game_are_called_the_same(game: Game[Any]) -> None:
    for names in (game.scoring.sections, game.scoring.kinds):
        assert len({*map(str, names.values())}) == len(names)


# ----------------------------------------------------------------------------------- Side by side


def test_side_by_side_each_kind_has_its_total_over_the_whole_match(match: Match[Any]) -> None:
    for now in halves(match):
        listed = score_sheets(now)
        compared = side_by_side(now, listed)
        assert [kind.key for kind in compared] == [
            key for key in now.game.scoring.kinds if key in {kind.key for kind in compared}
        ]
        for number, sheet in enumerate(listed):
            assert sum(kind.totals[number] for kind in compared) == sheet.total


def test_a_margin_is_what_a_side_has_more_than_the_best_of_the_others(match: Match[Any]) -> None:
    listed = score_sheets(match)
    if len(listed) == 1:
        assert margins(listed) == []
        return
    totals, found = [sheet.total for sheet in listed], margins(listed)
    first, second, *_ = sorted(totals, reverse=True)
    assert max(found) == first - second
    assert [total - first for total in totals if total < first] == [n for n in found if n < 0]


def golden(name: str) -> Match[Any]:
    path = next(path for path in JOURNALS if path.stem == name)
    return read_journal(path.read_text(encoding="utf-8"))


def rows(match: Match[Any], seat: int) -> list[tuple[int, int, str]]:
    parts = score_sheets(match)[seat].sections
    kinds = (kind for part in parts for kind in part.kinds)
    return [(row.number, row.amount, str(row.what)) for kind in kinds for row in kind.rows]


def test_two_lines_of_one_name_say_what_tells_them_apart() -> None:
    match = golden("maracaibo-3")
    told = [row for seat in range(3) for row in rows(match, seat)]
    assert (1, 2, "Unused assistant: Scout (cotton, adventure, Martinique (8))") in told
    assert (1, 2, "Unused assistant: Scout (cocoa, book, Trujillo (18))") in told


def test_lines_that_nothing_tells_apart_are_one_row(match: Match[Any]) -> None:
    for sheet in score_sheets(match):
        for kind in (kind for section in sheet.sections for kind in section.kinds):
            told = [(str(row.what), row.amount // row.number) for row in kind.rows]
            assert len(set(told)) == len(told)
            assert sum(row.amount for row in kind.rows) == kind.total
            assert sum(row.number for row in kind.rows) == len(kind.lines)
