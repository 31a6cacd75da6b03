"""Navegador's pages: the drawn board, what choices bring, and the printed values of an owner."""

from __future__ import annotations

import re
from html import unescape
from typing import Any
from xml.etree import ElementTree

import pytest

from rules.flow import Option, Seat
from rules.games import GAMES
from rules.match import Match
from rules.navegador.market import PRICES, REVENUE, best_plan
from rules.navegador.names import REGION_NAMES
from rules.navegador.pieces import CATEGORIES, GOODS, REGIONS, SECTORS
from rules.navegador.places import sea
from rules.navegador.rondel import ships_for
from server.store.owner_values import read_own, unconfirmed
from server.web.games.navegador.asides import aside
from server.web.games.navegador.chart import PROJECTIONS, chart
from server.web.showing.drawing import picture, scene
from tests.server.web.conftest import Room, Visitor
from tests.server.web.evenings import go_on, golden_match, play
from vision.reading import Sighting

GAME = GAMES["navegador"]
Element = ElementTree.Element


def drawn(room: Room, match: Match[Any], **options: Any) -> Element:
    with room.app.test_request_context(headers={"Accept-Language": "en"}):
        return ElementTree.fromstring(picture(match, **options))


def with_class(element: Element, name: str) -> list[Element]:
    return [e for e in element.iter() if name in e.get("class", "").split()]


def words(element: Element) -> str:
    return " ".join("".join(element.itertext()).split())


def plain(html: str) -> str:
    main = html.partition("<main")[2].partition("</main>")[0]
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", main).split()))


def at(room: Room, seats: int, word: str, later: int = 0) -> Match[Any]:
    """A match of the golden journals just before an answer that begins like this."""
    whole = golden_match(seats, game="navegador")
    steps = [step for step, key in enumerate(whole.journal) if key.startswith(f"{word}:")]
    go_on(room, play(room.table.store, seats, steps[later], game="navegador"))
    return room.match


# ------------------------------------------------------------------------------------- The board


@pytest.mark.parametrize("seats", [2, 5])
def test_the_map_shows_every_ship_tile_and_explorer(room: Room, seats: int) -> None:
    match = golden_match(seats, 250, game="navegador")
    table = match.table
    for projection in ("sea-upright", "sea-wide"):
        [chart] = with_class(drawn(room, match), projection)
        regions = dict(zip(REGIONS, with_class(chart, "region"), strict=True))
        for key, region in regions.items():
            prices = {words(tile) for tile in with_class(region, "colony")}
            assert prices == {str(tile.price) for tile in table.open_tiles(key)}
            assert bool(with_class(region, "explorer")) == (key in table.unexplored)
        squadrons = {
            each.attrib["data-piece"]: words(each) for each in with_class(chart, "sailing")
        }
        for side in table.seats:
            for key, number in table.fleet(side).items():
                ships = " ".join(ship.id for ship in table.ships_at(side, sea(key)))
                assert squadrons.pop(ships) == str(number)
        assert not squadrons


def test_the_map_has_a_lane_for_every_border_and_red_ones_where_a_phase_begins(
    room: Room,
) -> None:
    own = {"borders.bahia-guine": "yes", "borders.macau-nagasaki": "yes"}
    match = Match(GAME, GAME.seat(["Ann", "Bob"]), own)
    board = match.table.board
    borders = {frozenset((one, other)) for one in REGIONS for other in board.neighbours[one]}
    assert frozenset(("bahia", "guine")) in borders
    with room.app.test_request_context(headers={"Accept-Language": "en"}):
        charts = [chart(scene(match), projection) for projection in PROJECTIONS]
    for each in charts:
        assert {lane.regions for lane in each.lanes} == borders
        assert {lane.regions for lane in each.lanes if lane.red} == {
            frozenset(("angola", "cabo_da_boa_esperanca")),
            frozenset(("goa", "malaca")),
        }
    drawing = drawn(room, match)
    assert len(with_class(drawing, "lane")) == 2 * len(borders)
    assert len(with_class(drawing, "is-red")) == 2 * 2
    assert "Borders on Angola (red line), Mozambique." in words(drawing)


@pytest.mark.parametrize(("seats", "marked"), [(3, ["macau", "nagasaki"]), (4, ["nagasaki"])])
def test_the_map_shows_where_two_ships_are_lost(room: Room, seats: int, marked: list[str]) -> None:
    match = golden_match(seats, 2, game="navegador")
    for projection in ("sea-upright", "sea-wide"):
        [drawing] = with_class(drawn(room, match), projection)
        regions = zip(REGIONS, with_class(drawing, "region"), strict=True)
        assert [key for key, region in regions if with_class(region, "loss")] == marked


