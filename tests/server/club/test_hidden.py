"""Nothing goes to a club that a look at the table does not show."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import pytest

from rules.games import GAMES
from rules.journal import as_begun
from rules.maracaibo.story.made_up import made_up
from rules.match import Match
from rules.pieces import Piece
from rules.score_sheet import score_sheets
from rules.simulation import Simulation
from server.member.events import UNTOLD, without_prose

NAMES = ("Ann", "Bob", "Cid")


def told_in(key: str, pieces: Iterable[Piece]) -> list[str]:
    """Which of these pieces a row of a journal names."""
    return [
        piece.id
        for piece in pieces
        if piece.id in key
        and re.search(rf"(?<![\w/.-]){re.escape(piece.id)}(?![\w/.-])", key) is not None
    ]


@pytest.mark.parametrize(
    ("game", "players", "settings"),
    [
        ("port_royal", 3, {}),
        ("port_royal", 3, {"mode": "adventure"}),
        ("navegador", 3, {}),
        ("maracaibo", 3, {}),
        ("maracaibo", 2, {"scenario": "1"}),
        ("maracaibo", 1, {"jean_deck": "virtual"}),
        ("cooper_island", 3, {}),
    ],
)
def test_a_journal_names_no_piece_that_lies_face_down_or_in_a_hidden_hand(
    game: str, players: int, settings: dict[str, str]
) -> None:
    play = Simulation(GAMES[game], NAMES[:players], settings, 1)
    play.sensible = True
    hidden_in_hands = 0
    for _ in range(500):
        option, before = play.pick(), {*play.match.table.places.unseen}
        if option is None:
            break
        play.take(option)
        unseen = before & {*play.match.table.places.unseen}
        assert told_in(option.key, unseen) == []
        hands = (play.hand(seat) for seat in play.match.seats)
        held = (piece for hand in hands for pieces in hand.values() for piece in pieces)
        hidden_in_hands += sum(piece in unseen for piece in held)
    if game in ("maracaibo", "cooper_island"):
        assert hidden_in_hands > 0


def test_what_an_owner_has_copied_from_story_cards_stays_at_the_table() -> None:
    settings = {
        "story.cards[7].text": "A secret",
        "story.cards[8]": json.dumps(
            {"number": 8, "text": "A secret", "vote": [{"text": "A secret", "then": 9}]}
        ),
        "scenario": "1",
        "projects[12].doubloons": "7",
    }
    told = without_prose(settings)
    assert "secret" not in json.dumps(told)
    assert told["story.cards[7].text"] == UNTOLD
    assert json.loads(told["story.cards[8]"])["vote"] == [{"text": UNTOLD, "then": 9}]
    assert (told["scenario"], told["projects[12].doubloons"]) == ("1", "7")


def _worded(rows: dict[str, str]) -> dict[str, str]:
    """An owner's file with the words of its story cards."""
    worded = {}
    for path, row in rows.items():
        words: dict[str, Any] = {"title": "T", "text": "Secret", "back": "Secret"}
        extra = words if path.startswith("story.") and '"spare"' not in row else {}
        worded[path] = json.dumps({**json.loads(row), **extra})
    return worded


def test_a_club_counts_the_points_of_an_owners_own_story_without_its_words() -> None:
    game = GAMES["maracaibo"]
    settings = game.settle({**_worded(dict(made_up(3))), "scenario": "1"})
    play = Simulation(game, NAMES, settings, 1)
    play.sensible = True
    for _ in range(300):
        if not play.step():
            break
    told = without_prose(play.match.settings)
    assert "Secret" not in json.dumps(told)
    again = Match(game, play.match.seats, as_begun(game, told))
    for key in play.match.journal:
        again.replay(key)
    assert [each.total for each in score_sheets(again)] == [
        each.total for each in score_sheets(play.match)
    ]
