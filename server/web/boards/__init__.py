"""What a game draws in its own way: the faces of its pieces, and its board if it has one."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from markupsafe import Markup

from server.web.boards import port_royal
from server.web.cards import Face, Scenery

FACES: Mapping[str, Mapping[str, Face]] = {"port_royal": port_royal.FACES}
"""By game and kind of piece."""

BOARDS: Mapping[str, Callable[[Scenery], Markup]] = {}
"""By game; the others are drawn place by place."""
