"""What games draw and say in their own way on the phones, found by the name of the game."""

from __future__ import annotations

from typing import Any

from jinja2 import BaseLoader, FileSystemLoader, PrefixLoader

from rules.match import Match
from rules.pieces import Piece
from rules.plugins import Failure, Plugins
from rules.text import Text
from server.web.parts.on_phones import OnPhones

_PLAIN = OnPhones()


def _broken(game: str, why: Failure) -> Text:
    return Text("{game} is shown plainly on phones: {why}", game=game, why=why)


PHONES: Plugins[OnPhones] = Plugins("quartermaster.phones", OnPhones, _broken)


def drawn_by(game: str) -> OnPhones:
    """What there is of this game; nothing of it need be there."""
    return PHONES.get(game, _PLAIN)


def topic_path(match: Match[Any], what: object) -> str | None:
    """Where below /rules it stands what a piece does, or a topic is about, if the game tells."""
    game, tell = match.game.name, drawn_by(match.game.name).topic
    if isinstance(what, Piece):
        return f"piece/{game}/{what.kind}"
    return f"about/{game}/{what}" if tell and isinstance(what, str) and tell(match, what) else None


class _Folders(dict[str, BaseLoader]):
    """Looked for when a game's first template is."""

    def __missing__(self, game: str) -> BaseLoader:
        folder = drawn_by(game).templates
        if folder is None:
            raise KeyError(game)
        return self.setdefault(game, FileSystemLoader(folder))


def templates() -> PrefixLoader:
    """The games' own templates, each game's under its name."""
    return PrefixLoader(_Folders())
