"""Phase A: sailing along the arrows, and what happens when a ship arrives."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache

from rules.flow import Flow, Option, Seat, choose
from rules.maracaibo import announced
from rules.maracaibo.actions.map_now import (
    legs_of,
    still_ahead,
    tile_at,
    to_the_end,
    why_closed,
)
from rules.maracaibo.actions.supply import gain
from rules.maracaibo.names import DOUBLOONS, VP, place_text
from rules.maracaibo.pieces import SHIPS, ProjectCard
from rules.maracaibo.places import location
from rules.maracaibo.printed.describe import amount_text
from rules.maracaibo.table import Table
from rules.pieces import Move
from rules.text import Plural, Text, listing

SITE = "disc_site"


@dataclass(frozen=True, slots=True)
class Course:
    """One way to sail: the locations entered, its movement points, and tolls paid on the way."""

    path: tuple[str, ...]
    cost: int
    toll: int
    forks: tuple[str, ...]
    """The locations taken where the way forks."""

    @property
    def end(self) -> str:
        return self.path[-1]


def courses(table: Table, seat: Seat, most: int) -> list[Course]:
    """All ways with at most so many movement points. Nobody sails past a stop.

    Of several ways to a place that cost the same, one will do.
    """
    arrows = legs_of(table)
    purse = table.has(seat, DOUBLOONS)
    found: dict[object, Course] = {}

    def go(here: str, path: tuple[str, ...], cost: int, toll: int, forks: tuple[str, ...]) -> None:
        for leg in arrows.get(here, ()):
            spent = cost + leg.cost
            if spent > most or why_closed(table, seat, leg.target):
                continue
            onward = (*path, leg.target)
            taken = forks if leg.upper is None else (*forks, leg.target)
            moves = len(onward) if table.rulings.count_moves else 0
            found.setdefault((leg.target, spent, toll, moves), Course(onward, spent, toll, taken))
            due = toll + toll_of(table, leg.target)
            if not is_stop(table, leg.target) and due <= purse:
                go(leg.target, onward, spent, due, taken)

    go(table.player(seat).ship, (), 0, 0, ())
    return list(found.values())


def is_stop(table: Table, place_id: str) -> bool:
    place = table.board.locations.get(place_id)
    return place is not None and place.stop


def toll_of(table: Table, place_id: str) -> int:
    """A legacy tile asks a toll of those who sail past it; who cannot pay has to stop."""
    tile = tile_at(table, place_id, SITE) if table.legacy else None
    return tile.toll if tile else 0


def sail(table: Table, seat: Seat, most: int, prompt: Text, may_stay: bool = False) -> Flow[bool]:
    """Ask where to sail and go there. False if the ship stays, where it may."""
    course = yield from choose(
        seat,
        prompt,
        lambda: sail_menu(table, seat, courses(table, seat, most), may_stay),
        "stay" if may_stay else None,
        lambda: too_far(table, seat, courses(table, seat, most), most),
    )
    if course is None:
        return False
    go_to(table, seat, course)
    return True


def sail_menu(
    table: Table, seat: Seat, possible: list[Course], may_stay: bool
) -> Iterator[Option[Course | None]]:
    ship, here = SHIPS[f"ship/{seat.colour}"], location(table.player(seat).ship)
    to: dict[str, list[Course]] = {}
    for course in possible:
        to.setdefault(course.end, []).append(course)
    for course in possible:
        others = tuple(other for other in to[course.end] if other is not course)
        key = f"sail:{course.end}"
        if others:
            key = f"sail:{course.end}:{'+'.join(course.forks)}"
        yield Option(
            key,
            course,
            with_visits(table, course.end, course_text(course, others)),
            (Move(ship, here, location(course.end)),),
            record=sailed_text(course.end),
        )
    if may_stay:
        yield Option("stay", None, Text("Do not sail on"))


@cache
def sailed_text(place_id: str) -> Text:
    return Text("Sails to {place}", place=place_text(place_id))


@lru_cache(maxsize=4096)
def course_text(course: Course, others: tuple[Course, ...]) -> Text:
    """How far it is; which way, if others lead there too; and the toll, if there is one."""
    text: Text = Plural(
        "{place}: {n} movement point",
        "{place}: {n} movement points",
        course.cost,
        place=place_text(course.end),
    )
    if others:
        text = Text("{course}, {way}", course=text, way=way_text(course, others))
    if course.toll:
        text = Plural(
            "{course}, toll {n} doubloon", "{course}, toll {n} doubloons", course.toll, course=text
        )
    return text


def with_visits(table: Table, place_id: str, text: Text) -> Text:
    """A course, and what it brings to those whose assistants are visited."""
    for seat, what, n in visits(table, place_id):
        if n:
            text = Text(
                "{course}, {gain} for {seat}", course=text, gain=amount_text(what, n), seat=seat
            )
    return text


def way_text(course: Course, others: Sequence[Course]) -> Text:
    """What this way touches and another one does not."""
    own = [fork for fork in course.forks if any(fork not in other.path for other in others)]
    if not own:
        return Text("direct")
    return Text("via {via}", via=listing(map(place_text, own)))


def too_far(
    table: Table, seat: Seat, possible: list[Course], most: int
) -> Iterator[Option[Course | None]]:
    """Where a hand might put the ship although it cannot sail there."""
    here = table.player(seat).ship
    near = {course.end for course in possible}
    ahead = still_ahead(table, here)
    for place_id in table.board.locations:
        if place_id in near or place_id == here:
            continue
        blocked = Text("{place} is not ahead", place=place_text(place_id))
        if place_id in ahead:
            blocked = why_closed(table, seat, place_id) or Plural(
                "{place} is out of reach: {n} movement point, no passing stops",
                "{place} is out of reach: {n} movement points, no passing stops",
                most,
                place=place_text(place_id),
            )
        yield Option(
            f"sail:{place_id}",
            None,
            place_text(place_id),
            (Move(SHIPS[f"ship/{seat.colour}"], location(here), location(place_id)),),
            blocked,
        )


def go_to(table: Table, seat: Seat, course: Course) -> None:
    """The ship is moved; assistants left behind without being used pay."""
    player = table.player(seat)
    table.places.move(SHIPS[f"ship/{seat.colour}"], location(player.ship), location(course.end))
    tell_of_others(table, seat, course)
    player.ship = course.end
    table.movement = len(course.path) if table.rulings.count_moves else course.cost
    table.ledger.gain(seat, DOUBLOONS, -course.toll, Text("Toll for passing"))
    ahead = still_ahead(table, course.end)
    for card, place_id in player.assistants.items():
        if place_id != course.end and place_id not in ahead:
            pay_unused(table, seat, card)
    welcome(table, course.end)


def tell_of_others(table: Table, seat: Seat, course: Course) -> None:
    """Whose ships lay ahead, and lie behind a ship that goes this way; and whether it is the first
    that can end the round with its next turn.
    """
    here, there = table.player(seat).ship, course.end
    before, after = still_ahead(table, here), {there, *still_ahead(table, there)}
    others = {other: table.player(other).ship for other in table.everyone if other != seat}
    announced.sailed_past(
        table, seat, [other for other, ship in others.items() if ship in before - after]
    )
    most = table.board.sail_most
    if (
        0
        < to_the_end(table, there)
        <= most
        < min(to_the_end(table, ship) for ship in (here, *others.values()))
    ):
        announced.near_the_end(table, seat)


def pay_unused(table: Table, seat: Seat, card: ProjectCard) -> None:
    """Once in a round, an assistant that was not used brings points."""
    settled = table.player(seat).settled
    if card not in settled:
        settled.append(card)
        because = Text("Unused assistant: {card}", card=card.name)
        table.ledger.gain(seat, VP, table.board.passed_assistant_vp, because, kind="assistant")


def pay_all_unused(table: Table, seat: Seat, place_id: str | None = None) -> None:
    """Those at one location after the main action there; all of them at the end of the round."""
    for card, place in list(table.player(seat).assistants.items()):
        if place_id in (None, place):
            pay_unused(table, seat, card)


def welcome(table: Table, place_id: str) -> None:
    """Cards that pay when any ship comes to an assistant of their owner, once for each visit."""
    because = Text("Assistant visited in {place}", place=place_text(place_id))
    for seat, what, n in visits(table, place_id):
        gain(table, seat, what, n, because, "assistant")


def visits(table: Table, place_id: str) -> Iterator[tuple[Seat, str, int]]:
    """To whom a ship that comes to a place brings points and doubloons."""
    for seat in table.seats:
        player = table.player(seat)
        if place_id in player.assistants.values():
            yield seat, VP, player.powers.get("visit_vp", 0)
            yield seat, DOUBLOONS, player.powers.get("visit_doubloons", 0)
