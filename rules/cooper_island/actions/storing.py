"""What may be done at any time with goods, crates and cards of large buildings."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from rules.cooper_island.actions.asking import at_any_time, in_vain, in_vain_at_any_time
from rules.cooper_island.actions.goods import good_option, store_cube, take
from rules.cooper_island.actions.payment import (
    IN_STORE,
    give,
    in_store_text,
    on_land_text,
    single_goods,
    tenders,
)
from rules.cooper_island.actions.vocabulary import Source, effects, perform, under_way
from rules.cooper_island.actions.warehouse import fits, rooms
from rules.cooper_island.names import IN_MARKET
from rules.cooper_island.pieces import LargeCard
from rules.cooper_island.places import CARD_SLOT, numbered, own
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.describe import effects_text
from rules.cooper_island.printed.names import goods_text
from rules.cooper_island.printed.nodes import COIN, GOODS, MARKET, RESOURCES, Effects
from rules.cooper_island.table import LID, Table
from rules.flow import Anytime, Flow, Option, Seat, choose, choose_amount
from rules.paying import Tender, pay_with
from rules.pieces import Move
from rules.text import Text, listing

# --------------------------------------------------------------------------- The warehouse


@dataclass(frozen=True, slots=True)
class Store(Anytime):
    """A cube from the peninsula to a free slot, where it counts for one."""

    space: Space

    def do(self, table: Table, seat: Seat) -> None:
        store_cube(table, seat, self.space)


@dataclass(frozen=True, slots=True)
class Stow(Anytime):
    """Coins and cubes from the market to free slots."""

    goods: tuple[tuple[str, int], ...]

    def do(self, table: Table, seat: Seat) -> None:
        because = Text("Stored from the market")
        for good, n in self.goods:
            table.ledger.gain(seat, IN_MARKET[good], -n, because)
            table.ledger.gain(seat, good, n, because)


@at_any_time
def store_menu(table: Table, seat: Seat) -> Iterator[Option[Store]]:
    laden = [(space, plot) for space, plot in table.player(seat).land.items() if plot.cube]
    free = rooms(table, seat) if laden else {}
    for space, plot in laden:
        if free[plot.cube]:
            what = on_land_text(plot.cube, space, plot.level, plot.terrain)
            text = Text("Store {what}", what=what)
            yield Option(f"store:{space}", Store(space), text, by_phone=True)


@at_any_time
def stow_menu(table: Table, seat: Seat) -> Iterator[Option[Stow]]:
    """All of the market with one answer, if it finds room; or one good after another."""
    balance = table.ledger.balance
    offered = {good: balance(seat, account) for good, account in IN_MARKET.items()}
    offered = {good: n for good, n in offered.items() if n}
    if sum(offered.values()) > 1 and fits(table, seat, offered):
        goods = listing(goods_text(good, n) for good, n in offered.items())
        text = Text("Store {good} (market)", good=goods)
        yield Option("stow:all", Stow(tuple(offered.items())), text, by_phone=True)
    free = rooms(table, seat) if offered else {}
    for good in offered:
        if free[good]:
            text = Text("Store {good} (market)", good=goods_text(good, 1))
            yield Option(f"stow:{good}", Stow(((good, 1),)), text, by_phone=True)


# ------------------------------------------------------------------------------ The market


@dataclass(frozen=True, slots=True)
class Trade(Anytime):
    """Goods for others: so many of them for one."""

    kind: str
    gives: tuple[str, ...]
    rate: int
    gets: tuple[str, ...]

    def do(self, table: Table, seat: Seat) -> Flow[None]:
        return trade(table, seat, self)


TRADES = (
    Trade("cloth", ("cloth",), 2, (COIN,)),
    Trade("gold", ("gold",), 2, RESOURCES),
    Trade("any", GOODS, 4, GOODS),
)
_TRADE_TEXTS = {
    "cloth": Text("2 cloth for 1 coin"),
    "gold": Text("2 gold for 1 resource"),
    "any": Text("4 goods for 1 good"),
}


@at_any_time
def trade_menu(table: Table, seat: Seat) -> Iterator[Option[Trade]]:
    worth = table.worths(seat)
    for each in TRADES:
        if sum([worth[good] for good in each.gives]) >= each.rate:
            yield Option(f"trade:{each.kind}", each, _TRADE_TEXTS[each.kind], by_phone=True)


def trade(table: Table, seat: Seat, kind: Trade) -> Flow[None]:
    """What is given is added up and divided by the rate; all that comes of it goes to the market.

    A cube on high land may bring several goods at once.
    """
    because = _TRADE_TEXTS[kind.kind]
    worth_now = table.worths(seat)
    most = sum(worth_now[good] for good in kind.gives) // kind.rate
    times = 1
    if most > 1:
        prompt = Text("{trade}: how often?", trade=because)
        times = yield from choose_amount(seat, prompt, 1, most, proposed=1)
    given = yield from pay_with(
        seat,
        Text("{trade}: with what?", trade=because),
        kind.rate * times,
        lambda: _trade_tenders(table, seat, kind),
        "give",
    )
    land = table.player(seat).land
    worth = sum(1 if space == IN_STORE else land[space].level for _, space in given)
    for good, space in given:
        give(table, seat, good, space, because)
    for left in range(worth // kind.rate, 0, -1):
        good = kind.gets[0]
        if len(kind.gets) > 1:
            with under_way(table, seat, f"trade:{left}"):
                good = yield from choose(
                    seat,
                    Text("{trade}: what do you get?", trade=because),
                    lambda: [good_option(seat, each) for each in kind.gets],
                )
        take(table, seat, good, 1, MARKET, because)


def _trade_tenders(table: Table, seat: Seat, kind: Trade) -> list[Tender[tuple[str, Space]]]:
    found = []
    for good in kind.gives:
        if good == COIN:
            text = in_store_text(COIN)
            coins = range(1, table.has(seat, COIN) + 1)
            found += [Tender(f"coin.{n}", (COIN, IN_STORE), 1, text) for n in coins]
        else:
            found += [
                Tender(
                    f"{good}.{tender.key.partition('.')[2]}" if not tender.value else tender.key,
                    (good, tender.value),
                    tender.worth,
                    tender.text,
                )
                for tender in tenders(table, seat, good)
            ]
    return found


# ---------------------------------------------------------------------------------- Crates


@dataclass(frozen=True, slots=True)
class UseCrate(Anytime):
    """An unused lid covers a crate, whose action is done."""

    key: str

    def do(self, table: Table, seat: Seat) -> Flow[None]:
        return use_crate(table, seat, self.key)


def unused_lids(table: Table, seat: Seat) -> int:
    """Lids without a use; one that is just being put on the peninsula has one."""
    return len(table.own("lids", seat)) - table.player(seat).under_way.count(LID)


def crates(table: Table, seat: Seat) -> dict[str, Effects]:
    """The crates of the board, and one more with the right small building."""
    found = dict(table.board.crates)
    for card in table.cards(seat):
        if card.crate:
            found[CARD_SLOT] = card.crate
    return found


@at_any_time
def crate_menu(table: Table, seat: Seat) -> Iterator[Option[UseCrate]]:
    if unused_lids(table, seat):
        for key, does in crates(table, seat).items():
            if why_not_crate(table, seat, key, does) is None:
                text = Text("Crate: {what}", what=effects_text(does))
                yield Option(f"crate:{key}", UseCrate(key), text)


def why_not_crate(table: Table, seat: Seat, key: str, does: Effects) -> Text | None:
    if table.places[numbered("crate", seat, key)]:
        return Text("That crate has a lid")
    if key == CARD_SLOT and next(single_goods(table, seat), None) is None:
        return Text("{seat}: no good to pay with", seat=seat)
    source = Source(Text("Crate"))
    reasons = (effects.why_not(table, seat, (node,), source) for node in does)
    return next((reason for reason in reasons if reason), None)


@in_vain_at_any_time
def crates_in_vain(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Unused lids on crates that cannot be used."""
    for lid in table.own("lids", seat)[:1]:
        for key, does in crates(table, seat).items():
            if why := why_not_crate(table, seat, key, does):
                yield in_vain(Move(lid, own("lids", seat), numbered("crate", seat, key)), why)


