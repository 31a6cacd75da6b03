"""The answers of the sensible player: each option has an appeal, the highest is chosen."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rules.cooper_island.actions.landscape import Mark, Side, Spot
from rules.cooper_island.actions.sailing import islets_between
from rules.cooper_island.actions.storing import UseCard, UseCrate, crates
from rules.cooper_island.actions.vocabulary import Source
from rules.cooper_island.actions.workers import Post, actions_of
from rules.cooper_island.bot.worth import ANCHOR, LID, Mind, plain
from rules.cooper_island.printed.nodes import PlaceTile, SupplyShip
from rules.cooper_island.table import END, WORK, Table
from rules.flow import Choice, Option
from rules.pieces import Piece
from rules.text import Text

Appeal = Callable[[Mind, Option[Any], str], float]

BOATS = {
    "gold_or_cloth": 0.9,
    "material": 0.85,
    "draw": 0.7,
    "coin": 0.75,
    "copy": 0.6,
    "carto": 0.5,
}
SMALL_CARDS = {5: 2.2, 13: 2.0, 2: 1.9, 9: 1.8, 12: 1.4, 4: 1.4, 15: 1.3, 3: 1.3}
LARGE_CARDS = {2: 2.0, 7: 2.0, 8: 1.9, 1: 1.8, 3: 1.8, 5: 1.7, 4: 1.6, 13: 1.5}
TOLL, FIRST, FANCY = 0.5, 0.6, 2.0
"""What a toll costs, what it brings to be the first at the harbourmaster, and how much tastes
differ: players who all think the same would always leave the same space to the next one.
"""


def sensible(
    table: Table, choice: Choice[Any], options: Sequence[Option[Any]], _hand: Sequence[Piece]
) -> Option[Any]:
    """The answer that seems to bring the most; the first one if several do."""
    mind = Mind(table, choice.who)
    if options[0].key.startswith(("pay_", "give:")):
        return options[0]
    return max(options, key=lambda option: appeal(mind, option))


def appeal(mind: Mind, option: Option[Any]) -> float:
    verb, _, rest = option.key.partition(":")
    weigh = _BY_VERB.get(verb)
    return weigh(mind, option, rest) if weigh else 0.0


# ----------------------------------------------------------------------------------- Workers


def of_post(mind: Mind, option: Option[Post], _rest: str) -> float:
    """What the actions of a sector would bring, less the toll; a little for coming first."""
    post = option.value
    below = mind.table.workers_on(post.sector.key, post.special)
    discount = post.sector.square_discount if post.special and not below else None
    source = Source(Text("Sector"), discount=discount)
    does = actions_of(post, alone=not below)
    worth = mind.all_of(does, source)
    if worth and SupplyShip() in does and mind.table.harbourmaster_stands:
        worth += FIRST
    liked = FANCY * mind.taste(option.key)
    return 5 + worth + liked - (TOLL if below else 0.0) + (0.3 if discount else 0.0)


def of_effects(mind: Mind, option: Option[Any], _rest: str) -> float:
    """One of several ways, or what comes next."""
    does = option.value if isinstance(option.value, tuple) else (option.value,)
    worth = mind.all_of(does, plain())
    late = any(isinstance(node, PlaceTile) for node in does)
    return 0.2 + worth - (0.1 if late else 0.0)


# ------------------------------------------------------------------------------------- Land


def of_side(mind: Mind, option: Option[Side], _rest: str) -> float:
    return 0.2 + mind.best_spot(option.value.terrains)


def of_spot(mind: Mind, option: Option[Spot], _rest: str) -> float:
    """The terrains of the tile are those that the option names."""
    values = option.text.values
    inner = values.get("where")
    words = inner.values if isinstance(inner, Text) else values
    terrains = (str(words["one"]), str(words["other"]))
    return 0.2 + mind.spot(option.value, terrains)


def of_mark(mind: Mind, option: Option[Mark], _rest: str) -> float:
    return 0.2 + mind.raising(option.value.space, option.value.terrain)


def of_charting(mind: Mind, _option: Option[Any], _rest: str) -> float:
    """When the track is nearly full, or when time runs out."""
    full = mind.table.player(mind.seat).cartographer >= 4
    return 0.6 if full or mind.rounds == 0 else -0.5


def of_storing(mind: Mind, _option: Option[Any], space: str) -> float:
    """Low cubes make room for cultivation; at the end everything counts."""
    table = mind.table
    if table.phase == END:
        return 0.5
    plot = table.player(mind.seat).land[space]
    if plot.level == 1:
        return 0.3
    return -1.0


# ----------------------------------------------------------------------------------- Goods


def of_good(mind: Mind, option: Option[str], _rest: str) -> float:
    return 0.2 + mind.unit(option.value)


def of_toll(mind: Mind, option: Option[Any], _rest: str) -> float:
    """The least that can be given."""
    good, space = option.value
    level = mind.table.player(mind.seat).land[space].level if space else 1
    return 1.0 - level * mind.unit(good)


def of_price(mind: Mind, option: Option[Mapping[str, int]], _rest: str) -> float:
    return 5 - sum(n * mind.unit(good) for good, n in option.value.items())


def of_trade(mind: Mind, _option: Option[Any], kind: str) -> float:
    """Only for food that is missing."""
    starving = mind.hunger and mind.table.phase != WORK
    return 0.4 if starving and kind in ("gold", "any") else -1.0


def of_crate(mind: Mind, option: Option[UseCrate], _rest: str) -> float:
    does = crates(mind.table, mind.seat)[option.value.key]
    return mind.all_of(does, plain()) - 0.3


def of_card(mind: Mind, option: Option[UseCard], _rest: str) -> float:
    """Cards that count at the end stay open in the last round."""
    card = option.value.card
    if card.end and mind.rounds == 0:
        return -1.0
    return mind.all_of(card.does, plain()) - 0.2


# ------------------------------------------------------------------------------- Everything


def of_ship(mind: Mind, option: Option[str], _rest: str) -> float:
    """One without anchors, where islets and bays lie ahead."""
    mast = option.value
    player = mind.table.player(mind.seat)
    before = player.ships[mast]
    after = (before + (1 if mast == "one" else -1)) % mind.table.ring
    passed = islets_between(mind.table, before, after, clockwise=mast == "one")
    ahead = 0.3 * sum(1 for _ in passed)
    stop = 0.3 if after % 10 == 5 else -0.1 if after % 10 == 0 else 0.0
    return 5 + ahead + stop - player.anchors[mast]


def of_hiring(mind: Mind, option: Option[bool], _rest: str) -> float:
    """Hands while there is time; then somebody for the king."""
    return (1.0 if mind.rounds <= 2 else 0.4) if option.value else 0.7


def of_kept_card(_mind: Mind, option: Option[Any], rest: str) -> float:
    liked = SMALL_CARDS if rest.startswith("small/") else LARGE_CARDS
    return liked.get(option.value.number, 1.0)


def of_site(mind: Mind, option: Option[str], _rest: str) -> float:
    """Settlements bring more; mountains are kept for gold."""
    terrain = mind.table.player(mind.seat).land[option.value].terrain
    return 5 + {"settlement": 1.0, "mountain": -0.2}.get(terrain, 0.0)


_BY_VERB: Mapping[str, Appeal] = {
    "worker": of_post,
    "do": of_effects,
    "option": of_effects,
    "tile": of_side,
    "lay": of_spot,
    "single": of_mark,
    "chart": of_charting,
    "store": of_storing,
    "stow": lambda *_: 0.8,
    "trade": of_trade,
    "good": of_good,
    "take": lambda *_: 0.5,
    "toll": of_toll,
    "refuse": lambda *_: 1.0 - ANCHOR,
    "price": of_price,
    "crate": of_crate,
    "card": of_card,
    "recruit": lambda *_: 9.0,
    "cell": lambda mind, _, kind: (1.0 if mind.rounds else 0.1) if kind == "hire" else 0.5,
    "hire": of_hiring,
    "send": lambda _, __, kind: 1.0 if kind == "normal" else 0.0,
    "royal": lambda mind, _, number: mind.royal_card(int(number)),
    "ship": of_ship,
    "anchor": lambda *_: 1.0,
    "pier": lambda _, option, __: 1 + option.value.np - 0.3 * sum(option.value.cost.values()),
    "boat": lambda _, __, kind: 0.3 + BOATS.get(kind, 0.5),
    "structure": lambda _, option, __: 1.0 + option.value.np,
    "statue": lambda *_: 1.0,
    "cargo": lambda _, option, __: 1.0 + option.value.np,
    "site": of_site,
    "keep": of_kept_card,
    "islet": lambda mind, option, _: 0.5 + mind.all_of(option.value.does, plain()),
    "shore": lambda *_: 0.5,
    "ruin": lambda *_: 0.6,
    "slot": lambda mind, option, _: 0.5 + mind.all_of(option.value.brings, plain()),
    "income": lambda _, __, what: 1.0 if what == "islet" else 0.9,
    "use": lambda mind, option, _: 0.3 + mind.all_of(option.value.does, plain()),
    "flip": lambda *_: 0.3,
    "from": lambda *_: -0.1,
    "refresh": lambda *_: LID - 0.5,
    "more_food": lambda mind, *_: 0.5 if not mind.hunger else -1.0,
    "lid": lambda *_: 0.5,
    "amount": lambda _, option, __: -float(option.value),
    "skip": lambda *_: 0.05,
    "end_turn": lambda *_: 0.05,
    "feed": lambda *_: 0.05,
    "clear": lambda *_: 0.05,
    "finish": lambda *_: 0.05,
}
