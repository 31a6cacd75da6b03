"""The explorer track: steps along the arrows, barriers, rewards, quests and the end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.flow import Flow, Option, Seat, choose
from rules.maracaibo import announced
from rules.maracaibo.actions.free_actions import Offer, ask_offer
from rules.maracaibo.actions.meanings import Source, effects, influence_of_choice
from rules.maracaibo.actions.quests import fulfil, terms, why_not_fulfil
from rules.maracaibo.names import BARRIER_NAMES, VP
from rules.maracaibo.pieces import EXPLORERS
from rules.maracaibo.places import quest_row, trail, trail_quest
from rules.maracaibo.printed.board import Space
from rules.maracaibo.printed.describe import steps_text
from rules.maracaibo.printed.nodes import Explore
from rules.maracaibo.table import Table
from rules.pieces import Move
from rules.text import Plural, Text

STAY = "stay"


@dataclass(frozen=True, slots=True)
class Way:
    """One way for an explorer: all spaces it enters, those it skips among them."""

    path: tuple[str, ...]
    steps: int

    @property
    def end(self) -> str:
        return self.path[-1]


def ways(table: Table, seat: Seat, most: int) -> list[Way]:
    """Where up to `most` steps can lead. Spaces with another explorer are skipped and not counted;
    so are spaces whose quest was fulfilled: they are out of the game. Of several ways to a space
    the shortest will do, unless they cross another barrier or let one steal from others.
    """
    occupied = {table.player(other).explorer for other in table.everyone if other is not seat}
    robbed = occupied if table.power(seat, "steal_on_jump") else set()
    found: dict[object, Way] = {}

    def go(space: Space, path: tuple[str, ...], steps: int) -> None:
        for following in space.next:
            onto, onward = table.board.space(following), (*path, following)
            if not onto.end and (following in occupied or is_gone(table, onto)):
                go(onto, onward, steps)
            elif steps < most:
                way = Way(onward, steps + 1)
                crossed = tuple(
                    b for entered in onward if (b := table.board.space(entered).barrier)
                )
                same = (following, crossed, frozenset(robbed.intersection(onward)))
                if same not in found or way.steps < found[same].steps:
                    found[same] = way
                go(onto, onward, steps + 1)

    go(table.board.space(table.player(seat).explorer), (), 0)
    return list(found.values())


def is_gone(table: Table, space: Space) -> bool:
    """A space of a quest is out of the game when its quest is fulfilled."""
    return space.quest and table.quest(trail_quest(space.id)) is None


@effects.means(Explore)
def explore(table: Table, seat: Seat, node: Explore, _source: Source) -> Flow[None]:
    """At least one step, at most as many as printed and one more for each such effect."""
    most = node.n + table.power(seat, "explore_plus")
    possible = ways(table, seat, most)
    if not possible:
        return
    way = yield from choose(
        seat,
        Plural("Explore: up to {n} step", "Explore: up to {n} steps", most),
        lambda: explore_menu(table, seat, possible),
        STAY,
    )
    if way is not None:
        yield from walk(table, seat, way)


def explore_menu(table: Table, seat: Seat, possible: list[Way]) -> Iterator[Option[Way | None]]:
    here = table.player(seat).explorer
    piece = EXPLORERS[f"explorer/{seat.colour}"]
    ends = [way.end for way in possible]
    for way in possible:
        space = table.board.space(way.end)
        alone = ends.count(way.end) == 1
        yield Option(
            f"explore:{way.end if alone else ','.join(way.path)}",
            way,
            Plural(
                "{n} step: {reward}",
                "{n} steps: {reward}",
                way.steps,
                reward=reward_text(space),
            ),
            (Move(piece, trail(here), trail(way.end)),),
            record=Text("Explores to {space}", space=reward_text(space)),
        )
    yield Option(STAY, None, Text("Do not explore"))


def reward_text(space: Space) -> Text:
    if space.quest:
        return Text("a quest on space {number}", number=space.id)
    if space.end:
        return Text("end of the track: {reward}", reward=steps_text(space.steps))
    return Text("space {number}, {reward}", number=space.id, reward=steps_text(space.steps))


def walk(table: Table, seat: Seat, way: Way) -> Flow[None]:
    """The explorer jumps over others, crosses barriers, and is rewarded where it stops."""
    player = table.player(seat)
    table.places.move(EXPLORERS[f"explorer/{seat.colour}"], trail(player.explorer), trail(way.end))
    player.explorer = way.end
    for passed in way.path[:-1]:
        jump(table, seat, passed)
    for entered in way.path:
        barrier = table.board.space(entered).barrier
        if barrier:
            yield from cross(table, seat, barrier)
    yield from stop_on(table, seat, table.board.space(way.end))


def jump(table: Table, seat: Seat, space_id: str) -> None:
    """Cards let an explorer steal a point from each one it jumps over, if its owner has any."""
    n = table.power(seat, "steal_on_jump")
    if not n:
        return
    for other in table.everyone:
        if other is not seat and table.player(other).explorer == space_id:
            stolen = min(n, table.has(other, VP))
            table.ledger.gain(
                other,
                VP,
                -stolen,
                Text("Jumped over by {seat}", seat=seat),
                kind="explorer",
            )
            table.ledger.gain(
                seat,
                VP,
                stolen,
                Text("Jumped over {other}", other=other),
                kind="explorer",
            )


def cross(table: Table, seat: Seat, barrier: str) -> Flow[None]:
    """Red brings influence with one nation; blue and green bring points, more for the first."""
    table.player(seat).barriers.append(barrier)
    crossed = table.crossed.setdefault(barrier, [])
    because = Text("Crossed the {colour} barrier", colour=BARRIER_NAMES[barrier])
    crossed.append(seat)
    announced.crossed(table, seat, because)
    if barrier == "red":
        yield from influence_of_choice(table, seat, table.board.red_barrier_influence, because)
    elif len(crossed) == 1:
        because = Text("First to cross the {colour} barrier", colour=BARRIER_NAMES[barrier])
        table.ledger.gain(seat, VP, table.board.blue_green_first_vp, because, kind="explorer")
    else:
        table.ledger.gain(seat, VP, table.board.blue_green_later_vp, because, kind="explorer")


def stop_on(table: Table, seat: Seat, space: Space) -> Flow[None]:
    """The reward of the space; a quest there may be fulfilled; the end pays by order of arrival."""
    if space.end:
        table.arrived.append(seat)
        table.ledger.gain(
            seat,
            VP,
            table.board.explorer_end_vp[len(table.arrived) - 1],
            Text("Explorer at the end, number {n}", n=len(table.arrived)),
            kind="explorer",
        )
    if space.quest:
        yield from quest_on_the_way(table, seat, space)
    because = Text("Explorer on space {number}", number=space.id)
    yield from effects.perform(table, seat, space.steps, Source(because, "explorer"))


def quest_on_the_way(table: Table, seat: Seat, space: Space) -> Flow[None]:
    tile = table.quest(trail_quest(space.id))
    if tile is None:
        return
    offer = Offer(
        Text("Fulfil this quest?"),
        "quest",
        terms(table, tile).cost,
        lambda: why_not_fulfil(table, seat, tile),
        yes=Text("Fulfil {quest}", quest=tile.name),
        no=Text("Leave {quest} there", quest=tile.name),
        moves=(Move(tile, trail_quest(space.id), quest_row(seat)),),
    )
    wanted = yield from ask_offer(table, seat, offer)
    if wanted:
        yield from fulfil(table, seat, tile, trail_quest(space.id))
