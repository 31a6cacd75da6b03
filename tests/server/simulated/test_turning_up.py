"""What comes up when somebody turns up whatever the match asks for, without naming it."""

from __future__ import annotations

from random import Random

import pytest

from rules.flow import Reveal
from rules.games import GAMES
from rules.match import Match
from rules.simulation import Simulation
from server.live.messages import View
from server.simulated.dealers import Dealers
from server.simulated.playground import Playground

ENOUGH = 12


@pytest.fixture(autouse=True)
def shuffled_always_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Dealers, "_seed", lambda *_: Random(7).getrandbits(64))


@pytest.mark.parametrize("name", GAMES)
def test_whatever_is_asked_for_lies_somewhere_and_is_put_where_it_belongs(name: str) -> None:
    game, table, turned = GAMES[name], Playground(name), 0
    match = Match(game, game.seat(["Ann", "Bob"]), game.proposed(simulated=True))
    table.follow(View(match=match.fork(), match_id=1))
    for seed in range(400):
        if isinstance(match.choice, Reveal):
            option = table.comes_up()
            assert option is not None, match.journal
            assert table.why_not(option) is None
            match.play(option.key)
            turned += 1
        else:
            assert table.comes_up() is None
            simulation = Simulation.going_on(*table.truth(), seed)
            simulation.sensible = True
            simulation.step()
            option = None
            match.play(simulation.match.journal[-1])
        table.follow(View(match=match.fork(), match_id=1))
        if option is not None:
            table.lay_open(option.value)
            place = match.table.places.where(option.value)
            if place in {known.name for known in table.shown().bare.layout.places}:
                assert table.shown().places[option.value.id] == place
        if turned == ENOUGH:
            return
    raise AssertionError(f"only {turned} pieces were turned up")
