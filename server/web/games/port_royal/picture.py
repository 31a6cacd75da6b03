"""Open contracts and missions as a phone shows them: what they ask for and bring, who has them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import zip_longest

from flask import render_template
from markupsafe import Markup

from rules.flow import Seat
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.adventure.words import ability_text, event_text, hourglass_text
from rules.port_royal.contracts import reward
from rules.port_royal.help_contracts import demand_text
from rules.port_royal.pieces import Contract, Mission
from rules.port_royal.places import POINTS, TIME
from rules.port_royal.table import Table
from rules.text import Text
from server.web.parts.cards import About, Scenery


@dataclass(frozen=True, slots=True)
class Row:
    """One open contract."""

    name: Text
    demand: Text
    coins: int
    """For the next who fulfils it."""
    spaces: tuple[tuple[int, Seat | None], ...]
    """The coins on each space, from the left, and whose marker lies there."""
    seal: str
    white: bool
    done: tuple[Seat, ...]
    on_the_way: tuple[tuple[Seat, int], ...]
    """Who has put a marker there, and how many steps it has gone."""
    times: int


def about(scenery: Scenery) -> About | None:
    """Beside every question of a match with contracts."""
    table: Table = scenery.match.table
    if isinstance(table, AdventureTable):
        return adventure(table)
    if not table.contracts:
        return None
    together = bool(table.rules.time_deck)
    return About(
        Markup(
            render_template(
                "port_royal/contracts.html",
                rows=[_row(table, contract) for contract in table.contracts],
                together=together,
                time=table.places.count(TIME),
                points=table.places.count(POINTS),
            )
        )
    )


def beside(scenery: Scenery) -> Markup | None:
    """The same beside the table, for those who are not asked."""
    found = about(scenery)
    return found.picture if found else None


@dataclass(frozen=True, slots=True)
class Track:
    """How far a player has come: crowns, and what is open under the markers of the character."""

    seat: Seat
    character: Text | None
    does: Text | None
    ability: bool
    trophy: bool
    crowns: int
    cells: tuple[int, ...]
    """Of every cell of the track the influence it gives, 0 where there is no shield."""
    markers: int
    """Left on the character."""


def adventure(table: AdventureTable) -> About:
    """The missions, what has just been read aloud, the event of the turn and the crown tracks."""
    missions = [contract for contract in table.contracts if isinstance(contract, Mission)]
    return About(
        Markup(
            render_template(
                "port_royal/adventure.html",
                rows=[(mission, _row(table, mission)) for mission in missions],
                read_last=table.read_aloud(missions[-1])
                if missions and not table.is_after
                else None,
                hourglass=hourglass_text(missions[-1]) if missions and not table.is_after else None,
                event=table.event,
                event_does=event_text(table.event) if table.event else None,
                tracks=[_track(table, seat) for seat in table.seats],
                together=table.together,
                wanted=_wanted(table) if table.together else None,
            )
        )
    )


def _wanted(table: AdventureTable) -> tuple[int, int, int, int]:
    """Card 9: markers and influence there are, and how many are needed."""
    number = len(table.seats) - 1
    influence = sum(map(table.influence, table.seats))
    markers, needed = table.tale.victory_markers[number], table.tale.victory_influence[number]
    return table.placed(), markers, influence, needed


def _track(table: AdventureTable, seat: Seat) -> Track:
    shields = table.tale.shields
    side = table.sides.get(seat)
    return Track(
        seat,
        side.name if side else None,
        ability_text(side.helps) if side else None,
        ability=bool(table.opened(seat)),
        trophy=table.has_trophy(seat),
        crowns=table.crowns(seat),
        cells=tuple(
            shields.index(cell) + 1 if cell in shields else 0
            for cell in range(1, table.tale.track + 1)
        ),
        markers=len(table.markers(seat)),
    )


def _row(table: Table, contract: Contract) -> Row:
    done = table.done[contract]
    return Row(
        contract.name,
        demand_text(contract),
        reward(table, contract),
        tuple(zip_longest(contract.coins, done)),
        seal=f"{contract.seal}{contract.letter}",
        white=contract.white,
        done=done,
        on_the_way=tuple(
            (seat, steps)
            for (begun, seat), steps in table.steps.items()
            if begun is contract and seat not in done
        ),
        times=contract.needs.times,
    )
