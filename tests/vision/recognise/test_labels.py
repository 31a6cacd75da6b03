"""Labels on bright, dark and patterned surroundings, also where they are darker than those."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from msgspec.structs import replace

from tests.vision.recognise.labels import Pattern, Stuck, Surroundings, stuck_labels
from vision.layout import load_layout
from vision.reading import Picture, Region, Tags
from vision.recognise.tags import TagReader
from vision.registry import load_registry

REGISTRY = load_registry("port_royal")
LABEL = REGISTRY.forms[0].label
CUT = replace(LABEL, margin=LABEL.margin * 0.6)
"""A label that scissors have left little margin of."""
AROUND = [
    Surroundings(pattern, level, paper)
    for pattern in ("plain", "stripes", "checks", "blots")
    for level, paper in ((30, 230), (230, 230), (240, 180), (240, 130), (120, 60), (60, 40))
]

APRILTAG = """
import json, os, sys
import numpy as np
from pupil_apriltags import Detector
detector = Detector(families="tag36h11", nthreads=1, quad_decimate=1.0)
pictures = np.load(sys.argv[1])
print(json.dumps([[tag.tag_id for tag in detector.detect(each)] for each in pictures]), flush=True)
os._exit(0)  # its wrapper crashes when a detector is taken down
"""

Shown = list[tuple[Surroundings, Picture, list[Stuck]]]


@pytest.fixture(scope="module", params=[LABEL, CUT], ids=["whole", "cut"])
def shown(request: pytest.FixtureRequest) -> Shown:
    """A picture of every surroundings."""
    random = np.random.default_rng(5)
    tags = [int(tag) for tag in random.permutation(sorted(REGISTRY.pieces))]
    return [
        (around, *stuck_labels(around, request.param, tags, seed))
        for seed, around in enumerate(AROUND)
    ]


def read(picture: Picture) -> Tags:
    return TagReader(REGISTRY, load_layout("port_royal")).read(picture)


def rightly_read(tags: Tags, labels: list[Stuck]) -> set[int]:
    found = {REGISTRY.tag_of(reading.piece): reading.centre for reading in tags.pieces}
    return {
        stuck.tag
        for stuck in labels
        if stuck.tag in found and np.abs(found[stuck.tag] - stuck.centre).max() < stuck.side / 4
    }


def test_what_apriltag_reads_is_read_and_more_and_nothing_wrongly(
    shown: Shown, tmp_path: Path
) -> None:
    np.save(tmp_path / "pictures.npy", np.stack([picture for _, picture, _ in shown]))
    command = [sys.executable, "-c", APRILTAG, str(tmp_path / "pictures.npy")]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    ours, theirs, all_of_them = 0, 0, 0
    for (around, picture, labels), reference in zip(shown, json.loads(done.stdout), strict=True):
        tags = read(picture)
        right = rightly_read(tags, labels)
        assert len(right) == len(tags.pieces), around
        assert not tags.strangers, around
        assert {stuck.tag for stuck in labels} & set(reference) <= right, around
        ours, theirs = ours + len(right), theirs + len(reference)
        all_of_them += len(labels)
    assert theirs < ours
    assert ours >= 0.98 * all_of_them


def test_a_label_that_was_read_is_read_again_when_only_its_surroundings_are(shown: Shown) -> None:
    before = again = 0
    for _, picture, labels in shown:
        reader = TagReader(REGISTRY, load_layout("port_royal"))
        before += len(rightly_read(reader.read(picture), labels))
        again += len(rightly_read(reader.read(picture, map(_around, labels)), labels))
    assert again >= 0.97 * before


def _around(stuck: Stuck) -> Region:
    wide = int(2 * stuck.side)
    x, y = (int(value - stuck.side) for value in stuck.centre)
    return Region(x, y, wide, wide)


def test_what_stays_unread_on_much_darker_labels_is_mostly_reported(shown: Shown) -> None:
    """A twentieth of the light is left on the label: not every outline is found any more."""
    tags = [stuck.tag for stuck in shown[0][2]]
    unread = reported = 0
    patterns: tuple[Pattern, ...] = ("plain", "stripes", "blots")
    for seed, pattern in enumerate(patterns):
        picture, labels = stuck_labels(Surroundings(pattern, 250, 60), CUT, tags, seed)
        seen = read(picture)
        left = [stuck for stuck in labels if stuck.tag not in rightly_read(seen, labels)]
        unread += len(left)
        centres = [spot.centre for spot in seen.unreadable]
        reported += sum(
            any(np.abs(at - stuck.centre).max() < stuck.side / 2 for at in centres)
            for stuck in left
        )
    assert reported >= unread / 2
