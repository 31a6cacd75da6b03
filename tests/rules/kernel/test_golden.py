"""Whole matches played once: a change of the rules shows here as another score.

A match that a changed rule makes impossible is written anew with
`./run dev play GAME --seats N --seed S --journal FILE --json`, those of all but Port Royal with
`--players sensible`.
"""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rules.games import GAMES
from rules.journal import read_journal
from rules.simulation import Simulation, perft
from server.commands.dev import score_sheet

GOLDEN = Path(__file__).parent.parent / "golden"
JOURNALS = sorted(path for path in GOLDEN.glob("*.json") if ".score" not in path.name)


@pytest.mark.parametrize("path", JOURNALS, ids=lambda path: path.stem)
def test_a_golden_match_still_has_its_score(path: Path) -> None:
    match = read_journal(path.read_text(encoding="utf-8"))
    expected = json.loads(path.with_suffix(".score.json").read_text(encoding="utf-8"))
    expected.pop("seed")
    assert score_sheet.as_data(match) == expected


def test_a_journal_of_an_older_version_that_asked_more_leads_to_the_same_scores() -> None:
    older = read_journal((GOLDEN / "older" / "port_royal-2.json").read_text(encoding="utf-8"))
    match = read_journal((GOLDEN / "port_royal-2.json").read_text(encoding="utf-8"))
    assert older.journal == match.journal
    assert score_sheet.as_data(older) == score_sheet.as_data(match)


def test_a_match_of_maracaibos_story_before_there_was_a_campaign_has_its_points() -> None:
    """It began with story card 01 when there were three of them, and came to the second."""
    match = read_journal((GOLDEN / "older" / "maracaibo-3.json").read_text(encoding="utf-8"))
    points = {str(seat): match.table.ledger.balance(seat, "vp") for seat in match.seats}
    assert points == {"Red": 23, "Blue": 20, "Green": 34}
    assert match.table.stories == [2]


def test_every_game_has_golden_matches_for_every_number_of_players() -> None:
    usual = {name: game.for_match(game.settle({})).seats for name, game in GAMES.items()}
    names = {f"{name}-{seats}" for name in GAMES for seats in usual[name]}
    assert names <= {path.stem for path in JOURNALS}


@pytest.mark.parametrize(
    ("name", "seats", "seed", "played", "depth", "ways"),
    [
        ("port_royal", 2, 1, 0, 17, 68),
        ("port_royal", 3, 2, 0, 17, 298),
        ("port_royal", 4, 3, 0, 17, 278),
        ("port_royal", 5, 4, 0, 17, 884),
        ("port_royal", 2, 1, 150, 16, 1033),
        ("port_royal", 3, 2, 200, 14, 833),
        ("port_royal", 4, 3, 250, 13, 363),
        ("port_royal", 5, 4, 300, 11, 591),
        ("navegador", 2, 1, 0, 5, 866),
        ("navegador", 3, 2, 0, 5, 1004),
        ("navegador", 4, 3, 0, 5, 1007),
        ("navegador", 5, 4, 0, 5, 1007),
        ("navegador", 2, 1, 300, 6, 292),
        ("navegador", 3, 2, 400, 5, 788),
        ("navegador", 4, 3, 500, 6, 228),
        ("navegador", 5, 4, 600, 6, 1110),
        ("maracaibo", 1, 1, 20, 9, 1143),
        ("maracaibo", 2, 2, 40, 5, 3406),
        ("maracaibo", 3, 3, 120, 4, 3031),
        ("maracaibo", 4, 4, 200, 5, 550),
        ("cooper_island", 2, 1, 9, 3, 1708),
        ("cooper_island", 3, 2, 120, 4, 639),
        ("cooper_island", 4, 3, 200, 3, 28),
    ],
)
def test_there_are_as_many_ways_to_go_on_as_ever(
    name: str, seats: int, seed: int, played: int, depth: int, ways: int
) -> None:
    """Matches of games that once asked more go on as they did then."""
    older = any(setting.key == "questions" for setting in GAMES[name].settings)
    assert ways_to_go_on(name, seats, seed, played, depth, older=older) == ways


@pytest.mark.parametrize(
    ("name", "seats", "seed", "played", "depth", "ways"),
    [
        ("navegador", 2, 1, 0, 5, 1079),
        ("navegador", 3, 2, 400, 5, 778),
        ("navegador", 4, 3, 500, 6, 5248),
        ("maracaibo", 1, 1, 20, 7, 304),
        ("maracaibo", 2, 2, 40, 4, 2436),
        ("maracaibo", 3, 3, 120, 4, 158),
        ("maracaibo", 4, 4, 200, 7, 567),
    ],
)
def test_where_only_what_is_needed_is_asked_there_are_so_many_ways_to_go_on(
    name: str, seats: int, seed: int, played: int, depth: int, ways: int
) -> None:
    assert ways_to_go_on(name, seats, seed, played, depth, older=False) == ways


def ways_to_go_on(name: str, seats: int, seed: int, played: int, depth: int, *, older: bool) -> int:
    settings = {"questions": "all"} if older else {}
    simulation = Simulation(GAMES[name], [str(seat) for seat in range(seats)], settings, seed)
    for _ in range(played):
        simulation.step()
    return perft(simulation, depth)
