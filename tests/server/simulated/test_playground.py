"""The simulated table as a place to play: the camera sees what hands do there."""

from __future__ import annotations

import queue
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from firmware.switches import Button, Press
from rules.flow import Option, Seat
from rules.games import GAMES
from rules.maracaibo.pieces import ProjectCard
from rules.match import Match
from rules.navegador.pieces import REGIONS
from rules.pieces import Piece
from server.assistant import Assistant
from server.live.messages import Answer, Begin, Refused, Resume, View
from server.robots.demonstration import Demonstration, _Robots
from server.robots.player import OutOfStep, RobotPlayer
from server.simulated.dealers import Dealers
from server.simulated.playground import Playground
from server.store import Entry
from tests.patience import PATIENCE
from tests.server.web.evenings import golden, golden_match
from vision.layout import Pose
from vision.reading import Sighting


class Evening:
    """People at the simulated table, and the whole assistant beside it."""

    def __init__(self, assistant: Assistant, views: queue.Queue[View]) -> None:
        assert assistant.playground is not None
        self.assistant = assistant
        self.table: Playground = assistant.playground
        self.host = assistant.host
        self._views = views

    @property
    def view(self) -> View:
        return self.host.view

    @property
    def match(self) -> Match[Any]:
        match = self.view.match
        assert match is not None
        return match

    def begin(self, names: tuple[str, ...] = ("Ann", "Bob"), game: str = "port_royal") -> None:
        wish = Begin(game, names, GAMES[game].proposed(simulated=True))
        self.host.ask(wish).result(PATIENCE)
        self.host.ask(Answer(self.match.seats[0], "first:red")).result(PATIENCE)

    def wait(self, until: Callable[[View], object]) -> View:
        while not until(self.view):
            self._views.get(timeout=PATIENCE)
        return self.view

    def draw(self) -> str:
        """Turn up the top card and wait until the match knows it."""
        card = self.table.draw("deck", self.table.spot_in("harbour"))
        self.wait(lambda view: view.match and f"turn:{card.id}" in view.match.journal)
        return card.id

    def press(self, button: Button) -> None:
        self.host.post(Press(button))

    def put(self, piece: str, place: str, until: str) -> None:
        """Put a piece somewhere and wait until the match has understood it."""
        self.table.put(piece, self.table.spot_in(place))
        self.wait(lambda view: view.match and view.match.journal[-1].startswith(until))

    def lying(self) -> set[str]:
        return {lying.piece for lying in self.table.shown().pieces}

    def piles(self) -> dict[str, int]:
        return piles(self.table)


def piles(table: Playground) -> dict[str, int]:
    return {pile.place: pile.count for pile in table.shown().piles}


def lying_in(table: Playground, place: str, kind: str = "") -> list[str]:
    places = table.shown().places
    return [piece for piece in places if piece.startswith(kind) and places[piece] == place]


@pytest.fixture(autouse=True)
def shuffled_always_the_same_way(monkeypatch: pytest.MonkeyPatch) -> None:
    """A yellow ship, a pirate, a black ship and a sailor lie on top of the deck."""
    monkeypatch.setattr(Dealers, "_seed", lambda *_: Random(7).getrandbits(64))


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Evening]:
    views: queue.Queue[View] = queue.Queue()
    with Assistant(tmp_path, "simulated", views.put) as assistant:
        yield Evening(assistant, views)


def test_a_new_match_lies_ready_with_a_deck_and_three_coins_each(evening: Evening) -> None:
    evening.begin(("Ann", "Bob", "Cem"))
    deck = len(evening.match.table.places.unseen) - 9
    assert evening.piles() == {"deck": deck, "coins:red": 3, "coins:blue": 3, "coins:green": 3}
    assert not evening.lying()


def test_a_card_dragged_from_the_deck_is_turned_up_in_the_match(evening: Evening) -> None:
    evening.begin()
    before = evening.piles()["deck"]
    card = evening.draw()
    assert evening.lying() == {card}
    assert evening.piles()["deck"] == before - 1
    assert not evening.view.wrong


def test_a_card_put_back_onto_the_deck_is_on_top_of_it_again(evening: Evening) -> None:
    evening.begin()
    table = evening.table
    card = table.draw("deck", Pose(20, 200))
    table.put(card.id, table.spot_in("deck"))
    assert not evening.lying()
    assert table.draw("deck", Pose(20, 200)) is card


