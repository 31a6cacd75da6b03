"""In a few lively matches nearly all there is comes up; what never does is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from itertools import chain
from pathlib import Path

import pytest

from rules.games import GAMES
from rules.lively import enliven
from rules.occurred import Occurred, few, watched
from rules.simulation import Simulation, some_settings

SHOWN_BY = {
    "port_royal": [17, 67, 88, 93, 40, 63, 41],
    "navegador": [73],
    "maracaibo": [8, 72, 3, 65, 44, 25],
    "cooper_island": [198, 75, 49, 131, 15],
}
"""Matches that show all of it, to be quick: when rules change, others may be needed."""
MOST = 300
"""So many others are tried before something is said never to come up."""
NEVER = {
    # Pages of the story are read where they are, and villages sell cards with words of their own.
    "port_royal": {"answers": [], "pieces": ["chapter", "story"], "effects": []},
    "maracaibo": {"answers": [], "pieces": [], "effects": ["BuyCard"]},
}
NOTHING: dict[str, list[str]] = {"answers": [], "pieces": [], "effects": []}


def lively(name: str, seed: int) -> Occurred:
    game, found = GAMES[name], Occurred()
    seats = [*game.seats][seed % len(game.seats)]
    names = [str(seat) for seat in range(seats)]
    simulation = Simulation(game, names, some_settings(game, seed, seats), seed)
    enliven(simulation, seed)
    for _ in watched(simulation, found):
        pass
    return found


def remembered(name: str) -> Iterator[str]:
    """The kinds of answers in golden journals."""
    for path in (Path(__file__).parents[1] / "golden").glob(f"{name}-[0-9].json"):
        for key in json.loads(path.read_text())["journal"]:
            yield key.partition("@")[0].partition(":")[0]


@pytest.mark.parametrize("name", GAMES)
def test_no_kind_of_answer_piece_or_effect_never_comes_up(name: str) -> None:
    allowed, found = NEVER.get(name, NOTHING), Occurred(offered=set(remembered(name)))
    for seed in chain(SHOWN_BY[name], range(MOST)):
        found.join(lively(name, seed))
        if found.never(GAMES[name]) == allowed:
            return
    assert found.never(GAMES[name]) == allowed


def test_what_nobody_has_done_is_named() -> None:
    found = Occurred({"pass", "buy"}, {"pass"}, {"ship", "worker"}, {"ship"}, {"Draw"})
    never = found.never(GAMES["cooper_island"])
    assert (never["answers"], never["pieces"]) == (["buy"], ["worker"])
    assert "Draw" not in never["effects"]
    assert "BuildBoat" in never["effects"]


def test_a_few_matches_show_what_came_up_in_many() -> None:
    each = {
        1: Occurred(given={"a"}),
        2: Occurred(given={"a", "b"}, done={"Draw"}),
        3: Occurred(moved={"ship"}),
        4: Occurred(given={"b"}),
    }
    assert few(each) == [2, 3]
