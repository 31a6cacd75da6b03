"""Jean's combat: the nation that suits her best, the place it takes, and her influence with it."""

from __future__ import annotations

import re
from typing import cast

from rules.flow import Flow
from rules.maracaibo import announced
from rules.maracaibo.actions.combat import modifier, printed_value, turn_up_token
from rules.maracaibo.actions.influence import gain_influence
from rules.maracaibo.actions.instructions import Errands
from rules.maracaibo.actions.map_now import flags, why_closed
from rules.maracaibo.actions.markers import empty_villages, place_marker
from rules.maracaibo.names import NATION_NAMES, place_text
from rules.maracaibo.pieces import CombatToken, JeanAction
from rules.maracaibo.places import FIGHT, combat_tokens
from rules.maracaibo.table import Table
from rules.text import Plural, Text


def do_combat(errands: Errands, action: JeanAction, because: Text) -> Flow[None]:
    """A token, the nation that suits her best, an empty place for it, and influence.

    She neither pays what the token asks nor gets what it or a flag brings.
    """
    table = errands.table
    token = yield from errands.turn_up(turn_up_token(table))
    nation = fighting_nation(table, token)
    value = value_for_jean(table, token, nation)
    announced.fights(table, table.jean, nation, value, token)
    fights = Text(
        "Jean fights for {nation} (value {value})",
        nation=NATION_NAMES[nation],
        value=value,
    )
    yield from annex(errands, nation, first_empty_flag(table) or first_empty_village(table), fights)
    if action.extra_village:
        too = Text("Jean's card also takes a village")
        yield from annex(errands, nation, first_empty_village(table), too)
    yield from influence_for_jean(errands, nation, action.n, because)
    if token:
        yield from errands.move(
            token,
            FIGHT,
            combat_tokens(table.jean),
            Text("Combat token to Jean's board."),
            Text("Jean keeps {token}", token=token.name),
        )


# --------------------------------------------------------------------------------------- the nation


def value_for_jean(table: Table, token: CombatToken | None, nation: str) -> int:
    """What the token shows for a nation, her rank there less the player's, and its modifiers."""
    (human,) = table.seats
    ranks = table.rank(table.jean, nation) - table.rank(human, nation)
    return printed_value(table, token, nation) + ranks + modifier(table, token, nation)


def fighting_nation(table: Table, token: CombatToken | None) -> str:
    """The highest value for her; a tie goes to the higher printed one, then as her card says."""
    ties = list(table.board.jean.ties)

    def preference(nation: str) -> tuple[int, int, int]:
        value = value_for_jean(table, token, nation)
        return value, printed_value(table, token, nation), -ties.index(nation)

    return max(ties, key=preference)


# ---------------------------------------------------------------------------------------- the place


def by_number(place_id: str) -> tuple[int, str]:
    match = cast("re.Match[str]", re.match(r"(\d+)(.*)", place_id))
    return int(match[1]), match[2]


def first_empty_flag(table: Table) -> str | None:
    """The lowest-numbered city with a flag that nobody owns, if her explorer may go there."""
    empty = [
        place_id
        for place_id in flags(table)
        if place_id not in table.markers and not why_closed(table, table.jean, place_id)
    ]
    return min(empty, key=by_number, default=None)


def first_empty_village(table: Table) -> str | None:
    return min(empty_villages(table), key=by_number, default=None)


def annex(errands: Errands, nation: str, place_id: str | None, reason: Text) -> Flow[None]:
    """Without an empty place one marker of the nation leaves the game."""
    table = errands.table
    if not table.rows[nation]:
        return
    name = NATION_NAMES[nation]
    if place_id is None:
        yield from errands.say(
            Text(
                "{reason}, no empty place: remove {nation}'s left-most marker from the game.",
                reason=reason,
                nation=name,
            ),
            Text("{nation} loses an ownership marker", nation=name),
        )
        table.rows[nation] -= 1
        return
    place = place_text(place_id)
    yield from errands.say(
        Text(
            "{reason}: {nation}'s left-most marker to {place}.",
            reason=reason,
            nation=name,
            place=place,
        ),
        Text("Jean takes {place} for {nation}", place=place, nation=name),
    )
    place_marker(table, None, nation, place_id)


# ---------------------------------------------------------------------------------------- influence


def influence_for_jean(errands: Errands, nation: str, n: int, because: Text) -> Flow[None]:
    """Her marker moves like anybody's: past the end of its track every step is worth points."""
    table = errands.table
    name = NATION_NAMES[nation]
    steps = min(n, table.board.influence_length - table.has(table.jean, nation))
    if steps:
        yield from errands.say(
            Plural(
                "Move Jean's marker for {nation}: {n} step.",
                "Move Jean's marker for {nation}: {n} steps.",
                steps,
                nation=name,
            ),
            Plural(
                "Jean gains {n} influence with {nation}",
                "Jean gains {n} influence with {nation}",
                steps,
                nation=name,
            ),
        )
    if steps < n:
        points = (n - steps) * table.board.influence_overflow_vp
        yield from errands.say(
            Plural(
                "Jean's track of {nation} is full: move her points marker {n} step.",
                "Jean's track of {nation} is full: move her points marker {n} steps.",
                points,
                nation=name,
            ),
            scored(points),
        )
    gain_influence(table, table.jean, nation, n, because)


def scored(points: int) -> Text:
    return Plural("Jean scores {n} point", "Jean scores {n} points", points)
