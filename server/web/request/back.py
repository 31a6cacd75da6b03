"""Where a phone goes after a form: to the page it came from."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import request


def back(otherwise: str = "/") -> str:
    """The path of the page with the form, never one of another site."""
    came_from = urlsplit(request.headers.get("Referer", ""))
    if came_from.netloc != request.host or not came_from.path.startswith("/"):
        return otherwise
    if came_from.path.startswith("//") or "\\" in came_from.path:
        return otherwise
    return came_from.path + (f"?{came_from.query}" if came_from.query else "")
