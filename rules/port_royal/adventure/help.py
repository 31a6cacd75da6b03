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
    Text("Ships with something aboard"),
    (
        Text("Ares' pirates are a sixth ship colour; with six colours in the harbour, take four."),
        Text(
            "Every ship of the adventure carries something: trade it for its coins or crown, or "
            "keep it in your area for what it carries."
        ),
        Text("Traders of its colour, and persons against Ares, bring their coin either way."),
        Text("What is kept is discarded for missions and expeditions, or sold to an innkeeper."),
    ),
)


_PERSONS = (
    Text("Taibuk brothers: their swords count like those of sailors and pirates."),
    Text(
        "Lookout: once in your own turn, look at the top three cards of the deck. Two are "
        "discarded and do nothing, one goes back on top."
    ),
    Text(
        "Innkeeper: one crown, whenever it is your turn to take and the harbour has at least four "
        "ships; and you may sell the bread or rum of a kept ship."
    ),
)


def _events(table: AdventureTable) -> Chapter:
    rules = [
        Text("The first thing of every turn: turn up the top event. It holds at once or later."),
        Text(
            "The last event ends the month: the hourglass of the last mission says which story "
            "card comes. Then the events are turned over in their order, with a new one on top."
        ),
    ]
    if not table.together:
        price = table.tale.buyout_after if table.is_after else table.tale.buyout
        rules.append(
            Plural(
                "At the month's end everybody may pay {n} coin and return the leftmost marker of "
                "their character to the box.",
                "At the month's end everybody may pay {n} coins and return the leftmost marker of "
                "their character to the box.",
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
                "Whenever it is your turn, active or not, you may fulfil missions, each only once: "
                "put the leftmost marker of your character on it."
            ),
            Text("What shows a minus is discarded or paid; all else you need only have."),
            Text("Whoever is first gets the main reward too; crowns below it are for everybody."),
            Text(
                "Your first mission opens what your character can do, the second the trophy, the "
                "third brings crowns ({third}), the fourth too ({fourth}).",
                third=third,
                fourth=fourth,
            ),
            Text(
                "Missions about ship colours, a tax or stopping are decided at once, when it "
                "happens; all others can wait."
            ),
            Text("A character is no person, whatever it can do."),
        ),
    )


def _crowns(tale: Tale) -> Chapter:
    return Chapter(
        Text("Crowns"),
        (
            Text(
                "Crowns move your marker along the crown card. Every shield that it has passed is "
                "one influence; those are at: {shields}.",
                shields=listing(Text("{n}", n=n) for n in tale.shields),
            ),
            Text("Crowns that are given back move it back, and influence may be lost again."),
        ),
    )


def _against(table: AdventureTable, influence: Text) -> Chapter:
    return Chapter(
        Text("End of the game"),
        (
            influence,
            Text(
                "When somebody has {influence} and the trophy, the round is finished.",
                influence=Plural("{n} influence", "{n} influence", table.rules.end_influence),
            ),
            Text(
                "Only players with the trophy can win: the most influence, then the fewest markers "
                "on the character, then the most coins; else they share the victory."
            ),
        ),
    )


def _together(table: AdventureTable) -> Chapter:
    number, tale = len(table.seats) - 1, table.tale
    return Chapter(
        Text("Card 9"),
        (
            Text("When the hourglass leads to card 9, the chapter is over. It is won if:"),
            Text("every mission is fulfilled by somebody,"),
            Plural(
                "there is {n} marker on missions at least,",
                "there are {n} markers on missions at least,",
                tale.victory_markers[number],
            ),
            Plural(
                "and all together have {n} influence at least.",
                "and all together have {n} influence at least.",
                tale.victory_influence[number],
            ),
            Plural(
                "A chapter that is lost is played again, with {n} coin more for all together.",
                "A chapter that is lost is played again, with {n} coins more for all together.",
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
                "Of the playing cards of the adventure, those with these numbers are in the deck: "
                "{numbers}. Lay the others aside, not shuffled.",
                numbers=listing(Text("{n}", n=n) for n in sorted(table.shuffled))
                if table.shuffled
                else Text("none"),
            )
        ),
        *base[1:-2],
    ]
    if table.places[CHARACTERS]:
        found.append(Step(Text("Lay out the character cards: the first player chooses last.")))
    else:
        found.append(Step(Text("Deal everybody one character card; choose a side of it.")))
    found += [
        Step(
            Text(
                "Four markers go onto the character, on its door and windows; the fifth beside "
                "your crown card."
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
                "Shuffle the events with the number 0 and take {n} of them face down.",
                "Shuffle the events with the number 0 and take {n} of them face down.",
                events,
            )
        ),
    ]
    if len(table.seats) <= tale.quiet_seats:
        found.append(Step(Text("Shuffle the event with the number 1 among them.")))
    found.append(
        Step(
            Text("Put the month's end with the number 3 below them.")
            if table.is_after
            else Text("Put the month's end with the number 2 below them.")
        )
    )
    if table.is_after:
        found.append(
            Step(Text("Shuffle the missions with a red star and lay four of them open in a row."))
        )
    else:
        found.append(Step(Text("The story cards are not shuffled: the chapter card lies on top.")))
    if table.together:
        found.append(Step(Text("Put card 9 at the left side of the first mission.")))
    return found
