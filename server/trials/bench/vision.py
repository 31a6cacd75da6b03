"""Reading a table of 120 tagged cards at 12 megapixels: ours beside ArUco and AprilTag 3.

All readers get the same rendered picture, on one core. AprilTag 3 runs in a process of its own,
since its wrapper crashes when a detector is taken down; so does the measurement of memory, which
the rendering would spoil.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from server.progress import through
from vision.layout import load_layout
from vision.locate.places import looking
from vision.picture_source import Frame, shrunk_grey
from vision.reading import FloatArray, Picture, Tags, merged
from vision.recognise.tags import TagReader
from vision.registry import DICTIONARY, Registry, load_registry
from vision.simulator.camera_model import Camera
from vision.simulator.optics import Conditions
from vision.simulator.render import Rendered, render
from vision.simulator.scene import Scene
from vision.simulator.scenes import named_scene
from vision.watching.change import Differ, enlarged, patches
from vision.watching.watch import Watch

CAMERA = Camera(above=980.0, tilt=8.0, lens=(-0.03, 0.01, 0.0, 0.0))
EVENING = Conditions(brightness=0.7, uneven=0.5, warmth=0.5, defocus=1.0, noise=4.0)
"""An ordinary evening: one lamp, a lens not quite in focus, a sensor at a higher gain."""
READERS = ("aruco_default", "aruco_tuned", "apriltag3", "ours")
ROUNDS = 5

Found = list[tuple[int, FloatArray]]
"""Tag ids and the middles of the tags."""


def measure() -> dict[str, Any]:
    threads = cv2.getNumThreads()
    cv2.setNumThreads(1)
    try:
        return _measured()
    finally:
        cv2.setNumThreads(threads)


def _measured() -> dict[str, Any]:
    scene = named_scene("port_royal", "full", 1)
    before = render(scene, CAMERA, 1, EVENING)
    changed_scene, moved = _three_moved(scene)
    # The same seed, so that the lamp stays where it was; the noise is made another one.
    after = render(changed_scene, CAMERA, 1, EVENING)
    _add_noise(after.picture)
    reader = TagReader(scene.registry, scene.layout)

    readers: dict[str, Callable[[Picture], Found]] = {
        "aruco_default": _aruco(cv2.aruco.DetectorParameters()),
        "aruco_tuned": _aruco(_tuned()),
        "ours": lambda picture: _listed(reader.read(picture), scene.registry),
    }
    rows = {
        name: _row(read, before) for name, read in through("reader", readers.items(), len(readers))
    }
    with TemporaryDirectory() as folder:
        path = Path(folder) / "picture.npy"
        np.save(path, before.picture)
        listed, seconds = _in_own_process("apriltag_main", path)
        found = [(number, np.array(at)) for number, at in listed]
        rows["apriltag3"] = _scored(found, seconds, before)
        memory = _in_own_process("memory_main", path)
    # AprilTag 3 cannot be the fastest: it does several times the work of ArUco's default.
    fastest = min(readers, key=lambda name: float(rows[name]["whole_s"]))
    whole = partial(readers[fastest], before.picture)
    changed = _three_changed(reader, before, after, moved)
    still = idle(reader, scene, before.picture)
    return {
        "megapixels": round(before.picture.shape[0] * before.picture.shape[1] / 1e6, 1),
        "pieces": len(scene.pieces),
        "readers": {name: rows[name] for name in READERS},
        "three_changed_ratio": round(times_cheaper(whole, changed, 8), 1),
        "idle_ratio": round(times_cheaper(whole, still, 100), 1),
        "memory_mb": memory,
    }


def as_text(figures: dict[str, Any]) -> str:
    rows = [
        f"{figures['pieces']} pieces in {figures['megapixels']} megapixels, on one core",
        f"{'reader':14} {'recall':>7} {'wrong':>6} {'seconds':>8}",
    ]
    for name, row in figures["readers"].items():
        rows.append(f"{name:14} {row['recall']:7.1%} {row['wrong']:6} {row['whole_s']:8.3f}")
    return "\n".join(
        [
            *rows,
            "Against the fastest of them reading the whole picture, ours is cheaper by",
            f"  three changed cards  {figures['three_changed_ratio']:8.1f} times",
            f"  idle frame           {figures['idle_ratio']:8.1f} times",
            f"Memory while watching: {figures['memory_mb']} MB",
        ]
    )


def _seconds(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The least of several runs, in seconds of this thread: a busy machine does not count."""
    best = float("inf")
    for _ in range(rounds):
        start = time.thread_time()
        work()
        best = min(best, time.thread_time() - start)
    return best


def times_cheaper(whole: Callable[[], object], part: Callable[[], object], parts: int) -> float:
    """How often a part fits into the whole: run in turns, so that a busy moment hits both."""
    ratios = []
    for _ in range(ROUNDS):
        seconds = _seconds(whole, 1)
        start = time.thread_time()
        for _ in range(parts):
            part()
        ratios.append(seconds * parts / (time.thread_time() - start))
    return median(ratios)


def _row(reader: Callable[[Picture], Found], rendered: Rendered) -> dict[str, Any]:
    found = reader(rendered.picture)
    return _scored(found, _seconds(lambda: reader(rendered.picture)), rendered)