def test_the_board_has_the_gallery_above_the_map_and_ten_rows_in_the_market(room: Room) -> None:
    drawing = drawn(room, golden_match(4, 2, game="navegador"))
    heads = [e.get("id") for e in drawing.iter("h3") if (e.get("id") or "").startswith("the-")]
    assert heads == ["the-gallery", "the-map", "the-rondel", "the-market", "the-buildings"]
    [market] = with_class(drawing, "wares")
    assert len(with_class(market, "revenue")) == 10


def test_the_map_is_told_in_words_too(room: Room) -> None:
    match = golden_match(3, 2, game="navegador")
    text = words(drawn(room, match))
    assert "Nagasaki Not explored: 2 colonies face down, 2 ships would be lost." in text
    assert "Cabo da Boa Esperança Not explored: 2 colonies face down, 1 ship would be lost," in text
    assert "phase 2 begins." in text
    for name in REGION_NAMES.values():
        assert str(name) in text


def test_the_rondel_says_what_each_sector_costs_whoever_is_asked(room: Room) -> None:
    match = at(room, 4, "sector", later=20)
    table, seat = match.table, match.table.active
    here = table.sector(seat)
    [rondel] = with_class(drawn(room, match), "rondel")
    costs = [words(cost) for cost in with_class(rondel, "sector-cost")]
    ships = [ships_for(here, there) for there in range(len(SECTORS))]
    said = {0: "free", 1: "1 ship"}
    assert costs == [said.get(n, f"{n} ships") for n in ships]
    assert max(ships) == 5
    standing = [len(with_class(sector, "pennant")) for sector in with_class(rondel, "sector")]
    assert standing == [sum(table.sector(s) == n for s in table.seats) for n in range(len(SECTORS))]
    assert len(with_class(rondel, "orange-ship")) == 1


def test_the_market_shows_the_markers_and_what_a_unit_brings(room: Room) -> None:
    match = golden_match(4, 300, game="navegador")
    [market] = with_class(drawn(room, match), "wares")
    rows = match.table.prices
    assert [words(cell) for cell in with_class(market, "is-now")] == [
        f"{PRICES[good][row]} (now)"
        for row, good in sorted(zip(rows, GOODS, strict=True), key=lambda pair: pair[0])
    ]
    sells, processes = [words(row) for row in with_class(market, "quote")]
    prices = [str(PRICES[good][row]) for good, row in zip(GOODS, rows, strict=True)]
    assert sells == f"Sell one{''.join(prices)}"
    assert processes == f"Process one{''.join(str(REVENUE[row]) for row in rows)}"


def test_the_gallery_says_what_a_privilege_would_pay_everybody(room: Room) -> None:
    match = golden_match(4, 300, game="navegador")
    table = match.table
    gallery, *mats = with_class(drawn(room, match), "grants")
    for category, row in zip(CATEGORIES, list(gallery.iter("tr"))[1:], strict=True):
        lying, *cash = [words(cell) for cell in row.iter("td")]
        assert lying == str(len(table.places[f"gallery:{category}"]))
        for seat, said in zip(table.seats, cash, strict=True):
            if table.laid(seat, category) == 3:
                assert said == "full"
            else:
                items, each = table.items(seat, category), table.slot_cash(seat, category)
                assert said == f"{items * each}{items}×{each}"
    assert len(mats) == 4


def test_the_mats_say_what_everybody_has(room: Room) -> None:
    match = golden_match(5, 400, game="navegador")
    table = match.table
    for seat, mat in zip(table.seats, with_class(drawn(room, match), "mat"), strict=True):
        text = words(mat)
        points = sum(line.amount for line in GAME.scoring.standing(table) if line.seat is seat)
        ships = table.has(seat, "ships")
        assert f"Points now{points} Cruzados{table.money(seat)} Workers{table.workers(seat)}" in (
            text.replace("now ", "now")
        )
        assert f"Ships at sea{ships} + {7 - ships} beside the mat" in text
        assert ("Navegador card" in text) == (seat is table.holder)


def test_a_tile_that_lies_wrong_is_marked_on_the_map(room: Room) -> None:
    match = golden_match(3, 100, game="navegador")
    table = match.table
    region, tile = next((r, tiles[0]) for r in REGIONS if (tiles := table.open_tiles(r)))
    elsewhere = next(r for r in REGIONS[1:] if r != region)
    sighting = Sighting(places={tile.id: f"colonies:{elsewhere}"}, hidden=frozenset())
    drawing = drawn(room, match, sighting=sighting, wrong=[tile])
    [chart] = with_class(drawing, "sea-upright")
    wrong = [
        r
        for r, e in zip(REGIONS, with_class(chart, "region"), strict=True)
        if "is-wrong" in e.get("class", "")
    ]
    assert wrong == sorted([region, elsewhere], key=REGIONS.index)
    assert len(with_class(chart, "is-missing")) == 1
    assert "(is missing here)" in words(drawing)


