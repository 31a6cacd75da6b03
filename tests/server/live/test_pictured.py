"""A live match in which the copies of a card look the same to the camera."""

from __future__ import annotations

from typing import Any

import pytest

from rules.games import GAMES
from rules.match import Match
from rules.pictured import said_by_kind
from rules.setting import KNOWN_BY, PICTURES
from rules.simulation import Simulation
from server.live.match import Live
from server.robots.puppets import Puppets
from vision.reading import Sighting

GAME: Any = GAMES["port_royal"]
SETTINGS = {KNOWN_BY.key: PICTURES}


def in_kinds(match: Match[Any]) -> list[str]:
    return [said_by_kind(match, key) for key in match.journal]


@pytest.mark.parametrize(
    ("seats", "shows", "seed"), [(2, 1, 3), (4, 3, 3), pytest.param(2, 1, 50, id="coins shuffled")]
)
def test_a_whole_match_is_understood_though_no_copy_can_be_told_from_another(
    seats: int, shows: int, seed: int
) -> None:
    simulation = Simulation(GAME, ("Ann", "Bob", "Cem", "Dora")[:seats], SETTINGS, seed)
    live = Live(Match(simulation.match.game, simulation.match.seats, SETTINGS))
    for _ in Puppets(simulation, shows).play(live):
        assert not live.wrong
        assert not live.unclear
        intended, played = in_kinds(simulation.match), in_kinds(live.match)
        assert played == intended[: len(played)]
        assert len(intended) - len(played) <= 1
    assert live.match.outcome() == simulation.match.outcome()


def test_a_card_put_back_takes_its_answer_back_whichever_copy_it_was() -> None:
    journal = ("first:red", "draw", "turn:sailor/3.2", "draw", "turn:sailor/3.3", "stop")
    live = Live(Match(GAME, GAME.seat(("Ann", "Bob")), SETTINGS, journal), final=len(journal))
    live.see(Sighting({"sailor/3.1": "harbour", "sailor/3.2": "harbour"}))
    assert live.status.matches
    live.see(Sighting({"sailor/3.1": "harbour", "sailor/3.2": "area:red"}))
    assert live.match.journal[-1].startswith("hire:sailor/3.")
    live.see(Sighting({"sailor/3.2": "harbour", "sailor/3.3": "harbour"}))
    assert live.match.journal == list(journal)
    assert live.status.matches


def test_phones_call_copies_as_the_match_does() -> None:
    journal = ("first:red", "draw", "turn:sailor/3.3")
    live = Live(Match(GAME, GAME.seat(("Ann", "Bob")), SETTINGS, journal))
    live.see(Sighting({"sailor/3.1": "harbour"}))
    assert live.sighting is not None
    assert live.sighting.places == {"sailor/3.3": "harbour"}