def _scored(found: Found, seconds: float, rendered: Rendered) -> dict[str, Any]:
    truth = rendered.truth
    there = {tag.id: tag for tag in truth.mat_tags}
    there.update({seen.tag.id: seen.tag for seen in truth.pieces if seen.tag})

    def is_right(number: int, at: FloatArray) -> bool:
        tag = there.get(number)
        return tag is not None and bool(np.abs(tag.corners.mean(axis=0) - at).max() < tag.width / 2)

    right = [number for number, at in found if is_right(number, at)]
    wanted = {tag.id for tag in truth.readable().values()}
    return {
        "recall": round(len(wanted & set(right)) / len(wanted), 4),
        "wrong": len(found) - len(right),
        "whole_s": round(seconds, 4),
    }


def _listed(tags: Tags, registry: Registry) -> Found:
    pieces = [(registry.tag_of(reading.piece), reading.centre) for reading in tags.pieces]
    frames = [(tag.id, tag.centre) for tag in tags.mats]
    return [*pieces, *frames, *((tag.id, tag.centre) for tag in tags.strangers)]


def _aruco(settings: cv2.aruco.DetectorParameters) -> Callable[[Picture], Found]:
    family = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    detector = cv2.aruco.ArucoDetector(family, settings)

    def read(picture: Picture) -> Found:
        corners, ids, _ = detector.detectMarkers(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY))
        middles = [np.asarray(quad, np.float64).reshape(4, 2).mean(axis=0) for quad in corners]
        numbers = [] if ids is None else [int(number) for number in ids.ravel()]
        return list(zip(numbers, middles, strict=True))

    return read


def _tuned() -> cv2.aruco.DetectorParameters:
    """ArUco at the best recall found for it: all sizes, more thresholds, all nested squares."""
    settings = cv2.aruco.DetectorParameters()
    settings.minMarkerPerimeterRate = 0.01
    settings.adaptiveThreshWinSizeMin = 5
    settings.adaptiveThreshWinSizeMax = 45
    settings.adaptiveThreshWinSizeStep = 4
    settings.minMarkerDistanceRate = 0.02
    settings.polygonalApproxAccuracyRate = 0.05
    settings.perspectiveRemovePixelPerCell = 8
    settings.perspectiveRemoveIgnoredMarginPerCell = 0.3
    settings.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    return settings


def _three_moved(scene: Scene) -> tuple[Scene, Sequence[str]]:
    """The same table with three cards pushed a little."""
    pieces = list(scene.pieces)
    chosen = [len(pieces) // 6, len(pieces) // 2, len(pieces) - 5]
    for n in chosen:
        pose = pieces[n].pose
        pieces[n] = replace(pieces[n], pose=replace(pose, x=pose.x + 2.5, angle=pose.angle + 2))
    return replace(scene, pieces=tuple(pieces)), [pieces[n].piece for n in chosen]


def _add_noise(picture: Picture) -> None:
    noise = np.empty(picture.shape[:2], np.int8)
    cv2.randn(noise, np.zeros(1), np.full(1, EVENING.noise))
    picture[:] = np.clip(picture.astype(np.int16) + noise[..., None], 0, 255)


def _three_changed(
    reader: TagReader, before: Rendered, after: Rendered, moved: Sequence[str]
) -> Callable[[], object]:
    """Finding out where three cards lie now: what differs, and the tags there."""
    differ = Differ()
    old, small = shrunk_grey(before.picture), shrunk_grey(after.picture)

    def work() -> Tags:
        changed = patches(differ.mask(old, small))
        regions = merged(enlarged(patch.box, small, after.picture) for patch in changed)
        return reader.read(after.picture, regions)

    seen = {reading.piece for reading in work().pieces}
    lost = set(moved) - seen
    if lost:
        raise RuntimeError(f"Of three changed cards, {', '.join(sorted(lost))} was not read.")
    return work


def idle(reader: TagReader, scene: Scene, picture: Picture) -> Callable[[], object]:
    """Looking at a frame in which nothing happens; the camera gives the small picture as well."""
    watch = Watch(reader, looking(scene.layout, scene.registry))
    height, width = picture.shape[:2]
    small = shrunk_grey(picture)
    now = 0.0

    def see() -> None:
        nonlocal now
        now += 0.1
        watch.see(Frame(small, (width, height), lambda: picture, now))

    while watch.state != "still":
        see()
    return see


def _in_own_process(main: str, path: Path) -> Any:
    code = f"import sys; from server.trials.bench import vision; vision.{main}(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(path)], capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise RuntimeError(f"The measurement {main} failed: {done.stderr.strip()}")
    return json.loads(done.stdout)


def apriltag_main(path: str) -> None:
    """Prints what AprilTag 3 finds in a picture, and its seconds."""
    from pupil_apriltags import Detector

    picture = np.load(path)
    # Its default halves the picture first, which loses tags of this size.
    detector = Detector(families="tag36h11", nthreads=1, quad_decimate=1.0)

    def read() -> list[Any]:
        return list(detector.detect(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)))

    found = [(int(tag.tag_id), list(map(float, tag.center))) for tag in read()]
    print(json.dumps((found, _seconds(read, 3))), flush=True)
    os._exit(0)


def memory_main(path: str) -> None:
    """Prints the most megabytes in use while a table is read as a whole and then watched."""
    picture = np.load(path)
    scene = Scene(load_layout("port_royal"), load_registry("port_royal"))
    see = idle(TagReader(scene.registry, scene.layout), scene, picture)
    for _ in range(100):
        see()
    status = Path("/proc/self/status").read_text(encoding="ascii")
    peak = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    print(round(int(peak.split()[1]) / 1024))
