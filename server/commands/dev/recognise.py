"""`recognise`: names the cards in a photograph by their pictures, and by the numbers on them."""

from __future__ import annotations

import argparse
import json
from contextlib import closing
from pathlib import Path
from typing import Any

from server.commands.dev.pictures import picture
from server.errors import UserError
from vision.reading import FloatArray, Picture
from vision.recognise.album import load_album
from vision.recognise.found import Art, PictureReader
from vision.recognise.number_process import NumberProcess
from vision.recognise.numbers import NumberWitness, numbers_of

NAME = "recognise"
HELP = "name the cards in a photograph by their pictures and the numbers printed on them"
_PATIENCE = 60.0
"""Seconds for all the numbers of a photograph."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the game, e.g. port_royal")
    parser.add_argument("picture", type=Path, help="a photograph of cards on a table")
    parser.add_argument("--album", type=Path, required=True, help="the album, e.g. cards.album")
    parser.add_argument("--json", action="store_true", help="print JSON")


def run(args: argparse.Namespace) -> int:
    try:
        album = load_album(args.album, args.game)
        art = _recognised(args.game, album.reader(), picture(args.picture))
    except ValueError as error:
        raise UserError(str(error)) from error
    print(json.dumps(_figures(art)) if args.json else _text(art))
    return 0


def _recognised(game: str, reader: PictureReader, photograph: Picture) -> Art:
    art, printed = reader.read(photograph), numbers_of(game)
    if printed is None:
        return art
    with closing(NumberProcess(patience=_PATIENCE)) as process:
        witness = NumberWitness(printed, process)
        witness.judge(photograph, art, None, reader.kinds)
        witness.wait(_PATIENCE)
        return witness.judge(photograph, art, None, reader.kinds)


def _figures(art: Art) -> dict[str, Any]:
    return {
        "cards": [
            {
                "kind": reading.piece,
                "corners": _rounded(reading.corners),
                "how": reading.how,
                "confidence": round(reading.confidence, 3),
            }
            for reading in art.readings
        ],
        "unknown": [
            {
                "corners": _rounded(spot.corners),
                "why": str(spot.why),
                "candidates": list(spot.candidates),
            }
            for spot in art.unreadable
        ],
    }


def _rounded(corners: FloatArray) -> list[list[float]]:
    return [[round(float(value), 1) for value in corner] for corner in corners]


def _text(art: Art) -> str:
    rows = []
    for reading in art.readings:
        x, y = reading.centre
        rows.append(f"{reading.piece:32} at {x:.0f}, {y:.0f}  confidence {reading.confidence:.2f}")
    for spot in art.unreadable:
        x, y = spot.centre
        perhaps = f"; perhaps {', '.join(spot.candidates)}" if spot.candidates else ""
        rows.append(f"{'?':32} at {x:.0f}, {y:.0f}  {spot.why}{perhaps}")
    return "\n".join(rows) or "No card was found in the picture."
