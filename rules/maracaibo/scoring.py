"""Interim and final scoring, and who wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rules.flow import Flow, Instruction, Option, Seat, ask_amid, reveal
from rules.game import Outcome
from rules.ledger import Line
from rules.maracaibo import announced
from rules.maracaibo.actions.buying import buy_menu, buy_verbs, purchase
from rules.maracaibo.actions.drawing import clear_market, phase_c, refill_market
from rules.maracaibo.actions.free_actions import muster_menu
from rules.maracaibo.actions.hands import hand_question
from rules.maracaibo.actions.income import pay_income, points_track
from rules.maracaibo.actions.sailing import pay_all_unused
from rules.maracaibo.actions.stories import check_stories
from rules.maracaibo.actions.supply import count
from rules.maracaibo.names import DOUBLOONS, FINAL, INCOME, NATION_NAMES, VP
from rules.maracaibo.pieces import SHIPS, Building
from rules.maracaibo.places import BUILDING_PILE, BUILDINGS, display, location
from rules.maracaibo.printed.counted import times_text, units_text
from rules.maracaibo.printed.nodes import NATIONS
from rules.maracaibo.solo.account import jean_income, jean_lines
from rules.maracaibo.table import Table
from rules.text import Plural, Text, listing

POINTS = "points"
HOME = "0"


# --------------------------------------------------------------------------------- 1. a purchase


def buy_or_points(table: Table, seat: Seat) -> Flow[None]:
    """Everybody buys a card or invests, and draws up again; or takes points instead."""
    while True:
        answer = yield from ask_amid(table, seat, lambda: ask_to_buy(table, seat))
        if answer == POINTS:
            because = Text("Scoring: points, no purchase")
            table.ledger.gain(
                seat, VP, table.board.scoring_alternative_vp, because, kind="no_purchase"
            )
            break
        done = yield from purchase(table, seat, answer)
        if done:
            yield from phase_c(table, seat)
            break
    table.cut_short = False
    table.given_up.clear()
    table.to_score.pop(0)


def ask_to_buy(table: Table, seat: Seat) -> Flow[Any]:
    """Who certainly cannot buy anything is only told to take the points."""
    question = hand_question(
        table,
        seat,
        Text("Scoring: buy, invest or take points"),
        lambda: (points_option(table), *buy_menu(table, seat), *muster_menu(table, seat)),
        buy_verbs(table, seat),
        POINTS,
    )
    only = question.only_answer()
    if only is not None and not table.rulings.asks_all:
        n = table.board.scoring_alternative_vp
        told = Plural(
            "Scoring: nothing to buy. Take {n} point.",
            "Scoring: nothing to buy. Take {n} points.",
            n,
        )
        answer = yield Instruction(seat, told, lambda: [only], POINTS)
    else:
        answer = yield question
    return answer.value


def points_option(table: Table) -> Option[str]:
    text = Plural("{n} point", "{n} points", table.board.scoring_alternative_vp)
    return Option(POINTS, POINTS, text, by_phone=True)


# ----------------------------------------------------------------------------- interim scoring


def interim_scoring(table: Table) -> Flow[None]:
    """Steps 2 to 7: income, markets, display, building, story, and all ships to Havana."""
    for seat in table.everyone:
        pay_all_unused(table, seat)
        if seat not in table.seats:
            jean_income(table)
        else:
            pay_income(table, seat)
    announced.income_paid(table, table.seats)
    table.scored += 1
    table.delivered.clear()
    clear_market(table)
    yield from refill_market(table)
    yield from open_building(table, table.round)
    yield from check_stories(table)
    sail_home(table)
    begin_round(table)


def open_building(table: Table, number: int) -> Flow[None]:
    """The next of the four prestige buildings that were dealt is turned face up."""
    place = BUILDINGS[number]
    building = yield from reveal(
        Text("Turn up a prestige building: which?"),
        BUILDING_PILE,
        place,
        table.box.buildings,
        lambda building: (
            None
            if building in table.places.unseen
            else Text("{building} is open already", building=building.name)
        ),
        lambda building: Text("{piece} is turned up", piece=building.name),
    )
    table.places.turn_up(building, BUILDING_PILE, place)
    announced.opened(table, building)


def sail_home(table: Table) -> None:
    for seat in table.everyone:
        player = table.player(seat)
        ship = SHIPS[f"ship/{seat.colour}"]
        if player.ship != HOME:
            table.places.move(ship, location(player.ship), location(HOME))
            player.ship = HOME
        player.settled.clear()


def begin_round(table: Table) -> None:
    """The left neighbour of whoever ended the round begins the next one."""
    assert table.ender is not None
    _, following = list(table.clockwise(table.ender))[:2]
    table.first = table.active = following
    table.ender = None
    table.round += 1
    table.ledger.section = str(table.round)
    table.phase = "sail"
    announced.round_begins(table)


# ------------------------------------------------------------------------------- final scoring


def final_scoring(table: Table) -> Flow[None]:
    """The lines of the final scoring are written, and the match is over."""
    for seat in table.everyone:
        pay_all_unused(table, seat)
    for line in final_lines(table):
        table.ledger.write(line)
    table.scored += 1
    yield from check_stories(table)
    table.over = True


def final_lines(table: Table) -> list[Line]:
    """What everybody would score if this were the end, step by step."""
    lines: list[Line] = []
    for seat in table.everyone:
        if seat not in table.seats:
            lines += jean_lines(table)
        else:
            lines += income_lines(table, seat)
            lines += card_lines(table, seat)
    for nation in NATIONS:
        lines += majority_lines(table, nation)
    for nation in NATIONS:
        lines += rank_lines(table, nation)
    return [line._replace(section=FINAL) for line in lines if line.amount]


def income_lines(table: Table, seat: Seat) -> Iterator[Line]:
    """Step 2: the points track, and the points beside the doubloon track."""
    yield points_track(table, seat)
    points = count(table, seat, "doubloon_track_vp")
    because = Text("Doubloon track, on {income}", income=table.has(seat, INCOME[DOUBLOONS]))
    yield Line(seat, VP, points, because, kind="income")


def card_lines(table: Table, seat: Seat) -> Iterator[Line]:
    """Step 3: bought cards and buildings. Hand and planning area bring nothing."""
    for card in table.cards(display(seat)):
        because = Text("Printed on {card}", card=card.name)
        yield Line(seat, VP, card.vp, because, kind="card")
    for building in table.player(seat).invested:
        points, because = (
            building_points(table, seat, building),
            building_text(table, seat, building),
        )
        yield Line(seat, VP, points, because, kind="building")


def building_points(table: Table, seat: Seat, building: Building) -> int:
    points = building.n * sum(count(table, seat, unit) for unit in building.per)
    if "doubloon_track_vp" in building.per:
        points *= table.rulings.cathedral
    return points if building.most is None else min(points, building.most)


def building_text(table: Table, seat: Seat, building: Building) -> Text:
    """How its points come about: what is counted, and how much each is worth."""
    units = [units_text(unit, count(table, seat, unit)) for unit in building.per]
    each = building.n
    if "doubloon_track_vp" in building.per:
        each *= table.rulings.cathedral
    counted = units[0] if len(units) == 1 else Text("({units})", units=listing(units))
    text = times_text(building.name, counted, each)
    if building.most is None:
        return text
    return Text("{sum}, at most {most}", sum=text, most=building.most)


def majority_lines(table: Table, nation: str) -> Iterator[Line]:
    """Step 4: the most influence with a nation; all who are tied, nobody who never moved."""
    most = max(table.has(seat, nation) for seat in table.everyone)
    if most:
        because = Text("Most influence with {nation}: {n}", nation=NATION_NAMES[nation], n=most)
        for seat in table.everyone:
            if table.has(seat, nation) == most:
                points = table.board.influence_majority_vp
                yield Line(seat, VP, points, because, kind="most_influence")


def majority_bonus(table: Table, nation: str) -> int:
    """By the number of markers on the map; nations that are tied get the higher bonus."""
    own = table.owned(nation)
    ahead = sum(table.owned(other) > own for other in NATIONS)
    return table.board.majority_bonus[ahead]


def rank_lines(table: Table, nation: str) -> Iterator[Line]:
    """Step 5: the rank with a nation times its empty cells and its majority bonus."""
    empty, bonus = table.empty_cells(nation), majority_bonus(table, nation)
    worth: Text = Plural("{n} empty cell", "{n} empty cells", empty)
    if bonus:
        worth = Text("({cells} + {bonus} for majority)", cells=worth, bonus=bonus)
    for seat in table.everyone:
        rank = table.rank(seat, nation)
        because = Text(
            "{nation}: rank {rank} × {worth}", nation=NATION_NAMES[nation], rank=rank, worth=worth
        )
        yield Line(seat, VP, rank * (empty + bonus), because, kind="rank")


# ------------------------------------------------------------------------------------- the end


def standing(table: Table) -> list[Line]:
    """The points so far, and those of a final scoring now."""
    lines = [line for line in table.ledger.lines if line.what == VP]
    return lines if table.over or table.active is None else lines + final_lines(table)


def outcome(table: Table) -> Outcome:
    """Most points win; a tie is a shared victory."""
    points = {seat: table.has(seat, VP) for seat in table.everyone}
    most = max(points.values())
    winners = tuple(seat for seat in points if points[seat] == most)
    ranks = {seat: 1 + sum(p > points[seat] for p in points.values()) for seat in points}
    because = Text("Most points: {points}", points=most)
    if len(winners) > 1:
        because = Plural("Shared: {n} point each", "Shared: {n} points each", most)
    return Outcome(winners, because, ranks)
