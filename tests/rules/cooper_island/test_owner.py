"""What the owner of a copy may say of its maps and lists, and matches that are played with it."""

from __future__ import annotations

import pytest

from rules.audit import faults
from rules.cooper_island import GAME
from rules.cooper_island.printed.owner import FIELD
from rules.game import BadSettings
from rules.match import Match
from rules.simulation import Simulation
from server.live.match import Live
from server.robots.puppets import Puppets
from tests.rules.cooper_island.owned_map import OWN_MAP, REMOVED, RUIN, written


def refused(**lists: str) -> str:
    """Why these lists of a peninsula cannot be printed."""
    with pytest.raises(BadSettings) as error:
        GAME.laid_over({f"peninsula.{name}": text for name, text in lists.items()})
    return str(error.value)


def test_a_space_is_land_or_water_and_only_once() -> None:
    land, left = written("land"), written("left")
    water = left.split()[0]
    assert "must be land or one half-shoal" in refused(land=f"{land} {water}")
    assert "is there twice" in refused(land=f"{land} {land.split()[0]}")


def test_all_spaces_lie_on_the_board_of_a_peninsula() -> None:
    assert "is not on the peninsula board" in refused(land=f"{written('land')} 5:5")
    assert {tuple(cell) for cell in GAME.edition.value("peninsula.land")} <= {*FIELD}


def test_the_halves_of_a_shoal_lie_side_by_side() -> None:
    first, second, third, *others = written("right").split()
    assert "Right coast, shoal 1" in refused(right=" ".join((first, third, second, *others)))


def test_land_is_connected_and_has_so_many_spaces_of_each_kind() -> None:
    alone = next(
        f"{q}:{r}"
        for q, r in reversed(FIELD)
        if all(f"{q}:{r}" not in written(name).split() for name in ("land", "left", "right"))
    )
    assert "must be connected" in refused(land=f"{written('land')} {alone}")
    assert "must be 5 land spaces" in refused(ruins=" ".join(written("ruins").split()[:4]))


def test_everybody_can_start_on_any_terrain() -> None:
    with pytest.raises(BadSettings, match="meadow is missing"):
        GAME.laid_over(
            {
                f"single_tiles.{key}": n
                for key, n in {"fm": "0", "fs": "28", "mx": "0", "xs": "28"}.items()
            }
        )


def test_a_match_on_an_owners_map_is_played_by_the_rules_and_followed_by_what_is_seen() -> None:
    simulation = Simulation(GAME, ("Ann", "Bob"), OWN_MAP, 4)
    simulation.sensible = True
    puppets = Puppets(simulation)
    assert f"land:yellow:{REMOVED}" not in puppets.open_places
    assert f"on:yellow:{RUIN}" in puppets.open_places
    intended = puppets.intended
    for player in intended.table.players:
        assert REMOVED not in player.land
        assert player.land[RUIN].stands == "ruin"
    live = Live(Match(intended.game, intended.seats, OWN_MAP))
    for _ in puppets.play(live):
        assert not live.wrong
        assert not live.unclear
        if len(intended.journal) > 150:
            break
    assert live.match.journal == intended.journal
    assert not [*faults(simulation)]
