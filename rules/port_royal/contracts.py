"""Just One More Contract: contracts are fulfilled by putting a marker on them.

What a contract demands is data. What lies before a player can be shown at any moment of a turn;
what happens to a player has to be decided at once. Everybody fulfils a contract only once, and no
more contracts than there are markers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import combinations
from typing import Any

from rules.flow import Flow, Option, Seat, choose
from rules.pieces import Move
from rules.port_royal import announced
from rules.port_royal.adventure.by_hand import settle
from rules.port_royal.adventure.table import AdventureTable
from rules.port_royal.coins import earn, pay
from rules.port_royal.demands import lacking
from rules.port_royal.names import INFLUENCE, ITEMS, ROLE_WORDS, in_words
from rules.port_royal.pieces import ARES, Card, Contract, Ship
from rules.port_royal.places import CONTRACT_DECK, DISCARD, area, markers_at, shields
from rules.port_royal.retinue import retinue
from rules.port_royal.table import Shown, Table
from rules.text import Plural, Text, listing

NOT_NOW = "not_now"


@dataclass(frozen=True, slots=True)
class Fulfilment:
    """A contract that a player fulfils, or comes a step nearer to."""

    seat: Seat
    contract: Contract
    given: tuple[Ship, ...] = ()
    """The ships that are discarded for it."""


class AllFulfilled(Exception):
    """Those who play together have fulfilled every contract: the match is won at once."""


def contract_options(table: Table, seat: Seat, asked: Seat) -> Iterator[Option[Any]]:
    """The contracts that a player can fulfil by what lies before them."""
    for contract in within_reach(table, seat):
        for given in ways_to_give(table, seat, contract):
            yield fulfil_option(table, seat, contract, asked, given)


def within_reach(table: Table, seat: Seat) -> list[Contract]:
    """The contracts that a player can fulfil by what lies before them."""
    if not table.contracts:
        return []
    known, piles = table.shown.get(seat.index), table.places.piles
    if (
        known is None
        or known.pile is not piles[known.place]
        or known.contracts is not table.contracts
    ):
        place = area(seat)
        pile, kept = piles[place], table.ships_of(seat, kept=True)
        by_cards = shown_by_cards(table.contracts, seat, pile.known, kept)
        open_ones = [each for each in by_cards if lacking_marker(table, seat, each) is None]
        known = table.shown[seat.index] = Shown(table.contracts, place, pile, open_ones)
    if not known.shown:
        return []
    return [each for each in known.shown if lacking_means(table, seat, each) is None]


@lru_cache(maxsize=512)
def shown_by_cards(
    contracts: tuple[Contract, ...], seat: Seat, cards: tuple[Card, ...], kept: tuple[Ship, ...]
) -> tuple[Contract, ...]:
    """Those of the contracts for which the cards before a player are enough at any moment."""
    return tuple(
        contract
        for contract in contracts
        if contract.needs.any_time and lacking_cards(contract, seat, cards, kept) is None
    )


def refused_contracts(table: Table, seat: Seat) -> Iterator[Option[Any]]:
    """The contracts that a player cannot fulfil now, and why: hands could try it."""
    for contract in table.contracts:
        reason = why_not(table, seat, contract)
        if not contract.needs.any_time:
            reason = reason or Text("{contract} is decided when it happens", contract=contract.name)
        if reason is not None:
            option = fulfil_option(table, seat, contract, seat, ())
            option.blocked = reason
            yield option


def fulfil_option(
    table: Table, seat: Seat, contract: Contract, asked: Seat, given: tuple[Ship, ...]
) -> Option[Any]:
    """While another player is asked, it is the active one who does it in between."""
    own = seat is asked
    moves = marker_moves(table, seat, contract)
    key = f"{'fulfil' if own else 'active_fulfils'}:{contract.id}"
    if given:
        key = f"{key}:{'+'.join(ship.id for ship in given)}"
        moves = (*moves, *(Move(ship, area(seat), DISCARD) for ship in given))
    return Option(
        key,
        Fulfilment(seat, contract, given),
        step_text(table, seat, contract, given),
        moves,
        who=None if own else seat,
        by_phone=not moves,
        by_reading=contract.needs.by_hand,
    )


def ways_to_give(table: Table, seat: Seat, contract: Contract) -> Iterator[tuple[Ship, ...]]:
    """Which ships can be discarded for a contract, each way that looks different once."""
    if not contract.needs.discards:
        yield ()
        return
    kept, seen = table.ships_of(seat, kept=True), set()
    size = sum(number for _, number in contract.needs.discards)
    for given in combinations(kept, size):
        kinds = tuple(sorted(ship.kind for ship in given))
        if kinds not in seen and not items_lacking(contract, given):
            seen.add(kinds)
            yield given


def items_lacking(contract: Contract, ships: Sequence[Ship]) -> list[str]:
    """What a contract has discarded that these ships do not carry."""
    left, lacking = list(ships), []
    # Ares' pirates may carry whatever: what is asked for by name is taken first.
    for item, number in sorted(contract.needs.discards, key=lambda need: need[0] == ARES):
        for _ in range(number):
            fits = (s for s in left if (s.colour if item == ARES else s.item) == item)
            ship = next(fits, None)
            if ship is None:
                lacking.append(item)
            else:
                left.remove(ship)
    return lacking


def why_not(table: Table, seat: Seat, contract: Contract) -> Text | None:
    """Why a player cannot fulfil a contract; None if nothing is in the way now."""
    reason = lacking_marker(table, seat, contract) or lacking_means(table, seat, contract)
    if reason is None:
        kept = table.ships_of(seat, kept=True)
        tell = lacking_cards(contract, seat, table.places[area(seat)], kept)
        reason = tell() if tell else None
    return reason


def lacking_marker(table: Table, seat: Seat, contract: Contract) -> Text | None:
    """Everybody fulfils a contract once, with a marker."""
    if seat in table.done[contract]:
        return Text("{seat} has fulfilled {contract} already", seat=seat, contract=contract.name)
    if not table.markers(seat) and (contract, seat) not in table.steps:
        return Text("{seat} has no marker left", seat=seat)
    return None


def lacking_means(table: Table, seat: Seat, contract: Contract) -> Text | None:
    """What a player who may have the cards for a contract lacks of influence, coins or crowns."""
    needs = contract.needs
    if needs.influence and (has := table.influence(seat)) < needs.influence:
        return _too_few(contract, has, needs.influence, seat)
    if needs.pays and (has := table.coins(seat)) < needs.pays:
        return _too_few(contract, has, needs.pays, seat)
    if needs.returns_crowns and (has := table.crowns(seat)) < needs.returns_crowns:
        return _too_few(contract, has, needs.returns_crowns, seat)
    return None


def lacking_cards(
    contract: Contract, seat: Seat, cards: tuple[Card, ...], kept: tuple[Ship, ...]
) -> Callable[[], Text] | None:
    """What is missing among the cards before a player and the ships kept there, told if asked."""
    needs, there = contract.needs, retinue(cards)
    persons = there.persons
    if needs.persons:
        missing = lacking(needs.persons, [person.role for person in persons])
        if missing:
            return partial(_also_needs, contract, missing, ROLE_WORDS)
    if needs.cheap:
        cheap = sum(person.cost <= needs.cheap.cost for person in persons)
        if cheap < needs.cheap.persons:
            return partial(_too_few, contract, cheap, needs.cheap.persons, seat)
    for wanted, has in (
        (needs.swords, there.swords),
        (needs.expeditions, len(there.expeditions)),
    ):
        if has < wanted:
            return partial(_too_few, contract, has, wanted, seat)
    if needs.discards and (missing_items := items_lacking(contract, kept)):
        return partial(_also_needs, contract, missing_items, ITEMS)
    return None


def _also_needs(contract: Contract, missing: Sequence[str], words: Mapping[str, Text]) -> Text:
    things = listing(in_words(words, each) for each in missing)
    return Text("{contract} also needs {things}", contract=contract.name, things=things)


def _too_few(contract: Contract, has: int, wanted: int, seat: Seat) -> Text:
    return Text(
        "{contract} needs {wanted}, {seat} has {has}",
        contract=contract.name,
        wanted=wanted,
        seat=seat,
        has=has,
    )


def marker_moves(table: Table, seat: Seat, contract: Contract) -> tuple[Move, ...]:
    """The marker that comes to the contract; none if it is on the way there already."""
    if (contract, seat) in table.steps:
        return ()
    slot = table.places.where(contract)
    markers = table.markers(seat)
    if slot is None or not markers:
        return ()
    return table.places.tagged(Move(markers[0], area(seat), markers_at(slot)))


def step_text(table: Table, seat: Seat, contract: Contract, given: tuple[Ship, ...] = ()) -> Text:
    """What a marker on the contract costs and brings."""
    so_far, times = table.steps.get((contract, seat), 0) + 1, contract.needs.times
    if so_far < times:
        return Text(
            "marker on {contract}, step {step} of {times}",
            contract=contract.name,
            step=so_far,
            times=times,
        )
    deeds = [*_given(contract, given), *_brought(table, seat, contract)]
    if not deeds:
        return Text("Fulfil {contract}", contract=contract.name)
    return Text("Fulfil {contract}: {deeds}", contract=contract.name, deeds=listing(deeds))


def _given(contract: Contract, ships: tuple[Ship, ...]) -> Iterator[Text]:
    needs = contract.needs
    if ships:
        yield Text("discard {ships}", ships=listing(ship.name for ship in ships))
    if needs.pays:
        yield Plural("pay {n} coin", "pay {n} coins", needs.pays)
    if needs.returns_crowns:
        yield Plural("give back {n} crown", "give back {n} crowns", needs.returns_crowns)


def _brought(table: Table, seat: Seat, contract: Contract) -> Iterator[Text]:
    if coins := reward(table, contract):
        yield Plural("get {n} coin", "get {n} coins", coins)
    if influence := next_influence(table, seat):
        yield Plural("get {n} influence", "get {n} influence", influence)
    if crowns := table.crowns_for(seat, contract):
        yield Plural("get {n} crown", "get {n} crowns", crowns)


def reward(table: Table, contract: Contract) -> int:
    """The coins on the leftmost free space."""
    before = len(table.done[contract])
    return contract.coins[before] if before < len(contract.coins) else 0


def next_influence(table: Table, seat: Seat) -> int:
    """The influence for one contract more: the second and the third bring some."""
    by_number = table.rules.influence_for_contracts
    number = len(table.fulfilled_contracts(seat))
    return by_number[number] if number < len(by_number) else 0


# -------------------------------------------------------------------------------- Fulfilling one


def fulfil(table: Table, answer: Fulfilment) -> Flow[None]:
    """A step towards a contract; what an owner's mission changes besides is told by its player."""
    seat, contract = answer.seat, answer.contract
    step(table, seat, contract, answer.given)
    if contract.needs.by_hand and seat in table.done[contract]:
        assert isinstance(table, AdventureTable)
        yield from settle(table, seat, contract.name)


