"""Maracaibo's pages: the drawn board, what every location offers, and what choices bring."""

from __future__ import annotations

import re
from functools import cache
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest

from rules.flow import Choice, Reveal, Seat
from rules.games import GAMES
from rules.ledger import Line
from rules.maracaibo.actions.instructions import DONE
from rules.maracaibo.names import LOCATION_NAMES
from rules.maracaibo.places import JEAN_DECK, hand, quest_at
from rules.maracaibo.printed.board import board
from rules.maracaibo.printed.nodes import NATIONS
from rules.maracaibo.scoring import rank_lines
from rules.match import Match
from rules.simulation import Simulation
from server.live.messages import Begin
from server.web.games.maracaibo.asides import aside
from server.web.games.maracaibo.locations import Location, locations
from server.web.games.maracaibo.mats import one_mat
from server.web.games.maracaibo.tracks import nations
from server.web.showing.drawing import picture, scene
from tests.patience import PATIENCE
from tests.server.web.conftest import Room, Visitor
from tests.server.web.evenings import go_on, golden_match, play

GAME = GAMES["maracaibo"]
Element = ElementTree.Element


def drawn(room: Room, match: Match[Any], **options: Any) -> Element:
    with room.app.test_request_context(headers={"Accept-Language": "en"}):
        return ElementTree.fromstring(picture(match, **options))


def with_class(element: Element, name: str) -> list[Element]:
    return [e for e in element.iter() if name in e.get("class", "").split()]


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def main_of(visitor: Visitor, path: str) -> str:
    return visitor.get(path).text.partition("<main")[2].partition("</main>")[0]


