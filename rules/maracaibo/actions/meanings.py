"""What the words of Maracaibo's effect trees mean: the simple ones, and how trees are run.

Words with rules of their own (combat, exploring, quests, buying...) are given their meaning in the
modules of those rules. No meaning depends on which card or tile a tree is printed on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from rules.effects import Vocabulary
from rules.flow import Flow, Option, Seat, choose
from rules.maracaibo.actions.free_actions import Offer, ask_offer
from rules.maracaibo.actions.hands import pay, why_not_pay
from rules.maracaibo.actions.income import missing_synergies, take_synergy
from rules.maracaibo.actions.influence import (
    gain_influence,
    next_rank,
    reach_next_rank,
    which_nation,
)
from rules.maracaibo.actions.supply import count, gain
from rules.maracaibo.names import SYNERGY_NAMES
from rules.maracaibo.pieces import ProjectCard
from rules.maracaibo.printed.counted import times_text, units_text
from rules.maracaibo.printed.describe import step_text, steps_text
from rules.maracaibo.printed.nodes import (
    Discs,
    Effect,
    Explore,
    Gain,
    Influence,
    OneOf,
    Pay,
    Rank,
    RulingChoice,
    Score,
    Steps,
    Synergy,
    VillageActions,
)
from rules.maracaibo.table import Table
from rules.text import Plural, Text


@dataclass(slots=True)
class Source:
    """Where a tree comes from: the reason for what it brings, and what its words refer to."""

    because: Text
    kind: str
    """Of what kind the points are that it brings."""
    card: ProjectCard | None = None
    """The card that `on_card` means."""
    nation: str = ""
    """The fighting nation, or the one whose marker was just placed."""
    target: str = ""
    """The location that a manoeuvre takes."""
    given_up: bool = False
    """A cost was not paid after all: what was begun has not happened."""


effects: Vocabulary[Table, Source] = Vocabulary(lambda table: table.cut_short)


def act(table: Table, seat: Seat, steps: tuple[object, ...], source: Source) -> Flow[bool]:
    """Do what a player has chosen to do. A cost that is all of it is paid without asking again.

    False if the cost was given up: then nothing has happened.
    """
    if len(steps) == 1 and isinstance(steps[0], Pay):
        yield from pay_and_get(table, seat, steps[0], source)
        return not source.given_up
    yield from effects.perform(table, seat, steps, source)
    return not source.given_up


def why_not_act(table: Table, seat: Seat, steps: tuple[object, ...], source: Source) -> Text | None:
    """Why a player cannot choose this: only a cost that is all of it must be paid."""
    if len(steps) == 1 and isinstance(steps[0], Pay):
        return why_not_pay(table, seat, steps[0].cost)
    return effects.why_not(table, seat, steps, source)


def can_be_seen(steps: Steps) -> bool:
    """Whether doing this can move pieces that a camera sees; if not, it is told by phone."""
    return any(map(_is_seen, steps))


def _is_seen(node: Effect) -> bool:
    match node:
        case Pay(cost, then):
            return cost.takes_cards or can_be_seen(then)
        case OneOf(options):
            return any(map(can_be_seen, options))
        case RulingChoice(_, readings):
            return any(can_be_seen(steps) for _, steps in readings)
    return node.moves_pieces


def can_only_help(steps: Steps) -> bool:
    """Whether nobody could want to go without: it costs nothing by itself, and what else it lets a
    player do can be left out when it comes to it.
    """
    return len(steps) > 0 and all(map(_can_only_help, steps))


def _can_only_help(node: Effect) -> bool:
    match node:
        case OneOf(options):
            return any(map(can_only_help, options))
        case RulingChoice(_, readings):
            return all(can_only_help(steps) for _, steps in readings)
    return isinstance(node, Gain | Influence | Discs | Rank | Synergy | Explore | VillageActions)


@effects.means(Gain)
def do_gain(table: Table, seat: Seat, node: Gain, source: Source) -> None:
    n, because = node.n, source.because
    if node.per is not None:
        number = count(table, seat, node.per)
        n *= number
        because = times_text(because, units_text(node.per, number), node.n)
    gain(table, seat, node.what, n, because, source.kind)


@effects.means(Influence)
def do_influence(table: Table, seat: Seat, node: Influence, source: Source) -> Flow[None] | None:
    """With a nation of one's choice, all steps go to the same one; without a marker placed before,
    there is no same nation.
    """
    if node.who == "any":
        return influence_of_choice(table, seat, node.n, source.because)
    nation = source.nation if node.who in ("fighting", "same") else node.who
    if nation:
        gain_influence(table, seat, nation, node.n, source.because)
    return None


def influence_of_choice(table: Table, seat: Seat, n: int, because: Text) -> Flow[None]:
    nation = yield from which_nation(
        table,
        seat,
        Plural("Gain {n} influence with which nation?", "Gain {n} influence with which nation?", n),
    )
    gain_influence(table, seat, nation, n, because)


@effects.means(Rank)
def do_rank(table: Table, seat: Seat, node: Rank, source: Source) -> Flow[None]:
    nation = source.nation
    if node.who == "any":
        if all(next_rank(table, seat, nation) is None for nation in table.rows):
            return
        nation = yield from which_nation(
            table,
            seat,
            Text("Next rank with which nation?"),
            lambda nation: (
                None
                if next_rank(table, seat, nation)
                else Text("{seat} has the highest rank already", seat=seat)
            ),
        )
    if nation:
        reach_next_rank(table, seat, nation, source.because)


@effects.means(Synergy)
def do_synergy(table: Table, seat: Seat, node: Synergy, _source: Source) -> Flow[None]:
    """Only one token of each kind: one that is there already is not taken again."""
    kind = node.kind
    if kind == "any_new":
        new = missing_synergies(table, seat)
        if not new:
            return
        kind = yield from choose(
            seat,
            Text("Take which synergy token?"),
            lambda: synergy_menu(new),
            spare=not table.rulings.asks_all,
        )
    take_synergy(table, seat, kind)


def synergy_menu(kinds: list[str]) -> Iterator[Option[str]]:
    for kind in kinds:
        name = SYNERGY_NAMES[kind]
        record = Text("Takes synergy token {token}", token=name)
        yield Option(f"synergy:{kind}", kind, name, by_phone=True, record=record)


@effects.means(Pay)
def do_pay(table: Table, seat: Seat, node: Pay, source: Source) -> Flow[None]:
    """Part of something larger: whoever can pay is asked whether they want to."""
    offer = Offer(
        Text("{what}?", what=step_text(node)),
        "pay",
        node.cost,
        lambda: why_not_pay(table, seat, node.cost),
    )
    wanted = yield from ask_offer(table, seat, offer)
    if wanted:
        yield from pay_and_get(table, seat, node, source)
        source.given_up = False


def pay_and_get(table: Table, seat: Seat, node: Pay, source: Source) -> Flow[None]:
    paid = yield from pay(table, seat, node.cost, source.because)
    if not paid:
        source.given_up = True
        return
    yield from effects.perform(table, seat, node.then, source)
    source.given_up = False


@effects.means(OneOf)
def do_one_of(table: Table, seat: Seat, node: OneOf, source: Source) -> Flow[None]:
    steps = yield from choose(
        seat,
        Text("Choose one"),
        lambda: [
            Option(
                f"option:{number}",
                option,
                steps_text(option),
                (),
                effects.why_not(table, seat, option, source),
                by_phone=not can_be_seen(option),
            )
            for number, option in enumerate(node.options, 1)
        ],
        spare=not table.rulings.asks_all,
    )
    yield from effects.perform(table, seat, steps, source)


@effects.means(RulingChoice)
def do_ruling_choice(table: Table, seat: Seat, node: RulingChoice, source: Source) -> Flow[None]:
    """The rulebooks differ: the match has settled which reading holds."""
    chosen = getattr(table.rulings, node.setting)
    steps = next(steps for value, steps in node.readings if value == chosen)
    yield from effects.perform(table, seat, steps, source)


@effects.means(Score)
def do_score(table: Table, seat: Seat, node: Score, source: Source) -> None:
    """The scoring follows the turn of whoever ends it there, also without the main action."""
