"""The story of The Adventure Begins and its numbers, as they stand in an edition."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache

from rules.edition import Edition, EditionError
from rules.port_royal.pieces import ADVENTURE, Character, Event, Mission, Page, cards_by_set

AFTER = "after"
"""What is played in place of a chapter when the whole adventure is over."""


@dataclass(frozen=True, slots=True, eq=False)
class ChapterOf:
    """One of the five chapters: its card, its first mission, and how it ends."""

    page: Page
    first: Mission
    end: Page


@dataclass(frozen=True, slots=True, eq=False)
class Tale:
    chapters: Mapping[str, ChapterOf]
    missions: Mapping[str, Mission]
    """By their numbers."""
    events: Mapping[str, Event]
    characters: Mapping[str, Character]
    batches: tuple[int, ...]
    """The numbers by which story cards call for playing cards."""
    shields: tuple[int, ...]
    """So many crowns for the first influence, for the second, and so on."""
    track: int
    victory_markers: tuple[int, ...]
    """For one player, for two, and so on."""
    victory_influence: tuple[int, ...]
    markers_on_character: int
    missions_for_trophy: int
    crowns_for_missions: tuple[int, ...]
    """For a player's first, second, and so on."""
    events_against: tuple[int, ...]
    events_together: tuple[int, ...]
    quiet_seats: int
    buyout: int
    buyout_after: int
    open_after: int
    coins_for_failure: int

    def shields_at(self, crowns: int) -> int:
        """The influence of so many crowns: that of the last shield that was passed."""
        return sum(crowns >= shield for shield in self.shields)

    def batches_before(self, chapter: str) -> frozenset[int]:
        """Which playing cards the first story cards of earlier chapters have brought."""
        if chapter == AFTER:
            return frozenset(self.batches)
        earlier = [card for number, card in self.chapters.items() if int(number) < int(chapter)]
        return frozenset(batch for card in earlier for batch in card.first.shuffles)


@cache
def tale_of(edition: Edition) -> Tale:
    """Checked: every card that another leads to is there, and no way leads in a circle."""
    cards = cards_by_set(edition)[ADVENTURE]
    pages = {card.id: card for card in cards if isinstance(card, Page)}
    missions = {card.number: card for card in cards if isinstance(card, Mission)}
    numbers = edition.table("adventure")
    count = numbers.pop("chapters")
    lists = ("crowns_for_missions", "events_against", "events_together")
    numbers |= {name: tuple(numbers[name]) for name in lists}
    chapters = {
        str(row["number"]): ChapterOf(
            pages[f"chapter/{row['number']}"],
            _mission(missions, row["first"], f"chapter {row['number']}"),
            pages[f"story/{row['last']}"],
        )
        for row in edition.rows("chapters.rows")
    }
    if len(chapters) != count:
        raise EditionError(f"chapters.rows: there must be {count} chapters, not {len(chapters)}.")
    for chapter in chapters.values():
        longest = _longest(missions, chapter.first, ())
        if longest > numbers["markers_on_character"]:
            raise EditionError(
                f"{chapter.page.id}: {longest} missions are more than one player has markers for."
            )
    batches = {getattr(card, "batch", 0) for card in cards} - {0}
    for mission in missions.values():
        if unknown := set(mission.shuffles) - batches:
            raise EditionError(f"{mission.id}: no playing card has the number {min(unknown)}.")
    shields = tuple(edition.numbers("crowns.shields"))
    track, most = edition.number("crowns.track"), edition.number("crowns.most_influence")
    if len(shields) != most or list(shields) != sorted(set(shields)) or shields[-1] > track:
        raise EditionError(
            f"crowns.shields: there must be {most} rising numbers, the last at most {track}."
        )
    if shields[0] < 1:
        raise EditionError("crowns.shields: the first shield needs at least one crown.")
    return Tale(
        chapters=chapters,
        missions=missions,
        events={card.id: card for card in cards if isinstance(card, Event)},
        characters={card.id: card for card in cards if isinstance(card, Character)},
        batches=tuple(sorted(batches)),
        shields=shields,
        track=track,
        victory_markers=tuple(edition.numbers("victory.markers")),
        victory_influence=tuple(edition.numbers("victory.influence")),
        **numbers,
    )


def _mission(missions: Mapping[str, Mission], number: str, who: str) -> Mission:
    if number not in missions:
        raise EditionError(f"{who}: there is no mission {number}.")
    return missions[number]


def _longest(missions: Mapping[str, Mission], mission: Mission, before: tuple[str, ...]) -> int:
    """How many missions a chapter can come to from here on."""
    if mission.number in before:
        raise EditionError(f"{mission.id}: the story comes back to it.")
    if mission.asks is not None and not (mission.yes and mission.no):
        raise EditionError(f"{mission.id}: asks needs both yes and no.")
    path = (*before, mission.number)
    if mission.asks is not None and mission.asks not in missions:
        raise EditionError(f"{mission.id}: there is no mission {mission.asks} to ask for.")
    numbers = (mission.next, mission.yes, mission.no, mission.against)
    return 1 + max(
        (_longest(missions, _mission(missions, n, mission.id), path) for n in numbers if n),
        default=0,
    )
