"""The cleanup phase: feeding, refreshing, statues, isthmus, workers home, market cleared."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from rules.cooper_island.actions.asking import ask_or_skip, pause
from rules.cooper_island.actions.feeding import feed_in_cleanup, navigate_each
from rules.cooper_island.actions.landscape import EXPLORE, border, marks
from rules.cooper_island.actions.sailing import navigate
from rules.cooper_island.actions.statues import free_slots, ruins, why_no_statue
from rules.cooper_island.actions.storing import crates, unused_lids
from rules.cooper_island.actions.vocabulary import under_way
from rules.cooper_island.names import IN_MARKET
from rules.cooper_island.pieces import HARBOURMASTER
from rules.cooper_island.places import cargo, numbered, own, sector_space
from rules.cooper_island.printed.board import Space
from rules.cooper_island.printed.describe import effects_text
from rules.cooper_island.printed.names import goods_text
from rules.cooper_island.printed.nodes import COIN, GOODS, ErectStatue, each_of
from rules.cooper_island.table import STATUE, Table
from rules.flow import Flow, Option, Seat
from rules.pieces import Move, Piece, Place
from rules.text import Text

_BY_LID, _BY_CARD = 2, 4
"""How many spaces a crate and a card can cover at most: one double tile, and two."""


def clean_up(table: Table, seat: Seat) -> Flow[None]:
    """All steps of one player, in their order; before what counts is looked at, more of it may
    still come about.
    """
    yield from feed_in_cleanup(table, seat)
    yield from refresh(table, seat)
    yield from pause(
        table,
        seat,
        Text("Statues next. Anything before?"),
        "statues",
        Text("Score statues"),
        matters=may_erect,
    )
    statues = table.player(seat).standing(STATUE) * table.rule("statues_in_cleanup")
    yield from navigate_each(table, seat, statues, Text("Statues"))
    yield from pause(
        table,
        seat,
        Text("Isthmus next. Anything before?"),
        "isthmus",
        Text("Score the isthmus"),
        matters=may_explore_isthmus,
    )
    if has_isthmus(table, seat):
        yield from navigate(table, seat, table.rule("isthmus_bonus"), Text("Isthmus explored"))
    return_workers(table, seat)
    yield from clear_market(table, seat)


class Refresh(NamedTuple):
    """What is refreshed: the piece, where it lies and where it goes; and the price in coins."""

    kind: str
    piece: Piece
    source: Place
    target: Place
    coins: int


def refresh(table: Table, seat: Seat) -> Flow[None]:
    """A card of a large building or a lid, for coins; with the fortress both, for nothing."""
    kinds = ["card", "lid"]
    while kinds and (not table.rulings.phases_open or any(refresh_menu(table, seat, kinds))):
        with under_way(table, seat, f"refresh:{kinds}"):
            wanted = yield from ask_or_skip(
                table,
                seat,
                Text("Refresh a card or crate lid?"),
                lambda: refresh_menu(table, seat, kinds),
            )
        if wanted is None:
            return
        because = Text("Refreshed")
        table.ledger.gain(seat, COIN, -wanted.coins, because)
        table.places.move(wanted.piece, wanted.source, wanted.target)
        if not has_fortress(table, seat):
            return
        kinds.remove(wanted.kind)


def has_fortress(table: Table, seat: Seat) -> bool:
    return not table.structures_left(seat, "fortress")


def refresh_menu(table: Table, seat: Seat, kinds: list[str]) -> Iterator[Option[Refresh]]:
    free = has_fortress(table, seat)
    if "card" in kinds:
        coins = 0 if free else table.rule("refresh_card")
        for card in table.used_cards(seat):
            what = Refresh("card", card, own("used", seat), own("cards", seat), coins)
            text = card.name
            if coins:
                text = Text("{what} – for {price}", what=card.name, price=goods_text(COIN, coins))
            yield refresh_option(table, seat, f"refresh:{card.id}", what, text)
    if "lid" in kinds:
        coins = 0 if free else table.rule("refresh_lid")
        for key, does in crates(table, seat).items():
            place = numbered("crate", seat, key)
            for lid in table.places[place]:
                what = Refresh("lid", lid, place, own("lids", seat), coins)
                crate = effects_text(does)
                text = Text("Crate lid: {crate}", crate=crate)
                if coins:
                    price = goods_text(COIN, coins)
                    text = Text("{what} – for {price}", what=text, price=price)
                yield refresh_option(table, seat, f"refresh:crate/{key}", what, text)


def refresh_option(
    table: Table, seat: Seat, key: str, what: Refresh, text: Text
) -> Option[Refresh]:
    has, price = table.has(seat, COIN), goods_text(COIN, what.coins)
    blocked = None
    if has < what.coins:
        blocked = Text("It costs {price}, {seat} has {has}", price=price, seat=seat, has=has)
    return Option(key, what, text, (Move(what.piece, what.source, what.target),), blocked)


def may_erect(table: Table, seat: Seat) -> bool:
    """Whether a card could still bring one more statue onto the peninsula, maybe one that another
    card excavates first.
    """
    may_excavate = ruins(table, seat) and free_slots(table, seat)
    if not table.rulings.phases_open or (why_no_statue(table, seat) and not may_excavate):
        return False
    return any(ErectStatue() in each_of(card.does) for card in table.large_cards(seat))


def has_isthmus(table: Table, seat: Seat) -> bool:
    return not _isthmus_left(table, seat)


def may_explore_isthmus(table: Table, seat: Seat) -> bool:
    """Whether the rest of it could still be explored: by the cartographer one space, by each lid
    and each card no more than `_BY_LID` and `_BY_CARD` more.
    """
    left = _isthmus_left(table, seat) if table.rulings.phases_open else set()
    lids, cards = unused_lids(table, seat), len(table.large_cards(seat))
    if not lids and not cards:
        return len(left) == 1 and left <= {mark.space for mark in marks(table, seat, EXPLORE)}
    most = 1 + lids * _BY_LID + cards * _BY_CARD
    return 0 < len(left) <= most and left <= _near(table, seat, most)


def _isthmus_left(table: Table, seat: Seat) -> set[Space]:
    land = table.player(seat).land
    return {space for space in table.board.isthmus if not land[space].level}


def _near(table: Table, seat: Seat, steps: int) -> set[Space]:
    """The spaces that are so many from an explored one."""
    around, found = table.board.around, border(table, seat)
    for _ in range(1, steps):
        found |= {other for space in found for other in around[space]}
    return found


def return_workers(table: Table, seat: Seat) -> None:
    """From the central island only; who was sent to the king stays there."""
    for sector in table.board.sectors:
        for special in (False, True):
            for worker in table.workers_on(sector, special):
                if worker.colour == seat.colour:
                    place = sector_space(sector, special)
                    table.places.move(worker, place, own("available", seat))


def clear_market(table: Table, seat: Seat) -> Flow[None]:
    """The last moment: then what lies in the market goes back, and the cleanup is over."""
    if table.rulings.phases_open or any(table.has(seat, IN_MARKET[good]) for good in GOODS):
        yield from pause(
            table,
            seat,
            Text("The market is cleared next. Anything before?"),
            "clear",
            Text("End the cleanup"),
        )
    because = Text("The market is cleared")
    for good in GOODS:
        account = IN_MARKET[good]
        table.ledger.gain(seat, account, -table.has(seat, account), because)


def move_harbourmaster(table: Table) -> None:
    """On to the next cargo ship, upright again."""
    where = table.places.where(HARBOURMASTER)
    assert where is not None
    table.harbourmaster += 1
    table.places.move(HARBOURMASTER, where, cargo(table.harbourmaster))
