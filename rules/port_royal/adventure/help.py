"""The Adventure Begins in short, for people at the table: the set-up and the rules it adds."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.game import Chapter, Step
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.adventure.tale import Tale
from rules.port_royal.help import chapters_of
from rules.port_royal.help import steps as base_steps
from rules.port_royal.places import CHARACTERS, area
from rules.port_royal.table import Table
from rules.text import Plural, Text, listing


def chapters(table: Table) -> Sequence[Chapter]:
    """All rules in short, as this group plays."""
    return tuple(by_phase(table).values())


def phase(table: Table) -> Text:
    return by_phase(table)[table.phase].title


def rules_of_phase(table: Table) -> Sequence[Text]:
    return by_phase(table)[table.phase].rules


def by_phase(table: Table) -> Mapping[str, Chapter]:
    assert isinstance(table, AdventureTable)
    base = dict(chapters_of(table.box, table.others_take, False, table.pays_gambled_bust))
    end, persons = base.pop("end"), base["persons"]
    base["persons"] = Chapter(persons.title, (*_PERSONS, *persons.rules))
    return {
        "set_up": base.pop("set_up"),
        "event": _events(table),
        **base,
        "ships": _SHIPS,
        "missions": _missions(table.tale),
        "crowns": _crowns(table.tale),
        "end": _together(table) if table.together else _against(table, end.rules[0]),
    }


_SHIPS = Chapter(
    Text("Adventure ships"),
    (
        Text("With Ares' pirates, the sixth ship colour, take four cards."),
        Text("Trade them for coins or a crown, or keep them for their cargo."),
        Text("Traders of the colour and persons against Ares pay either way."),
        Text("Discard kept ships for missions, expeditions or an innkeeper."),
    ),
)


_PERSONS = (
    Text("Taibuk brothers: their swords repel ships."),
    Text(
        "Lookout: once in your own turn, see the deck's top three cards. Discard two without "
        "effect, put one back."
    ),
    Text(
        "Innkeeper: one crown at four or more harbour ships when you may take. Buys bread or rum."
    ),
)


def _events(table: AdventureTable) -> Chapter:
    rules = [
        Text("Begin every turn with the top event."),
        Text(
            "The last event ends the month: follow the last mission's hourglass. Turn the events "
            "over, unshuffled, a new one on top."
        ),
    ]
    if not table.together:
        price = table.tale.buyout_after if table.is_after else table.tale.buyout
        rules.append(
            Plural(
                "Month's end: for {n} coin, you may box your character's leftmost marker.",
                "Month's end: for {n} coins, you may box your character's leftmost marker.",
                price,
            )
        )
    return Chapter(Text("An event"), rules)


def _missions(tale: Tale) -> Chapter:
    third, fourth = tale.crowns_for_missions[2:4]
    return Chapter(
        Text("Missions"),
        (
            Text(
                "In your part of any turn, fulfil missions, each once: put your character's "
                "leftmost marker on it."
            ),
            Text("With a minus: discard or pay it. All else: just have it."),
            Text("Main reward: only the first. Crowns below it: everybody."),
            Text(
                "First mission: your character's ability. Second: the trophy. Third and fourth: "
                "crowns ({third}, {fourth}).",
                third=third,
                fourth=fourth,
            ),
            Text("Decide at once on ship colours, taxes and stopping. Others can wait."),
            Text("A character is not a person."),
        ),
    )


def _crowns(tale: Tale) -> Chapter:
    return Chapter(
        Text("Crowns"),
        (
            Text(
                "Crowns move your marker. Each shield reached is one influence: {shields}.",
                shields=listing(Text("{n}", n=n) for n in tale.shields),
            ),
            Text("Giving crowns back may lose influence."),
        ),
    )


def _against(table: AdventureTable, influence: Text) -> Chapter:
    return Chapter(
        Text("End of the game"),
        (
            influence,
            Text(
                "At {influence} and the trophy, finish the round.",
                influence=Plural("{n} influence", "{n} influence", table.rules.end_influence),
            ),
            Text(
                "Only with the trophy: most influence wins, then fewest markers on the "
                "character, then most coins; otherwise share."
            ),
        ),
    )


def _together(table: AdventureTable) -> Chapter:
    number, tale = len(table.seats) - 1, table.tale
    return Chapter(
        Text("Card 9"),
        (
            Text("At card 9 the chapter ends. You win with:"),
            Text("every mission fulfilled,"),
            Plural(
                "at least {n} marker on missions,",
                "at least {n} markers on missions,",
                tale.victory_markers[number],
            ),
            Plural(
                "and at least {n} influence together.",
                "and at least {n} influence together.",
                tale.victory_influence[number],
            ),
            Plural(
                "After each loss, play again with {n} coin more to share.",
                "After each loss, play again with {n} coins more to share.",
                tale.coins_for_failure,
            ),
        ),
    )


def steps(table: Table) -> list[Step]:
    """The set-up for this chapter and this number of players."""
    assert isinstance(table, AdventureTable)
    base = base_steps(table)
    tale, number = table.tale, len(table.seats) - 1
    events = (tale.events_together if table.together else tale.events_against)[number]
    found = [
        *base[:1],
        Step(
            Text(
                "Adventure cards in the deck, by number: {numbers}. Lay the others aside.",
                numbers=listing(Text("{n}", n=n) for n in sorted(table.shuffled))
                if table.shuffled
                else Text("none"),
            )
        ),
        *base[1:-2],
    ]
    if table.places[CHARACTERS]:
        found.append(Step(Text("Lay out the character cards. The first player chooses last.")))
    else:
        found.append(Step(Text("Everybody gets a character card and chooses a side.")))
    found += [
        Step(
            Text(
                "Put four markers on your character's door and windows, the fifth beside your "
                "crown card."
            ),
            {
                marker: area(seat)
                for seat in table.seats
                for marker in table.markers(seat)
                if marker not in table.places.untagged
            },
        ),
        Step(
            Plural(
                "Shuffle the 0 events and take {n} face down.",
                "Shuffle the 0 events and take {n} face down.",
                events,
            )
        ),
    ]
    if len(table.seats) <= tale.quiet_seats:
        found.append(Step(Text("Shuffle event 1 among them.")))
    found.append(
        Step(
            Text("Put month's end 3 below them.")
            if table.is_after
            else Text("Put month's end 2 below them.")
        )
    )
    if table.is_after:
        found.append(Step(Text("Shuffle the red-star missions and lay four open in a row.")))
    else:
        found.append(Step(Text("Story cards: unshuffled, chapter card on top.")))
    if table.together:
        found.append(Step(Text("Put card 9 left of the first mission.")))
    return found
