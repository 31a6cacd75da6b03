"""The set-up of Cooper Island: what comes out of the box, and what everybody starts with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from rules.cooper_island.actions.goods import draw_tile, move_cartographer, take
from rules.cooper_island.actions.landscape import CUBES, single
from rules.cooper_island.pieces import ALIKE, COOPER, HARBOURMASTER, Box, Owned, house_box
from rules.cooper_island.places import (
    BAG,
    BOX,
    DECKS,
    LOGBOOK_PILE,
    ROYAL_PILE,
    ROYAL_ROW,
    SINGLES,
    cargo,
    numbered,
    own,
    places_of,
    shared_places,
    standing_on,
    station,
    tile_on,
)
from rules.cooper_island.printed.board import SECTOR
from rules.cooper_island.printed.names import TERRAIN_NAMES
from rules.cooper_island.printed.nodes import COIN, TERRAINS, WAREHOUSE
from rules.cooper_island.settings import read_rulings
from rules.cooper_island.table import INCOME, MASTS, RUIN, Player, Plot, Table
from rules.flow import TABLE, Flow, Option, Seat, choose, reveal
from rules.ledger import Ledger
from rules.pieces import Piece, Place, Places
from rules.text import Text


def new_table(seats: Sequence[Seat], settings: Mapping[str, str], box: Box | None = None) -> Table:
    """Everything laid out for this number of players; the rest stays in the box."""
    box = box or house_box()
    board = box.board
    places: Places[Piece] = Places(frozenset(), ALIKE)
    colours = [seat.colour for seat in seats]
    idle = [
        piece
        for piece in box.pieces.values()
        if isinstance(piece, Owned) and piece.colour not in colours
    ]
    royals = [*box.royal_cards.values()]
    if len(seats) < board.numbers["royal_copy_from"]:
        idle_royals = [card for card in royals if not card.stages]
        royals = [card for card in royals if card.stages]
        places.lay_out(BOX, (*idle, *idle_royals))
    else:
        places.lay_out(BOX, idle)
    places.make_room(all_places(box, tuple(seats)))
    places.lay_out(SINGLES, box.singles.values())
    places.lay_out_face_down(BAG, box.doubles.values())
    places.lay_out_face_down(LOGBOOK_PILE, box.logbooks.values())
    places.lay_out_face_down(ROYAL_PILE, royals)
    places.lay_out_face_down(DECKS["small"], box.small_cards.values())
    places.lay_out_face_down(DECKS["large"], box.large_cards.values())
    table = Table(seats, read_rulings(settings), box, Ledger(), places)
    for seat in seats:
        table.players.append(_player(table, seat))
        _lay_out_pieces(table, seat)
    places.lay_out(cargo(1), (*places[cargo(1)], HARBOURMASTER))
    places.lay_out(own("cooper", seats[0]), (COOPER,))
    return table


@lru_cache(maxsize=16)
def all_places(box: Box, seats: tuple[Seat, ...]) -> tuple[Place, ...]:
    own_places = (place for seat in seats for place in places_of(box.board, seat))
    return (*shared_places(box.board, seats), *own_places)


def _player(table: Table, seat: Seat) -> Player:
    player = Player()
    for space in table.board.land:
        player.land[space] = Plot(stands=RUIN if space in table.board.ruins else "")
    player.ships = dict.fromkeys(MASTS, SECTOR * seat.index)
    return player


def _lay_out_pieces(table: Table, seat: Seat) -> None:
    """Both boards of a player, ruins, ships and lids on every cargo ship."""
    box, places = table.box, table.places
    mine = [piece for piece in box.figures.values() if piece.colour == seat.colour]
    by_type: dict[str, list[Owned]] = {}
    for piece in mine:
        by_type.setdefault(piece.type, []).append(piece)
    at_start = table.rule("workers_at_start")
    places.lay_out(own("available", seat), by_type["worker"][:at_start])
    places.lay_out(own("waiting", seat), (*by_type["worker"][at_start:], *by_type["special"]))
    buildings = (*by_type["small_building"], *by_type["large_building"], *by_type["fortress"])
    places.lay_out(own("structures", seat), buildings)
    places.lay_out(own("milestones", seat), [p for p in mine if p.kind.startswith("milestone/")])
    places.lay_out(numbered("carto", seat, 0), by_type["cartographer"])
    for space, ruin in zip(table.board.ruins, by_type["ruin"], strict=True):
        places.lay_out(standing_on(seat, space), (ruin,))
    for number, lid in zip(table.board.cargo, by_type["lid"], strict=True):
        places.lay_out(cargo(number), (*places[cargo(number)], lid))
    harbour = station(table.seats, SECTOR * seat.index)
    places.lay_out(harbour, [box.figures[f"ship/{seat.colour}/{mast}"] for mast in MASTS])
    islets = (islet for islet in box.islets.values() if islet.colour == seat.colour)
    places.lay_out(own("islets", seat), islets)
    boats = (boat for boat in box.boats.values() if boat.colour == seat.colour)
    places.lay_out(own("boats", seat), boats)


def face_down(table: Table) -> Mapping[Place, Sequence[Piece]]:
    box, unseen = table.box, table.places.unseen
    piles = {
        BAG: box.doubles,
        LOGBOOK_PILE: box.logbooks,
        ROYAL_PILE: box.royal_cards,
        DECKS["small"]: box.small_cards,
        DECKS["large"]: box.large_cards,
    }
    return {
        place: [piece for piece in pieces.values() if piece in unseen]
        for place, pieces in piles.items()
    }


# ---------------------------------------------------------------------------------- The script


def set_up(table: Table) -> Flow[None]:
    """Royal cards, tiles and start spaces, a coin each; then the first player."""
    count = table.board_royals()
    for number in range(count):
        yield from show_royal(table, number + 1, count)
    for seat in table.seats:
        for _ in range(table.rule("tiles_at_start")):
            yield from draw_tile(table, seat)
    yield from start_spaces(table)
    because = Text("At the start")
    for seat in table.seats:
        take(table, seat, COIN, table.rule("coins_at_start"), WAREHOUSE, because)
    yield from first_player(table)


def show_royal(table: Table, number: int, count: int) -> Flow[None]:
    card = yield from reveal(
        Text("Which royal card? ({number} of {count})", number=number, count=count),
        ROYAL_PILE,
        ROYAL_ROW,
        table.box.royal_cards,
        lambda card: None if card in table.places.unseen else Text("That card cannot come now"),
    )
    table.places.turn_up(card, ROYAL_PILE, ROYAL_ROW)


def start_spaces(table: Table) -> Flow[None]:
    """A meadow with food, or what the lot or each player decides."""
    variant = table.rulings.start_terrain
    terrain = "meadow"
    if variant == "random":
        prompt = Text("Draw lots: which start terrain?")
        terrain = yield from choose(TABLE, prompt, lambda: terrain_menu())
    for seat in table.seats:
        if variant == "choose":
            prompt = Text("Which start terrain?")
            terrain = yield from choose(seat, prompt, lambda: terrain_menu())
        tile = single(table, terrain)
        assert tile is not None
        space = table.board.start
        turned = tile.is_turned(terrain)
        table.places.move(tile, SINGLES, tile_on(seat, space, turned=turned))
        table.player(seat).land[space] = Plot(1, terrain, CUBES[terrain], "", (tile,))


def terrain_menu() -> list[Option[str]]:
    return [Option(f"terrain:{t}", t, TERRAIN_NAMES[t]) for t in TERRAINS]


def first_player(table: Table) -> Flow[None]:
    """Drawn by lot; later players start with a better cartographer."""
    first = yield from choose(
        TABLE,
        Text("Who begins? Draw lots."),
        lambda: [
            Option(f"first:{seat.colour}", seat, Text("{seat} begins", seat=seat))
            for seat in table.seats
        ],
    )
    holder = table.holder
    if holder is not None and holder is not first:
        table.places.move(COOPER, own("cooper", holder), own("cooper", first))
    steps = table.box.printed.numbers("rules.cartographer_at_start")
    order = table.clockwise(first)
    for seat, step in zip(order, steps, strict=False):
        move_cartographer(table, seat, step)
    begin_round(table)


def begin_round(table: Table) -> None:
    """Whoever has Cooper begins; everybody has an income."""
    first = table.holder
    assert first is not None
    table.first = table.active = first
    table.phase = INCOME
    table.to_act = table.clockwise(first)
