"""Why a club cannot be told anything now, in words for people."""

from __future__ import annotations

import ssl
from typing import Literal, get_args

from rules.text import Text

Trouble = Literal["connecting", "away", "lost", "refused", "stranger"]
_ALL: tuple[Trouble, ...] = get_args(Trouble)


def of_failure(error: BaseException | None) -> Trouble:
    """What keeps a connection from being made."""
    return "stranger" if isinstance(error, ssl.SSLError) else "away"


def read(word: object) -> Trouble:
    return next((each for each in _ALL if each == word), "lost")


def said(trouble: Trouble, host: str) -> Text:
    if trouble == "connecting":
        return Text("Looking for the club at {host}.", host=host)
    if trouble == "away":
        return Text(
            "No answer from the club at {host}: it is off, or in another network.",
            host=host,
        )
    if trouble == "refused":
        return Text("The club refuses this table. Ask its organiser for a new code.")
    if trouble == "stranger":
        return Text(
            "{host} cannot prove to be the club: its certificate is wrong or expired. "
            "Ask the organiser for a new code.",
            host=host,
        )
    return Text("Lost the connection to the club at {host}.", host=host)