def test_after_undo_the_card_is_wrong_until_tidied_and_comes_up_again(evening: Evening) -> None:
    evening.begin()
    card = evening.draw()
    evening.press(Button.UNDO)
    evening.wait(lambda view: view.wrong)
    evening.table.tidy_up()
    evening.wait(lambda view: not view.wrong)
    assert not evening.lying()
    assert evening.draw() == card


def test_a_card_dragged_to_the_wrong_place_is_named_and_may_be_dragged_back(
    evening: Evening,
) -> None:
    evening.begin()
    card = evening.draw()
    evening.table.put(card, evening.table.spot_in("area:blue"))
    assert [piece.id for piece in evening.wait(lambda view: view.wrong).wrong] == [card]
    evening.table.put(card, evening.table.spot_in("harbour"))
    evening.wait(lambda view: not view.wrong)


def test_turning_a_card_over_takes_it_back_and_turning_it_up_plays_it_again(
    evening: Evening,
) -> None:
    evening.begin()
    ship, card = evening.draw(), evening.draw()
    lying = next(each for each in evening.table.shown().pieces if each.piece == card)
    evening.table.put(card, lying.pose, face_up=False)
    evening.wait(lambda view: view.match and view.match.journal[-1] == f"turn:{ship}")
    assert evening.lying() == {ship, card}
    evening.table.put(card, lying.pose, face_up=True)
    evening.wait(lambda view: view.match and f"turn:{card}" in view.match.journal)


def test_a_card_let_go_over_another_one_hides_no_label(evening: Evening) -> None:
    evening.begin()
    table, middle = evening.table, evening.table.spot_in("harbour")
    cards = {table.draw("deck", middle).id for _ in range(4)}
    evening.wait(lambda view: view.sighting and set(view.sighting.places) == cards)


def test_a_new_match_is_not_told_what_lay_there_before_it(evening: Evening) -> None:
    evening.begin()
    evening.draw()
    evening.begin()
    assert evening.view.sighting is None
    fresh = evening.wait(lambda view: view.sighting)
    assert fresh.sighting is not None
    assert not fresh.sighting.places
    assert not fresh.wrong
    assert evening.match.journal == ["first:red"]


def test_coins_pass_by_themselves_and_cleared_cards_wait_for_hands(evening: Evening) -> None:
    evening.begin()
    card = evening.draw()
    evening.press(Button.NEXT)
    evening.wait(lambda view: "stop" in view.match.journal if view.match else False)
    before = evening.piles()
    evening.table.put(card, evening.table.spot_in("discard"))
    evening.wait(lambda view: view.match and f"trade:{card}" in view.match.journal)
    paid = evening.piles()["coins:red"] - before["coins:red"]
    assert paid == before["deck"] - evening.piles()["deck"] > 0


def test_the_table_is_laid_out_again_after_a_restart(tmp_path: Path) -> None:
    views: queue.Queue[View] = queue.Queue()
    with Assistant(tmp_path, "simulated", views.put) as assistant:
        evening = Evening(assistant, views)
        evening.begin()
        cards, piles = {evening.draw()}, evening.piles()
    with Assistant(tmp_path, "simulated", views.put) as assistant:
        evening = Evening(assistant, views)
        assert (evening.lying(), evening.piles()) == (cards, piles)
        evening.wait(lambda view: view.sighting and set(view.sighting.places) == cards)
        assert not evening.view.wrong
        evening.draw()


def test_what_cannot_be_is_refused(evening: Evening) -> None:
    with pytest.raises(Refused, match="Begin a match"):
        evening.table.tidy_up()
    evening.begin()
    impossible = [
        ("No such card", Pose(1, 1)),
        ("sailor/3.1", Pose(1, 1)),
        ("sailor/3.1", Pose(-5, 1)),
        ("sailor/3.1", Pose(1, 1e9)),
        ("sailor/3.1", Pose(float("nan"), 1)),
        ("sailor/3.1", Pose(1, 1, float("inf"))),
    ]
    for piece, pose in impossible:
        with pytest.raises(Refused):
            evening.table.put(piece, pose)
    for place in ("coins:red", "box", "discard", "elsewhere"):
        with pytest.raises(Refused):
            evening.table.draw(place, Pose(300, 300))
    assert not evening.lying()


def test_what_was_seen_while_looking_for_pieces_of_another_game_is_passed_over(
    evening: Evening,
) -> None:
    evening.begin()
    evening.host.post(Sighting({"a piece of theirs": "elsewhere"}, game="another"))
    evening.draw()
    assert evening.view.sighting is not None
    assert evening.view.sighting.game == "port_royal"


