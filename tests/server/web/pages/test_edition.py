"""Maracaibo's printed values on phones: hundreds of them, chapter by chapter."""

from __future__ import annotations

import re
from collections import Counter
from html import unescape
from typing import Any

import pytest

from rules.games import GAMES
from server.store.owner_values import confirm, own_file, read_own, unconfirmed
from server.web.showing.printed import ON_A_PAGE
from tests.server.web.conftest import Room, Visitor

GAME = GAMES["maracaibo"]
PAGE = "/edition/maracaibo"
QUEST = "quests.tiles[01]"
PARTS = GAME.printed.parts()


def plain(html: str) -> str:
    return unescape(" ".join(re.sub(r"<[^>]+>", " ", html).split()))


def chapter(visitor: Visitor, name: str) -> str:
    """The address of a chapter."""
    links: list[tuple[str, str]] = re.findall(
        r'href="(/edition/maracaibo\?chapter=\d+)"><span>([^<]+)', visitor.get(PAGE).text
    )
    return next(address for address, title in links if unescape(title) == name)


def keep(visitor: Visitor, address: str, *ticked: str, **changed: str) -> Any:
    """Send the form of a page as it is shown, with some things ticked and some values changed."""
    page = visitor.get(address).text
    fields = dict(re.findall(r'name="(value-[^"]+)" id="[^"]+" value="([^"]*)"', page))
    for name, options in re.findall(r'<select name="(value-[^"]+)".*?>(.*?)</select>', page, re.S):
        [fields[name]] = re.findall(r'value="([^"]*)" selected', options)
    hidden = dict(re.findall(r'type="hidden" name="(chapter|page|find)" value="([^"]*)"', page))
    form = {**hidden, **fields, **{f"value-{path}": text for path, text in changed.items()}}
    return visitor.post(PAGE, {**form, "printed": list(ticked)})


def test_the_first_page_lists_the_chapters_and_says_what_phones_cannot_do(room: Room) -> None:
    text = plain(room.player().get(PAGE).text)
    assert f"{len(PARTS)} of {len(PARTS)} cards, tiles and spaces to confirm" in text
    assert "Combat tokens 25 of 25 house" in text
    assert "Correct effects, symbols and arrows" in text
    assert str(own_file(GAME, room.table.folder)) in text


