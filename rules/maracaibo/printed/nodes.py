"""Effect trees: what cards, tiles and spaces do, as frozen values, and how they are written.

A node is a table whose first key names it: `{ vp = 2, per = "compass" }`. The vocabulary is closed;
the interpreter gives it its meaning.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Literal

from msgspec import Meta, field

from rules.text import Text
from rules.typed import As, Table, Worded, Wrong, words_of

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


Nation = Annotated[str, words_of(NATIONS)]
Good = Annotated[str, words_of(GOODS)]
Object = Annotated[str, words_of(OBJECTS)]
Token = Annotated[str, words_of(SYNERGIES)]
Unit = Annotated[str, words_of(UNITS)]


class Cost(Table, frozen=True):
    """What is paid, all of it or nothing. Goods and objects are cards of the hand."""

    doubloons: int = 0
    combat_points: int = 0
    figures: int = 0
    """They go back to the general supply."""
    goods: tuple[Good, ...] = ()
    same_goods: int = 0
    """So many cards with one and the same good."""
    objects: tuple[Object, ...] = ()
    """Permanent objects stand in for them."""
    hand: int = 0
    """The whole hand, which must be at least so many cards."""

    @property
    def takes_cards(self) -> bool:
        """Whether cards are laid down for it."""
        return bool(self.goods or self.same_goods or self.objects or self.hand)


class Needs(Table, frozen=True):
    """What must be true; nothing is paid for it."""

    movement: int = 0
    """Movement points spent this turn."""
    markers: tuple[Nation, int] | None = None
    """A nation with at least so many ownership markers on the map."""
    synergy: Token | None = None
    explorer: int = 0
    """The space of the explorer track that the explorer has reached or passed."""


NO_COST = Cost()
NO_NEEDS = Needs()


class Node(Worded):
    """One step of a tree."""

    __slots__ = ()
    words: ClassVar[dict[str, Any]] = {}
    moves_pieces: ClassVar[bool] = False
    """Whether doing it can move pieces that a camera sees, by itself."""


class Gain(Node, Table, frozen=True):
    """`n` doubloons, vp, combat points or figures; or as many for each `per`."""

    what: str
    n: int
    per: Unit | None = None


class Influence(Node, Table, frozen=True):
    """`who`: a nation, any one nation, the fighting one, or the same as the marker just placed."""

    who: Annotated[str, words_of(("any", "fighting", "same", *NATIONS))] = field(name="with")
    n: int = field(name="influence")


class Rank(Node, Table, frozen=True):
    """An influence marker goes to the next red banner."""

    who: Annotated[str, words_of(("any", "same"))] = field(name="rank")


class Discs(Node, Table, frozen=True):
    """Discs of one's choice leave the ship board."""

    n: int = field(name="discs")


class VillageActions(Node, Table, frozen=True):
    moves_pieces: ClassVar[bool] = True
    n: int = field(name="village_actions")
    per: Unit | None = None


class Explore(Node, Table, frozen=True):
    """Up to `n` steps on the explorer track."""

    moves_pieces: ClassVar[bool] = True
    n: int = field(name="explore")


class Sail(Node, Table, frozen=True):
    """The ship may sail on, and does one main action there."""

    moves_pieces: ClassVar[bool] = True
    least: int
    most: int


class Combat(Node, Table, frozen=True):
    moves_pieces: ClassVar[bool] = True


class Marker(Node, Table, frozen=True):
    """An ownership marker goes to an empty village of choice, this village, or the target."""

    where: Annotated[str, words_of(("empty_village", "this_village", "target"))] = field(
        name="marker"
    )
    who: Annotated[str, words_of(("any", "fighting"))] = field(name="of")


class Synergy(Node, Table, frozen=True):
    """A synergy token: a printed kind, or `any_new`."""

    kind: Annotated[str, words_of(("any_new", *SYNERGIES))] = field(name="synergy")


class TakeQuest(Node, Table, frozen=True):
    """The top quest tile is laid face up onto this card."""

    moves_pieces: ClassVar[bool] = True


class FulfilQuest(Node, Table, frozen=True):
    """The quest `here`, or the one lying `on_card`."""

    moves_pieces: ClassVar[bool] = True
    where: str


class FiguresOnCard(Node, Table, frozen=True):
    """At purchase any number of figures stay on the card; each adds so much doubloon income."""

    income: int = field(name="figures_on_card")


class Raid(Node, Table, frozen=True):
    """A reward for every assistant in the village just taken: one's own, and others'."""

    own: int
    other: int


class FlagBonus(Node, Table, frozen=True):
    """The bonus printed beside the flag just taken."""


class TakeStoryTile(Node, Table, frozen=True):
    pass


class RemoveSkull(Node, Table, frozen=True):
    """A legacy tile with a skull leaves the board."""

    moves_pieces: ClassVar[bool] = True


