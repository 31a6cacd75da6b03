"""The first evening of a campaign, which ends with a vote."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from rules.flow import Seat
from rules.games import GAMES
from rules.maracaibo.story.archive import Archive
from rules.simulation import Simulation
from server.store import Entry, Store
from tests.server.web.conftest import Room
from tests.server.web.evenings import EVENING, go_on

SETTINGS = {"scenario": "1"}
ENDING = 5
"""Somebody reads the back of card 1, both vote for different answers, whoever reads decides, and
lays out the card that follows.
"""


@cache
def keys() -> tuple[str, ...]:
    simulation = Simulation(GAMES["maracaibo"], ["Ann", "Bob"], SETTINGS, 56)
    while simulation.step():
        pass
    journal = simulation.match.journal
    verbs = [key.partition(":")[0] for key in journal[-ENDING:]]
    assert verbs == ["done", "vote", "vote", "decide", "done"], (
        "look for another match that ends so"
    )
    return tuple(journal)


def first_evening(store: Store, whole: bool = True, names: Sequence[str] = ("Ann", "Bob")) -> int:
    """The match in the store, but for what follows the last purchase unless it is `whole`."""
    match_id = store.new_match("maracaibo", names, SETTINGS, EVENING)
    wanted = keys() if whole else keys()[:-ENDING]
    store.append(match_id, [Entry("choice", key, "camera", EVENING) for key in wanted])
    if whole:
        store.finish(match_id, EVENING)
    return match_id


def evening_with(room: Room, archive: Archive, sentence: str) -> Seat:
    """An evening with this archive is at the table, and somebody is told this sentence."""
    settings = {**SETTINGS, "archive": archive.written}
    simulation = Simulation(GAMES["maracaibo"], ["Ann", "Bob"], settings, 5)
    while simulation.match.choice and sentence not in str(simulation.match.choice.prompt):
        simulation.step()
    journal = simulation.match.journal
    match_id = room.table.store.new_match("maracaibo", ("Ann", "Bob"), settings, EVENING)
    room.table.store.append(match_id, [Entry("choice", key, "camera", EVENING) for key in journal])
    go_on(room, match_id)
    assert room.match.choice is not None
    return room.match.choice.who


def at_the_vote(room: Room) -> int:
    """The match at the table, when the back of the card is to be read."""
    match_id = first_evening(room.table.store, whole=False)
    go_on(room, match_id)
    return match_id