def test_robots_play_until_they_are_stopped_and_people_go_on(tmp_path: Path) -> None:
    views: queue.Queue[View] = queue.Queue()
    with Assistant(tmp_path, "simulated", views.put) as assistant:
        evening = Evening(assistant, views)
        robots = Demonstration(assistant.host, evening.table, pace=0.0)
        robots.start()
        evening.wait(lambda view: view.match and len(view.match.journal) >= 9)
        robots.close()
        assert (robots.playing, robots.trouble) == (False, None)
        played = len(evening.match.journal)
        evening.table.draw("deck", Pose(40, 300))  # somebody has made a mess
        robots.start()
        evening.wait(lambda view: view.match and len(view.match.journal) > played + 2)
        robots.close()
        assert robots.trouble is None


# ------------------------------------------------------------------------------------- Navegador

BAHIA = "colonies:bahia"


def navegador(tagged: str, *keys: str) -> Match[Any]:
    game = GAMES["navegador"]
    return Match(game, game.seat(("Ann", "Bob")), {"tagged": tagged}, keys)


def laid_out(match: Match[Any]) -> Playground:
    table = Playground("port_royal")
    table.follow(View(match_id=1, match=match))
    return table


def test_a_turn_of_navegador_is_played_with_marker_ships_and_tiles(evening: Evening) -> None:
    evening.begin(game="navegador")
    table = evening.table
    evening.wait(lambda view: view.sighting and "navegador" in view.sighting.places)
    evening.put("rondel_marker/red", "rondel:sailing", until="sector:sailing")
    first, second = lying_in(table, "sea:portugal", "ship/red")
    table.put(first, table.spot_in("sea:bahia"))
    evening.put(second, "sea:bahia", until="explore:bahia")
    table.turn_up("colonies:bahia")
    evening.wait(lambda view: view.match and view.match.journal[-1].startswith("turn:"))
    evening.wait(lambda view: view.match and not view.match.table.places.piles[BAHIA].unknown)
    assert {*lying_in(table, BAHIA)} == {p.id for p in evening.match.table.places[BAHIA]}
    assert BAHIA not in evening.piles()
    table.put(first, table.spot_in("area:red"))  # one ship is lost
    evening.wait(lambda view: not view.pending)
    assert not evening.view.wrong


def test_only_pieces_with_a_tag_lie_on_the_table() -> None:
    all_pieces, tiles = laid_out(navegador("all")), laid_out(navegador("tiles"))
    assert len(lying_in(all_pieces, "area:red", "ship/")) == 5
    kinds = {lying.piece.partition("/")[0] for lying in tiles.shown().pieces}
    assert kinds == {"privilege"}
    assert piles(tiles) == piles(all_pieces)
    assert set(piles(tiles)) == {f"colonies:{region}" for region in REGIONS[1:]}


def test_what_comes_out_of_the_box_comes_by_itself_and_goes_back_when_undone() -> None:
    table = laid_out(navegador("all"))
    assert "navegador" not in table.shown().places
    table.follow(View(match_id=1, match=navegador("all", "first:red")))
    assert table.shown().places["navegador"] == "area:blue"
    table.follow(View(match_id=1, match=navegador("all")))
    assert "navegador" not in table.shown().places


def test_tiles_turned_over_lie_in_their_pile_again() -> None:
    table = laid_out(navegador("tiles"))
    before = piles(table)
    table.draw(BAHIA, table.spot_in("sea:bahia"))
    table.turn_up(BAHIA)
    (drawn,), spread = lying_in(table, "sea:bahia"), lying_in(table, BAHIA)
    assert (len(spread), piles(table).get(BAHIA)) == (before[BAHIA] - 1, None)
    poses = {lying.piece: lying.pose for lying in table.shown().pieces}
    for tile in spread:
        table.put(tile, poses[tile], face_up=False)
    table.put(drawn, table.spot_in(BAHIA), face_up=False)
    assert piles(table) == before
    with pytest.raises(Refused):
        table.turn_up("area:red")


def test_a_privilege_turned_over_still_lies_where_it_is() -> None:
    table = laid_out(navegador("tiles"))
    lying = next(each for each in table.shown().pieces if each.piece == "privilege/church.1")
    table.put(lying.piece, lying.pose, face_up=False)
    assert table.shown().places[lying.piece] == "gallery:church"


