"""The set-up in the order of the rulebook: chance is asked of the table, the rest of players."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from rules.flow import TABLE, Flow, FromHand, Option, Seat, choose
from rules.maracaibo.actions.combat import base_manoeuvres
from rules.maracaibo.actions.drawing import refill_market
from rules.maracaibo.actions.free_actions import Plan
from rules.maracaibo.actions.hands import ask_hand, lay_from_hand, why_not_in_hand
from rules.maracaibo.actions.legacy import turn_up_city
from rules.maracaibo.actions.markers import place_marker
from rules.maracaibo.actions.quests import turn_up_quest
from rules.maracaibo.actions.stories import lay_out_story
from rules.maracaibo.actions.village import base_village_actions
from rules.maracaibo.names import COMBAT_POINTS, DOUBLOONS, FIGURES, INCOME
from rules.maracaibo.pieces import EXPLORERS, SHIPS, Career, ProjectCard
from rules.maracaibo.pieces import STORY_TILES as STORY_PIECES
from rules.maracaibo.places import (
    BOX,
    BUILDING_PILE,
    BUILDINGS,
    CAREER_PILE,
    CITY_DRAW,
    CITY_SUPPLY,
    COMBAT_PILE,
    DECK,
    DECK_A,
    DECK_B,
    DISCARD,
    FIGHT,
    JEAN_CARDS,
    JEAN_DECK,
    JEAN_DISCARD,
    JEAN_STACKS,
    LEGACY_SUPPLY,
    MARKET,
    QUEST_PILE,
    STORY_CARDS,
    STORY_TILES,
    card_quest,
    career,
    career_hand,
    city_space,
    combat_tokens,
    display,
    hand,
    legacy_place,
    location,
    planning,
    quest_at,
    quest_row,
    trail,
    trail_quest,
)
from rules.maracaibo.printed.box import Box, house_box
from rules.maracaibo.printed.nodes import NATIONS
from rules.maracaibo.scoring import HOME, open_building
from rules.maracaibo.settings import is_campaign, read_rulings
from rules.maracaibo.story.archive import Tale, read_archive
from rules.maracaibo.table import Player, Table
from rules.pieces import Move, Piece, Place
from rules.text import Text

MARACAIBO_TILE, MARACAIBO = "city/maracaibo", "11"
START_SPACE = "0"
DISCS = 2
"""On each upgrade of the ship board."""


def new_table(seats: Sequence[Seat], settings: Mapping[str, str], box: Box | None = None) -> Table:
    """Everything as it comes out of the box, the house's or another; shuffled piles face down."""
    table = Table(
        seats,
        read_rulings(settings),
        settings["scenario"],
        int(settings["difficulty"]),
        tale=first_tale(settings),
        box=box or house_box(),
    )
    lay_out_places(table)
    for place, pieces in face_down(table).items():
        table.places.lay_out_face_down(place, pieces)
    hidden = {piece for pieces in face_down(table).values() for piece in pieces}
    table.places.lay_out(STORY_TILES, STORY_PIECES.values())
    table.places.lay_out(LEGACY_SUPPLY, table.box.legacy_tiles.values())
    placed = hidden | {*STORY_PIECES.values(), *table.box.legacy_tiles.values()}
    table.places.lay_out(BOX, (piece for piece in table.box.pieces.values() if piece not in placed))
    table.players = [new_player(table) for _ in table.everyone]
    return table


def first_tale(settings: Mapping[str, str]) -> Tale:
    """The archive, if the match goes on with a campaign: its cards and what is out of the game."""
    archive = read_archive(settings["archive"])
    if archive is None or not is_campaign(settings):
        return Tale()
    return Tale(archive, cards=archive.cards, past=archive.past)


def new_player(table: Table) -> Player:
    return Player(HOME, START_SPACE, reserve=table.board.figures)


def lay_out_places(table: Table) -> None:
    """All places of this match, empty."""
    for place in (
        DISCARD,
        FIGHT,
        STORY_CARDS,
        JEAN_DISCARD,
        JEAN_CARDS,
        *MARKET,
        *BUILDINGS,
        *(location(place_id) for place_id in all_locations(table)),
        *(quest_at(place_id) for place_id in all_locations(table)),
        *(city_space(place.id) for place in table.board.locations.values() if place.tile),
        city_space(MARACAIBO),
        *(trail(space_id) for space_id in table.board.spaces),
        *(trail_quest(space.id) for space in table.board.spaces.values() if space.quest),
        *(legacy_place(tile) for tile in table.box.legacy_tiles.values()),
    ):
        table.places.lay_out(place)
    for seat in table.everyone:
        for owned in (hand, planning, display, career_hand, career):
            table.places.lay_out(owned(seat))
        for owned in (combat_tokens, quest_row, card_quest):
            table.places.lay_out(owned(seat))


