"""The first evening of a campaign, which ends with a vote."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.games import GAMES
from rules.simulation import Simulation
from server.store import Entry, Store
from tests.server.web.conftest import Room
from tests.server.web.evenings import EVENING, go_on

SETTINGS = {"scenario": "1"}
ENDING = 4
"""Somebody reads the back of card 1, both vote for different answers, and whoever reads decides."""


@cache
def keys() -> tuple[str, ...]:
    simulation = Simulation(GAMES["maracaibo"], ["Ann", "Bob"], SETTINGS, 17)
    while simulation.step():
        pass
    journal = simulation.match.journal
    verbs = [key.partition(":")[0] for key in journal[-ENDING:]]
    assert verbs == ["done", "vote", "vote", "decide"], "look for another match that ends so"
    return tuple(journal)


def first_evening(store: Store, whole: bool = True, names: Sequence[str] = ("Ann", "Bob")) -> int:
    """The match in the store, but for what follows the last purchase unless it is `whole`."""
    match_id = store.new_match("maracaibo", names, SETTINGS, EVENING)
    wanted = keys() if whole else keys()[:-ENDING]
    store.append(match_id, [Entry("choice", key, "camera", EVENING) for key in wanted])
    if whole:
        store.finish(match_id, EVENING)
    return match_id


def at_the_vote(room: Room) -> int:
    """The match at the table, when the back of the card is to be read."""
    match_id = first_evening(room.table.store, whole=False)
    go_on(room, match_id)
    return match_id
