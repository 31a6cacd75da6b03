"""The phone that is asking, and what it may do."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from ipaddress import ip_address
from typing import ParamSpec, TypeVar

from flask import g, request, session

from rules.text import Text
from server.web.request.errors import Forbidden
from server.web.request.security import phone_id
from server.web.request.tableside import tableside

P = ParamSpec("P")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Phone:
    """`seats` are the colours for which it plays in the running match."""

    id: str
    admitted: bool
    """It is in: it may start matches, press on-screen buttons and let others in."""
    at_table: bool
    """It is the screen of a computer without real buttons, where on-screen ones take their place;
    so it may do what the buttons may."""
    seats: tuple[str, ...]

    @property
    def may_press(self) -> bool:
        return self.admitted or self.at_table

    @property
    def in_the_room(self) -> bool:
        """It is at a table, where it can set up, sit down and see the lamp."""
        return True

    @property
    def may_look(self) -> bool:
        """At the camera's pictures and at matches of other evenings."""
        return self.may_press or tableside().joining.anybody_may_look_on


def phone() -> Phone:
    """The phone that the current request comes from."""
    if "phone" not in g:
        table, name = tableside(), phone_id()
        is_in = table.joining.is_admitted(name)
        if is_in:
            table.joining.voices.saw(name)
        g.phone = Phone(
            name,
            is_in,
            table.own_screen and _is_loopback(request.remote_addr),
            table.joining.seats(name, table.host.view.match_id),
        )
    found: Phone = g.phone
    return found


def known_phone() -> str | None:
    """The id of the phone that the current request comes from, if it is in.

    Asking for it is no sign that anybody is there: a page that sleeps listens, too.
    """
    if "phone" in g:
        return phone().id if phone().may_press else None
    name = session.get("phone")
    return name if isinstance(name, str) and tableside().joining.is_admitted(name) else None


def admitted(view: Callable[P, R]) -> Callable[P, R]:
    """A view only for phones that are in, and for the table's own screen."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not phone().may_press:
            raise Forbidden(Text("You only watch. Join first."))
        return view(*args, **kwargs)

    return guarded


def looking(view: Callable[P, R]) -> Callable[P, R]:
    """A view of what is not for everybody on the network, unless the group says so."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not phone().may_look:
            raise Forbidden(Text("Only joined phones see camera pictures and history."))
        return view(*args, **kwargs)

    return guarded


def seated(view: Callable[P, R]) -> Callable[P, R]:
    """A view only for phones that have a seat in the running match."""

    @wraps(view)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> R:
        if not phone().seats:
            raise Forbidden(Text("Take a seat in this match first."))
        return view(*args, **kwargs)

    return guarded


def _is_loopback(address: str | None) -> bool:
    try:
        parsed = ip_address((address or "").partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return (mapped or parsed).is_loopback