def plain(html: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


def offered(html: str) -> list[str]:
    return [unescape(key) for key in re.findall(r'name="key" value="([^"]*)"', html)]


def question(match: Match[Any]) -> Choice[Any]:
    assert match.choice is not None
    return match.choice


@cache
def whole_match(seats: int) -> Match[Any]:
    return golden_match(seats, game="maracaibo")


def before(seats: int, word: str, later: int = 0) -> Match[Any]:
    """A match of the golden journals just before an answer that begins like this."""
    whole = whole_match(seats)
    steps = [at for at, key in enumerate(whole.journal) if re.match(rf"{word}(:|$)", key)]
    return whole.fork(steps[later])


def at(room: Room, seats: int, word: str, later: int = 0) -> Match[Any]:
    """The same, at the table of a room."""
    answered = len(before(seats, word, later).journal)
    go_on(room, play(room.table.store, seats, answered, game="maracaibo"))
    return room.match


def located(match: Match[Any], seat: Seat) -> dict[str, Location]:
    return {place.key: place for place in locations(scene(match), seat)}


# --------------------------------------------------------------------------------------- The map


@pytest.mark.parametrize(("seats", "later"), [(1, 20), (2, 30), (4, 60)])
def test_the_map_shows_ships_assistants_markers_and_quests(
    room: Room, seats: int, later: int
) -> None:
    match = before(seats, "sail", later)
    table = match.table
    board_drawn = drawn(room, match)
    for projection in ("sea-upright", "sea-wide"):
        [chart] = with_class(board_drawn, projection)
        harbours = {
            words(with_class(harbour, "number")[0]): harbour
            for harbour in with_class(chart, "harbour")
        }
        assert list(harbours) == list(board().locations)
        for key, harbour in harbours.items():
            helpers = sum(list(p.assistants.values()).count(key) for p in table.players)
            assert len(with_class(harbour, "pennant")) == helpers
            assert len(with_class(harbour, "nation")) == (key in table.markers)
            quest = table.quest(quest_at(key)) is not None
            assert len(with_class(harbour, "quest-mark")) == quest
            assert bool(with_class(harbour, "name")) == (projection == "sea-wide")
        for side in table.everyone:
            [ship] = [each for each in chart if each.get("data-piece") == f"ship/{side.colour}"]
            [finger] = with_class(harbours[table.player(side).ship], "finger")
            x, y = map(float, re.findall(r"[\d.]+", ship[0].attrib["transform"])[:2])
            assert abs(x - float(finger.attrib["cx"])) <= 40
            assert y < float(finger.attrib["cy"]) < y + 30


def test_every_location_says_how_far_it_is(room: Room) -> None:
    match = before(2, "sail", 28)
    seat, table = question(match).who, match.table
    costs = {option.value.end: option.value.cost for option in question(match).options}
    places = located(match, seat)
    assert {key for key, place in places.items() if place.near} == {*costs}
    for key, cost in costs.items():
        assert places[key].costs[0] <= cost
        assert "movement point" in str(places[key].far)
    assert str(places[table.player(seat).ship].far) == "the ship is here"
    assert str(places["0"].far) == "not ahead this round"
    text = words(drawn(room, match))
    for name in LOCATION_NAMES:
        assert name in ("9a", "16a") or str(LOCATION_NAMES[name]) in text
    pills = [words(pill) for pill in with_class(drawn(room, match), "pill")]
    assert sorted(pills) == sorted(
        2 * [str(place.costs[0]) for place in places.values() if place.near]
    )


def test_what_lies_beyond_reach_says_why() -> None:
    match = before(2, "sail", 0)
    places = located(match, question(match).who)
    assert str(places["12"].far) == "11 movement points: too far"
    assert str(places["5"].far) == "4 or 5 movement points"
    assert str(places["21a"].far) == "beyond a stop"


@pytest.mark.parametrize(("seats", "later"), [(1, 12), (2, 20), (3, 33), (4, 50)])
def test_a_location_offers_what_the_rules_offer_after_sailing_there(seats: int, later: int) -> None:
    match = before(seats, "sail", later)
    seat = question(match).who
    places, tried = located(match, seat), 0
    for option in question(match).options:
        there = match.fork()
        there.play(option.key)
        if len(places[option.value.end].costs) > 1:
            continue  # with several ways the longest within reach is told
        main = [
            (str(o.text), str(o.blocked))
            for o in question(there).options
            if o.key.split(":")[0] in ("city", "village", "quest", "assistant")
        ]
        told = [(str(o.text), str(o.blocked)) for o in places[option.value.end].offers]
        told = [offer for offer in told if not offer[0].startswith("Deliver")]
        assert [blocked for _, blocked in told] == [blocked for _, blocked in main]
        for (said, _), (text, _) in zip(told, main, strict=True):
            assert said.startswith(text)
        can_deliver = any(o.key.startswith("deliver:") for o in question(there).options)
        assert can_deliver == any(
            str(o.text).startswith("Deliver ") and o.blocked is None
            for o in places[option.value.end].offers
        )
        tried += 1
    assert tried


def test_new_cities_and_dear_routes_of_a_scenario_are_on_the_map(room: Room) -> None:
    simulation = Simulation(GAME, ("Ann", "Bob"), {"scenario": "77"}, 3)
    simulation.sensible = True
    while simulation.match.table.phase == "set_up":
        simulation.step()
    chart = with_class(drawn(room, simulation.match), "sea-wide")[0]
    text = words(chart)
    assert "Margarita" in text
    assert "Greytown" in text
    assert {words(toll) for toll in with_class(chart, "toll")} == {"3"}
    places = located(simulation.match, simulation.match.seats[0])
    assert "Needs the explorer on space 5" in str(places["9a"].far)
    assert [str(text) for text in places["3"].arrival] == ["On arrival: 1 figure"]


# ------------------------------------------------------------------------------ Tracks and boards


@pytest.mark.parametrize(("seats", "later"), [(1, 22), (4, 70)])
def test_the_nations_say_what_each_rank_is_worth(room: Room, seats: int, later: int) -> None:
    match = before(seats, "sail", later)
    for nation in nations(match.table):
        lines: dict[Seat, Line] = {line.seat: line for line in rank_lines(match.table, nation.key)}
        assert {s.seat: s.points for s in nation.standings} == {
            seat: line.amount for seat, line in lines.items()
        }
        assert nation.owned + nation.left <= sum(board().row)
    assert [nation.key for nation in nations(match.table)] == list(NATIONS)
    tracks = with_class(drawn(room, match), "influence-track")
    for track in tracks:
        assert len(with_class(track, "pennant")) == len(match.table.everyone)


def test_explorers_stand_on_their_spaces_and_distances_are_told(room: Room) -> None:
    match = before(4, "sail", 40)
    [trail] = with_class(drawn(room, match), "trail")
    assert len(with_class(trail, "pennant")) == 4
    assert len(with_class(trail, "barrier")) == 3
    assert len(with_class(trail, "stage")) == len(board().spaces)
    assert "steps ahead" in words(drawn(room, match))


def test_a_hand_is_shown_only_as_far_as_everybody_knows_it(room: Room) -> None:
    whole = whole_match(2)
    taken = next(at for at, key in enumerate(whole.journal) if key.startswith("market:"))
    match = whole.fork(taken + 1)
    seat = whole.answers[taken].who
    card = whole.answers[taken].option.value
    mat = one_mat(scene(match), seat)
    assert [each.card.piece for each in mat.hand] == [card]
    assert mat.hand_hidden == match.table.places.count(hand(seat)) - 1
    text = words(drawn(room, match))
    cards = "hidden card" if mat.hand_hidden == 1 else "hidden cards"
    assert f"{mat.hand_hidden} {cards}" in text


def test_ship_boards_show_discs_and_what_opens_next(room: Room) -> None:
    match = before(2, "disc", -1)
    for seat in match.seats:
        mat = one_mat(scene(match), seat)
        discs = {fitting.key: fitting.discs for fitting in mat.fittings}
        assert discs == match.table.player(seat).discs
        assert mat.fitted == match.table.player(seat).upgrades()
    boards = with_class(drawn(room, match), "fittings")
    drawn_discs = [len(with_class(each, "is-there")) for each in boards]
    assert drawn_discs == [sum(match.table.player(s).discs.values()) for s in match.seats]


def test_jeans_board_stands_beside_the_map_in_a_solo_match(room: Room) -> None:
    match = at(room, 1, "sail", -1)
    text = plain(room.visitor().get("/table").text)
    jean = match.table.jean
    total = sum(line.amount for line in GAME.scoring.standing(match.table) if line.seat == jean)
    assert f"Jean Difficulty 1 Points now {total} Discs removed" in text
    assert not with_class(drawn(room, before(2, "sail", -1)), "jean")


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_every_moment_of_a_match_can_be_drawn_and_every_option_told(room: Room, seats: int) -> None:
    whole = whole_match(seats)
    for step in [*range(0, 30, 5), *range(30, len(whole.journal), 45), len(whole.journal)]:
        match = whole.fork(step)
        drawn(room, match)
        for option in match.choice.options if match.choice else ():
            aside(match, option)


# --------------------------------------------------------------------------------- Me and scores


def test_only_cards_that_could_be_delivered_are_offered_and_they_fold_up(room: Room) -> None:
    match = at(room, 2, "deliver", 1)
    colour = question(match).who.colour
    page = main_of(room.player(colour), "/me")
    goods = {key.split("/")[2] for key in offered(page) if key.startswith("deliver:")}
    assert len(goods) == 1
    text = plain(page)
    assert "City action:" in text
    known = match.table.cards(hand(question(match).who))
    assert text.count("the market takes") == sum(card.good not in goods for card in known)
    assert 'type="search"' in page


def test_a_card_is_offered_with_its_good_object_price_and_effect(room: Room) -> None:
    match = at(room, 2, "market", 0)
    text = plain(main_of(room.player(question(match).who.colour), "/me"))
    for option in question(match).legal():
        if option.key.startswith("market:"):
            said = aside(match, option).detail
            assert said is not None
            assert str(said) in text


def test_places_that_a_manoeuvre_takes_stand_together_with_their_bonus(room: Room) -> None:
    match = at(room, 2, "manoeuvre", 4)
    text = plain(main_of(room.player(question(match).who.colour), "/me"))
    assert "Take a city's flag" in text
    taken = [o for o in question(match).legal() if o.key.startswith("manoeuvre:city:")]
    for option in taken:
        assert f"{option.text} {aside(match, option).detail}" in text
    assert taken


def test_sailing_says_what_waits_there_and_shows_the_map(room: Room) -> None:
    match = at(room, 2, "sail", 20)
    page = main_of(room.player(question(match).who.colour), "/me")
    assert 'class="sea-chart sea-upright"' in page
    for option in question(match).options:
        assert str(aside(match, option).detail) in plain(page)


def test_a_village_that_is_not_ahead_offers_no_village_actions(room: Room) -> None:
    match = at(room, 2, "sail", 20)
    text = plain(main_of(room.player(question(match).who.colour), "/table"))
    assert "not ahead this round" in text
    assert not re.search(r"\b0 village actions", text)


def test_jeans_turn_is_one_sentence_after_another_each_with_a_way_on(room: Room) -> None:
    at(room, 1, "done", 10)
    visitor = room.player("red")
    sentences = []
    while question(room.match).options[0].key == DONE:
        page = main_of(visitor, "/me")
        assert offered(page) == [DONE]
        assert str(question(room.match).prompt) in plain(page)
        sentences.append(str(question(room.match).prompt))
        room.answer("red", DONE)
    assert all(sentence.endswith(".") for sentence in sentences)
    assert sentences
    page = plain(main_of(visitor, "/table")).partition("What happened last")[2]
    did = [taken.option for taken in room.match.answers if taken.option.key == DONE]
    for option in did[-min(4, len(sentences)) :]:
        assert str(option.past_text) in page
    assert "Done Ann" not in page


def test_with_a_virtual_deck_no_phone_is_asked_for_jeans_card(room: Room) -> None:
    settings = {"jean_deck": "virtual", "difficulty": "5"}
    room.table.host.ask(Begin("maracaibo", ("Ann",), settings)).result(timeout=PATIENCE)
    simulation = Simulation(GAME, ("Ann",), room.match.settings, 11)
    simulation.sensible = True
    while not any(key.startswith("turn:jean/") for key in room.match.journal):
        choice = room.match.choice
        assert not (isinstance(choice, Reveal) and choice.source == JEAN_DECK)
        option = simulation.pick()
        assert option is not None
        simulation.take(option)
        room.answer("red", option.key)
    assert "drawn by the assistant" in plain(room.visitor().get("/table").text)
    assert offered(main_of(room.player("red"), "/me")) == [DONE]


@pytest.mark.parametrize("seats", [1, 4])
def test_if_it_were_scored_now_reads_nation_by_nation(room: Room, seats: int) -> None:
    match = at(room, seats, "sail", -1)
    text = plain(room.visitor().get("/scores").text)
    assert "If the match ended now." in text
    for line in GAME.scoring.standing(match.table):
        assert f"{line.because} {'+' if line.amount > 0 else '−'}{abs(line.amount)} " in text
    for nation in ("France", "England", "Spain"):
        assert f"{nation}: rank" in text
    for seat in match.table.everyone:
        total = sum(line.amount for line in GAME.scoring.standing(match.table) if line.seat == seat)
        assert f"{seat.name} {total} Points" in text


def test_the_end_of_a_solo_match_ranks_jean_too(room: Room) -> None:
    go_on(room, play(room.table.store, 1, None, game="maracaibo"))
    text = plain(room.visitor().get("/scores").text)
    assert "Final ranking" in text
    outcome = room.match.outcome()
    assert outcome is not None
    winner = outcome.winners[0].name
    assert re.search(rf"Place 1: \w+: {winner} \d+ Points", text)
    assert "Place 2:" in text
