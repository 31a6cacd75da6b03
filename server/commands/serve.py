"""`serve`: the assistant at the table, until it is told to stop."""

from __future__ import annotations

import argparse
import logging
import signal
import threading
from pathlib import Path
from types import FrameType

from firmware import notify
from server.assistant import Assistant, data_folder, find_camera
from server.errors import UserError
from server.host import View

NAME = "serve"
HELP = "start the assistant (what ./run does without a command)"

log = logging.getLogger("quartermaster")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--camera",
        default="auto",
        help="auto, pi, a device such as /dev/video0, a folder of pictures, a video, or simulated",
    )
    parser.add_argument(
        "--data", type=Path, default=data_folder(), help="folder of the matches (%(default)s)"
    )


def run(args: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    camera = find_camera() if args.camera == "auto" else args.camera
    try:
        assistant = Assistant(args.data, camera, _log_view)
    except (ValueError, RuntimeError) as error:
        raise UserError(str(error)) from error
    log.info("Camera: %s. Matches: %s.", camera, assistant.store.path)
    with assistant:
        running = assistant.host.view.match_id
        log.info(f"Going on with match {running}." if running else "No match is running.")
        notify.ready("watching the table")
        seconds = notify.watchdog_seconds()
        while not stopped.wait(seconds / 3 if seconds else None):
            if assistant.is_alive():
                notify.alive()
        notify.stopping("stopping")
    log.info("Stopped.")
    return 0


def _log_view(view: View) -> None:
    for piece, reason in view.wrong.items():
        log.info("%s: %s", piece.name, reason)
    for text in (*view.unclear, *([view.said] if view.said else ())):
        log.info("%s", text)
    if view.match and view.match.choice:
        choice = view.match.choice
        log.info("%s: %s [%s]", choice.who, choice.prompt, view.lamp)
