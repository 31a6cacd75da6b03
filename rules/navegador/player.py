"""A player who knows Navegador but does not think long: weighs what an answer brings right now.

Everything is reckoned in points. Money is worth the more the longer the match will go on, since it
can still be invested. Players differ by seat in what they are after.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rules.flow import Choice, Option, Seat
from rules.navegador.actions import (
    Offer,
    building_menu,
    found_menu,
    hire_menu,
    launch_menu,
    privilege_menu,
)
from rules.navegador.board import FACTORIES, distances
from rules.navegador.market import Trade, market_menu
from rules.navegador.pieces import GOODS, REGIONS, SECTORS, Colony
from rules.navegador.rondel import loses_card, ships_for
from rules.navegador.sailing import Voyage, sailing_menu, ships_needed
from rules.navegador.scoring import PRIVILEGE_POINTS, points_each
from rules.navegador.table import Table
from rules.navegador.words import AT_SEA
from rules.pieces import Piece

_TASTES = (
    {"explorer": 1.5, "shipyard": 1.2},
    {"colony": 1.5, "church": 1.2},
    {"factory": 1.5, "shipyard": 1.2},
    {"colony": 1.3, "explorer": 1.3},
    {"factory": 1.3, "church": 1.3},
)
"""How much more a player is after some things than others are, by seat."""
_MANY_TURNS = 4.0


def _ship(table: Table, have: int) -> float:
    """What one more ship is worth to somebody who has so many."""
    if _turns_left(table) < _MANY_TURNS:
        return 1.0
    return 4.0 if have < 3 else 2.5 if have < 5 else 1.0


def _worker(table: Table, have: int) -> float:
    if _turns_left(table) < _MANY_TURNS:
        return 1.0
    return 3.5 if have < 5 else 2.2 if have < 7 else 1.0


def sensible(
    table: Table, choice: Choice[Any], options: Sequence[Option[Any]], _hand: Sequence[Piece]
) -> Option[Any]:
    """The answer that seems to bring the most; the first one if several do."""
    return max(options, key=lambda option: _worth(table, choice.who, option))


def _worth(table: Table, seat: Seat, option: Option[Any]) -> float:
    verb, _, rest = option.key.partition(":")
    if verb == "sector":
        return _sector_worth(table, seat, rest)
    if verb == "navegador":
        # The card is worth a sector if ships can explore, and before it is lost.
        sail = _best(table, seat, sailing_menu(table, seat))
        return 99.0 if sail > 2 or _card_is_lost_soon(table, seat) else -99.0
    if verb == "give":
        return -_region_pull(table, seat, rest)
    if verb == "king":
        return float(PRIVILEGE_POINTS[rest] * table.items(seat, rest))
    if verb == "done":
        return 0.0
    return _gain(table, seat, option)


# ---------------------------------------------------------------------------------- The rondel


def _sector_worth(table: Table, seat: Seat, sector: str) -> float:
    here = table.sector(seat)
    cost = 0 if here is None else ships_for(here, SECTORS.index(sector))
    ships = table.has(seat, AT_SEA)
    paid = sum(_ship(table, ships - number) for number in range(1, cost + 1))
    return _action_worth(table, seat, sector) - paid


def _action_worth(table: Table, seat: Seat, sector: str) -> float:
    """What the best answers in a sector bring together; several can be given in most."""
    if sector == "sailing":
        gains = sorted(
            (_gain(table, seat, o) for o in sailing_menu(table, seat) if o.value and not o.blocked),
            reverse=True,
        )
        return sum(gains[:1]) + 0.4 * sum(gain for gain in gains[1:3] if gain > 0)
    if sector == "workers":
        return _best(table, seat, hire_menu(table, seat))
    if sector == "ships":
        return _best(table, seat, launch_menu(table, seat))
    if sector == "privilege":
        return _best(table, seat, privilege_menu(table, seat))
    if sector.startswith("market"):
        best = dict.fromkeys(GOODS, 0.0)
        for option in market_menu(table, seat):
            if option.value and not option.blocked:
                good = option.value.good
                best[good] = max(best[good], _gain(table, seat, option))
        return sum(best.values())
    menu = found_menu(table, seat) if sector == "colony" else building_menu(table, seat)
    gains = sorted((_gain(table, seat, o) for o in menu if o.value and not o.blocked), reverse=True)
    return sum(gain for gain in gains[: table.workers(seat) // 3] if gain > 0)


def _best(table: Table, seat: Seat, menu: Any) -> float:
    gains = [_gain(table, seat, option) for option in menu if option.value and not option.blocked]
    return max(gains, default=0.0)


def _card_is_lost_soon(table: Table, seat: Seat) -> bool:
    here = table.sector(seat)
    return here is not None and loses_card(table, seat, SECTORS[(here + 3) % len(SECTORS)])


# ------------------------------------------------------------------------- What an answer brings


def _gain(table: Table, seat: Seat, option: Option[Any]) -> float:
    verb, _, rest = option.key.partition(":")
    value = option.value
    if isinstance(value, Trade):
        return _trade_gain(table, option)
    if isinstance(value, Offer):
        return _offer_gain(table, seat, value, verb)
    if isinstance(value, Voyage):
        return _voyage_gain(table, seat, value)
    if isinstance(value, Colony):
        return _item_gain(table, seat, "colony") + _income(table, 50) - value.price * _coin(table)
    if verb == "build":
        price = table.board.prices[rest][table.built(rest)]
        category = "factory" if rest in FACTORIES else rest
        more = _income(table, 45 if rest in FACTORIES else 40)
        return _item_gain(table, seat, category) + more - price * _coin(table)
    if verb == "take":
        items = table.items(seat, rest) + _turns_left(table) / 8
        cash = table.slot_cash(seat, rest) * table.items(seat, rest)
        taste = _TASTES[seat.index].get(rest, 1.0)
        worker = _worker(table, table.workers(seat) - 1)
        return PRIVILEGE_POINTS[rest] * items * taste + cash * _coin(table) - worker
    return 0.0


def _turns_left(table: Table) -> float:
    """A guess how many more turns every player has."""
    if table.final_turns is not None or table.ending:
        return 0.5
    return 2.0 + 2.0 * len(table.unexplored)


def _coin(table: Table) -> float:
    """What a cruzado is worth in points: one for 200 at the end, more as long as it can grow."""
    return 1 / 200 + _turns_left(table) / 2600


def _income(table: Table, each_time: int) -> float:
    """What something brings that earns every fourth turn or so."""
    return each_time * _turns_left(table) / 4 * _coin(table)


def _item_gain(table: Table, seat: Seat, category: str) -> float:
    """The points of one more thing, with the privileges there are and some to come."""
    free = 3 - table.laid(seat, category)
    hoped = PRIVILEGE_POINTS[category] * min(free, _turns_left(table) / 12)
    return (points_each(table, seat, category) + hoped) * _TASTES[seat.index].get(category, 1.0)


def _trade_gain(table: Table, option: Option[Any]) -> float:
    return float(option.text.values["income"]) * _coin(table)  # type: ignore[arg-type]


def _offer_gain(table: Table, seat: Seat, offer: Offer, verb: str) -> float:
    have, each = (
        (table.workers(seat), _worker) if verb == "hire" else (table.has(seat, AT_SEA), _ship)
    )
    worth = sum(each(table, have + number) for number in range(offer.real))
    return worth + (offer.virtual * 100 - offer.cost) * _coin(table)


def _voyage_gain(table: Table, seat: Seat, voyage: Voyage) -> float:
    if voyage.explore:
        lost = 2 if ships_needed(table, voyage.target) > 2 else 1
        spare = len(voyage.sources) - ships_needed(table, voyage.target)
        bonus = 80 * _coin(table)
        return _item_gain(table, seat, "explorer") + bonus - 2.0 * lost - 0.2 * spare
    here = _region_pull(table, seat, voyage.sources[0])
    there = _region_pull(table, seat, voyage.target, coming=1)
    return there - here - 0.1


def _region_pull(table: Table, seat: Seat, region: str, coming: int = 0) -> float:
    """How good it is to have a ship in a region: near what is unexplored, or where colonies are."""
    ships = table.fleet(seat).get(region, 0) + coming
    apart = distances(table.board)
    frontier = [apart[region, other] for other in REGIONS if other in table.unexplored]
    nearest = min(frontier, default=len(REGIONS))
    pull = 2.4 / nearest * (1.3 if ships >= 2 else 1.0)
    tiles = len(table.open_tiles(region))
    if tiles and ships <= min(2, tiles):
        pull += 2.0
    return pull
