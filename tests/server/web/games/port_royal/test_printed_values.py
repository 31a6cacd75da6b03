"""What an owner of Port Royal confirms on a phone: card by card, folded by chapter and set."""

from __future__ import annotations

import re
from html import unescape

from rules.games import GAMES
from server.store.owner_values import read_own
from tests.server.web.conftest import Room

GAME = GAMES["port_royal"]
PAGE = "/edition/port_royal"
CARD = "missions.cards[12]"


def test_every_value_stands_once_under_a_chapter_that_is_folded(room: Room) -> None:
    page = room.player().get(PAGE).text
    for path in GAME.printed.things:
        assert page.count(f'id="label-{path}"') == 1, path
    headings = [unescape(each) for each in re.findall(r"<summary>([^<]+) <", page)]
    assert "Chapter 2: The empty larder" in headings
    assert {"Set Sail", "Events", "Characters"} <= {*headings}
    assert 'class="printed-chapter" open' not in page
    assert 'id="label-victory.markers"' in page


def test_a_card_is_confirmed_with_one_tick(room: Room) -> None:
    player = room.player()
    page = player.get(PAGE).text
    values = dict(re.findall(r'name="(value-[^"]+)" id="[^"]+" value="([^"]*)"', page))
    for name, options in re.findall(r'<select name="(value-[^"]+)".*?>(.*?)</select>', page, re.S):
        [chosen] = re.findall(r'value="([^"]*)" selected', options)
        values[name] = unescape(chosen)
    player.post(PAGE, {**values, "printed": [CARD]})
    (group,) = (group for group in GAME.printed.groups if group.key == CARD)
    assert set(read_own(GAME, room.table.folder)) == set(group.values)
    after = unescape(player.get(PAGE).text)
    assert "Chapter 1: Sails without a flag" in after
    assert "7 of 8 house" in after


def test_a_card_that_contradicts_the_others_is_refused_and_stays_open(room: Room) -> None:
    form = {f"value-{CARD}.yes": "99", "printed": [CARD]}
    response = room.player().post(PAGE, form)
    assert response.status_code == 422
    assert "there is no mission 99" in response.text
    assert 'class="printed-chapter" open' in response.text