def test_a_ship_stands_for_another_of_its_colour_when_the_table_is_tidied() -> None:
    table = laid_out(navegador("all", "first:red"))
    at_sea, ashore = lying_in(table, "sea:portugal", "ship/red"), lying_in(table, "area:red")
    table.put(at_sea[0], table.spot_in("area:red"))
    table.put(ashore[0], table.spot_in("sea:portugal"))
    swapped = table.shown().places
    table.tidy_up()
    assert table.shown().places == swapped
    table.put(ashore[0], table.spot_in("sea:goa"))
    table.tidy_up()
    assert table.shown().places == swapped


def test_a_place_that_is_full_takes_one_more_piece_on_top() -> None:
    table = laid_out(navegador("all", "first:red"))
    ships = [lying.piece for lying in table.shown().pieces if lying.piece.startswith("ship/")]
    for ship in ships:
        table.put(ship, table.spot_in("lisbon:9"))
    assert len(lying_in(table, "lisbon:9")) == len(ships) == 15


def test_robots_play_navegador_as_people_who_know_it(tmp_path: Path) -> None:
    views: queue.Queue[View] = queue.Queue()
    with Assistant(tmp_path, "simulated", views.put) as assistant:
        evening = Evening(assistant, views)
        evening.begin(game="navegador")
        robots = Demonstration(assistant.host, evening.table, pace=0.0)
        robots.start()
        evening.wait(lambda view: view.match and len(view.match.journal) >= 8)
        robots.close()
        assert robots.trouble is None
        assert evening.match.settings["tagged"] == "all"


# ------------------------------------------------------------------------------------- Maracaibo


def maracaibo(seats: int, upto: str | None) -> Match[Any]:
    """A match of the golden journals just before the first answer that begins like this."""
    keys = golden(seats, "maracaibo")
    first = next(at for at, key in enumerate(keys) if upto is None or key.startswith(upto))
    return golden_match(seats, first, "maracaibo")


def taken_up(evening: Evening, match: Match[Any]) -> None:
    """The match is the one at the table, and the camera has seen it."""
    store, game = evening.assistant.tableside(80).store, match.game.name
    match_id = store.new_match(game, [seat.name for seat in match.seats], match.settings, 1.0)
    store.append(match_id, [Entry("choice", key, "camera", 2.0) for key in match.journal])
    evening.host.ask(Resume(match_id)).result(PATIENCE)
    evening.wait(lambda view: view.sighting and evening.table.is_seen_by(view.sighting))


def asked(match: Match[Any]) -> Seat:
    assert match.choice is not None
    return match.choice.who


def price(card: Piece) -> int:
    assert isinstance(card, ProjectCard)
    return card.price.doubloons


def test_of_maracaibos_piles_only_those_lie_on_the_table_that_people_need() -> None:
    table = laid_out(maracaibo(2, None))
    assert set(piles(table)) == {"combat_pile", "city_draw", "building_pile"}
    sailing = laid_out(maracaibo(2, "sail"))
    hands = {"hand:red", "hand:blue"}
    assert set(piles(sailing)) == {"combat_pile", "building_pile", "deck", "discard", *hands}
    assert not lying_in(sailing, "discard")
    assert len(lying_in(sailing, "quest_pile")) == 1
    with pytest.raises(Refused):
        sailing.turn_up("discard")
    alone = piles(laid_out(maracaibo(1, "sail")))
    needed = {"combat_pile", "building_pile", "deck", "discard", "hand:red", "jean_deck"}
    assert alone.keys() == needed
    assert alone["jean_deck"] == 5


def test_cards_of_a_hand_are_laid_onto_the_table_and_go_back_when_tidied() -> None:
    table = laid_out(maracaibo(2, "sail"))
    held = table.hand("hand:red")
    assert len(held) == 4
    assert not {piece.id for piece in held} & {lying.piece for lying in table.shown().pieces}
    table.play_from("hand:red", held[1].id, table.spot_in("display:red"))
    assert held[1].id in lying_in(table, "display:red")
    assert table.hand("hand:red") == [held[0], *held[2:]]
    assert piles(table)["hand:red"] == 3
    with pytest.raises(Refused, match="has left that hand"):
        table.play_from("hand:red", held[1].id, table.spot_in("discard"))
    with pytest.raises(Refused, match="Nobody holds"):
        table.hand("deck")
    table.tidy_up()
    assert set(table.hand("hand:red")) == set(held)


