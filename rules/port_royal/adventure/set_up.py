"""The set-up of The Adventure Begins: characters, crown cards, the deck of events, the story."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from rules.edition import Edition
from rules.flow import TABLE, Flow, Option, Seat, choose, choose_amount, reveal
from rules.pieces import Move, Place, Places
from rules.port_royal.adventure.story import read_page, tell
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.adventure.tale import tale_of
from rules.port_royal.coins import earn
from rules.port_royal.pieces import Card, Character, Event, Expedition, Mission, Side
from rules.port_royal.places import (
    BOX,
    CHARACTERS,
    DECK,
    DISCARD,
    EVENT_DISCARD,
    EVENT_STOCK,
    EVENTS,
    EXPEDITIONS,
    HARBOUR,
    LOOKOUT,
    MISSIONS,
    MONTH_END,
    STORY,
    area,
    batch_place,
    crown_card,
    markers_at,
    mission_slot,
    place_name,
    purse,
)
from rules.port_royal.settings import (
    CHAPTER,
    CHARACTER_CARDS,
    OWN,
    PHONE,
    STORY_CARDS,
    box_for,
)
from rules.text import Plural, Text


def new_table(
    seats: Sequence[Seat], settings: Mapping[str, str], printed: Edition
) -> AdventureTable:
    """The decks as they are when nothing has been dealt yet."""
    box, tale = box_for(printed, settings), tale_of(printed)
    chapter, mode = settings[CHAPTER.key], settings["mode"]
    table = AdventureTable(
        seats,
        box,
        others_take=settings["others_take"] == "always",
        expedition_to_win=False,
        pays_gambled_bust=settings["gambler_bust"] == "jesters",
        tale=tale,
        chapter=chapter,
        together=mode != "adventure",
        failures=int(settings["failures"]),
        own_story=settings[STORY_CARDS.key] == OWN,
        shuffled=in_the_deck(printed, settings),
        places=Places(
            frozenset(box.markers) if settings["markers"] == PHONE else frozenset(),
            frozenset(marker.kind for marker in box.markers),
        ),
    )
    _lay_out_cards(table)
    _lay_out_players(table)
    _lay_out_events(table)
    places, missions = table.places, tale.missions.values()
    stars = [mission for mission in missions if mission.star and table.is_after]
    pages = [
        page for chapter_of in tale.chapters.values() for page in (chapter_of.page, chapter_of.end)
    ]
    places.lay_out(STORY, (*(m for m in missions if m not in stars), *pages))
    places.lay_out_face_down(MISSIONS, stars)
    if settings[CHARACTER_CARDS.key] == "dealt":
        places.lay_out_face_down(CHARACTERS, tale.characters.values())
    else:
        places.lay_out(CHARACTERS, tale.characters.values())
    for number in range(1, tale.markers_on_character + 1):
        places.lay_out(mission_slot(number))
        places.lay_out(markers_at(mission_slot(number)))
    return table


def in_the_deck(printed: Edition, settings: Mapping[str, str]) -> frozenset[int]:
    """The numbers of the playing cards that earlier chapters have left in the deck."""
    said = settings["shuffled"]
    if said == "usual":
        return tale_of(printed).batches_before(settings[CHAPTER.key])
    return frozenset(int(number) for number in said.split("+") if number != "none")


def _lay_out_cards(table: AdventureTable) -> None:
    places, in_deck = table.places, {0, *table.shuffled}
    deck: list[Card] = []
    special: list[Card] = []
    waiting: dict[int, list[Card]] = {batch: [] for batch in table.tale.batches}
    for card in table.box.cards.values():
        batch = getattr(card, "batch", 0)
        if isinstance(card, Expedition) and card.special:
            special.append(card)
        else:
            (deck if batch in in_deck else waiting[batch]).append(card)
    places.lay_out_face_down(DECK, deck)
    colours = {seat.colour for seat in table.seats}
    idle = [marker for marker in table.box.markers if marker.colour not in colours]
    places.lay_out(BOX, (*special, *idle))
    for place in (DISCARD, HARBOUR, EXPEDITIONS, LOOKOUT):
        places.lay_out(place)
    for batch, cards in waiting.items():
        places.lay_out(batch_place(batch), cards)


def _lay_out_players(table: AdventureTable) -> None:
    """Four markers on the character, and one beside the crown card."""
    for seat in table.seats:
        own = [marker for marker in table.box.markers if marker.colour == seat.colour]
        on_character = table.tale.markers_on_character
        table.places.lay_out(area(seat), own[:on_character])
        table.places.lay_out(crown_card(seat), own[on_character:])
        table.places.lay_out(purse(seat))


def _lay_out_events(table: AdventureTable) -> None:
    """Those with the number 0 are a pile; event 1 is only for few players; the month's end waits
    below them all.
    """
    events, places = table.tale.events.values(), table.places
    few = len(table.seats) <= table.tale.quiet_seats
    plain = [event for event in events if event.number == 0]
    quiet = [event for event in events if event.number == 1]
    end = [event for event in events if event.month_end and event.after == table.is_after]
    places.lay_out_face_down(EVENT_STOCK, plain)
    places.lay_out_face_down(EVENTS, quiet if few else ())
    places.lay_out(MONTH_END, end)
    places.lay_out(EVENT_DISCARD)
    used = (*plain, *end, *(quiet if few else ()))
    rest = (event for event in events if event not in used)
    places.lay_out(BOX, (*places[BOX], *rest))


def face_down(table: AdventureTable) -> Mapping[Place, Sequence[Card]]:
    unseen = table.places.unseen
    found: dict[Place, list[Card]] = {DECK: [], EVENT_STOCK: [], EVENTS: []}
    for card in unseen:
        if isinstance(card, Event):
            found[EVENT_STOCK if card.number == 0 else EVENTS].append(card)
        elif isinstance(card, Character):
            found.setdefault(CHARACTERS, []).append(card)
        elif isinstance(card, Mission):
            found.setdefault(MISSIONS, []).append(card)
        else:
            found[DECK].append(card)
    return found


def set_up(table: AdventureTable) -> Flow[None]:
    """Who begins, who is who, coins, the deck of events, and the first story card."""
    first = table.first = yield from who_begins(table)
    yield from characters(table, first)
    for seat in table.clockwise(first):
        yield from choose_side(table, seat)
    for seat in table.seats:
        side = table.sides[seat]
        earn(table, seat, side.coins, Text("Coins to start with: {name}", name=side.name))
    yield from share_out(table, table.failures * table.tale.coins_for_failure)
    tale, number = table.tale, len(table.seats) - 1
    events = tale.events_together if table.together else tale.events_against
    table.places.pass_on(EVENT_STOCK, EVENTS, events[number])
    if table.is_after:
        yield from lay_out_missions(table)
    else:
        chapter = tale.chapters[table.chapter]
        yield from read_page(table, first, chapter.page)
        yield from tell(table, first, chapter.first)
    table.active = first


def who_begins(table: AdventureTable) -> Flow[Seat]:
    if len(table.seats) == 1:
        return table.seats[0]
    return (
        yield from choose(
            TABLE,
            Text("Who was last near water? That player begins."),
            lambda: [
                Option(f"first:{seat.colour}", seat, Text("{seat} begins", seat=seat))
                for seat in table.seats
            ],
        )
    )


def characters(table: AdventureTable, first: Seat) -> Flow[None]:
    """Dealt at random; or chosen, from the player on the right of the first one on, the first one
    last.
    """
    if not table.places[CHARACTERS]:
        for seat in table.clockwise(first):
            dealt = yield from reveal(
                Text("Which character card was dealt to {seat}?", seat=seat),
                CHARACTERS,
                area(seat),
                table.tale.characters,
                lambda card: why_not_dealt(table, card),
            )
            table.places.turn_up(dealt, CHARACTERS, area(seat))
        return
    for seat in reversed(list(table.clockwise(first))):
        card = yield from choose(
            seat,
            Text("Take a character card"),
            lambda seat=seat: [  # type: ignore[misc]
                Option(f"take:{card.id}", card, card.name, (Move(card, CHARACTERS, area(seat)),))
                for card in table.places[CHARACTERS]
            ],
        )
        table.places.move(card, CHARACTERS, area(seat))


def why_not_dealt(table: AdventureTable, card: Card) -> Text | None:
    place = table.places.where(card)
    if place is None:
        return None
    return Text(
        "{card} lies elsewhere: {place}",
        card=card.name,
        place=place_name(table.seats, place),
    )


def choose_side(table: AdventureTable, seat: Seat) -> Flow[None]:
    """Everybody chooses which side of the card to play."""
    (card,) = (card for card in table.places[area(seat)] if isinstance(card, Character))
    table.sides[seat] = yield from choose(
        seat,
        Text("Which side of your character?"),
        lambda: [_side_option(side) for side in card.sides],
    )


def _side_option(side: Side) -> Option[Side]:
    return Option(
        f"side:{side.key}",
        side,
        Plural("{name}, with {n} coin", "{name}, with {n} coins", side.coins, name=side.name),
        by_phone=True,
    )


def share_out(table: AdventureTable, coins: int) -> Flow[None]:
    """After a chapter that was lost there are coins more, which the players share out."""
    left = coins
    for seat in table.seats:
        last = seat is table.seats[-1]
        amount = left
        if left and not last:
            amount = yield from choose_amount(
                seat,
                Plural(
                    "How many of {n} extra coin do you take?",
                    "How many of {n} extra coins do you take?",
                    left,
                ),
                0,
                left,
            )
        earn(table, seat, amount, Text("The chapter is played again"))
        left -= amount


def lay_out_missions(table: AdventureTable) -> Flow[None]:
    """After the adventure: some of the missions with a star, at random."""
    for number in range(1, table.tale.open_after + 1):
        slot = mission_slot(number)
        missions = {mission.id: mission for mission in table.tale.missions.values()}
        mission = yield from reveal(
            Text("Which mission lies open in place {number}?", number=number),
            MISSIONS,
            slot,
            missions,
            lambda mission: why_not_dealt(table, mission),
        )
        table.places.turn_up(mission, MISSIONS, slot)
        table.contracts = (*table.contracts, mission)
        table.done[mission] = ()
