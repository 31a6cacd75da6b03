"""`serve`: the assistant at the table, until it is told to stop."""

from __future__ import annotations

import argparse
import logging
import os
import shlex
import sys
import threading
from collections.abc import Callable, Iterable
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NoReturn

from firmware import notify
from firmware.loudspeaker import Loudspeaker, can_speak
from firmware.own_options import own_options
from rules.games import GAMES, first_game
from rules.text import Text
from server.assistant import Assistant, data_folder
from server.commands.arguments import own_folder, port
from server.commands.demo import let_robots_play
from server.commands.stopping import end_within, stopped_in_time, when_told_to_end
from server.errors import UserError
from server.language.translation import LANGUAGES, translator
from server.live.cameras import AUTO, SIMULATED
from server.live.loud import Loud, sentence
from server.live.messages import View
from server.live.thinker import spare_what_is_there
from server.memory import give_back_large_blocks
from server.store.keys import entry_code, spaced
from server.web import create_app
from server.web.door.names import HostNames
from server.web.http.serving import ALL, WebServer

NAME = "serve"
HELP = "start the assistant (what ./run does without a command)"

_LOOK_EVERY = 60.0
"""Seconds in which three looks are taken whether everything works, where no watchdog asks."""
_PATIENCE = 5.0
"""Seconds in which a page is served."""
_LAST_PAGE = 1.5
"""Seconds in which a phone still gets the page on which it waits."""
_STOPPING = float(os.environ.get("QUARTERMASTER_STOPPING", "8"))
"""Seconds in which everything may close by itself; a computer that is emulated is given more."""

log = logging.getLogger("quartermaster")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--demo",
        nargs="?",
        choices=sorted(GAMES.names),
        const=first_game().name,
        metavar="GAME",
        help="robots play this game, or the first one, on the simulated table, to look at; nothing "
        "is kept",
    )
    parser.add_argument(
        "--camera",
        default=AUTO,
        help="auto, pi, a device such as /dev/video0, the address of a camera on the network, a "
        "folder of pictures, a video, or simulated; with auto, phones can choose",
    )
    parser.add_argument(
        "--data", type=own_folder, default=data_folder(), help="folder of the matches (%(default)s)"
    )
    parser.add_argument(
        "--port", type=port, default=8080, help="port of the pages for phones (%(default)s)"
    )
    parser.add_argument(
        "--bind",
        default=ALL,
        metavar="ADDRESS",
        help="the one address at which phones find the pages; without it, all of this computer",
    )
    parser.add_argument(
        "--aloud",
        type=spoken,
        metavar="LANGUAGE",
        help="say loud events by this computer's loudspeaker in this language: en, it, ru or uk; "
        "needs espeak-ng",
    )
    parser.add_argument(
        "--options",
        type=Path,
        metavar="FILE",
        help="a file of the owner with more options, after QUARTERMASTER_OPTIONS=; what cannot be "
        "used in it is passed over and told",
    )


def spoken(language: str) -> str:
    """A language in which this computer can say something."""
    if language not in LANGUAGES:
        raise argparse.ArgumentTypeError(f"{language} is none of {', '.join(LANGUAGES)}")
    if not can_speak():
        raise argparse.ArgumentTypeError("espeak-ng is not installed; sudo apt install espeak-ng")
    return language


def run(args: argparse.Namespace) -> int:
    if args.demo is None:
        return _until_stopped(args, _say_where)
    with TemporaryDirectory(prefix="quartermaster-demo-") as folder:
        args.camera, args.data = SIMULATED, Path(folder)
        return _until_stopped(args, partial(let_robots_play, args.demo))


def _say_where(_assistant: Assistant, names: HostNames) -> None:
    log.info("Open http://%s/ on a phone or in a browser.", names.short())