def test_whoever_plans_a_card_at_the_set_up_says_which_three_are_discarded() -> None:
    match = maracaibo(2, "plan")
    table, held = laid_out(match.fork()), f"hand:{asked(match).colour}"
    planned, *others = table.hand(held)
    assert len(others) == 7
    assert table.to_discard(held) == (0, [])
    match.play(f"plan:{planned.id}")
    table.follow(View(match_id=1, match=match.fork()))
    number, candidates = table.to_discard(held)
    assert (number, set(candidates)) == (3, set(others))
    chosen = table.hand(held)[:2] + [card for card in others if card not in table.hand(held)][:1]
    with pytest.raises(Refused, match="Discard 3 cards; chosen: 2"):
        table.discard(held, [card.id for card in chosen[:2]])
    with pytest.raises(Refused, match="Discard 3 cards"):
        table.discard(held, [chosen[0].id, chosen[1].id, planned.id])
    table.discard(held, [card.id for card in chosen])
    assert set(table.hand(held)) == {*others} - {*chosen}
    assert piles(table)["discard"] == 3
    assert table.to_discard(held) == (0, [])
    with pytest.raises(Refused, match="discarded already"):
        table.discard(held, [card.id for card in chosen])


def test_what_was_discarded_comes_back_with_an_undo_and_is_asked_again() -> None:
    match = maracaibo(2, "plan")
    table, held = laid_out(match.fork()), f"hand:{asked(match).colour}"
    dealt = table.hand(held)
    for chosen in (dealt[1:4], dealt[4:7]):
        match.play(f"plan:{dealt[0].id}")
        table.follow(View(match_id=1, match=match.fork()))
        table.discard(held, [card.id for card in chosen])
        assert set(table.hand(held)) == {*dealt[1:]} - {*chosen}
        match.undo()
        table.follow(View(match_id=1, match=match.fork()))
        assert set(table.hand(held)) == {*dealt}
        assert table.to_discard(held) == (0, [])


def test_a_match_that_is_taken_up_again_asks_for_no_discards_of_the_past() -> None:
    table = laid_out(maracaibo(2, "sail"))
    assert table.to_discard("hand:red") == table.to_discard("hand:blue") == (0, [])


def test_a_ship_of_maracaibo_is_sailed_and_a_card_of_the_hand_bought(evening: Evening) -> None:
    taken_up(evening, maracaibo(2, "sail"))
    table, seat = evening.table, asked(evening.match)
    evening.put(f"ship/{seat.colour}", "location:1", until="sail:1")
    evening.host.ask(Answer(seat, "village")).result(PATIENCE)
    held = f"hand:{seat.colour}"
    card = min(table.hand(held), key=price)
    table.play_from(held, card.id, table.spot_in(f"display:{seat.colour}"))
    evening.wait(lambda view: view.match and f"buy:{card.id}" in view.match.journal)
    assert not evening.view.wrong


def robots_at(evening: Evening, word: str) -> tuple[RobotPlayer, Option[Any]]:
    """Robots at a table of Maracaibo where somebody may do this, and how they would."""
    for at, key in enumerate(golden(2, "maracaibo")):
        if not key.startswith(word):
            continue
        taken_up(evening, golden_match(2, at, "maracaibo"))
        robots = _Robots(evening.host, evening.table, 0.0, threading.Event())._player
        for option in robots.simulation.options():
            if option.key.startswith(word):
                return robots, option
    raise AssertionError(f"Nobody holds what it takes to {word}.")


def test_robots_say_with_a_phone_what_the_table_did_not_tell(evening: Evening) -> None:
    robots, delivery = robots_at(evening, "deliver:")
    robots.simulation.take(delivery)  # their hands are so quick that the camera has seen nothing
    option, asked = robots.simulation.options()[0], robots.intended.choice
    assert asked is not None
    robots.simulation.take(option)
    robots.say(asked.who, option.key)
    assert evening.match.journal[-2:] == [delivery.key, option.key]


def test_robots_that_get_nowhere_give_up(evening: Evening, monkeypatch: pytest.MonkeyPatch) -> None:
    evening.begin()

    steps = 0

    def confused(_: RobotPlayer) -> None:
        nonlocal steps
        steps += 1
        if steps % 2 == 0:
            raise OutOfStep("This was not understood either.")

    monkeypatch.setattr(RobotPlayer, "step", confused)
    robots = _Robots(evening.host, evening.table, 0.0, threading.Event())
    with pytest.raises(OutOfStep):
        robots.play()
    assert steps < 10


def test_jeans_cards_are_turned_up_and_her_ship_sailed_by_hand(evening: Evening) -> None:
    taken_up(evening, maracaibo(1, "turn:jean"))
    card = evening.table.draw("jean_deck", evening.table.spot_in("jean_discard"))
    evening.wait(lambda view: view.match and f"turn:{card.id}" in view.match.journal)
    assert evening.piles()["jean_deck"] == 4
