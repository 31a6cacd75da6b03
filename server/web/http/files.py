"""Files that pages are made with: scripts, styles and pictures.

They are read and compressed once. Each is called by what is in it, so that phones keep it for good
and ask for nothing they have: another version of it has another address.
"""

from __future__ import annotations

import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

from flask import Flask, Response, abort, request

from server.web.http.compressed import compressed, is_understood, is_worth_it

FILES = "static"
"""The endpoint."""
_FOR_GOOD = "public, max-age=31536000, immutable"
_ASK_AGAIN = "no-cache"
_BEST = 9
_VERSION = "v"


@dataclass(frozen=True, slots=True)
class _File:
    kind: str
    whole: bytes
    packed: bytes | None
    version: str


def serve_files(app: Flask, folder: Path) -> None:
    """As `url_for("static", filename=...)`; nothing else of the disk can be reached."""
    files = _read(folder)

    def file(name: str) -> Response:
        return _answer(files[name]) if name in files else abort(404)

    def name_version(endpoint: str, values: dict[str, Any]) -> None:
        known = files.get(values.get("filename", "")) if endpoint == FILES else None
        if known is not None:
            values[_VERSION] = known.version

    app.add_url_rule("/static/<path:filename>", FILES, lambda filename: file(filename))
    app.url_defaults(name_version)


def _answer(file: _File) -> Response:
    packs = file.packed is not None and is_understood(request.headers.get("Accept-Encoding", ""))
    answer = Response(file.packed if packs else file.whole, mimetype=file.kind)
    if file.packed is not None:
        answer.vary.add("Accept-Encoding")
    if packs:
        answer.headers["Content-Encoding"] = "gzip"
    named = request.args.get(_VERSION) == file.version
    answer.headers["Cache-Control"] = _FOR_GOOD if named else _ASK_AGAIN
    answer.set_etag(file.version, weak=True)
    # Some browsers play a video only if they are given a part of it.
    answer.make_conditional(
        request, accept_ranges=not packs, complete_length=None if packs else len(file.whole)
    )
    return answer


@cache
def _read(folder: Path) -> Mapping[str, _File]:
    return {path.name: _file(path) for path in folder.iterdir() if path.is_file()}


def _file(path: Path) -> _File:
    whole = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = compressed(whole, _BEST) if is_worth_it(kind, len(whole)) else None
    return _File(kind, whole, packed, sha256(whole).hexdigest()[:12])