# ------------------------------------------------------------------------------------- Choices


def menu(match: Match[Any], word: str) -> list[Option[Any]]:
    """The legal options that begin like this."""
    choice = match.choice
    return [o for o in choice.legal() if o.key.startswith(f"{word}:")] if choice else []


def asked_page(room: Room) -> str:
    return room.player(room.match.table.active.colour).get("/me").text


def test_a_sector_can_be_pressed_on_the_rondel_if_it_can_be_chosen(room: Room) -> None:
    match = at(room, 4, "sector", later=20)
    pressed = re.findall(r'data-press="([^"]+)"', asked_page(room))
    assert pressed == [option.key for option in menu(match, "sector")]
    assert 0 < len(pressed) < len(SECTORS)


def test_voyages_stand_together_by_where_they_begin(room: Room) -> None:
    match = at(room, 5, "explore", later=-2)
    text = plain(asked_page(room))
    sources = {option.value.sources[0] for option in menu(match, "sail")}
    assert sources
    for source in sources:
        assert f"From {REGION_NAMES[source]}: " in text
    assert re.search(r"Explore \w+ with .* ships? (is|are) lost, \d colon(y|ies): ", text)


def test_selling_says_what_it_does_to_the_price(room: Room) -> None:
    option = menu(at(room, 4, "sell"), "sell")[0]
    good, number = option.value.good, option.value.number
    row = min(9, room.match.table.prices[GOODS.index(good)] + number)
    assert f"{option.text} then: sell {PRICES[good][row]}, " in plain(asked_page(room))


def test_the_market_is_foretold_with_the_joker_where_it_pays_most() -> None:
    whole = golden_match(4, game="navegador")
    entered = 0
    for step, key in enumerate(whole.journal[:-1]):
        if key.startswith("sector:market"):
            match = whole.fork(step)
            foretold = best_plan(match.table, match.table.active).income
            match.play(key)
            while menu(match, "give"):
                match.play(menu(match, "give")[0].key)
            assert foretold == most_by_trading(match, match.table.active)
            entered += 1
    assert entered > 10


def most_by_trading(match: Match[Any], seat: Seat) -> int:
    """The most that any run of trades brings, tried out one by one."""
    trades = [*menu(match, "sell"), *menu(match, "process")] if match.table.active is seat else []
    most, before = 0, match.table.money(seat)
    for trade in trades:
        here = match.fork()
        here.play(trade.key)
        most = max(most, here.table.money(seat) - before + most_by_trading(here, seat))
    return most


def test_every_kind_of_option_says_what_it_brings() -> None:
    whole = golden_match(3, game="navegador")
    groups, details = set(), set()
    for step in range(len(whole.journal)):
        match = whole.fork(step)
        for option in match.choice.options if match.choice else ():
            said, word = aside(match, option), option.key.partition(":")[0]
            groups |= {word} if said.group else set()
            details |= {word} if said.detail else set()
    assert groups == {"sail", "explore", "sell", "process"}
    assert details >= {"sector", "explore", "sail", "give", "sell", "process", "hire", "launch"}
    assert details >= {"found", "build", "take"}


def test_points_are_told_category_by_category(room: Room) -> None:
    match = at(room, 4, "sell", later=-1)
    text = plain(room.visitor().get("/scores").text)
    assert "If the match ended now." in text
    for line in GAME.scoring.standing(match.table):
        assert f"{line.because} +{line.amount} " in text
    assert "King's privilege laid on" in text


# -------------------------------------------------------------------------------- Printed values

PAGE = "/edition/navegador"


def keep(visitor: Visitor, *ticked: str, **changed: str) -> Any:
    """Send the form as it is shown, with some values ticked and some changed."""
    values = {path: value.written() for path, value in GAME.edition.house.items()}
    form: dict[str, Any] = {f"value-{path}": text for path, text in values.items()}
    form |= {f"value-{path.replace('__', '.')}": text for path, text in changed.items()}
    return visitor.post(PAGE, {**form, "printed": list(ticked)})


def test_before_a_match_it_is_said_how_many_values_are_not_confirmed(room: Room) -> None:
    player, page = room.player(), "/new-match/what?game="
    said = "printed values to confirm"
    assert f"{len(GAME.edition.house)} {said}" in plain(player.get(f"{page}navegador").text)
    assert said not in plain(player.get(f"{page}port_royal").text)
    keep(player, "stacks.guine", "points.church")
    assert f"{len(GAME.edition.house) - 2} {said}" in plain(player.get(f"{page}navegador").text)


