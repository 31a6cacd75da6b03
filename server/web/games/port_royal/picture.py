"""The open contracts as a phone shows them: what they ask for, what they bring, who has them."""

from __future__ import annotations

from dataclasses import dataclass

from flask import render_template
from markupsafe import Markup

from rules.flow import Seat
from rules.port_royal.contracts import reward
from rules.port_royal.help_contracts import demand_text
from rules.port_royal.pieces import Contract
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
    seal: str
    done: tuple[Seat, ...]
    on_the_way: tuple[tuple[Seat, int], ...]
    """Who has put a marker there, and how many steps it has gone."""
    times: int


def about(scenery: Scenery) -> About | None:
    """Beside every question of a match with contracts."""
    table: Table = scenery.match.table
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


def _row(table: Table, contract: Contract) -> Row:
    done = table.done[contract]
    return Row(
        contract.name,
        demand_text(contract),
        reward(table, contract),
        f"{contract.seal}{contract.letter}",
        done,
        tuple(
            (seat, steps)
            for (begun, seat), steps in table.steps.items()
            if begun is contract and seat not in done
        ),
        contract.needs.times,
    )
