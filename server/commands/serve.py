"""`serve`: the assistant at the table, until it is told to stop."""

from __future__ import annotations

import argparse
import logging
import signal
import threading
from contextlib import ExitStack
from pathlib import Path
from types import FrameType

from firmware import notify
from server.assistant import Assistant, data_folder, find_camera
from server.errors import UserError
from server.host import View
from server.web import create_app
from server.web.serving import ALL, WebServer

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
    parser.add_argument(
        "--port", type=_port, default=8080, help="port of the pages for phones (%(default)s)"
    )
    parser.add_argument(
        "--bind",
        default=ALL,
        metavar="ADDRESS",
        help="the one address at which phones find the pages; without it, all of this computer",
    )


def run(args: argparse.Namespace) -> int:
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    stopped = threading.Event()

    def stop(_number: int, _frame: FrameType | None) -> None:
        stopped.set()

    signal.signal(signal.SIGTERM, stop)
    signal.signal(signal.SIGINT, stop)
    camera = find_camera() if args.camera == "auto" else args.camera
    with ExitStack() as running:
        web = running.enter_context(WebServer(args.bind, args.port))
        try:
            assistant = running.enter_context(Assistant(args.data, camera, _log_view))
        except (ValueError, RuntimeError) as error:
            raise UserError(str(error)) from error
        log.info("Camera: %s. Matches: %s.", camera, assistant.store.path)
        match_id = assistant.host.view.match_id
        log.info(f"Going on with match {match_id}." if match_id else "No match is running.")
        table = assistant.tableside(web.port)
        web.start(create_app(table))
        running.callback(web.stop)  # before the assistant that its pages show
        log.info("Open http://%s/ on a phone or in a browser.", table.names.short())
        notify.ready("watching the table")
        seconds = notify.watchdog_seconds()
        while not stopped.wait(seconds / 3 if seconds else None):
            if assistant.is_alive() and web.is_alive():
                notify.alive()
        notify.stopping("stopping")
    log.info("Stopped.")
    return 0


def _port(text: str) -> int:
    if text.isdecimal() and int(text) <= 65535:
        return int(text)
    raise argparse.ArgumentTypeError(f"{text} is not a port; give a number up to 65535.")


def _log_view(view: View) -> None:
    for piece, reason in view.wrong.items():
        log.info("%s: %s", piece.name, reason)
    for text in (*view.unclear, *([view.said] if view.said else ())):
        log.info("%s", text)
    if view.match and view.match.choice:
        choice = view.match.choice
        log.info("%s: %s [%s]", choice.who, choice.prompt, view.lamp)
