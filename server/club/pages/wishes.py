"""What the organiser wants is done, or it is said why not."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from flask import flash

from server.club.pages.clubhouse import clubhouse
from server.store.errors import StoreError
from server.web.request.language import t


@contextmanager
def said_if_not() -> Iterator[None]:
    """What is done in here is shown to everybody; if it cannot be done, that is said."""
    try:
        yield
    except StoreError as error:
        flash(t(error.reason))
    else:
        clubhouse().settling.wake()
        clubhouse().events.publish()
