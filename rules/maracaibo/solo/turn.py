"""Solo: Jean's turn. One sentence for every step tells the player what to move for her."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from rules.flow import Flow, reveal
from rules.maracaibo.actions.drawing import refill_market
from rules.maracaibo.actions.exploring import is_gone
from rules.maracaibo.actions.instructions import Errands
from rules.maracaibo.actions.legacy import end_for_jean
from rules.maracaibo.actions.map_now import city_at, is_village, legs_of, why_closed
from rules.maracaibo.actions.quests import replace_quest, turn_up_quest
from rules.maracaibo.actions.sailing import is_stop, welcome
from rules.maracaibo.names import VP, place_text
from rules.maracaibo.pieces import EXPLORERS, SHIPS, JeanAction, JeanCard
from rules.maracaibo.places import (
    JEAN_CARDS,
    JEAN_DECK,
    JEAN_DISCARD,
    MARKET,
    location,
    place_name,
    quest_at,
    quest_row,
    trail,
    trail_quest,
)
from rules.maracaibo.solo.combat import do_combat, influence_for_jean, scored
from rules.maracaibo.table import Table
from rules.pieces import Place
from rules.text import Plural, Text


def play_jean(table: Table) -> Flow[None]:
    """Turn up a card and do what it says, in its order. Taking a quest ends her turn."""
    (human,) = table.seats
    errands = Errands(table, human)
    card = yield from turn_up_jean(table)
    yield from sail(errands, card)
    here = table.player(table.jean).ship
    if table.quest(quest_at(here)):
        yield from take_quest(errands, quest_at(here))
    else:
        yield from deliver_or_take(errands, card, here)
        for action in card.actions:
            if action.first_round <= table.round <= action.last_round:
                yield from _ACTIONS[action.do](errands, action, card.name)
    yield from errands.end()


def turn_up_jean(table: Table) -> Flow[JeanCard]:
    """When her deck is used up, her discard pile is shuffled."""
    prompt = Text("Turn up Jean's top card: which?")
    if not table.places.count(JEAN_DECK):
        table.places.shuffle_into(JEAN_DISCARD, JEAN_DECK)
        prompt = Text("Jean's deck is empty. Shuffle her discard pile, turn up a card: which?")
    card = yield from reveal(
        prompt,
        JEAN_DECK,
        JEAN_DISCARD,
        table.box.jean_cards,
        lambda card: why_not_in_deck(table, card),
        lambda card: Text("{piece} is turned up", piece=card.name),
    )
    table.places.turn_up(card, JEAN_DECK, JEAN_DISCARD)
    if card not in table.jeans_cards:
        table.jeans_cards.append(card)
    return card


def why_not_in_deck(table: Table, card: JeanCard) -> Text | None:
    """The difficulty says how many cards of each stack there are; those seen are known for good."""
    if card not in table.places.unseen:
        return Text(
            "{piece} is elsewhere: {place}",
            piece=card.name,
            place=place_name(table.everyone, JEAN_DISCARD),
        )
    known = [other for other in table.jeans_cards if other.stack == card.stack]
    there = table.board.jean.levels[table.difficulty - 1]["ABC".index(card.stack)]
    if card in known or len(known) < there:
        return None
    if not there:
        return Text("No cards {stack} at this difficulty", stack=card.stack)
    return Plural(
        "Only {n} card {stack} at this difficulty, already seen",
        "Only {n} cards {stack} at this difficulty, already seen",
        there,
        stack=card.stack,
    )


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


def sail(errands: Errands, card: JeanCard) -> Flow[None]:
    table = errands.table
    here, there = table.player(table.jean).ship, destination(table, card)
    ship, place = SHIPS[f"ship/{table.jean.colour}"], place_text(there)
    yield from errands.move(
        ship,
        location(here),
        location(there),
        Text("Sail Jean's ship to {place}.", place=place),
        Text("Jean sails to {place}", place=place),
    )
    table.player(table.jean).ship = there
    welcome(table, there)


def take_quest(errands: Errands, place: Place) -> Flow[None]:
    """She pays nothing and gets no reward; the tile counts at the end. A story goes on with it."""
    table = errands.table
    tile = table.quest(place)
    assert tile is not None
    yield from errands.move(
        tile,
        place,
        quest_row(table.jean),
        Text("Move {quest} to Jean's board.", quest=tile.name),
        Text("Jean takes {piece}", piece=tile.name),
    )
    yield from errands.turn_up(replace_quest(table, place))
    number = table.tale.card_of(tile.id)
    if number is not None and not table.rulings.as_before:
        yield from errands.end()
        yield from end_for_jean(table, table.box.stories[number])


# --------------------------------------------------------------------------------------- in a city


def deliver_or_take(errands: Errands, card: JeanCard, here: str) -> Flow[None]:
    """A disc for a free space of the market; else a card of the display, which counts as income."""
    table = errands.table
    city = city_at(table, here)
    free = city and city.good and table.delivered.get(here, 0) < city.spaces
    if free and discs_left(table):
        place = place_text(here)
        yield from errands.say(
            Text("Move Jean's left-most disc to {place}'s market.", place=place),
            Text("Jean delivers in {place}", place=place),
        )
        table.delivered[here] = table.delivered.get(here, 0) + 1
        table.player(table.jean).board_discs += 1
        return
    source = MARKET[card.display - 1]
    for taken in list(table.cards(source)):
        yield from errands.move(
            taken,
            source,
            JEAN_CARDS,
            Text(
                "Lay {card} (market {n}) face down beside Jean's board.",
                card=taken.name,
                n=card.display,
            ),
            Text("Jean takes {piece}", piece=taken.name),
        )
    yield from errands.turn_up(refill_market(table))


def discs_left(table: Table) -> int:
    """Discs that still lie on her board."""
    return len(table.board.jean.discs_vp) - 1 - table.player(table.jean).board_discs


# ---------------------------------------------------------------------------------------- actions


def do_vp(errands: Errands, action: JeanAction, because: Text) -> Flow[None]:
    table = errands.table
    yield from errands.say(
        Plural(
            "Move Jean's points marker {n} step.",
            "Move Jean's points marker {n} steps.",
            action.n,
        ),
        scored(action.n),
    )
    table.ledger.gain(table.jean, VP, action.n, because, kind="jean")


def do_disc(errands: Errands, _action: JeanAction, _because: Text) -> Flow[None]:
    table = errands.table
    if not discs_left(table):
        return
    yield from errands.say(
        Text("Remove Jean's left-most disc from the game."),
        Text("Jean removes a disc"),
    )
    table.player(table.jean).board_discs += 1


def do_quest(errands: Errands, _action: JeanAction, _because: Text) -> Flow[None]:
    table = errands.table
    yield from errands.turn_up(turn_up_quest(table, quest_row(table.jean)))


def do_influence(errands: Errands, action: JeanAction, because: Text) -> Flow[None]:
    assert action.nation is not None
    yield from influence_for_jean(errands, action.nation, action.n, because)


# -------------------------------------------------------------------------------------- exploring


def do_explore(errands: Errands, action: JeanAction, _because: Text) -> Flow[None]:
    """To a quest within reach, where she stops and takes it; else the shortest way to the end.

    She gets no rewards, but she takes the first ranks at barriers and at the end away.
    """
    table = errands.table
    path = explorer_path(table, action.n)
    if not path:
        return
    player = table.player(table.jean)
    here, there = player.explorer, path[-1]
    explorer = EXPLORERS[f"explorer/{table.jean.colour}"]
    yield from errands.move(
        explorer,
        trail(here),
        trail(there),
        Text("Move Jean's explorer to space {space}.", space=there),
        Text("Jean explores to space {space}", space=there),
    )
    player.explorer = there
    for space_id in path:
        space = table.board.space(space_id)
        if space.barrier:
            table.crossed.setdefault(space.barrier, []).append(table.jean)
        if space.end:
            table.arrived.append(table.jean)
    if table.board.space(there).quest:
        yield from take_quest(errands, trail_quest(there))


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
    to_quests = [
        way[:number]
        for way in ways
        for number, space_id in enumerate(way, 1)
        if space_id != occupied and table.quest(trail_quest(space_id))
    ]
    if to_quests:
        return min(to_quests, key=len)
    return min(ways, key=lambda way: steps_to_end(table, way[-1]) if way else 0)


def steps_to_end(table: Table, space_id: str) -> int:
    following = table.board.space(space_id).next
    return 1 + min(steps_to_end(table, space) for space in following) if following else 0


_ACTIONS: Mapping[str, Callable[[Errands, JeanAction, Text], Flow[None]]] = {
    "vp": do_vp,
    "disc": do_disc,
    "quest": do_quest,
    "influence": do_influence,
    "explore": do_explore,
    "combat": do_combat,
}
