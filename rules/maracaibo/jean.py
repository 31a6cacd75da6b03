"""Solo: Jean's turn. One sentence for every step tells the player what to move for her."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import cast

from rules.flow import Choice, Flow, Option, reveal
from rules.maracaibo.atlas import city_at, flags, is_village, legs_of, villages, why_closed
from rules.maracaibo.cards import JeanAction, JeanCard
from rules.maracaibo.combat import modifier, printed_value, turn_up_token
from rules.maracaibo.drawing import refill_market
from rules.maracaibo.exploring import is_gone
from rules.maracaibo.influence import gain_influence
from rules.maracaibo.markers import place_marker, place_text
from rules.maracaibo.names import NATION_NAMES
from rules.maracaibo.places import (
    FIGHT,
    JEAN_CARDS,
    JEAN_DECK,
    JEAN_DISCARD,
    MARKET,
    combat_tokens,
    location,
    quest_at,
    quest_row,
    trail,
    trail_quest,
)
from rules.maracaibo.quests import replace_quest, turn_up_quest
from rules.maracaibo.sailing import is_stop, welcome
from rules.maracaibo.scoring import end_turn
from rules.maracaibo.table import VP, Table
from rules.maracaibo.tiles import EXPLORERS, SHIPS, CombatToken
from rules.pieces import Move, Place
from rules.text import Plural, Text

DONE = "done"


def jeans_turn(table: Table) -> Flow[None]:
    """Turn up a card and do what it says, in its order. Taking a quest ends her turn."""
    table.phase = "jean"
    card = yield from turn_up_jean(table)
    yield from sail(table, card)
    here = table.player(table.jean).ship
    if table.quest(quest_at(here)):
        yield from take_quest(table, quest_at(here))
    else:
        yield from deliver_or_take(table, card, here)
        for action in card.actions:
            if action.first_round <= table.round <= action.last_round:
                yield from _ACTIONS[action.do](table, action)
    end_turn(table, table.jean)


def turn_up_jean(table: Table) -> Flow[JeanCard]:
    """When her deck is used up, her discard pile is shuffled."""
    if not table.places.count(JEAN_DECK):
        table.places.shuffle_into(JEAN_DISCARD, JEAN_DECK)
    card = yield from reveal(
        Text("Turn up the top card of Jean's deck: which is it?"),
        JEAN_DECK,
        JEAN_DISCARD,
        table.box.jean_cards,
        lambda card: (
            None
            if card in table.places.unseen
            else Text("{card} is not in Jean's deck", card=card.name)
        ),
    )
    table.places.turn_up(card, JEAN_DECK, JEAN_DISCARD)
    return card


def instruct(table: Table, sentence: Text, *moves: Move) -> Flow[None]:
    """Say what to do on the table, and wait until it is done.

    What a camera sees needs no button.
    """
    (human,) = table.seats
    next_key = None if moves else DONE
    yield Choice(human, sentence, lambda: [Option(DONE, None, Text("Done"), moves)], next_key)


# ---------------------------------------------------------------------------------------- sailing


def destination(table: Table, card: JeanCard) -> str:
    """Villages without a quest do not count as steps; nobody sails past a stop."""
    here, steps = table.player(table.jean).ship, card.steps
    while steps:
        open_legs = [
            leg for leg in legs_of(table)[here] if not why_closed(table, table.jean, leg.target)
        ]
        here = open_legs[0 if card.direction == "upper" else -1].target
        if not is_village(table, here) or table.quest(quest_at(here)):
            steps -= 1
        if is_stop(table, here):
            break
    return here


def sail(table: Table, card: JeanCard) -> Flow[None]:
    here, there = table.player(table.jean).ship, destination(table, card)
    ship = SHIPS[f"ship/{table.jean.colour}"]
    yield from instruct(
        table,
        Text("Sail Jean's ship to {place}.", place=place_text(there)),
        Move(ship, location(here), location(there)),
    )
    table.places.move(ship, location(here), location(there))
    table.player(table.jean).ship = there
    welcome(table, there)


def take_quest(table: Table, place: Place) -> Flow[None]:
    """She pays nothing and gets no reward; the tile counts at the end."""
    tile = table.quest(place)
    assert tile is not None
    yield from instruct(
        table,
        Text("Move {quest} to Jean's board.", quest=tile.name),
        Move(tile, place, quest_row(table.jean)),
    )
    table.places.move(tile, place, quest_row(table.jean))
    yield from replace_quest(table, place)


def deliver_or_take(table: Table, card: JeanCard, here: str) -> Flow[None]:
    """A disc for a free space of the market; else a card of the display, which counts as income."""
    city = city_at(table, here)
    if city and city.good and table.delivered.get(here, 0) < city.spaces:
        yield from instruct(
            table,
            Text(
                "Move the left-most disc of Jean's board to the market of {place}.",
                place=place_text(here),
            ),
        )
        table.delivered[here] = table.delivered.get(here, 0) + 1
        remove_disc(table)
        return
    place = MARKET[card.display - 1]
    for taken in list(table.cards(place)):
        yield from instruct(
            table,
            Text(
                "Lay {card}, number {n} of the display, face down beside Jean's board.",
                card=taken.name,
                n=card.display,
            ),
            Move(taken, place, JEAN_CARDS),
        )
        table.places.move(taken, place, JEAN_CARDS)
    yield from refill_market(table)


def remove_disc(table: Table) -> None:
    player = table.player(table.jean)
    player.board_discs = min(player.board_discs + 1, len(table.board.jean.discs_vp) - 1)


# ---------------------------------------------------------------------------------------- actions


def do_vp(table: Table, action: JeanAction) -> Flow[None]:
    yield from instruct(table, Text("Jean scores {n} points.", n=action.n))
    table.ledger.gain(table.jean, VP, action.n, Text("Jean's card"))


def do_disc(table: Table, _action: JeanAction) -> Flow[None]:
    yield from instruct(table, Text("Remove the left-most disc of Jean's board from the game."))
    remove_disc(table)


def do_quest(table: Table, _action: JeanAction) -> Flow[None]:
    yield from turn_up_quest(table, quest_row(table.jean))


def do_influence(table: Table, action: JeanAction) -> Flow[None]:
    assert action.nation is not None
    yield from gain_influence_for_jean(table, action.nation, action.n)


def gain_influence_for_jean(table: Table, nation: str, n: int) -> Flow[None]:
    yield from instruct(
        table,
        Plural(
            "Move Jean's marker {n} step on the influence track of {nation}.",
            "Move Jean's marker {n} steps on the influence track of {nation}.",
            n,
            nation=NATION_NAMES[nation],
        ),
    )
    gain_influence(table, table.jean, nation, n, Text("Jean's card"))


def do_explore(table: Table, action: JeanAction) -> Flow[None]:
    """To a quest within reach, where she stops and takes it; else the shortest way to the end.

    She gets no rewards, but she takes the first ranks at barriers and at the end away.
    """
    path = explorer_path(table, action.n)
    if not path:
        return
    player = table.player(table.jean)
    here, there = player.explorer, path[-1]
    explorer = EXPLORERS[f"explorer/{table.jean.colour}"]
    yield from instruct(
        table,
        Text("Move Jean's explorer to space {space}.", space=there),
        Move(explorer, trail(here), trail(there)),
    )
    table.places.move(explorer, trail(here), trail(there))
    player.explorer = there
    for space_id in path:
        space = table.board.space(space_id)
        if space.barrier:
            player.barriers.append(space.barrier)
            table.crossed.setdefault(space.barrier, []).append(table.jean)
        if space.end:
            table.arrived.append(table.jean)
    if table.board.space(there).quest:
        yield from take_quest(table, trail_quest(there))


def explorer_path(table: Table, most: int) -> tuple[str, ...]:
    """All spaces she enters; those with another explorer, and those out of the game, are free."""
    (human,) = table.seats
    occupied = table.player(human).explorer

    def onward(here: str, steps: int) -> list[tuple[str, ...]]:
        """Every way of at most so many steps, each as long as it can be."""
        ways: list[tuple[str, ...]] = []
        for following in table.board.space(here).next:
            space = table.board.space(following)
            skipped = not space.end and (following == occupied or is_gone(table, space))
            if skipped:
                ways += [(following, *rest) for rest in onward(following, steps) if rest]
            elif steps:
                ways += [(following, *rest) for rest in onward(following, steps - 1)]
        return ways or [()]

    ways = onward(table.player(table.jean).explorer, most)
    for way in ways:
        for number, space_id in enumerate(way, 1):
            if table.board.space(space_id).quest and table.quest(trail_quest(space_id)):
                return way[:number]
    return min(ways, key=lambda way: steps_to_end(table, way[-1]) if way else 0)


def steps_to_end(table: Table, space_id: str) -> int:
    following = table.board.space(space_id).next
    return 1 + min(steps_to_end(table, onto) for onto in following) if following else 0


# ----------------------------------------------------------------------------------------- combat


def do_combat(table: Table, action: JeanAction) -> Flow[None]:
    """A token, the nation that suits her best, an empty place for it, and influence."""
    token = yield from turn_up_token(table)
    nation = fighting_nation(table, token)
    yield from annex(table, nation, first_empty_flag(table) or first_empty_village(table))
    if action.extra_village:
        village = first_empty_village(table)
        if village:
            yield from annex(table, nation, village)
    yield from gain_influence_for_jean(table, nation, action.n)
    if token:
        yield from instruct(
            table,
            Text("Move the combat token to Jean's board."),
            Move(token, FIGHT, combat_tokens(table.jean)),
        )
        table.places.move(token, FIGHT, combat_tokens(table.jean))


def fighting_nation(table: Table, token: CombatToken | None) -> str:
    """Highest value plus her rank less the player's, with the token's modifiers; ties go to the
    higher printed value, then by the order on her card.
    """
    (human,) = table.seats
    ties = list(table.board.jean.ties)

    def preference(nation: str) -> tuple[int, int, int]:
        printed = printed_value(table, token, nation)
        ranks = table.rank(table.jean, nation) - table.rank(human, nation)
        value = printed + ranks + modifier(table, token, nation)
        return value, printed, -ties.index(nation)

    return max(ties, key=preference)


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
    empty = [place_id for place_id in villages(table) if place_id not in table.markers]
    return min(empty, key=by_number, default=None)


def annex(table: Table, nation: str, place_id: str | None) -> Flow[None]:
    """Without an empty place one marker of the nation leaves the game."""
    if not table.rows[nation]:
        return
    name = NATION_NAMES[nation]
    if place_id is None:
        yield from instruct(
            table,
            Text("Remove the left-most ownership marker of {nation} from the game.", nation=name),
        )
        table.rows[nation] -= 1
        return
    yield from instruct(
        table,
        Text(
            "Put the left-most ownership marker of {nation} on {place}.",
            nation=name,
            place=place_text(place_id),
        ),
    )
    place_marker(table, None, nation, place_id)


_ACTIONS: Mapping[str, Callable[[Table, JeanAction], Flow[None]]] = {
    "vp": do_vp,
    "disc": do_disc,
    "quest": do_quest,
    "influence": do_influence,
    "explore": do_explore,
    "combat": do_combat,
}
