"""What holds for every table of Maracaibo."""

from __future__ import annotations

from collections.abc import Iterator

from rules.flow import Seat
from rules.maracaibo.actions.income import ROUNDS
from rules.maracaibo.names import ACCOUNTS
from rules.maracaibo.pieces import EXPLORERS, SHIPS
from rules.maracaibo.places import display, location, trail
from rules.maracaibo.printed.nodes import NATIONS, FiguresOnCard, Income, Now
from rules.maracaibo.table import Table


def faults(table: Table) -> Iterator[str]:
    """Figures, ownership markers, tracks and discs stay within what the box holds; a match ends
    with the scoring of the fourth round.
    """
    if table.active is None:
        return
    for nation in NATIONS:
        if not 0 <= table.rows[nation] <= sum(table.board.row) - table.owned(nation):
            yield f"{table.rows[nation]} markers of {nation} are left, {table.owned(nation)} placed"
    for seat in table.everyone:
        yield from _faults_of(table, seat)
    for seat in table.seats:
        yield from _faults_of_player(table, seat)
    if table.over and (table.round, table.scored) != (ROUNDS, ROUNDS):
        yield f"the match is over in round {table.round} after {table.scored} scorings"


def _faults_of(table: Table, seat: Seat) -> Iterator[str]:
    """What holds for players and for Jean."""
    player, where = table.player(seat), table.places.where
    if where(SHIPS[f"ship/{seat.colour}"]) != location(player.ship):
        yield f"the ship of {seat} is not in {player.ship}"
    if where(EXPLORERS[f"explorer/{seat.colour}"]) != trail(player.explorer):
        yield f"the explorer of {seat} is not on {player.explorer}"
    for nation in NATIONS:
        if table.has(seat, nation) > table.board.influence_length:
            yield f"{seat} has influence {table.has(seat, nation)} with {nation}"
    for what in ACCOUNTS:
        if table.has(seat, what) < 0:
            yield f"{seat} has {table.has(seat, what)} {what}"


def _faults_of_player(table: Table, seat: Seat) -> Iterator[str]:
    player, numbers = table.player(seat), table.board
    waiting = player.tasks.count("")
    figures = (table.has(seat, "figures"), player.reserve, player.parked, waiting)
    if sum(figures) + len(player.assistants) != numbers.figures:
        yield f"{seat} has {sum(figures)} figures and {len(player.assistants)} assistants"
    if table.has(seat, "combat_points") > numbers.combat_points_most:
        yield f"{seat} has {table.has(seat, 'combat_points')} combat points"
    if table.has(seat, "doubloon_income") > numbers.doubloon_income_most:
        yield f"{seat} has an income of {table.has(seat, 'doubloon_income')} doubloons"
    if table.has(seat, "vp_income") >= numbers.vp_income_most:
        yield f"{seat} has an income of {table.has(seat, 'vp_income')} points"
    if not set(player.discs.values()) <= {0, 1, 2}:
        yield f"{seat} has the discs {player.discs}"
    if table.phase == "sail":
        income = (table.has(seat, "doubloon_income"), table.has(seat, "vp_income"))
        if income != _income_of(table, seat):
            yield f"{seat} has the income {income}, the cards say {_income_of(table, seat)}"


def _income_of(table: Table, seat: Seat) -> tuple[int, int]:
    """The check of the rulebook: what cards and figures on them add up to, between turns."""
    player, cards, numbers = table.player(seat), table.cards(display(seat)), table.board
    added = {"doubloons": numbers.start_income, "vp": 0}
    crew, each = player.parked - len(player.invested), 0
    for card in cards:
        crew -= card.price.figure == "card"
        for effect in card.effects:
            if isinstance(effect, Income) and effect.synergy in (None, *player.synergies):
                added[effect.track] += effect.n
            elif isinstance(effect, Now):
                on_card = (node.income for node in effect.steps if isinstance(node, FiguresOnCard))
                each = max(each, *on_card, 0)
    added["doubloons"] += crew * each
    doubloons = min(added["doubloons"], numbers.doubloon_income_most)
    points = added["vp"] + added["doubloons"] - doubloons
    if points >= numbers.vp_income_most and not table.rulings.vp_track_goes_on:
        points = table.has(seat, "vp_income")  # Steps were lost where the track ended.
    return doubloons, points % numbers.vp_income_most
