"""What is known of every printed copy, so that what an owner says can be checked against it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from functools import lru_cache
from operator import attrgetter

from msgspec import Struct

from rules.edition import Edition, EditionError
from rules.maracaibo.printed.board import Board
from rules.maracaibo.printed.box import Box, box_of, house_box
from rules.maracaibo.printed.cards import BARRIERS, ProjectCard
from rules.maracaibo.printed.names import BARRIER_NAMES, NATION_NAMES, place_text
from rules.maracaibo.printed.nodes import Assistant, Cost, Needs
from rules.maracaibo.printed.story_checks import quest_terms, story_problems
from rules.text import Plural, Text

_MOST = 99
"""No number on a card, a tile or a space is larger."""
_NAME = attrgetter("name")
_MODIFIERS = {"most": (0, -2), "fewest": (0, 3)}
_SEEN_RANKS = {1, 2, 3}
_SEEN_BESIDE = 4
"""Ranks, and points beside the doubloon track, in the rulebook's example of a final scoring."""
_SEEN_VALUE, _SEEN_COST = 6, Cost(doubloons=2)
"""What France shows on a token in the rulebook's example of a combat."""
_TASKS = 3
_LAST_STOP = "20"


@lru_cache(maxsize=8)
def contradiction(own: Edition) -> Text | None:
    """The first reason why these values cannot all be printed on one copy."""
    try:
        box = box_of(own)
    except EditionError as error:
        return Text("{problem} Follow the edition's format.", problem=error)
    problems = (
        _numbers(box),
        _projects(box),
        _city_tiles(box),
        _map(box.board),
        _explorer_track(box.board),
        _tracks(box.board),
        _combat_tokens(box),
        _careers(box),
        _quests(box),
        story_problems(box),
    )
    return next((problem for found in problems for problem in found), None)


def _numbers(box: Box) -> Iterator[Text]:
    """None of the numbers is negative or huge."""
    named: dict[Text, object] = {piece.name: piece for piece in box.pieces.values()}
    named |= {place_text(place.id): place for place in box.board.locations.values()}
    named |= {
        Text("Explorer space {number}", number=space.id): space
        for space in box.board.spaces.values()
    }
    named |= quest_terms(box)
    for name, thing in named.items():
        for number in _wrong_numbers(thing):
            yield Text(
                "{what}: {value} is not from 0 to {most}.",
                what=name,
                value=number,
                most=_MOST,
            )


def _wrong_numbers(thing: object) -> Iterator[int]:
    """The numbers out of range, all the way down a tree."""
    if type(thing) is int and not 0 <= thing <= _MOST:
        yield thing
    elif isinstance(thing, tuple):
        for entry in thing:
            yield from _wrong_numbers(entry)
    elif isinstance(thing, Struct) or is_dataclass(thing):
        names = thing.__struct_fields__ if isinstance(thing, Struct) else map(_NAME, fields(thing))
        for name in names:
            if name not in _MODIFIERS:
                yield from _wrong_numbers(getattr(thing, name))


def _projects(box: Box) -> Iterator[Text]:
    """The decks are as large as they are, and assistants stand on the map."""
    for card, house in zip(box.projects.values(), house_box().projects.values(), strict=True):
        if card.deck != house.deck:
            yield Text("{card} belongs to deck {deck}.", card=card.name, deck=house.deck)
        if card.price.location not in (None, *box.board.locations):
            yield Text("{what}: no location {place}.", what=card.name, place=card.price.location)
        yield from _one_assistant(card)


def _one_assistant(card: ProjectCard) -> Iterator[Text]:
    """The action of an assistant is that of a figure which stands on the map."""
    acts = any(isinstance(effect, Assistant) for effect in card.effects)
    if acts != (card.price.location is not None):
        yield Text(
            "{card}: location and assistant action belong together.",
            card=card.name,
        )


def _city_tiles(box: Box) -> Iterator[Text]:
    """The tile of Maracaibo apart, there are two with a helm and four others for either number."""
    used = Counter(
        (tile.players, tile.helm) for tile in box.city_tiles.values() if tile.id != "city/maracaibo"
    )
    if used != {((1, 2), True): 2, ((1, 2), False): 4, ((3, 4), True): 2, ((3, 4), False): 4}:
        yield Text(
            "City tiles for 1–2 and for 3–4 players: two with a helm, four without."
            " Correct all together."
        )


def _map(board: Board) -> Iterator[Text]:
    for place in board.locations.values():
        house = house_box().board.location(place.id)
        known = (place.tile, place.stop, place.rounds) == (house.tile, house.stop, house.rounds)
        if not known or (place.kind not in ("city", "village") and place.kind != house.kind):
            yield Text(
                "{place} can only be a city or village.",
                place=place_text(place.id),
            )
        if place.kind == "city" and not place.tile and (not place.good or not place.steps):
            yield Text(
                "{place}: a city needs a good, spaces and an action.",
                place=place_text(place.id),
            )
        if place.kind != "city" and place.flag is not None:
            yield Text("{what}: only cities have a flag.", what=place_text(place.id))
    yield from _ways(board)


