"""The page about phones lists what is loud in each game."""

from __future__ import annotations

from rules.announcements import Weight
from rules.games import GAMES
from tests.docs.documents import DOCS, section


def test_what_is_loud_in_each_game_is_listed() -> None:
    listed = section(DOCS / "inside" / "phones.md", "What people say aloud").splitlines()
    for name, game in GAMES.items():
        settings = {"mode": "adventure"} if name == "port_royal" else {}
        played = game.for_match(game.settle(settings))
        (row,) = (line for line in listed if line.startswith(f"| {game.edition.text('title')} |"))
        for kind in played.announces:
            if kind.weight is Weight.LOUD:
                assert str(kind.title).strip("!") in row, (name, kind.key)
