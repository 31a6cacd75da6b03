"""The places of Cooper Island: where its pieces can lie, and what people call it.

A tile on two spaces lies in a place of both, the space of its first terrain first; so the place
tells which way round it lies, and also which side is up. What stands on a space has a place of its
own there.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.cooper_island.printed.board import BAY, SECTOR, Board, Space, Water
from rules.flow import Seat
from rules.pieces import Place
from rules.text import Text

BOX: Place = "box"
BAG: Place = "bag"
SINGLES: Place = "singles"
LOGBOOK_PILE: Place = "logbook_pile"
ROYAL_PILE: Place = "royal_pile"
ROYAL_ROW: Place = "royal_row"
DECKS: dict[str, Place] = {"small": "small_deck", "large": "large_deck"}
UNDER: dict[str, Place] = {"small": "small_under", "large": "large_under"}
"""The cards put back below a deck."""
SHAPES = {False: "round", True: "square"}
CARD_SLOT = "card"
"""The statue slot, and the crate, that a card of a small building adds."""


def sector_space(sector: str, special: bool) -> Place:
    return f"space:{sector}:{SHAPES[special]}"


HARBOUR = "harbour"


def station(seats: Sequence[Seat], number: int) -> Place:
    """A harbour, the four shoals left of it, the bay after these, or a shoal before a harbour.

    Stations are counted clockwise from the harbour of the first seat.
    """
    sector, step = divmod(number, SECTOR)
    if step > BAY:
        return f"sea:{seats[(sector + 1) % len(seats)].colour}:right_{SECTOR - step}"
    name = {0: HARBOUR, BAY: "bay"}.get(step, f"left_{step}")
    return f"sea:{seats[sector].colour}:{name}"


def cargo(number: int) -> Place:
    return f"cargo:{number}"


def lying(number: int) -> Place:
    """The harbourmaster of a cargo ship whose discount was given in this round."""
    return f"lying:{number}"


def royal(number: int) -> Place:
    """The worker on a royal card."""
    return f"royal:{number}"


def own(kind: str, seat: Seat) -> Place:
    return f"{kind}:{seat.colour}"


def numbered(kind: str, seat: Seat, name: object) -> Place:
    return f"{kind}:{seat.colour}:{name}"


LAND, TURNED = "land", "turned"
ON_LAND = (f"{LAND}:", f"{TURNED}:")
"""How the places of tiles begin: with the first of their sides up, or with the other one."""


def tile_on(seat: Seat, *spaces: Space | Water, turned: bool = False) -> Place:
    """A tile that lies on one space or on two, as it comes or turned over."""
    return f"{TURNED if turned else LAND}:{seat.colour}:{'+'.join(spaces)}"


def standing_on(seat: Seat, space: Space) -> Place:
    return f"on:{seat.colour}:{space}"


OWN = (
    "supply",
    "islets",
    "boats",
    "lids",
    "structures",
    "available",
    "waiting",
    "milestones",
    "met",
    "cards",
    "used",
    "hand",
    "logbooks",
    "cooper",
)
"""Places that every player has once."""


def shared_places(board: Board, seats: Sequence[Seat]) -> Iterator[Place]:
    yield from (ROYAL_ROW, *UNDER.values())
    for sector in board.sectors:
        yield from (sector_space(sector, special) for special in SHAPES)
    yield from (station(seats, number) for number in range(SECTOR * len(seats)))
    for number in board.cargo:
        yield from (cargo(number), lying(number))
    yield from (royal(number) for number in range(1, 9))


def places_of(board: Board, seat: Seat) -> Iterator[Place]:
    yield from (own(kind, seat) for kind in OWN)
    yield from (numbered("carto", seat, n) for n in range(board.numbers["cartographer_most"] + 1))
    for number in board.piers:
        yield from (numbered("pier", seat, number), numbered("flipped", seat, number))
    yield from (numbered("slot", seat, slot.number) for slot in board.slots)
    yield from (numbered("crate", seat, key) for key in board.crates)
    yield from (numbered(kind, seat, CARD_SLOT) for kind in ("slot", "crate"))
    yield from (numbered("cell", seat, cell) for cell in cells(board))
    for space in board.land:
        yield standing_on(seat, space)
        for turned in (False, True):
            yield tile_on(seat, space, turned=turned)
            yield from (tile_on(seat, space, on, turned=turned) for on in board.around[space])
        yield from (tile_on(seat, space, water) for water in board.coast[space])


def cells(board: Board) -> tuple[str, ...]:
    """The recruitment cells of a worker board: hiring ones, then those with points."""
    hire = (f"hire_{n}" for n in range(1, board.numbers["hire_cells"] + 1))
    return (*hire, *(f"np_{n}" for n in range(1, board.numbers["np_cells"] + 1)))


ASIDE = frozenset((BOX, SINGLES, BAG))
"""The stacks that are not on the table, or in a bag."""


def open_stacks(colours: Sequence[str], board: Board) -> frozenset[Place]:
    """The stacks of which a camera sees the top: tiles cover tiles, and workers workers."""
    found = {sector_space(sector, special) for sector in board.sectors for special in SHAPES}
    for number, colour in enumerate(colours):
        seat = Seat(number, colour, colour)
        found |= {place for place in places_of(board, seat) if place.startswith(ON_LAND)}
    return frozenset(found)


_SHARED_STACKS = (LOGBOOK_PILE, ROYAL_PILE, *DECKS.values(), *UNDER.values())


def stacks(colours: Sequence[str], board: Board) -> frozenset[Place]:
    """Where pieces lie on top of each other, or are held in hand."""
    hands = (own("hand", Seat(number, colour, colour)) for number, colour in enumerate(colours))
    return open_stacks(colours, board).union(ASIDE, _SHARED_STACKS, hands)


_NAMES = {
    BOX: Text("the box"),
    BAG: Text("the bag"),
    SINGLES: Text("the single tile supply"),
    LOGBOOK_PILE: Text("the logbook pile"),
    ROYAL_PILE: Text("the unused royal cards"),
    ROYAL_ROW: Text("the royal cards"),
    DECKS["small"]: Text("the small building deck"),
    DECKS["large"]: Text("the large building deck"),
    UNDER["small"]: Text("the small building deck's bottom"),
    UNDER["large"]: Text("the large building deck's bottom"),
}


def place_name(seats: Sequence[Seat], place: Place) -> Text:
    """A place in words; a camera may also see one that this match does not use."""
    if place in _NAMES:
        return _NAMES[place]
    kind, _, rest = place.partition(":")
    colour, _, name = rest.partition(":")
    owner = next((seat for seat in seats if seat.colour == colour), None)
    text = _owned_name(kind, owner, name) if owner else _shared_name(kind, colour, name)
    return text or Text("{place}", place=place)


def _shared_name(kind: str, number: str, shape: str) -> Text | None:
    if kind == "space" and shape == "square":
        return Text("square space {letter}", letter=number.upper())
    texts = {
        "space": Text("round space {letter}", letter=number.upper()),
        "cargo": Text("cargo ship {number}", number=number),
        "lying": Text("cargo ship {number}, lying", number=number),
        "royal": Text("royal card {number}", number=number),
    }
    return texts.get(kind)


def _water_name(seat: Seat, name: str) -> Text | None:
    coast, _, number = name.partition("_")
    texts = {
        HARBOUR: Text("{seat}'s harbour", seat=seat),
        "bay": Text("{seat}'s left bay", seat=seat),
        "left": Text("{seat}'s left shoal {number}", number=number, seat=seat),
        "right": Text("{seat}'s right shoal {number}", number=number, seat=seat),
    }
    return texts.get(coast)


def _owned_name(kind: str, seat: Seat, name: str) -> Text | None:
    if kind == "sea":
        return _water_name(seat, name)
    texts = {
        "supply": Text("{seat}'s supply", seat=seat),
        "islets": Text("{seat}'s islets", seat=seat),
        "boats": Text("{seat}'s boats", seat=seat),
        "lids": Text("{seat}'s unused lids", seat=seat),
        "structures": Text("{seat}'s board", seat=seat),
        "available": Text("{seat}'s available workers", seat=seat),
        "waiting": Text("{seat}'s waiting workers", seat=seat),
        "milestones": Text("{seat}'s milestones", seat=seat),
        "met": Text("{seat}'s reached milestones", seat=seat),
        "cards": Text("{seat}'s cards", seat=seat),
        "used": Text("{seat}'s used cards", seat=seat),
        "hand": Text("{seat}'s drawn cards", seat=seat),
        "logbooks": Text("{seat}'s logbook tiles", seat=seat),
        "cooper": Text("the place before {seat}", seat=seat),
        "carto": Text("{seat}'s cartographer step {name}", name=name, seat=seat),
        "pier": Text("{seat}'s pier {name}", name=name, seat=seat),
        "flipped": Text("{seat}'s pier {name}, turned", name=name, seat=seat),
        "slot": Text("{seat}'s statue slot (card)", seat=seat)
        if name == CARD_SLOT
        else Text("{seat}'s statue slot {name}", name=name, seat=seat),
        "crate": Text("{seat}'s crate", seat=seat),
        "cell": Text("{seat}'s recruitment cell", seat=seat),
        LAND: Text("{seat}'s peninsula, {name}", name=name, seat=seat),
        TURNED: Text("{seat}'s peninsula, {name}, turned", name=name, seat=seat),
        "on": Text("{seat}'s peninsula, {name}", name=name, seat=seat),
    }
    return texts.get(kind)