def test_every_value_can_be_found_in_a_chapter_and_no_page_is_long(room: Room) -> None:
    player = room.player()
    shown: list[str] = []
    for number, parts in enumerate(Counter(str(part.chapter) for part in PARTS).values(), 1):
        for at in range(1, 2 + (parts - 1) // ON_A_PAGE):
            page = player.get(f"{PAGE}?chapter={number}&page={at}").text
            assert page.count('class="printed-part"') <= ON_A_PAGE
            shown += re.findall(r'name="value-([^"]+)"', page)
    assert set(shown) == GAME.printed.things.keys()


def test_a_card_is_found_by_its_name_or_its_effect_in_the_language_of_the_page(room: Room) -> None:
    player = room.player()
    assert "Sugar mill" in plain(player.get(f"{PAGE}?find=sugar+MILL").text)
    assert "Quest 13" in plain(player.get(f"{PAGE}?find=a+combat").text)
    assert "Nothing found" in plain(player.get(f"{PAGE}?find=submarine").text)
    italian = {"Accept-Language": "it"}
    found = player.get(f"{PAGE}?find=zucchero", headers=italian).text
    assert 'id="part-projects.cards[sugar-mill]"' in found
    for strange in ("?chapter=99", "?chapter=x", "?page=-1", "?page=9999999", "?find=%00%ff"):
        assert player.get(PAGE + strange).status_code == 200


def test_what_is_ticked_is_confirmed_as_a_whole_and_numbers_are_corrected(room: Room) -> None:
    player = room.player()
    quests = chapter(player, "Quests")
    changed = {"quests.tiles[02].reward[1].vp": "4", f"{QUEST}.reward[0].doubloons": "5"}
    response = keep(player, quests, QUEST, **changed)
    assert (response.status_code, response.location) == (303, quests)
    own = read_own(GAME, room.table.folder)
    assert own["quests.tiles[02].reward[1].vp"] == "4"
    assert own[f"{QUEST}.reward[0].doubloons"] == "5"
    assert own[f"{QUEST}.reward[1].per"] == "compass"
    assert unconfirmed(GAME, room.table.folder) == len(PARTS) - 1
    page = plain(player.get(quests).text)
    assert "Quest 01 Pay 1 combat point · 5 doubloons, 1 point per compass" in page
    buildings = chapter(player, "Prestige buildings")
    keep(player, buildings, **{"buildings.cards[abbey].synergy": "anchor"})
    assert read_own(GAME, room.table.folder)["buildings.cards[abbey].synergy"] == "anchor"


@pytest.mark.parametrize(
    ("path", "typed", "reason"),
    [
        (f"{QUEST}.cost.combat_points", "x", "Quest 01: Cost: Combat points: Write 1 whole"),
        (f"{QUEST}.cost.combat_points", "-4", "Quest 01: -4 is not from 0 to 99."),
        (f"{QUEST}.cost.combat_points", "0", "Quest 01: needs a cost."),
    ],
)
def test_what_cannot_be_printed_is_refused_and_nothing_typed_is_lost(
    room: Room, path: str, typed: str, reason: str
) -> None:
    player = room.player()
    response = keep(player, chapter(player, "Quests"), "quests.tiles[02]", **{path: typed})
    assert response.status_code == 422
    assert reason in plain(response.text)
    assert f'id="value-{path}" value="{typed}"' in response.text
    assert re.search(r'value="quests.tiles\[02\]" id="[^"]*" checked', response.text)
    assert not read_own(GAME, room.table.folder)


def test_what_the_owners_file_gives_is_shown_but_not_changed_here(room: Room) -> None:
    file = own_file(GAME, room.table.folder)
    file.write_text('[[quests.tiles]]\nid = "01"\ncost = { figures = 2 }\nreward = [{ vp = 9 }]\n')
    player = room.player()
    page = player.get(chapter(player, "Quests")).text
    assert "Quest 01 Return 2 figures · 9 points from your file" in plain(page)
    assert f'name="value-{QUEST}' not in page
    file.write_text("[[quests.tiles]]\n")
    for address in (PAGE, "/?game=maracaibo"):
        response = player.get(address)
        assert response.status_code == 200
        assert "maracaibo-own.toml: quests.tiles[0] is no value" in plain(response.text)


def test_who_only_looks_on_changes_nothing(room: Room) -> None:
    spectator = room.visitor()
    address = chapter(spectator, "Quests")
    assert "<form" not in spectator.get(address).text.partition("<h2")[2].partition("</main>")[0]
    assert spectator.post(PAGE, {"printed": [QUEST]}).status_code == 403


def test_house_values_are_marked_in_a_match_until_they_are_confirmed(room: Room) -> None:
    room.begin("Ann", "Bob", game="maracaibo")
    visitor = room.visitor()
    table = visitor.get("/table").text
    assert "House values: your printed copy may differ." in plain(table)
    assert "Puerto Plata ⌂ house value city" in plain(table)
    assert f"{len(PARTS)} cards, tiles and spaces with house values" in plain(
        visitor.get("/rules").text
    )
    confirm(GAME, room.table.folder, list(dict.fromkeys(part.row for part in PARTS)))
    assert unconfirmed(GAME, room.table.folder) == 0
    assert "house-mark" in visitor.get("/table").text  # this match has begun already
    room.begin("Ann", "Bob", game="maracaibo")
    assert "house-mark" not in visitor.get("/table").text
    assert "Confirm or correct" not in plain(visitor.get("/?game=maracaibo").text)
