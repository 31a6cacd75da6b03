"""The story: cards that are read aloud, the missions on their backs, and where they lead."""

from __future__ import annotations

from rules.flow import Flow, Option, Seat, choose
from rules.pieces import Move
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.pieces import Mission, Page
from rules.port_royal.places import DECK, STORY, batch_place, mission_slot
from rules.text import Plural, Text, listing


def tell(table: AdventureTable, reader: Seat, mission: Mission) -> Flow[None]:
    """A story card is read aloud, the cards it calls for are shuffled into the deck, and it is
    turned over and laid to the right of the mission before it.
    """
    slot = mission_slot(len(table.contracts) + 1)
    key = f"read:{mission.id}"
    calls = [batch for batch in mission.shuffles if batch not in table.shuffled]
    words = table.read_aloud(mission)
    prompt = (
        Text("Read story card {number} aloud.", number=mission.number)
        if words is None
        else Text("Read aloud: {text}", text=words)
    )
    if calls:
        cards = listing(
            Plural(
                "{n} card with the number {batch}",
                "{n} cards with the number {batch}",
                table.places.count(batch_place(batch)),
                batch=batch,
            )
            for batch in calls
        )
        prompt = Text("{read} (Shuffle into the deck: {cards}.)", read=prompt, cards=cards)
    yield from choose(
        reader,
        prompt,
        lambda: [
            Option(
                key,
                None,
                Text("Turn it over into the row: {mission}", mission=mission.name),
                (Move(mission, STORY, slot),),
            )
        ],
    )
    for batch in calls:
        table.places.shuffle_into(batch_place(batch), DECK)
    table.shuffled |= {*calls}
    table.places.move(mission, STORY, slot)
    table.contracts = (*table.contracts, mission)
    table.done[mission] = ()


def read_page(table: AdventureTable, reader: Seat, page: Page) -> Flow[None]:
    """A card of the story that is only read."""
    key, name, words = f"read:{page.id}", table.title(page), table.read_aloud(page)
    prompt = (
        Text("Read your own card aloud: {card}.", card=name)
        if words is None
        else Text("Read aloud: {title}. {text}", title=name, text=words)
    )
    yield from choose(
        reader,
        prompt,
        lambda: [Option(key, None, Text("Read"), by_phone=True, record=name)],
        next_key=key,
    )


def following(table: AdventureTable) -> Mission | None:
    """Which story card the hourglass of the last mission names; None where no more come.

    A mission with a question mark asks whether anybody has fulfilled one. Beside a fist stands the
    card for those who play against each other.
    """
    last = table.contracts[-1]
    assert isinstance(last, Mission)
    number = last.next
    if last.against is not None and not table.together:
        number = last.against
    elif last.asks is not None:
        asked = table.tale.missions[last.asks]
        number = last.yes if table.done.get(asked) else last.no
    return table.tale.missions[number] if number is not None else None


def conditions(table: AdventureTable) -> tuple[bool, bool, bool]:
    """What card 9 demands of those who play together: every mission fulfilled by somebody, enough
    markers on missions, enough influence of all together.
    """
    number = len(table.seats) - 1
    return (
        all(table.done[mission] for mission in table.contracts),
        table.placed() >= table.tale.victory_markers[number],
        sum(map(table.influence, table.seats)) >= table.tale.victory_influence[number],
    )