def all_locations(table: Table) -> list[str]:
    """Those of the board, and the new cities of legacy tiles."""
    new = [tile.location for tile in table.box.legacy_tiles.values() if tile.flag is not None]
    return [*table.board.locations, *(place_id for place_id in new if place_id)]


def face_down(table: Table) -> dict[Place, Sequence[Piece]]:
    """The piles that are shuffled; the deck is made of others."""
    seats = len(table.seats)
    cities = [
        tile
        for tile in table.box.city_tiles.values()
        if seats in tile.players and tile.id != MARACAIBO_TILE
    ]
    piles: dict[Place, Sequence[Piece]] = {
        DECK_A: dealt_from(table),
        DECK_B: projects(table, "B"),
        DECK: (),
        COMBAT_PILE: tuple(table.box.combat_tokens.values()),
        QUEST_PILE: tuple(table.box.quests.values()),
        CITY_SUPPLY: [tile for tile in cities if not tile.helm],
        CITY_DRAW: [tile for tile in cities if tile.helm],
        BUILDING_PILE: tuple(table.box.buildings.values()),
        CAREER_PILE: tuple(table.box.careers.values()),
    }
    if table.solo:
        piles[JEAN_DECK] = ()
        for letter, place in JEAN_STACKS.items():
            piles[place] = [card for card in table.box.jean_cards.values() if card.stack == letter]
    return piles


def dealt_from(table: Table) -> Sequence[ProjectCard]:
    """The A cards; going on with a campaign, those with a number that have come in as well."""
    entered = table.tale.archive.cards
    return [
        card for card in table.box.projects.values() if card.deck == "A" or card.number in entered
    ]


def projects(table: Table, deck: str) -> Sequence[ProjectCard]:
    return [card for card in table.box.projects.values() if card.deck == deck]


# -------------------------------------------------------------------------------------- the script


def set_up(table: Table) -> Flow[None]:
    yield from set_up_board(table)
    for seat in table.everyone:
        set_up_player(table, seat)
    if table.solo:
        set_up_jean(table)
    yield from first_player(table)
    yield from lay_out_story(table)
    assert table.first is not None
    for seat in table.clockwise(table.first):
        if seat in table.seats:
            yield from choose_cards(table, seat)
    for seat in table.clockwise(table.first):
        if seat in table.seats:
            yield from choose_career(table, seat)
    table.places.pass_on(CAREER_PILE, BOX, table.places.count(CAREER_PILE))
    table.active = table.first
    table.ledger.section = str(table.round)
    table.phase = "sail"


def set_up_board(table: Table) -> Flow[None]:
    """Steps 2 to 9: quests on the explorer track, cities, decks, market, buildings, markers."""
    for space in table.board.spaces.values():
        if space.quest:
            yield from turn_up_quest(table, trail_quest(space.id))
    yield from set_up_cities(table)
    set_up_decks(table)
    yield from refill_market(table)
    table.places.pass_on(
        BUILDING_PILE, BOX, table.places.count(BUILDING_PILE) - table.board.buildings
    )
    yield from open_building(table, 0)
    table.rows = dict.fromkeys(NATIONS, sum(table.board.row))
    if len(table.everyone) == 2:
        for nation, place_id in table.board.two_player_markers:
            place_marker(table, None, nation, place_id)


def set_up_cities(table: Table) -> Flow[None]:
    """The tiles with a helm and two others, shuffled, on four cities; with two players a tile
    covers Maracaibo.
    """
    if len(table.everyone) == 2:
        table.places.move(table.box.city_tiles[MARACAIBO_TILE], BOX, city_space(MARACAIBO))
    table.places.pass_on(CITY_SUPPLY, CITY_DRAW, table.board.city_tiles_random)
    for place in table.board.locations.values():
        if place.tile:
            yield from turn_up_city(table, CITY_DRAW, city_space(place.id))


