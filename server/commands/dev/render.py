"""`render`: look at a simulated table."""

from __future__ import annotations

import argparse
import re
from dataclasses import fields
from pathlib import Path

import cv2

from server.errors import UserError
from server.progress import shown
from vision.gamefiles import game_file
from vision.simulator.camera_model import Camera
from vision.simulator.optics import Conditions
from vision.simulator.render import Rendered, render
from vision.simulator.scene import Scene, SceneError
from vision.simulator.scene_file import read_scene
from vision.simulator.scenes import SCENES, named_scene

NAME = "render"
HELP = "draw a simulated table as a camera would see it"

_CONDITIONS = {
    "brightness": "1 is a well lit table, 0.2 a dim one",
    "uneven": "how much of the light is missing far from the lamp, 0 to 1",
    "vignette": "how much darker the corners are, 0 to 1",
    "warmth": "colour cast: 1 candle light, -1 blue sky",
    "glare": "number of lamp spots on card sleeves",
    "softness": "blur of lens and sensor in pixels",
    "defocus": "radius of the blur disc in pixels",
    "motion": "length of the camera's shake in pixels",
    "noise": "standard deviation of the noise, of 255",
    "jpeg": "JPEG quality before the picture is written, 1 to 100",
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", help="the game, e.g. port_royal")
    parser.add_argument(
        "--scene", default="opening", help=f"{', '.join(SCENES)}, or a TOML file of pieces at poses"
    )
    parser.add_argument("--out", type=Path, required=True, help="the picture to write (.jpg, .png)")
    parser.add_argument("--size", default="4608x2592", help="pixels, e.g. 1280x720")
    parser.add_argument("--seed", type=int, default=0, help="another seed, another table")
    parser.add_argument(
        "--height", type=float, default=Camera().above, help="camera above the table, in mm"
    )
    parser.add_argument("--tilt", type=float, default=0.0, help="degrees from straight down")
    parser.add_argument("--turn", type=float, default=0.0, help="degrees about the camera's axis")
    parser.add_argument(
        "--lens",
        type=float,
        nargs=4,
        default=(0.0, 0.0, 0.0, 0.0),
        metavar=("K1", "K2", "P1", "P2"),
        help="lens distortion",
    )
    for name, words in _CONDITIONS.items():
        whole = name in ("glare", "jpeg")
        parser.add_argument(f"--{name}", type=int if whole else float, help=words)


def run(args: argparse.Namespace) -> int:
    try:
        scene = _scene(args.game, args.scene, args.seed)
        with shown("Drawing the table"):
            rendered = render(scene, _camera(args), args.seed, _conditions(args))
    except ValueError as error:
        raise UserError(str(error)) from error
    _write(args.out, rendered)
    readable = rendered.truth.readable()
    narrowest = min((tag.width for tag in readable.values()), default=0.0)
    height, width = rendered.picture.shape[:2]
    print(
        f"{args.out}: {width} x {height} pixels, {len(scene.pieces)} pieces, "
        f"{len(readable)} tags wholly in sight, the narrowest {narrowest:.1f} pixels."
    )
    return 0


def _scene(game: str, name: str, seed: int) -> Scene:
    game_file(game, "layout.toml", SceneError)
    path = Path(name)
    if path.suffix == ".toml" or path.is_file():
        return read_scene(path, game)
    return named_scene(game, name, seed)


def _camera(args: argparse.Namespace) -> Camera:
    size = re.fullmatch(r"(\d+)x(\d+)", args.size)
    if size is None:
        raise ValueError(f"The size {args.size!r} is not understood; write it like 1280x720.")
    return Camera(
        width=int(size[1]),
        height=int(size[2]),
        above=args.height,
        tilt=args.tilt,
        turn=args.turn,
        lens=tuple(args.lens),
    )


def _conditions(args: argparse.Namespace) -> Conditions:
    given = {field.name: getattr(args, field.name) for field in fields(Conditions)}
    return Conditions(**{name: value for name, value in given.items() if value is not None})


def _write(path: Path, rendered: Rendered) -> None:
    try:
        written = cv2.imwrite(str(path), rendered.picture)
    except cv2.error as error:
        raise UserError(f"{path}: is no kind of picture; name it .jpg or .png.") from error
    if not written:
        raise UserError(f"{path}: cannot be written; is the folder there, and may you write to it?")
