"""The words in which tiles, boats, spaces and cards of Cooper Island say what they do.

A tree is a tuple of nodes. All of them are done, in any order; what is not possible, or not
wanted, is left out.
"""

from __future__ import annotations

from dataclasses import dataclass

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


@dataclass(frozen=True, slots=True)
class Draw:
    """Double tiles from the bag."""

    n: int


@dataclass(frozen=True, slots=True)
class PlaceTile:
    """One double tile onto the own peninsula."""


@dataclass(frozen=True, slots=True)
class Advance:
    """The cartographer goes forward, up to so many steps."""

    n: int


@dataclass(frozen=True, slots=True)
class Gain:
    """So many of one good; `per` structure on the own peninsula, if that is said."""

    good: str
    n: int
    to: str
    per: str | None


@dataclass(frozen=True, slots=True)
class GainChoice:
    """So many of these goods, the same or different ones."""

    goods: tuple[str, ...]
    n: int
    to: str


@dataclass(frozen=True, slots=True)
class Navigate:
    """Navigation points, all of them for one ship."""

    n: int


@dataclass(frozen=True, slots=True)
class OneOf:
    """Exactly one of these."""

    ways: tuple[Effects, ...]


@dataclass(frozen=True, slots=True)
class UpTo:
    """The same action, at most so many times."""

    times: int
    effect: Effect


@dataclass(frozen=True, slots=True)
class BuildBoat:
    """A supply boat at a pier."""


@dataclass(frozen=True, slots=True)
class BuildStructure:
    """A small building, a large building or the fortress."""


@dataclass(frozen=True, slots=True)
class Excavate:
    """A ruin becomes a statue on the player's board."""


@dataclass(frozen=True, slots=True)
class ErectStatue:
    """A statue from the player's board to the peninsula."""


@dataclass(frozen=True, slots=True)
class SupplyShip:
    """The goods of a cargo ship for a crate lid."""


@dataclass(frozen=True, slots=True)
class UseIslets:
    """The actions of so many different islets, whoever has placed them."""

    n: int


@dataclass(frozen=True, slots=True)
class UseBoats:
    """The actions of so many different boats, whoever has built them."""

    n: int
    but_copies: bool


@dataclass(frozen=True, slots=True)
class TakeCooper:
    """Begin the next round."""


@dataclass(frozen=True, slots=True)
class ExtraFeeding:
    """Feed all workers once more, now, for so many points on top."""

    np: int


@dataclass(frozen=True, slots=True)
class LidOnLand:
    """An unused crate lid onto the peninsula, for navigation points."""

    np: int


@dataclass(frozen=True, slots=True)
class FlipBoat:
    """Turn over an own boat for its action; it brings no income any more."""


@dataclass(frozen=True, slots=True)
class Relocate:
    """A structure or statue to any free space."""


@dataclass(frozen=True, slots=True)
class PayFood:
    """Food for something, if one likes."""

    n: int
    then: Effects


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
Effects = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Discount:
    """So much less of these goods, in any mix, for some actions."""

    n: int
    on: tuple[str, ...]
    actions: tuple[str, ...] = PAID


@dataclass(frozen=True, slots=True)
class Slots:
    """More room in the warehouse, for some goods only."""

    n: int
    holds: tuple[str, ...] = GOODS


END_KINDS = ("slots_full", "per_lid", "per_flipped", "three_and_three")


@dataclass(frozen=True, slots=True)
class EndPoints:
    """What a card that lies face up is worth at the end."""

    kind: str
    points: int
