"""The house's story, read on every way from the first card of a chapter to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

import pytest

from rules.port_royal import GAME
from rules.port_royal.adventure.tale import tale_of
from rules.port_royal.pieces import Mission

TALE = tale_of(GAME.edition)


@dataclass(frozen=True)
class Step:
    """A mission that was read, and what its month's end asked after: "30+" where mission 30 was
    fulfilled, "30-" where nobody had.
    """

    mission: Mission
    found: str | None = None


Way = tuple[Step, ...]


def ways(mission: Mission, together: bool, before: Way = ()) -> Iterator[Way]:
    """All ways from a mission to an end of its chapter."""
    if mission.against is not None and not together:
        yield from ways(TALE.missions[mission.against], together, (*before, Step(mission)))
    elif mission.asks is not None:
        for sign, number in (("+", mission.yes), ("-", mission.no)):
            assert number is not None
            step = Step(mission, f"{mission.asks}{sign}")
            yield from ways(TALE.missions[number], together, (*before, step))
    elif mission.next is not None:
        yield from ways(TALE.missions[mission.next], together, (*before, Step(mission)))
    else:
        yield (*before, Step(mission))


WAYS = {
    number: [
        *dict.fromkeys(way for together in (True, False) for way in ways(chapter.first, together))
    ]
    for number, chapter in TALE.chapters.items()
}
"""By chapters."""


def known_before(way: Way, number: str) -> set[str]:
    """What has happened when a mission of a way is read: missions read, fulfilled and not."""
    known: set[str] = set()
    for step in way:
        if step.mission.number == number:
            break
        known |= {step.mission.number, step.found or ""}
    return known


def names(way: Way) -> list[str]:
    return [step.mission.number for step in way]


def test_every_way_through_a_chapter_has_four_missions() -> None:
    lengths = {number: {len(way) for way in found} for number, found in WAYS.items()}
    assert lengths == {"1": {4}, "2": {4}, "3": {4}, "4": {4}, "5": {4}}


def test_every_mission_is_on_a_way() -> None:
    told = {name for found in WAYS.values() for way in found for name in names(way)}
    assert told == set(TALE.missions)


PRESUPPOSES = [
    ("12", "You held the quay", "11+"),
    ("13", "The crate is gone", "11-"),
    ("14", "The book", "12+"),
    ("17", "you have the copy", "13+"),
    ("21", "Your flour", "20+"),
    ("26", "Behind the grain", "23+"),
    ("31", "You found", "30+"),
    ("32", "Nobody went", "30-"),
    ("35", "One pilot has given himself away", "33+"),
    ("36", "One pilot has fled", "33-"),
    ("41", "Your helpers", "40+"),
    ("41", "went hungry", "42-"),
    ("42", "Your helpers", "40+"),
    ("44", "Too few helped", "40-"),
    ("47", "One gatekeeper", "44+"),
    ("51", "the next chest", "50-"),
    ("53", "Behind the red door", "50"),
]
"""What a text says, and what must have happened on every way to it."""


@pytest.mark.parametrize(("number", "says", "happened"), PRESUPPOSES)
def test_a_text_that_names_what_happened_is_told_only_where_it_did(
    number: str, says: str, happened: str
) -> None:
    assert says in str(TALE.missions[number].text)
    ways_to_it = [way for found in WAYS.values() for way in found if number in names(way)]
    wrong = [names(way) for way in ways_to_it if happened not in known_before(way, number)]
    assert ways_to_it
    assert wrong == []


TOLD_OF = {
    "barrels": {"43", "44", "46", "chapter 5"},
    "cabins": {"37"},
    "chapel": {"13"},
    "convoy": {"24"},
    "copy": {"13"},
    "crate": {"11"},
    "gatekeepers?": {"44"},
    "granary": {"22", "23"},
    "helpers": {"42"},
    "lamps?": {"31"},
    "lanterns?": {"end 3", "chapter 4"},
    "mangroves": {"36"},
    "red door": {"chapter 5", "end 4"},
    "throne": {"53"},
    "warrant": {"57"},
}
"""Things of the story, and the texts that bring them in: they can be read by somebody who does not
know of the thing yet. All others speak of what is known.
"""


def read_aloud(chapter: str, way: Way) -> Iterator[tuple[str, str]]:
    """The texts of a way and what they are on, up to the page of the next chapter."""
    yield f"chapter {chapter}", str(TALE.chapters[chapter].page.text)
    for step in way:
        yield step.mission.number, str(step.mission.text)
    yield f"end {chapter}", str(TALE.chapters[chapter].end.text)
    following = str(int(chapter) + 1)
    if following in TALE.chapters:
        yield f"chapter {following}", str(TALE.chapters[following].page.text)


@pytest.mark.parametrize("thing", TOLD_OF)
def test_a_thing_is_known_only_where_it_was_told_of(thing: str) -> None:
    naming = re.compile(rf"\b{thing}\b", re.IGNORECASE)
    brought_in: set[str] = set()
    for chapter, found in WAYS.items():
        for way in found:
            known = False
            for card, text in read_aloud(chapter, way):
                if naming.search(text):
                    known = known or card in TOLD_OF[thing]
                    assert known, (names(way), card, text)
                    brought_in.add(card)
    assert brought_in >= TOLD_OF[thing], "these do not name it"
