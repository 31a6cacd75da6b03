"""The start page: a match is begun, resumed and found from a phone."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from html import unescape

import pytest
from playwright.sync_api import Page, expect

from rules.campaign import Carried
from rules.games import GAMES
from rules.setting import Setting
from rules.text import Text
from server.web import create_app
from server.web.pages.wanted import is_added
from tests.packages import bring
from tests.server.web.conftest import Quay, Room, Visitor
from tests.server.web.evenings import go_on, play

FORM = {
    "game": "port_royal",
    "name-0": "Ann",
    "colour-0": "yellow",
    "name-1": " Bob  the  Bold ",
    "colour-1": "red",
    "setting-others_take": "after_active",
    "setting-expedition_to_win": "yes",
}


def test_a_match_begins_with_the_names_colours_and_settings_of_the_form(room: Room) -> None:
    response = room.player().post("/matches", FORM)
    assert (response.status_code, response.location) == (303, "/set-up")
    match = room.table.host.view.match
    assert match is not None
    assert [(seat.name, seat.colour) for seat in match.seats] == [
        ("Ann", "yellow"),
        ("Bob the Bold", "red"),
    ]
    chosen = {"others_take": "after_active", "expedition_to_win": "yes", "conclude": "ask"}
    assert match.settings == {**GAMES["port_royal"].settle({}), **chosen}


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"name-1": ""}, "Port Royal is for 2 to 5 players, not 1."),
        ({"name-1": "ANN"}, "Two players have the same name."),
        ({"name-1": "B" * 21}, "is too long: at most 20 letters"),
        ({"colour-1": "yellow"}, "Give every player a different colour"),
        ({"colour-1": "pink"}, "Give each player a colour"),
        ({"setting-others_take": "never"}, "others_take can be"),
    ],
)
def test_what_is_wrong_with_the_form_is_said_and_nothing_typed_is_lost(
    room: Room, change: dict[str, str], reason: str
) -> None:
    response = room.player().post("/matches", {**FORM, **change})
    assert response.status_code == 422
    assert reason in response.text
    assert 'value="Ann"' in response.text
    assert "data-live data-event" not in response.text  # no event may put another page in its place
    assert room.table.host.view.match is None
    assert room.player().get("/matches").location == "/"


def test_an_unknown_game_is_refused(room: Room) -> None:
    response = room.player().post("/matches", {**FORM, "game": "chess"})
    assert response.status_code == 409
    assert "No such game" in response.text


def test_a_name_with_markup_in_it_is_only_a_name(room: Room) -> None:
    player = room.player()
    player.post("/matches", {**FORM, "name-0": "<b>Ann</b>"})
    for path in ("/", "/set-up", "/table", "/me"):
        text = player.get(path).text
        assert "<b>Ann" not in text
    assert "&lt;b&gt;Ann&lt;/b&gt;" in player.get("/set-up").text


def what(visitor: Visitor, form: dict[str, str]) -> str:
    """The page of what is played, from a form that was filled in so."""
    return visitor.post("/new-match/what", form).text


def asked(html: str) -> set[str]:
    """The settings that can be chosen on it."""
    return set(
        re.findall(r'<(?:input type="(?:radio|checkbox)"|select) name="setting-(\w+)"', html)
    )


def line(html: str) -> str:
    """What is played, as the start page says it."""
    found = re.search(r'<button class="what".*?</span><span>([^<]*)', html)
    return found[1] if found else ""


def test_what_is_played_is_one_line_and_no_setting_stands_on_the_start_page(room: Room) -> None:
    html = room.player().get("/?game=port_royal").text
    assert line(html) == "Base game, cards with labels"
    assert "setting-" not in html


def test_every_setting_is_explained_value_by_value(room: Room) -> None:
    player, found = room.player(), set[str]()
    for mode in GAMES["port_royal"].settings[0].values:
        text = unescape(what(player, {**FORM, "first": mode}))
        for setting in GAMES["port_royal"].settings[1:]:
            if setting.key not in asked(text):
                continue
            found.add(setting.key)
            assert str(setting.text) in text
            if not is_added(setting):
                for meaning in setting.values.values():
                    assert str(meaning) in text
    carried = {s.key for s in GAMES["port_royal"].settings if isinstance(s.values, Carried)}
    assert found | {"mode"} == {s.key for s in GAMES["port_royal"].settings} - carried


def test_only_what_fits_the_way_to_play_can_be_chosen(room: Room) -> None:
    player = room.player()
    sets = {"gambler", "set_sail_cards", "contract_cards"}
    form = {**FORM, "setting-gambler": "yes", "setting-contract_cards": "yes"}
    base = what(player, {**form, "teach": "yes"})
    assert '<input type="hidden" name="teach" value="yes">' in base
    assert asked(base) >= sets
    assert not asked(base) & {"chapter", "time_aside"}
    adventure = what(player, {**form, "first": "adventure"})
    before, _, folded = adventure.partition('<details class="panel" id="rare-port_royal">')
    assert {"chapter", *sets} <= asked(before)
    assert "others_take" in asked(folded)
    assert "expedition_to_win" not in asked(adventure)
    contracts = what(player, {**form, "first": "contracts"})
    assert asked(contracts) & sets == {"gambler", "set_sail_cards"}
    assert 'value="yes" id="setting-gambler-yes" checked' in contracts
    assert not asked(what(player, {**form, "first": "set_sail"})) & sets


def test_what_was_chosen_comes_back_in_the_line_with_the_names(room: Room) -> None:
    player = room.player()
    chosen = {**FORM, "setting-mode": "adventure", "setting-chapter": "3", "setting-gambler": "yes"}
    html = player.post("/new-match", chosen).text
    told = (
        "The adventure against each other, Gambler (4 cards), Chapter 3, "
        "cards with labels, 1 other setting"
    )
    assert line(html) == told
    assert 'value="Ann"' in html
    sent = dict(re.findall(r'<input type="hidden" name="(setting-\w+)" value="(\w+)">', html))
    assert sent["setting-chapter"] == "3"


def test_whoever_is_alone_is_proposed_what_is_played_alone(room: Room) -> None:
    player = room.player()
    alone = {**FORM, "name-1": ""}
    del alone["setting-expedition_to_win"]
    chosen = re.compile(r'name="first" value="(\w+)" aria-current="true"')
    for mode, proposed in (
        ("base", "contracts_alone"),
        ("adventure", "adventure_alone"),
        ("adventure_alone", "adventure_alone"),
    ):
        assert chosen.findall(what(player, {**alone, "setting-mode": mode})) == [proposed]
    assert chosen.findall(what(player, {**alone, "first": "base"})) == ["base"]
    assert chosen.findall(what(player, {**FORM, "setting-mode": "contracts_alone"})) == [
        "contracts"
    ]
    refused = player.post("/matches", {**alone, "setting-contract_cards": "yes"})
    assert 'name="instead" value="contracts_alone"' in refused.text
    again = {**alone, "setting-contract_cards": "yes", "instead": "contracts_alone"}
    assert player.post("/matches", again).location == "/set-up"
    assert room.match.settings["mode"] == "contracts_alone"


def test_what_only_somebody_alone_decides_is_not_asked_of_more(room: Room) -> None:
    form = {"game": "maracaibo", "name-0": "Ann"}
    assert {"difficulty", "jean_deck"} <= asked(what(room.player(), form))
    more = asked(what(room.player(), {**form, "name-1": "Bob"}))
    assert not more & {"difficulty", "jean_deck"}


def test_a_way_to_play_that_there_is_not_is_refused_in_words(room: Room) -> None:
    form = {**FORM, "setting-mode": "chess"}
    response = room.player().post("/matches", form)
    assert response.status_code == 422
    assert "mode can be" in response.text
    assert room.player().post("/new-match/what", {**form, "first": "chess"}).status_code == 200


def test_the_game_that_was_played_last_is_offered_first(room: Room) -> None:
    play(room.table.store, game="navegador")
    html = room.player().get("/").text
    assert 'name="game" value="navegador"' in html


def test_what_is_not_ticked_is_not_added(room: Room) -> None:
    form = {key: value for key, value in FORM.items() if key != "setting-expedition_to_win"}
    room.player().post("/matches", {**form, "setting-gambler": "yes"})
    chosen = room.match.settings
    assert (chosen["gambler"], chosen["set_sail_cards"]) == ("yes", "no")
    assert chosen["expedition_to_win"] == "no"


def test_a_running_match_is_offered_first_and_a_paused_one_can_be_resumed(room: Room) -> None:
    room.begin("Ann", "Bob")
    first = room.table.host.view.match_id
    room.begin("Carla", "Dora")
    player = room.player()
    text = player.get("/").text
    assert text.index("Carla") < text.index("Ann")
    response = player.post(f"/matches/{first}/resume")
    assert (response.status_code, response.location) == (303, "/table")
    assert room.table.host.view.match_id == first


def test_a_match_that_is_not_there_cannot_be_resumed(room: Room) -> None:
    response = room.player().post("/matches/77/resume")
    assert response.status_code == 409
    assert "Match 77 does not exist" in response.text


def test_a_spectator_is_shown_how_to_join_and_can_begin_and_resume_nothing(room: Room) -> None:
    room.begin()
    first = room.table.host.view.match_id
    room.begin()
    second = room.table.host.view.match_id
    visitor = room.visitor()
    text = visitor.get("/").text
    assert 'href="/join"' in text
    assert 'action="/matches"' not in text
    assert "/resume" not in text
    assert visitor.post("/matches", FORM).status_code == 403
    assert visitor.post(f"/matches/{first}/resume").status_code == 403
    assert room.table.host.view.match_id == second


def test_phones_find_the_address_and_its_code_on_the_start_page(room: Room) -> None:
    text = room.visitor().get("/").text
    assert room.table.names.short("localhost") in text
    assert 'src="/qr.svg"' in text


# ------------------------------------------------------------------------------ Another game


def checked(html: str) -> dict[str, str]:
    """What is ticked in the form."""
    return dict(re.findall(r'type="radio" name="([^"]+)" value="([^"]+)"[^>]* checked', html))


def test_another_game_keeps_the_names_and_what_else_it_has_too(room: Room) -> None:
    names = {f"name-{row}": name for row, name in enumerate(("Ann", "Bob", "Cy", "Di", "Ed"))}
    form = {**FORM, **names, "colour-0": "green", "colour-1": "red", "colour-4": "yellow"}
    html = room.player().post("/new-match", {**form, "other": "maracaibo"}).text
    assert 'name="game" value="maracaibo"' in html
    for name in names.values():
        assert f'value="{name}"' in html  # also the fifth, for whom Maracaibo has no seat
    ticked = checked(html)
    assert ticked["colour-0"] == "green"
    colours = [ticked[f"colour-{row}"] for row in range(4)]
    assert sorted(colours) == sorted(GAMES["maracaibo"].colours)


def test_settings_that_both_games_have_are_kept_and_others_are_as_usual(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    shared = Setting("tempo", Text("Tempo"), {"slow": Text("Slow"), "fast": Text("Fast")}, "slow")
    for name in ("port_royal", "navegador"):
        game = GAMES[name]
        bring(monkeypatch, name, replace(game, settings=(*game.settings, shared)))
    form = {**FORM, "setting-tempo": "fast", "setting-discovery": "never heard of"}
    html = room.player().post("/new-match", {**form, "other": "navegador"}).text
    assert '<input type="hidden" name="setting-tempo" value="fast">' in html
    assert "setting-discovery" not in html


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_names_stay_when_the_game_is_changed_and_return_begins_the_match(
    quay: Quay, phone: Callable[..., Page], script: bool
) -> None:
    page = phone(quay, java_script_enabled=script)
    page.goto("/join")
    page.get_by_role("button", name="Join without a seat").click()
    quay.room.let_in()
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")
    page.get_by_role("button", name="Navegador").click()
    expect(page.get_by_role("button", name="Navegador")).to_have_attribute("aria-current", "true")
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bob")
    page.get_by_label("Player 2", exact=True).press("Enter")
    expect(page).to_have_url(f"{quay.url}/set-up")
    assert quay.room.match.game.name == "navegador"
    assert [seat.name for seat in quay.room.match.seats] == ["Ann", "Bob"]


@pytest.mark.parametrize("script", [True, False], ids=["with JavaScript", "without"])
def test_what_is_played_is_chosen_on_a_page_of_its_own_with_the_keyboard_alone(
    quay: Quay, phone: Callable[..., Page], script: bool
) -> None:
    page = phone(quay, java_script_enabled=script)
    page.goto("/join")
    page.get_by_role("button", name="Join without a seat").click()
    quay.room.let_in()
    expect(page.get_by_text("You have joined:")).to_be_visible()
    page.goto("/")
    page.get_by_label("Player 1", exact=True).fill("Ann")
    page.get_by_label("Player 2", exact=True).fill("Bob")

    def press(name: str) -> None:
        button = page.get_by_role("button", name=name)
        button.focus()
        page.keyboard.press("Enter")

    press("What is played: Base game")
    press("Contracts against each other")
    box = page.get_by_label("Gambler (4 cards)")
    box.focus()
    page.keyboard.press("Space")
    press("Done")
    line = page.get_by_role("button", name="What is played")
    expect(line).to_have_text(
        re.compile(r"Contracts against each other, Gambler \(4 cards\), cards with labels$")
    )
    expect(page.get_by_label("Player 2", exact=True)).to_have_value("Bob")
    press("Begin the match")
    expect(page).to_have_url(f"{quay.url}/set-up")
    assert quay.room.match.game.sets == ("contract_cards", "contracts", "gambler")


def test_what_hardly_any_group_changes_is_folded_up(room: Room) -> None:
    html = what(room.player(), {"game": "maracaibo"})
    before, _, folded = html.partition('<details class="panel" id="rare-maracaibo">')
    open_to_all = [s for s in GAMES["maracaibo"].settings if not isinstance(s.values, Carried)]
    for setting in open_to_all:
        assert (setting.key in asked(before)) == (not setting.rare), setting.key
        assert (setting.key in asked(folded)) == setting.rare, setting.key
    assert sum(setting.rare for setting in open_to_all) == 15


# ------------------------------------------------------------------------- Paused, given up, gone


def test_a_running_match_is_paused_only_by_who_says_so(room: Room) -> None:
    room.begin("Carla", "Dora")
    running = room.table.host.view.match_id
    player = room.player()
    asked = player.post("/matches", FORM)
    assert asked.status_code == 409
    assert "Pause Port Royal and begin?" in asked.text
    assert 'value="Ann"' in asked.text
    assert room.table.host.view.match_id == running
    assert player.post("/matches", {**FORM, "pause": "77"}).status_code == 409
    assert player.post("/matches", {**FORM, "pause": str(running)}).location == "/set-up"
    assert [seat.name for seat in room.match.seats] == ["Ann", "Bob the Bold"]
    assert room.table.store.record(running or 0).state == "paused"


def test_names_that_cannot_play_are_said_before_a_match_is_paused(room: Room) -> None:
    room.begin()
    response = room.player().post("/matches", {**FORM, "name-1": ""})
    assert "Port Royal is for 2 to 5 players" in response.text
    assert "and begin?" not in response.text


def test_a_match_that_is_over_is_in_nobodys_way(room: Room) -> None:
    go_on(room, play(room.table.store))
    assert room.player().post("/matches", FORM).location == "/set-up"


def test_a_running_match_can_be_given_up_and_is_not_resumed(room: Room) -> None:
    room.begin()
    match_id = room.table.host.view.match_id
    player = room.player()
    assert f"/matches/{match_id}/give-up" in player.get("/").text
    response = player.post(f"/matches/{match_id}/give-up")
    assert response.location == f"/history/{match_id}"
    assert room.table.host.view.match is None
    page = player.get(response.location).text
    assert "given up" in page
    assert "/resume" not in page
    assert "Final ranking" not in page
    refused = player.post(f"/matches/{match_id}/resume")
    assert refused.status_code == 409
    assert "was given up" in refused.text
    assert room.table.host.view.match is None


def test_a_paused_match_can_be_given_up_while_another_one_is_played(room: Room) -> None:
    room.begin()
    first = room.table.host.view.match_id
    room.begin()
    second = room.table.host.view.match_id
    room.player().post(f"/matches/{first}/give-up")
    assert room.table.host.view.match_id == second
    assert room.table.store.record(first or 0).state == "abandoned"


def test_a_match_that_is_over_keeps_its_result(room: Room) -> None:
    match_id = play(room.table.store)
    assert room.player().post(f"/matches/{match_id}/give-up").status_code == 409
    assert room.table.store.record(match_id).state == "finished"


def test_a_match_is_deleted_only_by_who_was_asked_once_more(room: Room) -> None:
    match_id = play(room.table.store)
    player, visitor = room.player(), room.visitor()
    assert "Yes, delete it for good" in player.get(f"/history/{match_id}").text
    assert "delete" not in visitor.get(f"/history/{match_id}").text.casefold()
    assert visitor.post(f"/matches/{match_id}/delete", {"sure": "yes"}).status_code == 403
    player.post(f"/matches/{match_id}/delete")
    assert player.get(f"/history/{match_id}").status_code == 200
    response = player.post(f"/matches/{match_id}/delete", {"sure": "yes"})
    assert response.location == "/history"
    assert player.get(f"/history/{match_id}").status_code == 404
    assert room.table.store.matches() == []


def test_what_a_form_did_is_told_by_the_next_page_and_not_to_one_that_follows_an_event(
    room: Room,
) -> None:
    match_id, player = play(room.table.store), room.player()
    player.post(f"/matches/{match_id}/delete", {"sure": "yes"})
    told = f"Match {match_id} deleted."
    assert told not in player.get("/history", headers={"X-Refresh": "yes"}).text
    assert told in player.get("/history").text
    assert told not in player.get("/history").text


def test_a_match_that_is_being_played_is_not_deleted(room: Room) -> None:
    room.begin()
    match_id = room.table.host.view.match_id
    player = room.player("red")
    assert "delete it for good" not in player.get(f"/history/{match_id}").text
    refused = player.post(f"/matches/{match_id}/delete", {"sure": "yes"})
    assert refused.status_code == 409
    assert "is being played" in refused.text
    assert room.table.host.view.match_id == match_id


def test_a_match_that_is_over_can_be_deleted_while_it_is_still_shown(room: Room) -> None:
    match_id = play(room.table.store)
    go_on(room, match_id)
    room.table.store.finish(match_id, 2e9)
    room.player("red").post(f"/matches/{match_id}/delete", {"sure": "yes"})
    assert room.table.host.view.match is None
    assert room.player().get("/table").status_code == 200


def test_an_old_match_that_was_resumed_is_the_one_being_played(room: Room) -> None:
    room.begin("Old", "Hand")
    first = room.table.host.view.match_id
    assert first is not None
    for _ in range(8):
        room.begin()
    room.player().post(f"/matches/{first}/resume")
    page = room.player().get("/").text
    assert "Old" in page.partition('id="running"')[2].partition("</section>")[0]
    assert page.count("/resume") == 5


def test_what_became_of_the_files_is_told_where_phones_begin(room: Room) -> None:
    notice = Text("lens.toml was broken.")
    app = create_app(replace(room.table, notices=[notice]))
    for path, told in (("/", True), ("/table", True), ("/history", False)):
        page = Visitor(app, "198.51.100.9").get(path).text
        assert ("lens.toml was broken." in page) is told
