"""Effect trees: what cards, tiles and spaces do, as frozen values.

The vocabulary is closed; `grammar` reads it from the edition, the interpreter gives it its meaning.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

NATIONS = ("france", "england", "spain")
GOODS = ("sugar", "tobacco", "cotton", "cocoa", "rum", "herbs")
OBJECTS = ("treasure", "adventure", "book")
SYNERGIES = ("anchor", "tools", "scales", "crown", "lantern")
UNITS = (
    "compass",
    "combat_token",
    "quest_tile",
    "assistant",
    "synergy_token",
    "nation_influence_3",
)
"""What a reward can be counted by; the last: each nation with at least 3 influence of one's own."""
PERMANENTS = (
    "object",
    "discount",
    "combat_start",
    "compass",
    "explore_plus",
    "steal_on_jump",
    "visit_vp",
    "visit_doubloons",
    "figure_to_combat",
    "nation_combat",
    "displace_vp",
    "village_actions_improved",
    "hand_limit",
    "free_market",
)
TARGETS = ("empty_flag", "enemy_flag", "empty_village", "enemy_village", "fleet", "mine")


@dataclass(frozen=True, slots=True)
class Cost:
    """What is paid, all of it or nothing. Goods and objects are cards of the hand."""

    doubloons: int = 0
    combat_points: int = 0
    figures: int = 0
    """They go back to the general supply."""
    goods: tuple[str, ...] = ()
    same_goods: int = 0
    """So many cards with one and the same good."""
    objects: tuple[str, ...] = ()
    """Permanent objects stand in for them."""
    hand: int = 0
    """The whole hand, which must be at least so many cards."""

    @property
    def takes_cards(self) -> bool:
        """Whether cards are laid down for it."""
        return bool(self.goods or self.same_goods or self.objects or self.hand)


@dataclass(frozen=True, slots=True)
class Needs:
    """What must be true; nothing is paid for it."""

    movement: int = 0
    """Movement points spent this turn."""
    markers: tuple[str, int] | None = None
    """A nation with at least so many ownership markers on the map."""
    synergy: str | None = None
    explorer: int = 0
    """The space of the explorer track that the explorer has reached or passed."""


class Node:
    """One step of a tree."""

    __slots__ = ()
    moves_pieces: ClassVar[bool] = False
    """Whether doing it can move pieces that a camera sees, by itself."""


@dataclass(frozen=True, slots=True)
class Gain(Node):
    """`n` doubloons, vp, combat points or figures; or as many for each `per`."""

    what: str
    n: int
    per: str | None = None


@dataclass(frozen=True, slots=True)
class Influence(Node):
    """`who`: a nation, any one nation, the fighting one, or the same as the marker just placed."""

    who: str
    n: int


@dataclass(frozen=True, slots=True)
class Rank(Node):
    """An influence marker goes to the next red banner."""

    who: str


@dataclass(frozen=True, slots=True)
class Discs(Node):
    """Discs of one's choice leave the ship board."""

    n: int


@dataclass(frozen=True, slots=True)
class VillageActions(Node):
    moves_pieces: ClassVar[bool] = True
    n: int
    per: str | None = None


@dataclass(frozen=True, slots=True)
class Explore(Node):
    """Up to `n` steps on the explorer track."""

    moves_pieces: ClassVar[bool] = True
    n: int


@dataclass(frozen=True, slots=True)
class Sail(Node):
    """The ship may sail on, and does one main action there."""

    moves_pieces: ClassVar[bool] = True
    least: int
    most: int


@dataclass(frozen=True, slots=True)
class Combat(Node):
    moves_pieces: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Marker(Node):
    """An ownership marker goes to an empty village of choice, this village, or the target."""

    where: str
    who: str


@dataclass(frozen=True, slots=True)
class Synergy(Node):
    """A synergy token: a printed kind, or `any_new`."""

    kind: str


@dataclass(frozen=True, slots=True)
class TakeQuest(Node):
    """The top quest tile is laid face up onto this card."""

    moves_pieces: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class FulfilQuest(Node):
    """The quest `here`, or the one lying `on_card`."""

    moves_pieces: ClassVar[bool] = True
    where: str


@dataclass(frozen=True, slots=True)
class FiguresOnCard(Node):
    """At purchase any number of figures stay on the card; each adds so much doubloon income."""

    income: int


@dataclass(frozen=True, slots=True)
class Raid(Node):
    """A reward for every assistant in the village just taken: one's own, and others'."""

    own: int
    other: int


@dataclass(frozen=True, slots=True)
class FlagBonus(Node):
    """The bonus printed beside the flag just taken."""


@dataclass(frozen=True, slots=True)
class TakeStoryTile(Node):
    pass


@dataclass(frozen=True, slots=True)
class RemoveSkull(Node):
    """A legacy tile with a skull leaves the board."""

    moves_pieces: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Score(Node):
    """The `interim` or `final` scoring follows phase C."""

    when: str


@dataclass(frozen=True, slots=True)
class BuyCard(Node):
    """Buy a card from the hand or the planning area, or invest in a prestige building."""

    moves_pieces: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Pay(Node):
    """Who pays the cost gets `then`; nobody has to."""

    cost: Cost
    then: Steps


@dataclass(frozen=True, slots=True)
class OneOf(Node):
    options: tuple[Steps, ...]


@dataclass(frozen=True, slots=True)
class RulingChoice(Node):
    """Rulebooks differ: what holds is a setting of the match; the first reading is the default."""

    setting: str
    readings: tuple[tuple[str, Steps], ...]


Effect = (
    Gain
    | Influence
    | Rank
    | Discs
    | VillageActions
    | Explore
    | Sail
    | Combat
    | Marker
    | Synergy
    | TakeQuest
    | FulfilQuest
    | FiguresOnCard
    | Raid
    | FlagBonus
    | TakeStoryTile
    | RemoveSkull
    | Score
    | BuyCard
    | Pay
    | OneOf
    | RulingChoice
)
Steps = tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class Income:
    """Green: a step on an income track, perhaps only with a synergy token."""

    track: str
    n: int
    synergy: str | None = None


@dataclass(frozen=True, slots=True)
class Permanent:
    """Red: holds from now on. `of` is the object or the nation it is about."""

    kind: str
    n: int = 1
    of: str | None = None


@dataclass(frozen=True, slots=True)
class VillageAction:
    """Red: a new village action; a `last` one ends phase B."""

    steps: Steps
    last: bool = False


@dataclass(frozen=True, slots=True)
class Attack:
    """One way to do a manoeuvre: its price in combat value, its target, and what it brings."""

    value: int
    target: str | None
    then: Steps


@dataclass(frozen=True, slots=True)
class Manoeuvre:
    """Red: a combat action, possible once in a combat, in one of its ways."""

    attacks: tuple[Attack, ...]
    needs: Needs = Needs()


@dataclass(frozen=True, slots=True)
class Assistant:
    """Blue: the action of the figure that stands on the map."""

    steps: Steps


@dataclass(frozen=True, slots=True)
class Now:
    """Tan: happens once, when the card is bought."""

    steps: Steps


CardEffect = Income | Permanent | VillageAction | Manoeuvre | Assistant | Now
