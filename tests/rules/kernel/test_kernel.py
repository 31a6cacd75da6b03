"""The kernel by itself, on a game made up for it."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from rules.edition import Edition
from rules.flow import (
    TABLE,
    Amount,
    Flow,
    Option,
    Seat,
    Several,
    choose,
    choose_amount,
    choose_several,
    reveal,
    yes_or_no_option,
)
from rules.game import BadSettings, Game, Guide, Outcome, Piles, Scoring
from rules.ledger import Ledger
from rules.match import Ambiguous, MalformedKey, Match, NotLegal
from rules.pieces import Piece, Places
from rules.setting import Setting
from rules.text import Plural, Text, listing

SHELLS = {
    f"shell/{kind}.{n}": Piece(f"shell/{kind}.{n}", f"shell/{kind}", Text(kind))
    for kind in ("cowrie", "conch")
    for n in (1, 2)
}


HOME = Text("Go home?")


@dataclass(slots=True)
class Beach:
    """Two players pick shells from the sand; built once per menu, counted in `looks`."""

    seats: Sequence[Seat]
    ledger: Ledger = field(default_factory=Ledger)
    places: Places[Piece] = field(default_factory=Places)
    turn: int = 0
    looks: int = field(default=0, compare=False)
    active: Seat | None = None

    def copy(self) -> Beach:
        return Beach(self.seats, self.ledger.copy(), self.places.copy(), self.turn)

    def key(self) -> Hashable:
        return self.places.key(), self.turn


def new_beach(seats: Sequence[Seat], _settings: Mapping[str, str]) -> Beach:
    beach = Beach(seats)
    beach.places.lay_out_face_down("sand", SHELLS.values())
    beach.places.lay_out("open")
    for seat in seats:
        beach.places.lay_out(f"bag:{seat.colour}")
    return beach


def day(beach: Beach) -> Flow[None] | None:
    scripts = [dig, nothing_happens, gather]
    return scripts[beach.turn](beach) if beach.turn < len(scripts) else None


def dig(beach: Beach) -> Flow[None]:
    for _ in SHELLS:
        shell = yield from reveal(
            Text("Which shell?"),
            "sand",
            "open",
            SHELLS,
            lambda piece: None if piece in beach.places.unseen else Text("already dug up"),
        )
        beach.places.turn_up(shell, "sand", "open")
    beach.turn += 1


def nothing_happens(beach: Beach) -> Flow[None]:
    yield from ()
    beach.turn += 1


def gather(beach: Beach) -> Flow[None]:
    first, second = beach.seats

    def take_menu() -> list[Option[Piece]]:
        beach.looks += 1
        return [Option(f"take:{shell.id}", shell, shell.name) for shell in beach.places["open"]]

    shell = yield from choose(first, Text("Take a shell"), take_menu)
    beach.places.move(shell, "open", "bag:red")
    shells = yield from choose_several(
        second,
        Text("Take one or two, not both of a kind"),
        lambda: [Option(shell.id, shell, shell.name) for shell in beach.places["open"]],
        [1, 2],
        lambda some: Text("one of a kind") if len({s.kind for s in some}) < len(some) else None,
        "take",
    )
    for shell in shells:
        beach.places.move(shell, "open", "bag:blue")
    points = yield from choose_amount(second, Text("How many points?"), 1, 3)
    beach.ledger.gain(second, "points", points, Text("as they liked"))
    if (yield from choose(first, HOME, go_home, next_key="home:no")):
        beach.ledger.gain(first, "points", 1, Text("went home"))
    beach.turn += 1


def go_home() -> list[Option[bool]]:
    return [
        yes_or_no_option("home:yes", True, HOME, None),
        yes_or_no_option("home:no", False, HOME, None),
    ]


GAME: Game[Beach] = Game(
    name="beach",
    edition=Edition({"title": "Beach", "origin": "house"}, "a test"),
    seats=range(2, 3),
    colours=("red", "blue"),
    accounts={"points": Text("Points")},
    settings=(
        Setting("tide", Text("The tide"), {"low": Text("Low"), "high": Text("High")}, "low"),
    ),
    pieces=SHELLS,
    place_name=lambda _seats, place: Text(place),
    new=new_beach,
    script=day,
    piles=Piles(
        face_down=lambda beach: {"sand": tuple(beach.places.unseen)},
    ),
    guide=Guide(
        set_up=lambda _beach: (),
        phase=lambda _beach: Text("A day at the beach"),
        rules=lambda _beach: (),
    ),
    scoring=Scoring(
        points="points",
        standing=lambda beach: beach.ledger.lines,
        outcome=lambda _beach: Outcome((), Text("Nobody wins"), {}),
    ),
)
DIG = ["turn:shell/cowrie.1", "turn:shell/conch.1", "turn:shell/conch.2", "turn:shell/cowrie.2"]
WHOLE = [*DIG, "take:shell/cowrie.1", "take:shell/conch.1+shell/cowrie.2", "amount:3", "home:yes"]


def beach(journal: Sequence[str] = ()) -> Match[Beach]:
    return Match(GAME, GAME.seat(["Ann", "Bob"]), {}, journal)


def test_a_whole_day_can_be_played() -> None:
    match = beach(WHOLE)
    assert match.choice is None
    assert [match.table.ledger.balance(seat, "points") for seat in match.seats] == [1, 3]
    assert str(match.outcome().because) == "Nobody wins"  # type: ignore[union-attr]


def test_the_menu_is_built_only_when_somebody_looks_and_only_once() -> None:
    match = beach(DIG)
    assert match.table.looks == 0
    assert match.choice is not None
    assert len(match.choice.options) == 4
    assert match.choice.find("take:shell/conch.1") is not None
    assert match.table.looks == 1


def test_a_script_that_asks_nothing_is_passed_over_and_undone_with_the_answer_before() -> None:
    match = beach(DIG)
    assert match.table.turn == 2
    assert match.undo() == DIG[-1]
    assert match.table.turn == 0
    match.play(DIG[-1])
    assert match.table.turn == 2


@pytest.mark.parametrize("key", ["", "Take:shell", "take shell", "take:", "take:a b", "тут", "1:2"])
def test_a_malformed_key_is_told_apart_from_an_illegal_one(key: str) -> None:
    match = beach(DIG)
    with pytest.raises(MalformedKey, match="is no key of a choice"):
        match.play(key)
    assert match.journal == DIG


def test_a_key_that_is_not_in_the_menu_says_who_is_asked_what() -> None:
    with pytest.raises(
        NotLegal, match=r"amount:7 is not possible now\. Ann is asked: Take a shell"
    ):
        beach(DIG).play("amount:7")


def test_a_blocked_option_is_refused_with_its_own_reason() -> None:
    match = beach(DIG[:1])
    with pytest.raises(NotLegal, match="already dug up"):
        match.play("turn:shell/cowrie.1")


def test_nothing_can_be_played_when_the_match_is_over() -> None:
    with pytest.raises(NotLegal, match="The match is over"):
        beach(WHOLE).play("home:yes")


def test_a_key_may_name_a_kind_if_only_one_individual_fits() -> None:
    match = beach([*DIG, "take:shell/cowrie.1"])
    match.undo()
    match.undo()
    match.play("turn:shell/cowrie")
    assert match.journal[-1] == "turn:shell/cowrie.2"


def test_a_key_that_names_a_kind_of_several_is_ambiguous() -> None:
    match = beach(DIG)
    with pytest.raises(Ambiguous, match=r"take:shell/conch\.1, take:shell/conch\.2") as error:
        match.play("take:shell/conch")
    assert [option.key for option in error.value.candidates] == [
        "take:shell/conch.1",
        "take:shell/conch.2",
    ]
    assert match.journal == DIG


def test_several_things_can_be_named_in_any_order_and_are_journalled_in_one() -> None:
    match = beach(WHOLE[:5])
    match.play("take:shell/cowrie.2+shell/conch.1")
    assert match.journal[-1] == "take:shell/conch.1+shell/cowrie.2"


def test_a_selection_that_is_not_allowed_says_why() -> None:
    match = beach(WHOLE[:5])
    with pytest.raises(NotLegal, match="one of a kind"):
        match.play("take:shell/conch.1+shell/conch.2")


def test_amounts_have_a_least_and_a_most() -> None:
    match = beach(WHOLE[:6])
    assert match.choice is not None
    assert [option.value for option in match.choice.legal()] == [1, 2, 3]
    with pytest.raises(NotLegal):
        match.play("amount:4")


def test_a_question_says_what_a_phone_needs_to_ask_it() -> None:
    several = beach(WHOLE[:5]).choice
    assert isinstance(several, Several)
    assert several.sizes == (1, 2)
    picked = [thing.key for thing in several.things()][:2]
    assert several.find(several.key_of(picked)) is not None
    amount = beach(WHOLE[:6]).choice
    assert isinstance(amount, Amount)
    assert (amount.least, amount.most) == (1, 3)


def test_players_sit_in_the_colours_they_want() -> None:
    seats = GAME.seat(["Ann", "Bob"], ["blue", "red"])
    assert [(seat.index, seat.colour, seat.name) for seat in seats] == [
        (0, "blue", "Ann"),
        (1, "red", "Bob"),
    ]


def test_an_answer_that_only_its_question_explains_is_told_with_it() -> None:
    seat = Seat(0, "red", "Ann")

    def told(flow: Flow[Any]) -> list[tuple[str, str]]:
        return [(str(option.text), str(option.past_text)) for option in next(flow).options]

    assert told(choose_amount(seat, Text("How many?"), 1, 2)) == [
        ("1", "How many? 1"),
        ("2", "How many? 2"),
    ]
    yes = yes_or_no_option("home:yes", True, HOME, None)
    assert (str(yes.text), str(yes.past_text)) == ("Yes", "Go home? Yes")
    no = yes_or_no_option("home:no", False, HOME, None)
    assert (str(no.text), str(no.past_text)) == ("No", "Go home? No")
    go = yes_or_no_option("home:yes", True, HOME, Text("Go"))
    assert (str(go.text), str(go.past_text)) == ("Go", "Go")


def test_chance_is_a_question_to_the_table() -> None:
    match = beach()
    assert match.choice is not None
    assert match.choice.who is TABLE
    assert len(match.choice.legal()) == 4


def test_the_number_of_players_and_the_options_are_checked() -> None:
    with pytest.raises(BadSettings, match="Beach is for 2 to 2 players, not 3"):
        GAME.seat(["A", "B", "C"])
    with pytest.raises(BadSettings, match="Give each player a colour: red, blue"):
        GAME.seat(["A", "B"], ["red", "green"])
    with pytest.raises(BadSettings, match="Give every player a different colour"):
        GAME.seat(["A", "B"], ["red", "red"])
    with pytest.raises(BadSettings, match=r"Unknown: wind\. There is tide"):
        Match(GAME, GAME.seat(["A", "B"]), {"wind": "west"})
    with pytest.raises(BadSettings, match="tide can be low or high, not ebb"):
        Match(GAME, GAME.seat(["A", "B"]), {"tide": "ebb"})


# ------------------------------------------------------------------------------- Ledger and texts


def test_a_balance_is_the_sum_of_its_lines_and_nothing_is_no_line() -> None:
    ann, bob = GAME.seat(["Ann", "Bob"])
    ledger = Ledger()
    ledger.gain(ann, "points", 5, Text("a"))
    ledger.gain(ann, "points", -2, Text("b"))
    ledger.gain(ann, "coins", 7, Text("c"))
    ledger.gain(bob, "points", 0, Text("d"))
    assert ledger.balance(ann, "points") == 3
    assert [(line.seat, str(line.because)) for line in ledger.lines] == [
        (ann, "a"),
        (ann, "b"),
        (ann, "c"),
    ]
    assert ledger.balance(bob, "points") == 0


def test_a_gain_needs_a_reason() -> None:
    (ann, _) = GAME.seat(["Ann", "Bob"])
    with pytest.raises(TypeError):
        Ledger().gain(ann, "points", 1)  # type: ignore[call-arg]


def test_texts_are_messages_with_values_and_compare_by_both() -> None:
    text = Text("{card} costs {cost}", card=Text("Trader"), cost=5)
    assert str(text) == "Trader costs 5"
    assert text == Text("{card} costs {cost}", card=Text("Trader"), cost=5)
    assert text != Text("{card} costs {cost}", card=Text("Trader"), cost=4)
    assert str(Plural("{n} coin", "{n} coins", 1)) == "1 coin"
    assert str(Plural("{n} coin", "{n} coins", 2)) == "2 coins"
    assert str(listing([Text("a"), Text("b")])) == "a, b"


def test_braces_in_a_name_are_only_a_name() -> None:
    assert str(Text("{seat} begins", seat="{0} {x}")) == "{0} {x} begins"


def test_an_outcome_knows_who_has_won_lost_or_shared_a_victory() -> None:
    ann, bob = GAME.seat(["Ann", "Bob"])
    why = Text("So it is")
    against_each_other = Outcome((ann,), why, {ann: 1, bob: 2})
    assert (str(against_each_other.verdict), against_each_other.lost) == ("Winner", False)
    assert str(Outcome((ann, bob), why, {ann: 1, bob: 1}).verdict) == "Shared victory"
    assert str(Outcome((ann, bob), why, together=True).verdict) == "Won together"
    assert str(Outcome((ann,), why).verdict) == "Winner"
    lost = Outcome((), why, together=True)
    assert (str(lost.verdict), lost.lost, lost.ranks) == ("Lost", True, {})
