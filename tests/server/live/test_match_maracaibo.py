"""Maracaibo kept in step: piles that lie face up, hidden hands, and Jean's cards."""

from __future__ import annotations

from rules.maracaibo.places import DECK, DISCARD, JEAN_CARDS, JEAN_DISCARD, MARKET, QUEST_PILE
from rules.maracaibo.table import Table
from tests.rules.maracaibo.the_table import at_table, give, goods, hold, hold_unknown, put, sail_to
from tests.server.live.lying_cards import LyingCards


def in_a_village(table: Table) -> None:
    give(table, "doubloons", 20)
    sail_to(table, "8")
    hold_unknown(table, 3)


def answer(table: LyingCards, keys: str) -> None:
    for key in keys.split():
        table.live.answer(table.live.match.seats[0], key)


def test_the_next_quest_of_a_pile_that_lies_face_up_has_not_moved() -> None:
    table = LyingCards(at_table(in_a_village))
    assert table.put("quest/11", QUEST_PILE) == []
    del table.places["quest/11"]
    assert table.put("quest/12", QUEST_PILE) == []
    assert not table.wrong()


def test_a_quest_that_everybody_knows_does_not_belong_on_the_pile() -> None:
    def prepare(table: Table) -> None:
        in_a_village(table)
        put(table, "quest/11", "quest:9")

    table = LyingCards(at_table(prepare))
    table.put("quest/11", QUEST_PILE)
    assert set(table.wrong()) == {"quest/11"}


def test_a_hand_that_is_discarded_is_known_by_the_card_on_top() -> None:
    known, unknown = goods("rum", 1)[0], goods("cocoa", 1)[0]

    def prepare(table: Table) -> None:
        in_a_village(table)
        hold(table, known, *goods("herbs", 2))

    for top in (known, unknown):
        table = LyingCards(at_table(prepare))
        assert table.put("ship/red", "location:9") == ["sail:9"]
        answer(table, "village")
        assert table.put(top, DISCARD) == ["village:discard_hand"]


def test_a_face_in_the_discard_pile_may_be_covered_and_come_to_light_again() -> None:
    """It was discarded face down and lies face up there, which is nobody's business."""
    face, laid = goods("herbs", 2)

    def prepare(table: Table) -> None:
        sail_to(table, "9")
        hold(table, laid)
        table.places.pass_on(DECK, DISCARD, 1)

    table = LyingCards(at_table(prepare), {face: DISCARD})
    assert table.put("ship/red", "location:10") == ["sail:10"]
    del table.places[face]
    assert table.put(laid, DISCARD) == [f"deliver:{laid}"]
    del table.places[laid]
    assert table.put(face, DISCARD) == []
    assert not table.wrong()


def test_a_stack_that_was_shuffled_away_is_not_taken_for_a_card_turned_up() -> None:
    def prepare(table: Table) -> None:
        sail_to(table, "5")
        for number in range(1, 6):
            put(table, f"jean/a{number}", JEAN_DISCARD)

    table = LyingCards(at_table(prepare, 1))
    assert table.put("jean/a5", JEAN_DISCARD) == []
    assert table.put("ship/red", "location:6") == ["sail:6"]
    answer(table, "none rest")
    assert table.look() == []
    assert [str(text) for text in table.live.pending.values()] == [
        "Put Jean's card A5 back, face down"
    ]
    assert table.put("jean/a5", None) == []
    assert not table.live.pending
    assert table.put("jean/a5", JEAN_DISCARD) == ["turn:jean/a5"]


def test_a_card_that_jean_takes_may_be_laid_face_down() -> None:
    """As the sentence on the phone says: then no camera sees it any more."""

    def prepare(table: Table) -> None:
        table.active = table.jean
        table.delivered["3"] = 9

    for target in (None, JEAN_CARDS):
        table = LyingCards(at_table(prepare, 1))
        assert table.put("jean/a1", JEAN_DISCARD) == ["turn:jean/a1"]
        assert table.put("ship/blue", "location:3") == ["done"]
        (card,) = table.live.match.table.places[MARKET[2]]
        assert table.put(card.id, target) == ["done"]


def test_a_quest_of_the_open_pile_is_not_taken_for_a_card_of_a_hand() -> None:
    """What lies face up never came face down from anybody's hand."""
    table = LyingCards(at_table(in_a_village))
    table.put("ship/red", "location:9")
    answer(table, "village")
    table.put("quest/11", QUEST_PILE)
    assert table.put("quest/11", DISCARD) == []
    assert set(table.wrong()) == {"quest/11"}
    assert table.put("quest/11", QUEST_PILE) == []
    assert not table.wrong()