def _until_stopped(
    args: argparse.Namespace, running_at: Callable[[Assistant, HostNames], None]
) -> int:
    """Serve the pages. `running_at` is called as soon as they are there."""
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    give_back_large_blocks()
    stopped = threading.Event()

    def stop() -> None:
        if not stopped.is_set():
            end_within(_STOPPING)
        stopped.set()

    when_told_to_end(stop)
    args, told = with_own_options(args)
    again = threading.Event()

    def begin_again() -> None:
        again.set()
        log.info("Beginning again with another camera.")
        threading.Timer(_LAST_PAGE, stop).start()

    with ExitStack() as running:
        web = running.enter_context(WebServer(args.bind, args.port))
        try:
            assistant = running.enter_context(
                Assistant(args.data, args.camera, shown(args.aloud, running), begin_again)
            )
            for text in told:
                assistant.notice(text)
            table = assistant.tableside(web.port)
            app = create_app(table)
            code = spaced(entry_code(args.data))
        except (ValueError, RuntimeError) as error:
            raise UserError(str(error)) from error
        except OSError as error:
            raise UserError(
                f"{error.filename or args.data} cannot be used: {error.strerror or error}. Check "
                "that it belongs to the user who runs Quartermaster."
            ) from error
        log.info("Camera: %s. Matches: %s.", assistant.camera, assistant.store.path)
        match_id = assistant.host.view.match_id
        log.info(f"Going on with match {match_id}." if match_id else "No match is running.")
        web.start(app)
        running.callback(web.stop)  # before the assistant that its pages show
        running_at(assistant, table.names)
        log.info("Phones that ask to join come in by NEXT, held, or by the code %s.", code)
        spare_what_is_there()
        notify.ready("watching the table")
        while not stopped.wait((notify.watchdog_seconds() or _LOOK_EVERY) / 3):
            hangs = assistant.hangs() or (None if web.is_alive(_PATIENCE) else "the web server")
            if hangs is None:
                notify.alive()
            else:
                log.error("No answer from %s.", hangs)
        notify.stopping("stopping")
    log.info("Stopped.")
    if again.is_set() and not notify.is_supervised():  # systemd starts it again by itself
        stopped_in_time()
        os.execv(sys.executable, [sys.executable, *sys.orig_argv[1:]])
    return 0


class _OwnOptions(argparse.ArgumentParser):
    """Says what is wrong with options, instead of ending the program."""

    def error(self, message: str) -> NoReturn:
        raise ValueError(message)


def with_own_options(args: argparse.Namespace) -> tuple[argparse.Namespace, list[Text]]:
    """What is wanted, also by the owner's file as far as it can be used; and what cannot."""
    if args.options is None:
        return args, []
    parser = _OwnOptions(add_help=False)
    add_arguments(parser)
    file = args.options
    words, wrong = own_options(file)
    for option in _options(words):
        try:
            args = parser.parse_args(option, argparse.Namespace(**vars(args)))
        except (ValueError, OSError) as error:
            wrong.append(f"{shlex.join(option)}: {error}.")
    return args, [
        Text(
            "An option was ignored. {what} Correct it in {file}, then restart Quartermaster.",
            file=file,
            what=what,
        )
        for what in wrong
    ]


def _options(words: Iterable[str]) -> list[list[str]]:
    """Each with what was said to it."""
    options = list[list[str]]()
    for word in words:
        if word.startswith("-") or not options:
            options.append([])
        options[-1].append(word)
    return options


def shown(language: str | None, running: ExitStack) -> Callable[[View], None]:
    """What is done with every view: it is logged, and perhaps said aloud."""
    if language is None:
        return _log_view
    loudspeaker, words = Loudspeaker(language), translator(language)
    running.callback(loudspeaker.close)
    said: Loud | None = None

    def show(view: View) -> None:
        nonlocal said
        _log_view(view)
        if view.loud is not None and view.loud is not said:
            loudspeaker.say(". ".join(map(words.text, map(sentence, view.loud.events))))
        said = view.loud

    return show


def _log_view(view: View) -> None:
    for piece, reason in view.wrong.items():
        log.info("%s: %s", piece.name, reason)
    for text in (*view.unclear, *([view.said] if view.said else ())):
        log.info("%s", text)
    for asked in view.match.choice.questions if view.match and view.match.choice else ():
        log.info("%s: %s [%s: %s]", asked.who, asked.prompt, view.lamp, view.status.text)
