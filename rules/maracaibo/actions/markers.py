"""Ownership markers: from the left of a nation's row to the map, and what taking a place brings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.flow import Flow, Option, Seat, choose
from rules.maracaibo.actions.influence import which_nation
from rules.maracaibo.actions.map_now import flags, is_village, villages, why_closed
from rules.maracaibo.actions.meanings import Source, effects
from rules.maracaibo.names import DOUBLOONS, NATION_NAMES, VP, place_text
from rules.maracaibo.printed.nodes import Attack, FlagBonus, Marker, Raid
from rules.maracaibo.table import Table
from rules.text import Text

MINE = "mine"


@dataclass(frozen=True, slots=True)
class Target:
    """A place that a manoeuvre could take."""

    id: str
    name: Text
    blocked: Text | None = None


# ------------------------------------------------------------------------------------- targets


def targets(table: Table, seat: Seat, attack: Attack, nation: str) -> Iterator[Target]:
    """The places an attack is meant for; each place belongs to only one of a manoeuvre's ways."""
    no_marker = why_no_marker(table, nation)
    if attack.target == "fleet":
        yield from one_space(table, f"fleet:{attack.value}", Text("the silver fleet"), no_marker)
        return
    if attack.target == "mine":
        yield from one_space(table, MINE, Text("the gold mine"), no_marker)
        return
    assert attack.target is not None
    empty = attack.target.startswith("empty")
    places = list(flags(table)) if attack.target.endswith("flag") else villages(table)
    for place_id in places:
        owner = table.markers.get(place_id)
        if (owner is None) is not empty:
            continue
        blocked = no_marker or why_closed(table, seat, place_id)
        if owner == nation:
            blocked = Text("It belongs to {nation} already", nation=NATION_NAMES[nation])
        yield Target(place_id, place_text(place_id), blocked)


def one_space(table: Table, place_id: str, name: Text, blocked: Text | None) -> Iterator[Target]:
    """A space of a legacy tile: whoever takes it keeps it."""
    if place_id in table.markers:
        blocked = Text("Its marker cannot be displaced")
    yield Target(place_id, name, blocked)


def why_no_marker(table: Table, nation: str) -> Text | None:
    if table.rows[nation]:
        return None
    return Text("{nation} has no ownership marker left", nation=NATION_NAMES[nation])


# ------------------------------------------------------------------------------ placing markers


def place_marker(table: Table, seat: Seat | None, nation: str, place_id: str) -> None:
    """The left-most marker of the nation's row; a marker that lay there leaves the game."""
    displaced = table.markers.get(place_id)
    table.rows[nation] -= 1
    table.markers[place_id] = nation
    if displaced and seat is not None:
        points = table.power(seat, "displace_vp")
        if points:
            because = Text(
                "Displaced {nation} in {place}",
                nation=NATION_NAMES[displaced],
                place=place_text(place_id),
            )
            table.ledger.gain(seat, VP, points, because, kind="combat")


@effects.means(Marker)
def do_marker(table: Table, seat: Seat, node: Marker, source: Source) -> Flow[None]:
    """On the target of a manoeuvre; in the village where the ship lies; or in any empty village.

    Nothing happens if no village is empty, or no nation has a marker left; and who does not want
    one there places none.
    """
    if node.where == "target":
        place_marker(table, seat, source.nation, source.target)
        return
    if not any(table.rows.values()):
        return
    if node.where == "this_village":
        place_id = table.player(seat).ship
    else:
        empty = empty_villages(table)
        if not empty:
            return
        chosen = yield from which_village(seat, empty)
        if chosen is None:
            return
        place_id = chosen
    if node.who == "any":
        source.nation = yield from which_nation(
            table,
            seat,
            Text("Which nation's marker?"),
            lambda nation: why_no_marker(table, nation),
        )
    place_marker(table, seat, source.nation, place_id)


def empty_villages(table: Table) -> list[str]:
    return [place_id for place_id in villages(table) if place_id not in table.markers]


def which_village(seat: Seat, empty: list[str]) -> Flow[str | None]:
    place_id = yield from choose(
        seat,
        Text("A marker in which village?"),
        lambda: (
            *(
                Option[str | None](
                    f"village:{place_id}",
                    place_id,
                    place_text(place_id),
                    by_phone=True,
                    record=Text("A marker for {place}", place=place_text(place_id)),
                )
                for place_id in empty
            ),
            Option[str | None]("none", None, Text("Place no marker"), by_phone=True),
        ),
    )
    return place_id


@effects.blocks(Marker)
def why_not_marker(table: Table, seat: Seat, node: Marker, _source: Source) -> Text | None:
    """Only the village where the ship lies can be the wrong place."""
    if node.where != "this_village":
        return None
    here = table.player(seat).ship
    if not is_village(table, here):
        return Text("Not in a village")
    if here in table.markers:
        owner = NATION_NAMES[table.markers[here]]
        return Text("It belongs to {nation} already", nation=owner)
    if not any(table.rows.values()):
        return Text("No ownership markers left")
    return None


# ---------------------------------------------------------------------- what taking a place brings


@effects.means(FlagBonus)
def flag_bonus(table: Table, seat: Seat, _node: FlagBonus, source: Source) -> Flow[None]:
    because = Text("Flag of {place}", place=place_text(source.target))
    yield from effects.perform(
        table, seat, flags(table)[source.target], Source(because, "combat", nation=source.nation)
    )


@effects.means(Raid)
def raid(table: Table, seat: Seat, node: Raid, source: Source) -> None:
    """For each assistant in the village: one's own count more than those of others."""
    for other, n in assistants_raided(table, seat, node, source.target):
        because = Text(
            "{other}'s assistants in {place}", other=other, place=place_text(source.target)
        )
        table.ledger.gain(seat, raid_reward(table), n, because, kind="combat")


def raid_reward(table: Table) -> str:
    return DOUBLOONS if table.rulings.raid_reward == "doubloons" else VP


def assistants_raided(
    table: Table, seat: Seat, node: Raid, place_id: str
) -> Iterator[tuple[Seat, int]]:
    """What the assistants of each player in a village bring to whoever takes it."""
    for other in table.seats:
        here = list(table.player(other).assistants.values()).count(place_id)
        yield other, here * (node.own if other is seat else node.other)
