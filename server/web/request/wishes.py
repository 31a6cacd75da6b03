"""What a phone wants of the host, and what speaks against it."""

from __future__ import annotations

from rules.text import Text
from server.live.messages import Refused, Wish
from server.web.request.tableside import tableside

PATIENCE = 20.0
"""Seconds for the host to work off what came before; a Raspberry Pi may think for a few."""


def granted(wish: Wish) -> None:
    """Have the host fulfil a wish; raises the reason if it does not."""
    try:
        tableside().host.ask(wish).result(timeout=PATIENCE)
    except TimeoutError as error:
        raise Refused(Text("Busy. Look at the table, then try again.")) from error