def test_ticked_values_are_confirmed_and_changed_ones_corrected(room: Room) -> None:
    prices = "50,100 150 200 250 300 350 390"
    response = keep(room.player(), "points.church", points__explorer="5", prices__church=prices)
    assert (response.status_code, response.location) == (303, PAGE)
    assert read_own(GAME, room.table.folder) == {
        "points.church": "3",
        "points.explorer": "5",
        "prices.church": "50 100 150 200 250 300 350 390",
    }
    page = room.player().get(PAGE).text
    assert page.count('class="chip final"') == 3
    assert 'value="50 100 150 200 250 300 350 390"' in page


def test_the_borders_of_a_region_are_put_right_and_confirmed_with_one_tick(room: Room) -> None:
    page = room.player().get(PAGE).text
    boxes = re.findall(r'name="printed" value="(borders of [^"]+)"', page)
    assert boxes == [group.key for group in GAME.printed.groups]
    assert len(re.findall(r'<select name="value-borders\.', page)) == 78
    keep(room.player(), "borders of portugal", **{"borders__portugal-rio_de_janeiro": "yes"})
    own = read_own(GAME, room.table.folder)
    assert own.keys() == {
        path for path in GAME.printed.things if path.startswith("borders.portugal-")
    }
    assert [path for path, text in own.items() if text == "yes"] == [
        "borders.portugal-bahia",
        "borders.portugal-rio_de_janeiro",
        "borders.portugal-guine",
    ]
    page = room.player().get(PAGE).text
    assert 'name="printed" value="borders of portugal"' not in page
    assert page.count('class="chip final"') == 1


@pytest.mark.parametrize(
    ("changed", "reason"),
    [
        (
            {"borders__portugal-cabo_da_boa_esperanca": "yes"},
            "Portugal and Cabo da Boa Esperança: at least 3 borders apart.",
        ),
        ({"stacks__guine": "4"}, "11 gold tiles instead of 10"),
        ({"stacks__guine": "x"}, "Colony tiles in Guiné: Write 1 whole number"),
        ({"prices__church": "50"}, "Prices: Church: Write 8 whole numbers"),
        ({"borders__portugal-guine": "perhaps"}, "Write yes or no, not perhaps."),
        ({"goods__zanzibar": "tea"}, "Zanzibar: sugar, gold or spice, not tea."),
    ],
)
def test_values_that_cannot_be_printed_are_refused_with_the_reason_and_nothing_typed_is_lost(
    room: Room, changed: dict[str, str], reason: str
) -> None:
    response = keep(room.player(), "points.church", **changed)
    assert response.status_code == 422
    assert reason in plain(response.text)
    assert re.search(r'value="points.church" id="[^"]*" checked', response.text)
    [typed] = changed.values()
    if not typed.isalpha() or typed == "x":
        assert f'value="{typed}"' in response.text
    assert unconfirmed(GAME, room.table.folder) == len(GAME.edition.house)


def test_only_phones_that_are_in_change_printed_values(room: Room) -> None:
    spectator = room.visitor()
    assert keep(spectator, "points.church").status_code == 403
    page = spectator.get(PAGE).text
    assert "<form" not in page.partition("<main")[2].partition("</main>")[0]
    assert "Colony tiles in Guiné 3 house" in plain(page)
    assert unconfirmed(GAME, room.table.folder) == len(GAME.edition.house)


def test_a_running_match_keeps_the_values_it_began_with(room: Room) -> None:
    keep(room.player(), "points.church")
    room.begin("Ann", "Bob", game="navegador")
    assert room.match.table.board.points["explorer"] == 4
    keep(room.player(), points__explorer="5")
    assert room.match.table.board.points["explorer"] == 4
    text = plain(room.visitor().get("/rules").text)
    assert "explorers column 4 house in the next match: 5" in text
    assert "churches column 3 yours" in text
    assert f"{len(GAME.edition.house) - 1} house values" in text
    room.begin("Ann", "Bob", game="navegador")
    assert room.match.table.board.points["explorer"] == 5
    assert "explorers column 5 yours" in plain(room.visitor().get("/rules").text)


def test_a_file_that_cannot_be_read_is_named_on_the_start_page(room: Room) -> None:
    file = room.table.folder / "navegador-printed.json"
    file.write_text("{", encoding="utf-8")
    response = room.player().get("/?game=navegador")
    assert response.status_code == 200
    assert "navegador-printed.json cannot be read" in plain(response.text)


def test_a_game_that_is_not_there_has_no_printed_values(room: Room) -> None:
    assert room.player().get("/edition/chess").status_code == 404


def test_unknown_values_of_a_set_are_asked_but_nobody_is_reminded_for_the_base_game(
    room: Room,
) -> None:
    asked = plain(room.player().get("/edition/port_royal").text)
    number = len(GAMES["port_royal"].printed.things)
    assert f"{number} printed values to confirm." in asked
    assert "to confirm" not in plain(room.player().get("/?game=port_royal").text)
