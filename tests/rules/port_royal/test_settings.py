"""Which sets go together, and what is said of those that do not."""

from __future__ import annotations

from itertools import product

import pytest

from rules.audit import faults
from rules.game import BadSettings
from rules.match import Match
from rules.port_royal import GAME
from rules.port_royal.table import Table
from rules.simulation import Simulation
from server.command import main
from tests.rules.port_royal.the_table import at_table

SEATS = {
    "base": range(2, 6),
    "set_sail": range(2, 5),
    "contracts": range(2, 6),
    "contracts_together": range(2, 6),
    "contracts_alone": range(1, 2),
    "adventure": range(2, 5),
    "adventure_together": range(2, 5),
    "adventure_alone": range(1, 2),
}
"""Every way to play, and how many can play it."""
CARDS = {"set_sail": 60, "adventure": 120 + 39 + 16 + 55 + 5 + 25, "contracts": 120 + 24 + 18 + 15}
"""With the markers of five colours, of which a table uses those of its players."""
ADDED = {"gambler": 4, "set_sail_cards": 20, "contract_cards": 24}
EVERY = [
    {"mode": mode, **dict(zip(ADDED, added, strict=True))}
    for mode in SEATS
    for added in product(("no", "yes"), repeat=3)
]


def is_allowed(settings: dict[str, str]) -> bool:
    """Set Sail is played with its own cards only; all else goes together."""
    return settings["mode"] != "set_sail" or "yes" not in settings.values()


@pytest.mark.parametrize("settings", EVERY, ids=lambda settings: "-".join(settings.values()))
def test_what_the_rulebook_combines_can_be_played_and_nothing_else(
    settings: dict[str, str],
) -> None:
    if not is_allowed(settings):
        with pytest.raises(BadSettings, match="Set Sail on its own: leave out"):
            GAME.for_match(GAME.settle(settings))
        return
    game = GAME.for_match(GAME.settle(settings))
    mode = settings["mode"]
    cards = CARDS.get(mode.partition("_")[0] if mode != "set_sail" else mode, 120)
    # The persons and ships of contracts are in with contracts anyway.
    ours = (n for n in ADDED if not (n == "contract_cards" and mode.startswith("contracts")))
    assert len(game.pieces) == cards + sum(ADDED[n] for n in ours if settings[n] == "yes")


@pytest.mark.parametrize("settings", EVERY, ids=lambda settings: "-".join(settings.values()))
def test_every_number_of_players_begins_or_is_refused_with_the_reason(
    settings: dict[str, str],
) -> None:
    if not is_allowed(settings):
        return
    for number in range(1, 6):
        names = [f"Player {n}" for n in range(number)]
        if number in SEATS[settings["mode"]]:
            simulation = Simulation(GAME, names, settings, number)
            for _ in range(12):
                assert simulation.step()
            assert list(faults(simulation)) == []
        else:
            with pytest.raises(BadSettings, match="is for"):
                Simulation(GAME, names, settings, number)


@pytest.mark.parametrize(("mode", "seats"), SEATS.items())
def test_how_many_can_play(mode: str, seats: range) -> None:
    assert GAME.for_match(GAME.settle({"mode": mode})).seats == seats


@pytest.mark.parametrize(
    ("settings", "why"),
    [
        (
            {"mode": "set_sail", "expedition_to_win": "yes"},
            "Set Sail on its own: leave out .Expedition",
        ),
        (
            {"mode": "contracts_alone", "expedition_to_win": "yes"},
            "Contracts alone: leave out .Expedition",
        ),
        ({"time_aside": "3"}, "Base game: leave out .Time deck cards"),
        ({"mode": "sea"}, "mode can be base or set_sail or contracts"),
    ],
)
def test_what_has_no_meaning_in_a_way_to_play_is_refused(
    settings: dict[str, str], why: str
) -> None:
    with pytest.raises(BadSettings, match=why):
        GAME.for_match(GAME.settle(settings))


def test_the_settings_of_a_game_can_be_listed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["dev", "play", "port_royal", "--settings"]) == 0
    listed = capsys.readouterr().out
    for mode in SEATS:
        assert f"  mode={mode}  " in listed
    assert "gambler=yes" in listed


def said(match: Match[Table]) -> str:
    """All rules in short, and the steps of the set-up."""
    guide, table = match.game.guide, match.table
    rules = [rule for chapter in guide.chapters(table) for rule in chapter.rules]
    return "\n".join(map(str, (*rules, *(step.text for step in guide.set_up(table)))))


def test_the_help_says_which_cards_are_added_and_speaks_of_no_others() -> None:
    base, more = said(at_table()), said(at_table(gambler="yes", set_sail_cards="yes"))
    for words in ("Add the 4 gamblers", "5 wholesalers, 5 passengers, 10 ships", "your shields"):
        assert (words in base, words in more) == (False, True)
    assert "Add the" not in said(at_table(mode="set_sail"))
    contracts = said(at_table(mode="contracts"))
    assert "Add the 14 persons and 10 ships" in contracts
    assert "bring another player a coin" in contracts


def test_the_help_for_one_player_speaks_of_nobody_else_and_says_all_ranks() -> None:
    alone = said(at_table(seats=1, mode="contracts_alone"))
    assert "0+ cabin boy, 2+ sailor, 4+ pirate, 6+ captain, 8+ ruler of the seas" in alone
    assert "Fulfil every open contract" in alone
    for words in ("Then the others", "pay the fee", "another player a coin", "Together, fulfil"):
        assert words not in alone
        together = said(at_table(mode="contracts_together"))
        assert words in together
