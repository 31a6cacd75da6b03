"""The words in which tiles, boats, spaces and cards of Cooper Island say what they do.

A tree is a tuple of nodes. All of them are done, in any order; what is not possible, or not
wanted, is left out. A node is a table whose first key names it: `{ gain = "coin", n = 2 }`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from rules.typed import As, Table, Worded, words_of

COIN = "coin"
RESOURCES = ("wood", "stone", "food", "gold", "cloth")
GOODS = (COIN, *RESOURCES)
TERRAINS = ("forest", "meadow", "mountain", "settlement")
LETTERS = {"f": "forest", "m": "meadow", "x": "mountain", "s": "settlement"}
"""How tiles are written: by the terrains of a side."""
WAREHOUSE, MARKET = "warehouse", "market"

BUILD_BOAT, BUILD_STRUCTURE, ERECT_STATUE = "build_boat", "build_structure", "erect_statue"
EXCAVATE, SUPPLY, FEED, FED, LOGBOOK = "excavate", "supply", "feed", "fed", "logbook"
EVENTS = (BUILD_BOAT, BUILD_STRUCTURE, EXCAVATE, SUPPLY, FED, LOGBOOK)
"""What small buildings wait for."""
PAID = (BUILD_BOAT, BUILD_STRUCTURE, ERECT_STATUE, SUPPLY, FEED)
"""What discounts are for."""


Event = Annotated[str, words_of(EVENTS)]
Good = Annotated[str, words_of(GOODS)]
Many = Annotated[int, Meta(ge=1, le=99)]
To = Annotated[str, words_of((WAREHOUSE, MARKET))]


class Node(Worded):
    """One step of a tree."""

    __slots__ = ()
    words: ClassVar[dict[str, Any]] = {}


class Draw(Node, Table, frozen=True):
    """Double tiles from the bag."""

    n: int = field(name="draw")


class PlaceTile(Node, Table, frozen=True):
    """One double tile onto the own peninsula."""


class Advance(Node, Table, frozen=True):
    """The cartographer goes forward, up to so many steps."""

    n: int = field(name="advance")


class Gain(Node, Table, frozen=True):
    """So many of one good; `per` structure on the own peninsula, if that is said."""

    good: Good = field(name="gain")
    n: Many = 1
    to: To = WAREHOUSE
    per: Literal["structure"] | None = None


class GainChoice(Node, Table, frozen=True):
    """So many of these goods, the same or different ones."""

    goods: tuple[Good, ...] = field(name="choose")
    n: Many = 1
    to: To = WAREHOUSE


class Navigate(Node, Table, frozen=True):
    """Navigation points, all of them for one ship."""

    n: int = field(name="np")


class OneOf(Node, Table, frozen=True):
    """Exactly one of these."""

    ways: tuple[Effects, ...] = field(name="one")


class UpTo(Node, Table, frozen=True):
    """The same action, at most so many times."""

    times: int = field(name="up_to")
    effect: Effect = field(name="of")


class BuildBoat(Node, Table, frozen=True):
    """A supply boat at a pier."""


class BuildStructure(Node, Table, frozen=True):
    """A small building, a large building or the fortress."""


class Excavate(Node, Table, frozen=True):
    """A ruin becomes a statue on the player's board."""


class ErectStatue(Node, Table, frozen=True):
    """A statue from the player's board to the peninsula."""


class SupplyShip(Node, Table, frozen=True):
    """The goods of a cargo ship for a crate lid."""


class UseIslets(Node, Table, frozen=True):
    """The actions of so many different islets, whoever has placed them."""

    n: int = field(name="use_islets")


class UseBoats(Node, Table, frozen=True):
    """The actions of so many different boats, whoever has built them."""

    n: int = field(name="use_boats")
    but_copies: bool = False


class TakeCooper(Node, Table, frozen=True):
    """Begin the next round."""


class ExtraFeeding(Node, Table, frozen=True):
    """Feed all workers once more, now, for so many points on top."""

    np: int = field(name="feed")


class LidOnLand(Node, Table, frozen=True):
    """An unused crate lid onto the peninsula, for navigation points."""

    np: int = field(name="lid_on_land")


class FlipBoat(Node, Table, frozen=True):
    """Turn over an own boat for its action; it brings no income any more."""


class Relocate(Node, Table, frozen=True):
    """A structure or statue to any free space."""


class PayFood(Node, Table, frozen=True):
    """Food for something, if one likes."""

    n: int = field(name="pay_food")
    then: Effects = field()


if TYPE_CHECKING:
    Effect = (
        Draw
        | PlaceTile
        | Advance
        | Gain
        | GainChoice
        | Navigate
        | OneOf
        | UpTo
        | BuildBoat
        | BuildStructure
        | Excavate
        | ErectStatue
        | SupplyShip
        | UseIslets
        | UseBoats
        | TakeCooper
        | ExtraFeeding
        | LidOnLand
        | FlipBoat
        | Relocate
        | PayFood
    )
else:
    Effect = Node
Effects = tuple[Effect, ...]


def each_of(does: Effects) -> Iterator[Effect]:
    """All nodes of a tree, those within others too."""
    for node in does:
        yield node
        match node:
            case OneOf(ways):
                yield from (inner for way in ways for inner in each_of(way))
            case UpTo(_, effect):
                yield from each_of((effect,))
            case PayFood(_, then):
                yield from each_of(then)


class Discount(Table, frozen=True):
    """So much less of these goods, in any mix, for some actions; else for what is at hand."""

    n: int
    on: tuple[Good, ...]
    actions: tuple[Annotated[str, words_of(PAID)], ...] = field(name="for", default=PAID)


class Slots(Table, frozen=True):
    """More room in the warehouse, for some goods only."""

    n: int
    holds: tuple[Good, ...] = GOODS


END_KINDS = ("slots_full", "per_lid", "per_flipped", "three_and_three")


class End(Worded):
    """`{ per_lid = 1 }`: what is counted, and its points."""

    __slots__ = ()
    words: ClassVar[dict[str, Any]] = {}


class EndPoints(End, Table, frozen=True):
    """What a card that lies face up is worth at the end."""

    kind: str
    points: int


if TYPE_CHECKING:
    Ending = EndPoints
else:
    Ending = End


def _end(row: Mapping[str, Any]) -> Mapping[str, Any]:
    ((kind, points),) = row.items()
    return {"kind": kind, "points": points}


End.words |= dict.fromkeys(END_KINDS, As(EndPoints, int, _end))

Node.words |= {
    "draw": Draw,
    "advance": Advance,
    "np": Navigate,
    "gain": Gain,
    "choose": GainChoice,
    "one": OneOf,
    "up_to": UpTo,
    "use_islets": UseIslets,
    "use_boats": UseBoats,
    "feed": ExtraFeeding,
    "lid_on_land": LidOnLand,
    "pay_food": PayFood,
    "do": {
        "place": PlaceTile(),
        "build_boat": BuildBoat(),
        "build_structure": BuildStructure(),
        "excavate": Excavate(),
        "erect_statue": ErectStatue(),
        "supply": SupplyShip(),
        "take_cooper": TakeCooper(),
        "flip_boat": FlipBoat(),
        "relocate": Relocate(),
        "copy_boat": UseBoats(1, but_copies=True),
    },
}