def _ways(board: Board) -> Iterator[Text]:
    """From Havana every location can be reached, no way leads back, all lead to the last stops."""
    onward = {key: [route.target for route in board.after(key)] for key in board.locations}
    wrong = _loop(onward, "0")
    if wrong is not None:
        yield Text("Arrows lead back to {place}.", place=place_text(wrong))
        return
    reached = _reached(onward, "0")
    for key in board.locations:
        if key not in reached:
            yield Text("No arrow leads to {place}.", place=place_text(key))
        elif (
            len(key) < 3 and int(key) < int(_LAST_STOP) and _LAST_STOP not in _reached(onward, key)
        ):
            yield Text("No arrow leads on from {place}.", place=place_text(key))


def _space(key: str) -> Text:
    return Text("explorer space {number}", number=key)


def _explorer_track(board: Board) -> Iterator[Text]:
    house = house_box().board
    onward = {key: list(space.next) for key, space in board.spaces.items()}
    strange = [key for targets in onward.values() for key in targets if key not in onward]
    if strange:
        yield Text("No {place}.", place=_space(strange[0]))
        return
    wrong = _loop(onward, "0")
    if wrong is not None:
        yield Text("Arrows lead back to {place}.", place=_space(wrong))
        return
    for key in board.spaces.keys() - _reached(onward, "0"):
        yield Text("No arrow leads to {place}.", place=_space(key))
    ends = [key for key, space in board.spaces.items() if space.end]
    if len(ends) != 1:
        yield Text("Explorer track: one end, not {n}.", n=len(ends))
    quests = sum(space.quest for space in board.spaces.values())
    if quests != house.explorer_quests:
        yield Plural(
            "Explorer track: {n} quest space, not {found}.",
            "Explorer track: {n} quest spaces, not {found}.",
            house.explorer_quests,
            found=quests,
        )
    barriers = {space.barrier for space in board.spaces.values()}
    for colour in BARRIERS:
        if colour not in barriers:
            yield Text("Missing: {colour} barrier.", colour=BARRIER_NAMES[colour])


def _loop(onward: Mapping[str, list[str]], start: str) -> str | None:
    """A place to which some way from it leads back."""
    done: set[str] = set()

    def go(here: str, way: tuple[str, ...]) -> str | None:
        if here in way:
            return here
        if here in done:
            return None
        found = (go(there, (*way, here)) for there in onward.get(here, ()))
        wrong = next((place for place in found if place is not None), None)
        done.add(here)
        return wrong

    return go(start, ())


def _reached(onward: Mapping[str, list[str]], start: str) -> set[str]:
    """Everything that some way from a place leads to, and the place itself."""
    reached, to_see = {start}, [start]
    while to_see:
        new = [key for key in onward.get(to_see.pop(), ()) if key not in reached]
        reached.update(new)
        to_see += new
    return reached


def _tracks(board: Board) -> Iterator[Text]:
    for nation, ranks in board.ranks.items():
        name = NATION_NAMES[nation]
        steps = list(ranks)
        if steps != sorted(steps) or list(ranks.values()) != sorted(set(ranks.values())):
            yield Text("{track}: values must rise.", track=name)
        if steps and not 0 < steps[0] <= steps[-1] <= board.influence_length:
            yield Text("{nation}: banner beyond the track.", nation=name)
        if not {*ranks.values()} >= _SEEN_RANKS:
            yield Text("{nation}: needs ranks 1, 2 and 3.", nation=name)
    steps = [step for step, _ in board.doubloon_vp]
    points = [vp for _, vp in board.doubloon_vp]
    lowest, highest = board.start_income, board.doubloon_income_most
    if steps != sorted(set(steps)) or points != sorted(set(points)):
        yield Text("{track}: values must rise.", track=Text("Doubloon track"))
    if steps and (steps[0] != lowest or steps[-1] > highest):
        yield Text("Doubloon track: from {lowest} to {highest}.", lowest=lowest, highest=highest)
    if _SEEN_BESIDE not in points:
        yield Plural(
            "Doubloon track: one step shows {n} point.",
            "Doubloon track: one step shows {n} points.",
            _SEEN_BESIDE,
        )


def _combat_tokens(box: Box) -> Iterator[Text]:
    for token in box.combat_tokens.values():
        if token.most not in _MODIFIERS["most"] or token.fewest not in _MODIFIERS["fewest"]:
            yield Text(
                "{token}: most markers 0 or -2, fewest 0 or 3.",
                token=token.name,
            )
    sides = (token.sides["france"] for token in box.combat_tokens.values())
    if not any((side.value, side.cost) == (_SEEN_VALUE, _SEEN_COST) for side in sides):
        yield Plural(
            "One combat token shows France {value} for {n} doubloon.",
            "One combat token shows France {value} for {n} doubloons.",
            _SEEN_COST.doubloons,
            value=_SEEN_VALUE,
        )


def _careers(box: Box) -> Iterator[Text]:
    for career in box.careers.values():
        if len(career.tasks) != _TASKS:
            yield Text("{career}: three tasks needed.", career=career.name)
        for task in career.tasks:
            harder = task.hard.n >= task.easy.n
            if task.easy.colour and task.hard.colour:
                harder = BARRIERS.index(task.hard.colour) >= BARRIERS.index(task.easy.colour)
            if not harder:
                yield Text(
                    "{career}: a hard goal is below its easy one.",
                    career=career.name,
                )


def _quests(box: Box) -> Iterator[Text]:
    for quest in box.quests.values():
        if quest.cost == Cost() and quest.needs == Needs():
            yield Text("{quest}: needs a cost.", quest=quest.name)
        if not quest.reward:
            yield Text("{quest}: needs a reward.", quest=quest.name)