def use_crate(table: Table, seat: Seat, key: str) -> Flow[None]:
    because = Text("Crate")
    if key == CARD_SLOT:
        good, space = yield from choose(
            seat,
            Text("Extra crate: pay one good"),
            lambda: [
                Option(
                    f"toll:{good if space == IN_STORE else space}",
                    (good, space),
                    text,
                    by_phone=True,
                )
                for good, space, text in single_goods(table, seat)
            ],
        )
        give(table, seat, good, space, because)
    does = crates(table, seat)[key]
    lid = table.own("lids", seat)[0]
    table.places.move(lid, own("lids", seat), numbered("crate", seat, key))
    with under_way(table, seat, f"crate:{key}"):
        yield from perform(table, seat, does, Source(because))


# ------------------------------------------------------------------ Cards of large buildings


@dataclass(frozen=True, slots=True)
class UseCard(Anytime):
    """A card of a large building that lies face up; then it is turned over."""

    card: LargeCard

    def do(self, table: Table, seat: Seat) -> Flow[None]:
        return use_card(table, seat, self.card)


@at_any_time
def card_menu(table: Table, seat: Seat) -> Iterator[Option[UseCard]]:
    for card in table.large_cards(seat):
        source = Source(card.name)
        if any(effects.why_not(table, seat, (node,), source) is None for node in card.does):
            text = Text("Use {card}", card=card.name)
            yield Option(f"card:{card.number}", UseCard(card), text)


@in_vain_at_any_time
def cards_in_vain(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """Large buildings of which nothing can be done."""
    for card in table.large_cards(seat):
        reasons = [effects.why_not(table, seat, (n,), Source(card.name)) for n in card.does]
        for why in reasons[:1] if all(reasons) else ():
            assert why is not None
            yield in_vain(Move(card, own("cards", seat), own("used", seat)), why)


def use_card(table: Table, seat: Seat, card: LargeCard) -> Flow[None]:
    table.places.move(card, own("cards", seat), own("used", seat))
    with under_way(table, seat, card.id):
        yield from perform(table, seat, card.does, Source(card.name))