def set_up_decks(table: Table) -> None:
    """Eight A cards for each player; the rest of them and forty B cards make the deck."""
    for seat in table.seats:
        table.places.pass_on(DECK_A, hand(seat), table.board.start_cards)
    table.places.pass_on(DECK_A, DECK, table.places.count(DECK_A))
    table.places.pass_on(DECK_B, DECK, table.board.b_cards)
    table.places.pass_on(DECK_B, BOX, table.places.count(DECK_B))


def set_up_player(table: Table, seat: Seat) -> None:
    """Steps 10 to 13: ship and explorer on the board, discs and markers on the ship board."""
    player = table.player(seat)
    colour = seat.colour
    table.places.move(SHIPS[f"ship/{colour}"], BOX, location(HOME))
    table.places.move(EXPLORERS[f"explorer/{colour}"], BOX, trail(START_SPACE))
    if seat not in table.seats:
        player.reserve = 0
        return
    because = Text("To start with")
    player.discs = dict.fromkeys(table.board.upgrades, DISCS)
    player.village = base_village_actions(table)
    player.manoeuvres = base_manoeuvres(table)
    player.reserve -= table.board.start_figures
    table.ledger.gain(seat, FIGURES, table.board.start_figures, because)
    table.ledger.gain(seat, COMBAT_POINTS, table.board.start_combat_points, because)
    table.ledger.gain(seat, INCOME[DOUBLOONS], table.board.start_income, because)
    table.places.pass_on(CAREER_PILE, career_hand(seat), table.board.careers_dealt)


def set_up_jean(table: Table) -> None:
    """Her deck has so many cards of each stack as the difficulty says."""
    for place, number in zip(
        JEAN_STACKS.values(), table.board.jean.levels[table.difficulty - 1], strict=True
    ):
        table.places.pass_on(place, JEAN_DECK, number)
        table.places.pass_on(place, BOX, table.places.count(place))


def first_player(table: Table) -> Flow[None]:
    """Step 14: who was last on board a ship begins; the others get a doubloon more each."""
    table.first = table.seats[0]
    if not table.solo:
        table.first = yield from choose(
            TABLE,
            Text("Who was last on board a ship? That player begins."),
            lambda: [
                Option(f"first:{seat.colour}", seat, Text("{seat} begins", seat=seat))
                for seat in table.seats
            ],
        )
    for seat, amount in zip(
        table.clockwise(table.first), table.board.start_doubloons, strict=False
    ):
        if seat in table.seats:
            table.ledger.gain(seat, DOUBLOONS, amount, Text("Starting doubloons"))


def choose_cards(table: Table, seat: Seat) -> Flow[None]:
    """Step 16: of eight cards one is planned, three are discarded unseen, four stay in hand."""

    dealt = frozenset(dealt_from(table))

    def plan_option(card: ProjectCard) -> Option[Plan]:
        blocked = why_not_in_hand(table, seat, card)
        if blocked is None and card not in dealt:
            blocked = Text("{card} was not dealt", card=card.name)
        return Option(
            f"plan:{card.id}",
            Plan(card),
            Text("Plan {card}", card=card.name),
            (Move(card, hand(seat), planning(seat)),),
            blocked,
        )

    plan: Plan = yield from ask_hand(
        table,
        seat,
        Text("Keep four, discard three face down, plan one: which?"),
        lambda: (),
        {"plan": plan_option},
    )
    lay_from_hand(table, seat, plan.card, planning(seat))
    discarded = table.places.count(hand(seat)) - table.board.keep_in_hand
    table.places.pass_on(hand(seat), DISCARD, discarded)


def choose_career(table: Table, seat: Seat) -> Flow[None]:
    """Step 17: one of two careers, with three figures on its tasks."""

    def keep_option(card: Career) -> Option[Career]:
        blocked = None
        if card not in table.places.unseen:
            blocked = Text("{career} is another player's", career=card.name)
        move = Move(card, career_hand(seat), career(seat))
        return Option(
            f"keep:{card.id}", card, Text("Keep {career}", career=card.name), (move,), blocked
        )

    def held() -> Iterator[Career]:
        return (card for card in table.box.careers.values() if card in table.places.unseen)

    option: Option[Career] = yield FromHand(
        seat,
        Text("Which career do you keep?"),
        lambda: (),
        hand=career_hand(seat),
        verbs={"keep": keep_option},
        pieces=table.box.careers,
        held=held,
    )
    table.places.turn_up(option.value, career_hand(seat), career(seat))
    table.places.pass_on(career_hand(seat), BOX, table.places.count(career_hand(seat)))
    table.player(seat).reserve -= table.board.career_figures