def step(table: Table, seat: Seat, contract: Contract, given: tuple[Ship, ...] = ()) -> None:
    """The marker comes to the contract, or on to its next space; with the last one it is fulfilled.

    A marker that is on the way stays there, fulfilled or not.
    """
    slot = table.places.where(contract)
    assert slot is not None
    if (contract, seat) not in table.steps:
        table.places.move(table.markers(seat)[0], area(seat), markers_at(slot))
    table.steps[contract, seat] = table.steps.get((contract, seat), 0) + 1
    table.stepped |= {contract}
    for ship in given:
        table.places.move(ship, area(seat), DISCARD)
    table.kept -= {*given}
    if table.steps[contract, seat] >= contract.needs.times:
        _fulfilled(table, seat, contract)
    else:
        table.ledger.announce(announced.MARKED, contract.name, seat, (contract,))


def _fulfilled(table: Table, seat: Seat, contract: Contract) -> None:
    coins, influence = reward(table, contract), next_influence(table, seat)
    pay(table, seat, contract.needs.pays, contract.name)
    table.done[contract] = (*table.done[contract], seat)
    table.shown.clear()
    earn(table, seat, coins, contract.name)
    # Face-down contracts stand for the influence, as long as there are any.
    backs = min(influence, table.places.count(CONTRACT_DECK)) if influence else 0
    if backs:
        table.places.pass_on(CONTRACT_DECK, shields(seat), backs)
    number = len(table.fulfilled_contracts(seat))
    table.ledger.gain(
        seat,
        INFLUENCE,
        influence,
        Text("Contract number {number}: {contract}", number=number, contract=contract.name),
        kind="contract",
    )
    announced.fulfilled(table, seat, contract)
    table.after_contract(seat, contract)
    if table.rules.time_deck and all(table.done.values()):
        raise AllFulfilled