class Score(Node, Table, frozen=True):
    """The `interim` or `final` scoring follows phase C."""

    when: str


class BuyCard(Node, Table, frozen=True):
    """Buy a card from the hand or the planning area, or invest in a prestige building."""

    moves_pieces: ClassVar[bool] = True


class Pay(Node, Table, frozen=True):
    """Who pays the cost gets `then`; nobody has to."""

    cost: Cost = field(name="pay")
    then: Steps = field()


class OneOf(Node, Table, frozen=True):
    options: tuple[Steps, ...] = field(name="one_of")


class RulingChoice(Node, Table, frozen=True):
    """Rulebooks differ: what holds is a setting of the match; the first reading is the default."""

    setting: str
    readings: tuple[tuple[str, Steps], ...]


if TYPE_CHECKING:
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
else:
    Effect = Node
Steps = tuple[Effect, ...]


class Carried(Worded):
    """What a card can carry."""

    __slots__ = ()
    words: ClassVar[dict[str, Any]] = {}


class Income(Carried, Table, frozen=True):
    """Green: a step on an income track, perhaps only with a synergy token."""

    track: Literal["doubloons", "vp"] = field(name="income")
    n: int = field()
    synergy: Token | None = None


class Permanent(Carried, Table, frozen=True):
    """Red: holds from now on. `of` is the object or the nation it is about."""

    kind: Annotated[str, words_of(PERMANENTS)] = field(name="permanent")
    n: int = 1
    of: str | None = None

    def __post_init__(self) -> None:
        about = {"object": OBJECTS, "nation_combat": NATIONS}.get(self.kind, (None,))
        if self.of not in about:
            known = ", ".join(map(str, about))
            why = Text("It must be {what}, not {value}.", what=known, value=self.of)
            raise Wrong(why, "of")


class VillageAction(Carried, Table, frozen=True):
    """Red: a new village action; a `last` one ends phase B."""

    steps: Steps = field(name="village")
    last: bool = False


class Attack(Table, frozen=True):
    """One way to do a manoeuvre: its price in combat value, its target, and what it brings."""

    value: int
    then: Steps
    target: Annotated[str, words_of(TARGETS)] | None = None


class Manoeuvre(Carried, Table, frozen=True):
    """Red: a combat action, possible once in a combat, in one of its ways."""

    attacks: tuple[Attack, ...] = field(name="manoeuvre")
    needs: Needs = Needs()


class Assistant(Carried, Table, frozen=True):
    """Blue: the action of the figure that stands on the map."""

    steps: Steps = field(name="assistant")


class Now(Carried, Table, frozen=True):
    """Tan: happens once, when the card is bought."""

    steps: Steps = field(name="now")


if TYPE_CHECKING:
    CardEffect = Income | Permanent | VillageAction | Manoeuvre | Assistant | Now
else:
    CardEffect = Carried


_Two = Annotated[tuple[int, int], Meta(description="two whole numbers, e.g. [1, 2]")]


def _gain(row: Mapping[str, Any]) -> Mapping[str, Any]:
    (what, n), *more = row.items()
    return {"what": what, "n": n, **dict(more)}


def _readings(row: Mapping[str, Any]) -> Mapping[str, Any]:
    (_, setting), *readings = row.items()
    return {"setting": setting, "readings": list(map(list, readings))}


Node.words |= {
    "reading": As(RulingChoice, str, _readings, None),
    **dict.fromkeys(
        ("doubloons", "vp", "combat_points", "figures"), As(Gain, int, _gain, ("per",))
    ),
    "influence": Influence,
    "rank": Rank,
    "discs": Discs,
    "village_actions": VillageActions,
    "explore": Explore,
    "sail": As(Sail, _Two, lambda row: dict(zip(("least", "most"), row["sail"], strict=True))),
    "marker": Marker,
    "synergy": Synergy,
    "figures_on_card": FiguresOnCard,
    "raid": As(Raid, _Two, lambda row: dict(zip(("own", "other"), row["raid"], strict=True))),
    "pay": Pay,
    "one_of": OneOf,
    "do": {
        "combat": Combat(),
        "buy_card": BuyCard(),
        "flag_bonus": FlagBonus(),
        "quest_onto_card": TakeQuest(),
        "quest_here": FulfilQuest("here"),
        "quest_on_card": FulfilQuest("on_card"),
        "take_story_tile": TakeStoryTile(),
        "remove_skull": RemoveSkull(),
        "interim_scoring": Score("interim"),
        "final_scoring": Score("final"),
    },
}
Carried.words |= {
    "income": Income,
    "permanent": Permanent,
    "village": VillageAction,
    "manoeuvre": Manoeuvre,
    "assistant": Assistant,
    "now": Now,
}
