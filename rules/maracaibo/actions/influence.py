"""Influence tracks: steps to the right, ranks at the red banners, points past the end."""

from __future__ import annotations

from collections.abc import Callable

from rules.flow import Flow, Option, Seat, choose
from rules.maracaibo import announced
from rules.maracaibo.names import NATION_NAMES, VP
from rules.maracaibo.printed.nodes import NATIONS
from rules.maracaibo.table import Table
from rules.text import Text


def gain_influence(table: Table, seat: Seat, nation: str, n: int, because: Text) -> None:
    """A marker at the end of its track brings points instead, for each step it cannot take."""
    before = table.has(seat, nation)
    steps = min(n, table.board.influence_length - before)
    table.ledger.gain(seat, nation, steps, because)
    announced.leads(table, seat, nation, before)
    table.ledger.gain(
        seat,
        VP,
        (n - steps) * table.board.influence_overflow_vp,
        Text(
            "{nation}, end of track: {because}",
            nation=NATION_NAMES[nation],
            because=because,
        ),
        kind="past_end",
    )


def next_rank(table: Table, seat: Seat, nation: str) -> int | None:
    """The step of the next red banner; None if the marker has reached the last one."""
    influence = table.has(seat, nation)
    return min((step for step in table.board.ranks[nation] if step > influence), default=None)


def reach_next_rank(table: Table, seat: Seat, nation: str, because: Text) -> None:
    step = next_rank(table, seat, nation)
    if step is not None:
        before = table.has(seat, nation)
        table.ledger.gain(seat, nation, step - before, because)
        announced.leads(table, seat, nation, before)


def which_nation(
    table: Table,
    seat: Seat,
    prompt: Text,
    why_not: Callable[[str], Text | None] = lambda _: None,
) -> Flow[str]:
    """Ask for a nation; the text says how far one's marker has come there."""
    nation = yield from choose(
        seat,
        prompt,
        lambda: [
            Option(
                f"nation:{nation}",
                nation,
                Text(
                    "{nation} (influence {influence})",
                    nation=NATION_NAMES[nation],
                    influence=table.has(seat, nation),
                ),
                (),
                why_not(nation),
                by_phone=True,
                record=Text("{question} {answer}", question=prompt, answer=NATION_NAMES[nation]),
            )
            for nation in NATIONS
        ],
        spare=not table.rulings.asks_all,
    )
    return nation
