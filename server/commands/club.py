"""`club`: the board of many tables, on any computer in their network."""

from __future__ import annotations

import argparse
import logging
import threading
from contextlib import ExitStack
from pathlib import Path

from server.assistant import data_folder
from server.club import broker as brokers
from server.club.opening import open_club
from server.club.organiser import new_passphrase
from server.club.pages import create_app
from server.club.pages.clubhouse import file_address, open_house
from server.club.replays import Replays
from server.club.results import ended_matches, settle_again
from server.club.settling import catch_up
from server.commands.arguments import folder, own_folder, port
from server.commands.stopping import end_within, when_told_to_end
from server.errors import UserError
from server.progress import shown
from server.web.door.names import HostNames
from server.web.http.serving import ALL, WebServer

NAME = "club"
HELP = "the club of many tables: its board, players and tournaments; first with --init"

_PORT = 8090
_FOLDER = data_folder() / "club"
_STOPPING = 8.0
"""Seconds in which everything may close by itself."""

log = logging.getLogger("quartermaster")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--init", action="store_true", help="make a club: broker, access rules, a passphrase"
    )
    parser.add_argument(
        "--new-passphrase", action="store_true", help="for an organiser who has lost the first one"
    )
    parser.add_argument(
        "--count-again",
        action="store_true",
        help="make all results and ratings anew from the journals, while the club is closed",
    )
    parser.add_argument("--name", default="club", help="of the club, with --init (%(default)s)")
    parser.add_argument(
        "--host",
        metavar="ADDRESS",
        help="where tables find this computer, with --init; without it, by its present address",
    )
    parser.add_argument(
        "--broker-port", type=port, metavar="PORT", help="of the broker, with --init (1884 or 8883)"
    )
    parser.add_argument(
        "--certificates",
        type=folder,
        metavar="FOLDER",
        help="with ca.crt, server.crt and server.key, with --init: tables then speak by TLS",
    )
    parser.add_argument(
        "--folder", type=own_folder, default=_FOLDER, help="of the club (%(default)s)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        help="as postgresql+psycopg://user@host/name; without it, a file in the club's folder",
    )
    parser.add_argument(
        "--broker",
        action="store_true",
        help="the club's broker runs already, with the files in the club's folder: start none",
    )
    parser.add_argument("--port", type=port, default=_PORT, help="of the pages (%(default)s)")
    parser.add_argument(
        "--bind",
        default=ALL,
        metavar="ADDRESS",
        help="the one address at which the pages are; without it, all of this computer",
    )


def run(args: argparse.Namespace) -> int:
    if args.init:
        return _init(args)
    if args.new_passphrase:
        brokers.load(args.folder)
        _say_passphrase(new_passphrase(args.folder))
        return 0
    if args.count_again:
        return _count_again(args.folder, args.database)
    return _open(args)


def _init(args: argparse.Namespace) -> int:
    folder, address = args.folder, args.host or HostNames(80).short()
    try:
        broker = brokers.init(folder, args.name, address, args.certificates, args.broker_port)
        passphrase = new_passphrase(folder)
    except OSError as error:
        raise UserError(
            f"{error.filename or folder} cannot be used: {error.strerror or error}."
        ) from error
    print(f"The club {broker.club} is in {folder}.")
    print(f"Tables will speak to the broker at {broker.host}, port {broker.port}.")
    if args.host is None:
        print("If this computer may get another address, make the club with --host NAME instead.")
    _say_passphrase(passphrase)
    elsewhere = "" if folder == _FOLDER else f" --folder {folder}"
    print(f"Now open it: ./run club{elsewhere}")
    return 0


def _count_again(folder: Path, database: str | None) -> int:
    brokers.load(folder)
    engine = open_club(database or file_address(folder))
    settle_again(engine)
    with shown("Counting all results again"):
        catch_up(engine, Replays(engine))
    with engine.connect() as db:
        ended = ended_matches(db)
    engine.dispose()
    left_out = [each for each in ended if each.trouble is not None]
    print(f"Results: {len(ended) - len(left_out)}")
    for each in left_out:
        print(f"Match {each.match} of table {each.table} does not count: {each.trouble}")
    return 0


def _say_passphrase(passphrase: str) -> None:
    print(f"The organiser signs in with {passphrase}")
    print("Write it down: it is shown only now.")


def _open(args: argparse.Namespace) -> int:
    broker = brokers.load(args.folder)
    logging.basicConfig(level=logging.INFO, format="%(message)s")
    stopped = threading.Event()

    def stop() -> None:
        if not stopped.is_set():
            end_within(_STOPPING)
        stopped.set()

    when_told_to_end(stop)
    with ExitStack() as running:
        web = running.enter_context(WebServer(args.bind, args.port))
        house = running.enter_context(
            open_house(args.folder, broker, args.database, web.port, not args.broker)
        )
        web.start(create_app(house))
        running.callback(web.stop)  # before the club that its pages show
        log.info("The club %s: http://%s/", broker.club, house.names.short())
        stopped.wait()
    log.info("Stopped.")
    return 0
