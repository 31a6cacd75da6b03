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
        return Text("The table is looking for the club at {host}.", host=host)
    if trouble == "away":
        return Text(
            "The club does not answer at {host}: it is switched off, or in another network.",
            host=host,
        )
    if trouble == "refused":
        return Text(
            "The club does not let this table in any more. Its organiser can make a new code for "
            "it."
        )
    if trouble == "stranger":
        return Text(
            "Whoever answers at {host} cannot show that it is the club: its certificate is another "
            "one, or out of date. The organiser can make a new code for this table.",
            host=host,
        )
    return Text("The connection to the club at {host} was lost.", host=host)
