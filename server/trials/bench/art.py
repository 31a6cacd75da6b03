"""Cards without labels, known by their pictures: hard faces, and decks never seen before.

`conditions` are of the hard faces of Port Royal with every card in the album, named by condition
and pixels a millimetre: `warm 2.7`. `stranger` are the same of decks by which no threshold was
chosen. `half_album` are both again with an album that lacks half of the cards: `cards` and `recall`
count those that it has, `wrong` also those that it lacks and that were named all the same.

`cost` is reading one changed card beside reading a tag in a region of that size, and an idle frame
of a table of such cards beside one of labelled cards.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import cache, partial
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import cv2

from server.progress import through
from server.trials.bench.vision import CAMERA, idle, times_cheaper
from vision.layout import Pose
from vision.measure.art import CONDITIONS, SCALES, Condition, enrolled, half_of, tables
from vision.measure.score import Score
from vision.reading import Region
from vision.recognise.album import Album, load_album
from vision.recognise.found import PictureReader
from vision.recognise.tags import TagReader
from vision.simulator.camera_model import Camera
from vision.simulator.render import render
from vision.simulator.scene import Deck, PlacedPiece, Scene
from vision.simulator.scenes import named_scene

GAME = "port_royal"
TABLES = 20
HARD = Deck("hard")
STRANGERS = (Deck("stranger", 7001), Deck("stranger", 7002))
_CARDS = 6
"""Cards whose cost is measured."""


class _Cell(NamedTuple):
    """One condition at one size, of one deck."""

    deck: Deck
    condition: int
    px_per_mm: float
    seeds: range

    @property
    def name(self) -> str:
        return f"{CONDITIONS[self.condition].name} {self.px_per_mm}"


def measure(tables: int = TABLES) -> dict[str, Any]:
    with TemporaryDirectory() as folder:
        decks = (HARD, *STRANGERS) if tables > 1 else (HARD, STRANGERS[0])
        with ProcessPoolExecutor(os.cpu_count(), get_context("spawn")) as pool:
            list(through("deck", pool.map(partial(_enrol, folder), decks), len(decks)))
            cells = [cell for deck in decks for cell in _cells(deck, tables, len(decks) - 1)]
            scores = list(
                through("condition", pool.map(partial(_score, folder), cells), len(cells))
            )
        album = load_album(_album_file(folder, HARD), GAME)
    whole: dict[str, Score] = {}
    strange: dict[str, Score] = {}
    halves: dict[str, Score] = {}
    for cell, (full, half) in zip(cells, scores, strict=True):
        into = whole if cell.deck == HARD else strange
        into.setdefault(cell.name, Score()).include(full)
        halves.setdefault(cell.name, Score()).include(half)
    every = [*whole.values(), *strange.values(), *halves.values()]
    return {
        "conditions": _rows(whole),
        "stranger": _rows(strange),
        "half_album": _rows(halves),
        "readings": sum(score.looks for score in every),
        "wrong": sum(score.wrong for score in every),
        "cost": _cost(album),
    }


def as_text(figures: dict[str, Any]) -> str:
    rows = [f"{'':14} {'hard faces':>20} {'stranger':>20} {'half album':>20}"]
    for name in figures["conditions"]:
        parts = [figures[group][name] for group in ("conditions", "stranger", "half_album")]
        rows.append(
            f"{name:14} "
            + " ".join(f"{part['recall']:8.1%} wrong {part['wrong']:5}" for part in parts)
        )
    cost = figures["cost"]
    return "\n".join(
        [
            *rows,
            f"{figures['readings']} readings, {figures['wrong']} wrong",
            f"one changed card costs {cost['card_over_tag_region']} times a tag, "
            f"an idle frame {cost['idle_ratio']} times that of labelled cards",
        ]
    )


def _cells(deck: Deck, count: int, strangers: int) -> Iterable[_Cell]:
    """The tables of strangers are shared out among their decks."""
    share = count if deck == HARD else -(-count // strangers)
    for number in range(len(CONDITIONS)):
        for scale in SCALES:
            first = 10_000 * (number + 1) + deck.seed
            yield _Cell(deck, number, scale, range(first, first + share))


def _album_file(folder: str, deck: Deck) -> Path:
    return Path(folder) / f"{deck.style}-{deck.seed}.album"


def _enrol(folder: str, deck: Deck) -> None:
    cv2.setNumThreads(1)
    enrolled(GAME, deck).save(_album_file(folder, deck))


@cache
def _album(path: Path) -> Album:
    return load_album(path, GAME)


def _score(folder: str, cell: _Cell) -> tuple[Score, Score]:
    cv2.setNumThreads(1)
    condition: Condition = CONDITIONS[cell.condition]
    album = _album(_album_file(folder, cell.deck))
    # Readers learn how large cards are, and no camera moves about: they are new for each size.
    readers = (album.reader(), half_of(album, 1))
    scores = (Score(), Score())
    for table in tables(GAME, condition, cell.px_per_mm, cell.deck, cell.seeds):
        for score, reader in zip(scores, readers, strict=True):
            score.include(table.score(reader.read(table.picture), reader.kinds))
    return scores


def _rows(scores: dict[str, Score]) -> dict[str, dict[str, Any]]:
    return {
        name: {
            "cards": score.wanted,
            "recall": round(score.recall, 4),
            "wrong": score.wrong,
            "unknown": score.wanted - score.read,
        }
        for name, score in scores.items()
    }


def _cost(album: Album) -> dict[str, float]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return {
            "card_over_tag_region": round(_card_over_tag(album.reader()), 1),
            "idle_ratio": round(_idle_ratio(), 2),
        }
    finally:
        cv2.setNumThreads(threads)


def _card_over_tag(reader: PictureReader) -> float:
    """One card by its picture, by the time of a tag in a region of the same size."""
    bare, labelled = _same_table(None), _same_table("own")
    regions = [_around(seen.outline) for seen in bare.truth.pieces]
    scene = _scene(None)
    tags = TagReader(scene.registry, scene.layout)
    tags.read(labelled.picture)  # so that it knows how large tags are here
    if len(reader.read(bare.picture, regions).readings) < len(regions):
        raise RuntimeError("Not every card whose cost is measured is known.")

    def all_of(read: Callable[[list[Region]], object]) -> None:
        for region in regions:
            read([region])

    by_picture = partial(all_of, partial(reader.read, bare.picture))
    by_tag = partial(all_of, partial(tags.read, labelled.picture))
    return times_cheaper(by_picture, by_tag, 4)


def _around(outline: Any) -> Region:
    low, high = outline.min(axis=0).astype(int), outline.max(axis=0).astype(int) + 1
    return Region(int(low[0]), int(low[1]), int(high[0] - low[0]), int(high[1] - low[1]))


def _scene(tag: Any) -> Scene:
    """Some cards beside each other, with labels or as they are."""
    full = named_scene(GAME, "full", 1)
    pieces = tuple(
        PlacedPiece(placed.piece, Pose(400 + 75.0 * number, 345, 2.0 * number), tag=tag)
        for number, placed in enumerate(full.pieces[:_CARDS])
    )
    return replace(full, pieces=pieces, mats=(), underlays=(), deck=HARD)


def _same_table(tag: Any) -> Any:
    return render(_scene(tag), Camera(above=985.0), 3)


def _idle_ratio() -> float:
    """An idle frame of cards as they are, by one of labelled cards."""
    full = named_scene(GAME, "full", 1)
    reader = TagReader(full.registry, full.layout)
    bare = replace(
        full, deck=HARD, pieces=tuple(replace(placed, tag=None) for placed in full.pieces)
    )
    sees = [idle(reader, scene, render(scene, CAMERA, 1).picture) for scene in (bare, full)]

    def often(see: Callable[[], object]) -> None:
        for _ in range(50):
            see()

    return times_cheaper(partial(often, sees[0]), partial(often, sees[1]), 1)
