"""The answers of the sensible player: each option has an appeal, the highest is chosen.

What may be done at any time is done first, if it is worth more than it costs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from rules.cooper_island.actions.income import Fleet
from rules.cooper_island.actions.landscape import Mark, Side, Spot
from rules.cooper_island.actions.payment import IN_STORE, tenders
from rules.cooper_island.actions.sailing import islets_between
from rules.cooper_island.actions.storing import Stow, Trade, UseCard, UseCrate, crates
from rules.cooper_island.actions.vocabulary import Chosen, Source
from rules.cooper_island.actions.workers import Post, actions_of
from rules.cooper_island.bot.worth import ANCHOR, Mind, plain
from rules.cooper_island.pieces import Islet, RoyalCard
from rules.cooper_island.printed.nodes import COIN
from rules.cooper_island.table import CLEANUP, END, Table
from rules.flow import Anytime, Choice, Option
from rules.paying import ways_to_pay
from rules.pieces import Piece
from rules.text import Text

Appeal = Callable[[Mind, Option[Any], str], float]

BOATS = {
    "gold_or_cloth": 0.9,
    "material": 0.9,
    "draw": 0.8,
    "coin": 0.9,
    "copy": 0.6,
    "carto": 0.5,
}
SMALL_CARDS = (1.2, 1.8, 1.2, 1.1, 1.8, 1.0, 1.1, 1.4, 1.7, 1.2, 1.4, 1.2, 1.7, 1.4, 1.5)
LARGE_CARDS = (1.8, 1.9, 1.7, 1.4, 1.6, 1.2, 1.8, 1.8, 1.2, 1.1, 1.4, 1.2, 1.2, 1.0, 1.0)
"""How cards of buildings are liked, by their numbers."""
FANCY, CURIOUS = 0.8, 1.2
"""How much tastes differ, for spaces and for cards: players who all think the same would always go
to the same spaces, and nobody would ever try some cards.
"""
IDLE = 0.7
"""What a lid or a card has to bring, unless the match is nearly over."""


def sensible(
    table: Table, choice: Choice[Any], options: Sequence[Option[Any]], _hand: Sequence[Piece]
) -> Option[Any]:
    """The answer that seems to bring the most; the first one if several do."""
    if options[0].key.startswith("pay_"):
        return options[0]
    at_any_time = [option for option in options if isinstance(option.value, Anytime)]
    answers = [option for option in options if not isinstance(option.value, Anytime)]
    verbs = {option.key.partition(":")[0] for option in answers}
    mind = Mind(table, choice.who, posting="worker" in verbs)
    best, worth = most_appealing(mind, at_any_time)
    if best and (not answers or worth > 0):
        return best
    best, _ = most_appealing(mind, answers)
    assert best is not None
    return best


def most_appealing(mind: Mind, options: Sequence[Option[Any]]) -> tuple[Option[Any] | None, float]:
    """The best option, the first one if several are, and its appeal."""
    best, most = None, float("-inf")
    for option in options:
        worth = appeal(mind, option)
        if worth > most:
            best, most = option, worth
    return best, most


def appeal(mind: Mind, option: Option[Any]) -> float:
    verb, _, rest = option.key.partition(":")
    weigh = _BY_VERB.get(verb)
    return weigh(mind, option, rest) if weigh else 0.0


# ----------------------------------------------------------------------------------- Workers


def of_post(mind: Mind, option: Option[Post], _rest: str) -> float:
    """What the actions of a sector would bring, less the toll."""
    post = option.value
    below = mind.table.workers_on(post.sector.key, post.special)
    discount = post.sector.square_discount if post.special and not below else None
    source = Source(Text("Sector"), discount=discount)
    worth = mind.all_of(actions_of(post, alone=not below), source)
    return worth + FANCY * mind.taste(option.key) - (mind.toll if below else 0.0)


def of_fleet(mind: Mind, option: Option[Fleet], _rest: str) -> float:
    """What comes at once first, and of goods that can be chosen the best."""
    brought = option.value.brought
    worth = sum(BOATS.get(boat.type, 0.5) for boat, _ in brought)
    goods = [each.gain.good for _, each in brought if isinstance(each, Chosen)]
    return 0.31 + worth + 0.01 * sum(mind.unit(good) for good in goods)


def of_effects(mind: Mind, option: Option[Any], _rest: str) -> float:
    """One of several ways, or what comes next."""
    if option.key.startswith("do:all."):
        return 0.12 + mind.all_of(tuple(each.gain for each in option.value), plain())
    if isinstance(option.value, Chosen):
        return 0.11 + mind.all_of((option.value.gain,), plain())
    does = option.value if isinstance(option.value, tuple) else (option.value,)
    return 0.1 + mind.all_of(does, plain())


# ------------------------------------------------------------------------------------- Land


def of_side(mind: Mind, option: Option[Side], _rest: str) -> float:
    return 0.2 + (mind.land.best(option.value.terrains) or 0.0)


def of_spot(mind: Mind, option: Option[Spot], _rest: str) -> float:
    """The terrains of the tile are those that the option names."""
    return 0.2 + mind.land.worth(option.value, _terrains(option))


def _terrains(option: Option[Spot]) -> tuple[str, str]:
    words = option.text.values
    while isinstance(inner := words.get("where"), Text):
        words = inner.values
    return str(words["one"]), str(words["other"])


def of_mark(mind: Mind, option: Option[Mark], _rest: str) -> float:
    return 0.2 + mind.land.raising(option.value.space, option.value.terrain)


def of_charting(mind: Mind, _option: Option[Any], kind: str) -> float:
    return mind.charting(kind) - 0.1


def of_storing(mind: Mind, _option: Option[Any], space: str) -> float:
    """At the end everything that has a slot counts."""
    if mind.table.phase == END:
        return 0.5
    return -0.1 * mind.table.player(mind.seat).land[space].level


def of_shore(mind: Mind, option: Option[Any], _rest: str) -> float:
    """Beside water that own ships will come to."""
    player = mind.table.player(mind.seat)
    left = option.value.water.startswith("left")
    mast = "one" if left else "two"
    ahead = player.steps[mast] < 2 * int(option.value.water[-2])
    return 0.5 + mind.land.place(option.value.space, 1) + (0.3 if ahead else 0.0)


# ----------------------------------------------------------------------------------- Goods


def of_good(mind: Mind, option: Option[str], _rest: str) -> float:
    return 0.1 + mind.unit(option.value)


def of_goods(mind: Mind, option: Option[tuple[str, ...]], _rest: str) -> float:
    return 0.2 + mind.gain(tuple(Counter(option.value).items()))


def of_stowing(mind: Mind, option: Option[Stow], _rest: str) -> float:
    """Whatever is of use; before the market is cleared anything."""
    least = 0.0 if mind.table.phase in (CLEANUP, END) else 0.15
    worths = [mind.unit(good) - least for good, _ in option.value.goods]
    return sum(worths) if min(worths) > 0 or len(worths) == 1 else -1.0


def of_toll(mind: Mind, option: Option[Any], _rest: str) -> float:
    """The least that can be given."""
    good, space = option.value
    level = mind.table.player(mind.seat).land[space].level if space != IN_STORE else 1
    return -mind.loss(good, level)


def of_price(mind: Mind, option: Option[Mapping[str, int]], _rest: str) -> float:
    return mind.gain(tuple((good, -n) for good, n in option.value.items()))


def of_trade(mind: Mind, option: Option[Trade], _rest: str) -> float:
    """If what comes in is worth clearly more than the least that can be given for it."""
    gets = option.value.gets
    if mind.table.phase == CLEANUP:
        gets = tuple(good for good in gets if good == "food" and mind.starving)
    elif not mind.posting:
        gets = ()
    return max(_ways(mind, option.value, gets), default=-1.0) - 0.3


def _ways(mind: Mind, trade: Trade, gets: Sequence[str]) -> Iterator[float]:
    """What it brings to give the least that is enough of one good for another."""
    for good in trade.gives if gets else ():
        if mind.goods[good] >= trade.rate:
            way = ways_to_pay(tenders(mind.table, mind.seat, good), trade.rate)[0]
            given = sum(tender.worth for tender in way)
            for other in gets:
                yield mind.gain(((good, -given), (other, given // trade.rate)))


def of_giving(mind: Mind, option: Option[tuple[tuple[str, str], ...]], _rest: str) -> float:
    land = mind.table.player(mind.seat).land
    given = [(good, land[space].level if space != IN_STORE else 1) for good, space in option.value]
    return mind.gain(tuple((good, -n) for good, n in given))


def of_crate(mind: Mind, option: Option[UseCrate], _rest: str) -> float:
    """Lids that lie idle are of no use, but a good moment is worth waiting for."""
    does = crates(mind.table, mind.seat)[option.value.key]
    return mind.all_of(does, plain()) - (IDLE if mind.turns > 1 else 0.05)


def of_card(mind: Mind, option: Option[UseCard], _rest: str) -> float:
    """Cards that count at the end stay open in the last round."""
    card = option.value.card
    if card.end and mind.rounds == 0:
        return -1.0
    return mind.all_of(card.does, plain()) - (IDLE if mind.turns > 1 else 0.05)


def of_refreshing(mind: Mind, _option: Option[Any], what: str) -> float:
    """A lid or a card for the next round, if it can be spared."""
    if not mind.rounds:
        return 0.0
    card = what.startswith("large/")
    free = not mind.table.structures_left(mind.seat, "fortress")
    coins = 0 if free else mind.table.rule("refresh_card" if card else "refresh_lid")
    return (1.4 if card else 1.0) - (mind.loss(COIN, coins) if coins else 0.0)


# ------------------------------------------------------------------------------- Everything


def of_ship(mind: Mind, option: Option[str], _rest: str) -> float:
    """One without anchors, where islets and bays lie ahead."""
    mast = option.value
    player = mind.table.player(mind.seat)
    clockwise = mast == "one"
    before, worth = player.ships[mast], 0.0
    for nearer in (1.0, 0.5):
        after = (before + (1 if clockwise else -1)) % mind.table.ring
        for islet in islets_between(mind.table, before, after, clockwise=clockwise):
            worth += nearer * mind.all_of(islet.does, plain())
        worth += nearer * (0.5 if after % 10 == 5 else 0.2 if after % 10 == 0 else 0.0)
        before = after
    return 5 + worth - player.anchors[mast]


def of_cell(mind: Mind, _option: Option[Any], kind: str) -> float:
    ladders = mind.ladders
    return 2.0 if kind == "np" else max(ladders.hand, ladders.best_order)


def of_hiring(mind: Mind, option: Option[bool], _rest: str) -> float:
    """Somebody for the king, or one more pair of hands."""
    if option.value:
        return mind.ladders.best_order + 0.5 * mind.rounds
    return mind.ladders.hand


def of_royal(mind: Mind, option: Option[RoyalCard], _rest: str) -> float:
    return mind.ladders.outlook(option.value)


def of_kept_card(mind: Mind, option: Option[Any], rest: str) -> float:
    liked = SMALL_CARDS if rest.startswith("small/") else LARGE_CARDS
    return liked[option.value.number - 1] + CURIOUS * mind.taste(option.key)


def of_site(mind: Mind, option: Option[str], _rest: str) -> float:
    """Settlements bring more; mountains are kept for gold."""
    terrain = mind.table.player(mind.seat).land[option.value].terrain
    return 5 + {"settlement": 1.0, "mountain": -0.2}.get(terrain, 0.0)


def of_islet(mind: Mind, option: Option[Islet], _rest: str) -> float:
    cube = mind.land.cube(option.value.land, 1)
    return 0.5 + mind.all_of(option.value.does, plain()) + mind.unit(cube)


_BY_VERB: Mapping[str, Appeal] = {
    "worker": of_post,
    "do": of_effects,
    "option": of_effects,
    "tile": of_side,
    "lay": of_spot,
    "single": of_mark,
    "chart": of_charting,
    "store": of_storing,
    "stow": of_stowing,
    "trade": of_trade,
    "give": of_giving,
    "good": of_good,
    "goods": of_goods,
    "cube": lambda mind, option, _: mind.unit(option.value),
    "take": lambda mind, _, good: mind.unit(good),
    "toll": of_toll,
    "refuse": lambda *_: -ANCHOR,
    "price": of_price,
    "crate": of_crate,
    "card": of_card,
    "recruit": lambda *_: 9.0,
    "cell": of_cell,
    "hire": of_hiring,
    "send": lambda _, __, kind: 1.0 if kind == "normal" else 0.0,
    "royal": of_royal,
    "ship": of_ship,
    "anchor": lambda *_: 1.0,
    "pier": lambda mind, option, _: 1.0 + mind.boat(option.value.number, plain()),
    "boats": of_fleet,
    "boat": lambda _, __, kind: 0.3 + BOATS.get(kind, 0.5),
    "structure": lambda mind, option, _: 1.0 + mind.structure(option.value.kind, plain()),
    "statue": lambda mind, option, _: 1.0 + mind.statue(option.value, plain()),
    "cargo": lambda mind, option, _: 1.0 + mind.cargo(option.value.number, plain()),
    "site": of_site,
    "keep": of_kept_card,
    "islet": of_islet,
    "shore": of_shore,
    "ruin": lambda *_: 0.6,
    "slot": lambda mind, option, _: 0.5 + mind.all_of(option.value.brings, plain()),
    "income": lambda _, __, what: 1.0 if what == "islet" else 0.9,
    "use": lambda mind, option, _: 0.1 + mind.all_of(option.value.does, plain()),
    "flip": lambda *_: 0.3,
    "from": lambda *_: -0.1,
    "refresh": of_refreshing,
    "more_food": lambda mind, *_: 1.0 - mind.loss("food", 2),
    "lid": lambda *_: 0.5,
    "amount": lambda _, option, __: -float(option.value),
    "skip": lambda *_: 0.05,
}
