"""Questions that can be answered with a hidden hand, and trees of effects: the kernel's own."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from rules.effects import Vocabulary
from rules.flow import Flow, FromHand, Option, Seat
from rules.pieces import Move, Piece
from rules.text import Text

ANN = Seat(0, "red", "Ann")
CARDS = {name: Piece(name, name, Text("A card")) for name in ("fox", "owl", "elk")}


def question(hand: str, unseen: str) -> FromHand[str, Piece]:
    """Ann may pass, or play a card; foxes are never played."""

    def play(card: Piece) -> Option[str]:
        blocked = Text("Foxes stay in the hand") if card.id == "fox" else None
        return Option(f"play:{card.id}", card.id, card.name, (Move(card, "hand", "pile"),), blocked)

    return FromHand(
        ANN,
        Text("Play a card"),
        lambda: [Option("pass", "", Text("Pass"))],
        "pass",
        hand="hand",
        verbs={"play": play},
        pieces=CARDS,
        held=lambda: [CARDS[name] for name in f"{hand} {unseen}".split()],
    )


def test_every_card_that_could_be_in_the_hand_is_offered() -> None:
    assert [option.key for option in question("owl", "elk").options] == [
        "pass",
        "play:owl",
        "play:elk",
    ]


def test_who_knows_the_hand_has_only_its_cards_to_choose_from() -> None:
    found = question("", "owl elk").options_with([CARDS["elk"]])
    assert [option.key for option in found] == ["pass", "play:elk"]


def test_a_key_is_found_without_the_menu_and_tells_why_it_is_blocked() -> None:
    choice = question("owl fox", "")
    option = choice.find("play:fox")
    assert option is not None
    assert str(option.blocked) == "Foxes stay in the hand"
    assert choice.find("pass") is not None
    assert choice.find("play:bear") is None
    assert choice.find("sell:owl") is None


def test_pieces_that_moved_are_asked_after_whatever_is_known_of_the_hand() -> None:
    choice = question("", "owl elk fox")
    assert [option.key for option in choice.concerning({CARDS["elk"]})] == ["pass", "play:elk"]


@dataclass(frozen=True)
class Add:
    n: int


@dataclass(frozen=True)
class Ask:
    pass


@dataclass(frozen=True)
class Stop:
    pass


def arithmetic() -> Vocabulary[list[int], str]:
    words: Vocabulary[list[int], str] = Vocabulary(lambda table: table[-1:] == [0])

    @words.means(Add)
    def add(table: list[int], _seat: Seat, node: Add, _source: str) -> None:
        table.append(node.n)

    @words.means(Ask)
    def ask(table: list[int], seat: Seat, _node: Ask, source: str) -> Flow[None]:
        option: Option[int] = yield question("owl", "")
        table.append(len(f"{seat}{source}{option.key}"))

    @words.means(Stop)
    def stop(table: list[int], _seat: Seat, _node: Stop, _source: str) -> None:
        table.append(0)

    @words.blocks(Ask)
    def why_not(table: list[int], _seat: Seat, _node: Ask, source: str) -> Text | None:
        return None if table else Text("Nothing to ask about {source}", source=source)

    return words


def test_nodes_are_done_in_order_and_may_ask() -> None:
    table: list[int] = []
    flow = arithmetic().perform(table, ANN, (Add(4), Ask(), Add(5)), "x")
    choice = next(flow)
    with pytest.raises(StopIteration):
        flow.send(choice.options[0])
    assert table == [4, 8, 5]


def test_a_tree_can_be_cut_short() -> None:
    table: list[int] = []
    assert list(arithmetic().perform(table, ANN, (Add(4), Stop(), Add(5)), "x")) == []
    assert table == [4, 0]


def test_the_first_node_that_is_not_possible_gives_the_reason() -> None:
    words = arithmetic()
    assert str(words.why_not([], ANN, (Add(1), Ask()), "owls")) == "Nothing to ask about owls"
    assert words.why_not([1], ANN, (Add(1), Ask()), "owls") is None
    assert words.nodes() == {Add, Ask, Stop}
