"""What the owner of a printed copy can confirm or correct: every house value, in words.

Numbers and a few words can be corrected on a phone. What a card does besides, where an arrow of the
map leads, which good a card shows: for these the owner's file gives whole rows of the edition.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, lru_cache

from rules.edition import Value
from rules.game import Part
from rules.maracaibo.printed.box import Box
from rules.maracaibo.printed.cards import edition
from rules.maracaibo.printed.describe import amount_text, cost_text, steps_text
from rules.maracaibo.printed.faces import face
from rules.maracaibo.printed.names import (
    BARRIER_NAMES,
    BUILDING_NAMES,
    CITY_TILE_NAMES,
    GOOD_NAMES,
    NATION_NAMES,
    OBJECT_NAMES,
    PROJECT_NAMES,
    SYNERGY_NAMES,
    place_text,
)
from rules.maracaibo.printed.paths import Path, path_of
from rules.maracaibo.printed.stories import LETTERS, Story
from rules.pieces import Piece
from rules.text import Text, listing

_IDENTITY = {"id", "key", "number", "chapter"}
"""Last names of numbers that say which thing is meant, not what is printed on it."""
_STRUCTURE = (
    ("map", "routes"),
    ("explorer", "spaces", "next"),
    ("story", "cards", "quests"),
    ("city_tiles", "tiles", "players"),
)
"""Numbers that say where something leads: none that an owner would put right alone."""
_WORDS: Mapping[str, Mapping[str, Text]] = {
    "good": GOOD_NAMES,
    "synergy": SYNERGY_NAMES,
    "colour": BARRIER_NAMES,
    "most": {"0": Text("Not shown"), "-2": Text("Shown: {n}", n=-2)},
    "fewest": {"0": Text("Not shown"), "3": Text("Shown: {n}", n=3)},
}
"""The words that a value can be, by its last name."""
_NUMBERS: Mapping[str, Text] = {
    "doubloons": Text("Doubloons"),
    "vp": Text("Points"),
    "combat_points": Text("Combat points"),
    "figures": Text("Figures"),
    "influence": Text("Influence"),
    "discs": Text("Discs"),
    "village_actions": Text("Village actions"),
    "explore": Text("Exploring steps"),
    "sail": Text("Sailing on: fewest and most"),
    "figures_on_card": Text("Income per figure"),
    "same_goods": Text("Cards of one good"),
    "movement": Text("Movement points"),
    "value": Text("Combat value"),
    "spaces": Text("Market spaces"),
    "good": Text("Market good"),
    "synergy": Text("Synergy token"),
    "colour": Text("Goal"),
    "most": Text("Most markers"),
    "fewest": Text("Fewest markers"),
    "n": Text("Goal"),
    "length": Text("Influence track steps"),
    "then": Text("Next story card"),
    "fetch": Text("Story card at once"),
    "into_deck": Text("Cards into the deck"),
    "to_discard": Text("Cards to the discard pile"),
}
"""What a number counts, by its last name."""
_WHERE: Mapping[str, Text] = {
    "price": Text("Price"),
    "cost": Text("Cost"),
    "pay": Text("Cost"),
    "needs": Text("Needed"),
    "flag": Text("Flag"),
    "action": Text("Action"),
    "reward": Text("Reward"),
    "arrival": Text("On arrival"),
    "gain": Text("Bonus"),
    "then": Text("Effect"),
    "effects": Text("Effect"),
    "quest": Text("Reward"),
    **NATION_NAMES,
}
"""On which part of a card or tile a number stands, by the last of these names in its path."""


def printed_things() -> dict[str, Text]:
    """Each value that can be corrected on a phone, in words."""
    words = {}
    for path, value in edition().house.items():
        if _on_a_phone(value):
            name, label = _thing_name(path_of(path).row), _label(path)
            words[path] = Text("{thing}: {what}", thing=name, what=label) if name else label
    return words


def printed_words() -> dict[str, Mapping[str, Text]]:
    paths = (path for path, value in edition().house.items() if _on_a_phone(value))
    return {path: _WORDS[path_of(path).last] for path in paths if path_of(path).last in _WORDS}


def _on_a_phone(value: Value) -> bool:
    path = path_of(value.path)
    is_structure = path.last in _IDENTITY or any(path.lies_in(*names) for names in _STRUCTURE)
    if is_structure or not value.plain or isinstance(value.value, bool):
        return False
    is_word = path.last in _WORDS and "effects" not in path.names
    return is_word or not isinstance(value.value, str)


@cache
def _label(text: str) -> Text:
    """A value within its row in a word or two."""
    path = path_of(text)
    if not path.inside:
        return _TRACKS[text]
    if path.lies_in("projects"):
        label = _project_label(text, path)
        if label is not None:
            return label
    what = _NUMBERS[path.last]
    if path.inside[0].name == "tasks":
        task, level = path.inside[:2]
        if level.name == "easy":
            return Text("Task {n}, easy: {what}", n=int(task.key) + 1, what=what)
        return Text("Task {n}, hard: {what}", n=int(task.key) + 1, what=what)
    if path.inside[0].name == "vote":
        letter = LETTERS[int(path.inside[0].key)].upper()
        return Text("Vote, answer {letter}: {what}", letter=letter, what=what)
    names = [step.name for step in path.inside[:-1] if step.name in _WHERE]
    if names and names[0] in NATION_NAMES:
        where = NATION_NAMES[names[0]]
        return Text("{where}, {what}", where=where, what=_part_of_side(names[1:], what))
    if names:
        return Text("{where}: {what}", where=_WHERE[names[-1]], what=what)
    return Text("Price") if path.last == "doubloons" else what


def _project_label(text: str, path: Path) -> Text | None:
    """What a project card alone calls so; None for what is called the same everywhere."""
    match [step.name for step in path.inside]:
        case [_]:
            return Text("Points at the end")
        case ["price", "doubloons"]:
            return Text("Price")
        case [*_, "n"]:
            effect = edition().value(text.removesuffix(".n"))
            return Text("Income") if "income" in effect else Text("Effect")
    return None


def _part_of_side(names: Sequence[str], what: Text) -> Text:
    return Text("{where}: {what}", where=_WHERE[names[-1]], what=what) if names else what


_TRACKS: Mapping[str, Text] = {
    "influence.length": Text("Influence track steps"),
    **{
        f"influence.ranks.{nation}": Text("{nation}: red banners, step and rank", nation=name)
        for nation, name in NATION_NAMES.items()
    },
    "doubloon_track.vp": Text("Points from this doubloon income on"),
    "map.routes": Text("Arrows of the map"),
}
_KINDS: Mapping[str, Text] = {
    "start": Text("start"),
    "city": Text("city"),
    "village": Text("village"),
    "homeward": Text("homeward space"),
}


# ---------------------------------------------------------------------------------------- Parts


@lru_cache(maxsize=4)
def parts(box: Box) -> tuple[Part, ...]:
    """All that has house values, with what it shows on the copy of this box."""
    printed = box.printed
    by_row: dict[str, dict[str, Text]] = {}
    left: dict[str, list[str]] = {}
    for path in printed.house:
        left.setdefault(path_of(path).row, []).append(path)
    for path, value in edition().house.items():
        if path_of(path).last == "spare":
            continue  # of a story card that only some owners have: their file says what is on it
        values = by_row.setdefault(path_of(path).row, {})
        if _on_a_phone(value):
            values[path] = _label(path)
    return tuple(
        Part(
            _chapter(row),
            _thing_name(row) or _TRACKS[row],
            _shows(box, row),
            values,
            row,
            tuple(left.get(row, ())),
        )
        for row, values in by_row.items()
    )


_CHAPTERS: Mapping[str, Text] = {
    "careers": Text("Careers"),
    "buildings": Text("Prestige buildings"),
    "quests": Text("Quests"),
    "combat_tokens": Text("Combat tokens"),
    "city_tiles": Text("City tiles"),
    "map": Text("Cities and villages"),
    "explorer": Text("Explorer track"),
    "influence": Text("Influence and income tracks"),
    "doubloon_track": Text("Influence and income tracks"),
    "legacy": Text("Legacy tiles"),
    "story": Text("Story cards"),
}
_DECKS = {
    "A": Text("Project cards A"),
    "B": Text("Project cards B"),
    "C": Text("Numbered project cards"),
}


def _chapter(row: str) -> Text:
    table = row.partition(".")[0]
    return _DECKS[edition().value(f"{row}.deck")] if table == "projects" else _CHAPTERS[table]


_THINGS: Mapping[str, Callable[[str], Text]] = {
    "projects.cards": lambda key: PROJECT_NAMES[key],
    "careers.cards": lambda key: Text("Career {number}", number=key),
    "buildings.cards": lambda key: BUILDING_NAMES[key],
    "quests.tiles": lambda key: Text("Quest {number}", number=key),
    "combat_tokens.tokens": lambda key: Text("Combat token {number}", number=key),
    "city_tiles.tiles": lambda key: CITY_TILE_NAMES[key],
    "map.locations": lambda key: place_text(key),
    "explorer.spaces": lambda key: Text("Explorer space {number}", number=key),
    "legacy.tiles": lambda key: Text("Legacy tile {number}", number=key),
    "story.cards": lambda key: Text("Story card {number}", number=key),
}


def _thing_name(row: str) -> Text | None:
    """The name of a row; None if it is a single value."""
    rows, _, key = row.rstrip("]").partition("[")
    return _THINGS[rows](key) if key else None


def _shows(box: Box, row: str) -> tuple[Text, ...]:
    """All that a row shows, in words."""
    rows, _, key = row.rstrip("]").partition("[")
    if rows == "map.routes":
        routes = box.board.routes
        return tuple(Text("{one} to {other}", one=r.source, other=r.target) for r in routes)
    if not key:
        value = next(value for value in box.printed.values if value.path == row)
        return (Text("{value}", value=value.written()),)
    return tuple(_LINES[rows](box, key))


def _project_lines(box: Box, key: str) -> Iterator[Text]:
    """What all cards of this name show, then the good and the object of each."""
    cards = [card for card in box.projects.values() if card.id.split("/")[1] == key]
    yield from _face_lines(cards[0])
    for card in cards:
        good, thing = GOOD_NAMES[card.good], OBJECT_NAMES[card.object]
        yield Text("{good}, {object}", good=good, object=thing)


def _face_lines(piece: Piece) -> Iterator[Text]:
    """Everything on the face of a card or tile."""
    shown = face(piece)
    if shown.price is not None:
        yield Text("price {n}", n=shown.price)
    yield from shown.asks
    yield from (line.text for line in shown.lines)
    if shown.vp:
        yield Text("{points} at the end", points=amount_text("vp", shown.vp))


def _location_lines(box: Box, key: str) -> Iterator[Text]:
    place = box.board.location(key)
    yield _KINDS[place.kind]
    if place.good:
        yield Text("{good} x{n}", good=GOOD_NAMES[place.good], n=place.spaces)
    if place.steps:
        yield steps_text(place.steps)
    if place.flag is not None:
        yield Text("flag: {gain}", gain=steps_text(place.flag))


def _space_lines(box: Box, key: str) -> Iterator[Text]:
    space = box.board.space(key)
    if space.barrier:
        yield Text("{colour} barrier crossed", colour=BARRIER_NAMES[space.barrier])
    if space.quest:
        yield Text("a quest")
    if space.steps:
        yield steps_text(space.steps)
    if space.next:
        yield Text("leads to {spaces}", spaces=", ".join(space.next))


def story_lines(box: Box, key: str, *, what_follows: bool = True) -> Iterator[Text]:
    """Where quests come to at the set-up and after the rounds, its own quest, and what follows."""
    story = box.stories.get(int(key))
    if story is None:
        yield Text("Not in this copy.")
        return
    if story.title is not None:
        yield story.title
    if story.location is not None:
        yield Text("story tile: {place}", place=place_text(story.location))
    if story.legacy:
        tiles = (box.legacy_tiles[tile].name for tile in story.legacy)
        yield Text("legacy tiles: {tiles}", tiles=listing(tiles))
    for new in story.quests:
        players, places = "/".join(map(str, new.players)), ", ".join(new.locations)
        if not new.round:
            yield Text("at once, players {p}: quests {at}", p=players, at=places)
            continue
        yield Text(
            "round {n}, players {players}: quests {places}",
            n=new.round,
            players=players,
            places=places,
        )
    if story.quest is not None:
        yield cost_text(story.quest.cost)
        yield steps_text(story.quest.reward)
    if story.into_deck:
        numbers = ", ".join(map(str, story.into_deck))
        yield Text("deck: cards {numbers}", numbers=numbers)
    if story.to_discard:
        numbers = ", ".join(map(str, story.to_discard))
        yield Text("discard pile: cards {numbers}", numbers=numbers)
    for number in story.fetch:
        yield Text("also story card {number}", number=number)
    if what_follows:
        yield from _what_follows(story)


def _what_follows(story: Story) -> Iterator[Text]:
    if story.then is not None:
        yield Text("then story card {number}", number=story.then)
    for branch in story.vote:
        yield Text(
            "vote {letter}: story card {number}",
            letter=branch.letter.upper(),
            number=branch.then or "\u2013",
        )
    if story.ends:
        yield Text("ends the campaign")


_LINES: Mapping[str, Callable[[Box, str], Iterator[Text]]] = {
    "projects.cards": _project_lines,
    "map.locations": _location_lines,
    "explorer.spaces": _space_lines,
    "story.cards": story_lines,
    "careers.cards": lambda box, key: _face_lines(box.careers[f"career/{key}"]),
    "buildings.cards": lambda box, key: _face_lines(box.buildings[f"building/{key}"]),
    "quests.tiles": lambda box, key: _face_lines(box.quests[f"quest/{key}"]),
    "combat_tokens.tokens": lambda box, key: _face_lines(box.combat_tokens[f"combat/{key}"]),
    "city_tiles.tiles": lambda box, key: _face_lines(box.city_tiles[f"city/{key}"]),
    "legacy.tiles": lambda box, key: _face_lines(box.legacy_tiles[f"legacy/{key.lower()}"]),
}


# ---------------------------------------------------------------------------- What is the house's

_FAMILIES = {
    "project": "projects.cards",
    "career": "careers.cards",
    "building": "buildings.cards",
    "quest": "quests.tiles",
    "combat": "combat_tokens.tokens",
    "city": "city_tiles.tiles",
    "legacy": "legacy.tiles",
}


def is_house(box: Box, piece: Piece) -> bool:
    """Whether something on the face of a piece is our own; a printed one may show otherwise."""
    family, _, name = piece.id.partition("/")
    if family not in _FAMILIES:
        return False
    key = name.partition("/")[0]
    return box.printed.is_open(f"{_FAMILIES[family]}[{key.upper() if family == 'legacy' else key}]")