# ---------------------------------------------------------------------------- Decided at once


def deciding(
    table: Table,
    seat: Seat,
    *,
    declines: str | None = None,
    colours: range = range(0),
    pays_tax: bool = False,
    bust: bool = False,
    repelled: bool = False,
    stops_at: int = 0,
) -> list[Contract]:
    """The contracts about what is happening to a player, for which a marker can be put down.

    `colours` are the numbers of ship colours that the harbour has just come to, `stops_at` is the
    number of cards with which the player stops.
    """
    return [
        contract
        for contract in decided_at_once(table.contracts)
        if (
            (declines and contract.needs.declines == declines)
            or contract.needs.ship_colours in colours
            or (pays_tax and contract.needs.pays_tax)
            or (bust and contract.needs.bust)
            or (repelled and contract.needs.repelled_colours)
            or (stops_at and contract.needs.stops_at == stops_at)
        )
        and not (contract.needs.ship_colours and contract in table.stepped)
        and why_not(table, seat, contract) is None
    ]


@lru_cache(maxsize=64)
def decided_at_once(contracts: tuple[Contract, ...]) -> tuple[Contract, ...]:
    return tuple(contract for contract in contracts if not contract.needs.any_time)


def decide_now(table: Table, seat: Seat, contracts: Iterable[Contract]) -> Flow[bool]:
    """Whoever is in what a contract demands decides at once; True if a marker was put down."""
    left, placed = list(contracts), False
    while left:
        answer = yield from choose(
            seat,
            table.ASKS_AT_ONCE,
            partial(_now_menu, table, seat, tuple(left)),
            next_key=NOT_NOW,
        )
        if answer is None:
            return placed
        yield from fulfil(table, answer)
        placed = True
        left.remove(answer.contract)
        left = [contract for contract in left if why_not(table, seat, contract) is None]
    return placed


def _now_menu(table: Table, seat: Seat, contracts: Iterable[Contract]) -> Iterator[Option[Any]]:
    for contract in contracts:
        for given in ways_to_give(table, seat, contract):
            yield fulfil_option(table, seat, contract, seat, given)
    yield Option(NOT_NOW, None, Text("No marker now"))
