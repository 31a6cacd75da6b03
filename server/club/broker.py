"""The club's broker: who may speak there, and as whom.

`./run club --init` writes what Mosquitto needs into the club's folder: a configuration, a file of
passwords, and access rules by which a table writes only under its own name.
"""

from __future__ import annotations

import base64
import hashlib
import json
import os
import secrets
import threading
from dataclasses import asdict, dataclass
from pathlib import Path

from server.club.certificates import CERTIFICATE, KEY, check_certificates
from server.errors import UserError
from server.member.home_assistant import PREFIX
from server.member.invitation import Invitation
from server.store.atomic_file import write_whole
from server.wire.fields import LONGEST
from server.wire.topics import KEPT, ROOT, TABLE_WRITES, is_name, of_all_tables

BROKER = "broker.json"
PASSWORDS = "passwords"
RULES = "access"
CONFIGURATION = "mosquitto.conf"
PORT = 1884
"""Not 1883: that is taken by Debian's own Mosquitto, which speaks to its own computer only."""
TLS_PORT = 8883
CLUB = "club"
"""As whom the club itself signs in; no table can be called so."""
HOME = "home"
"""As whom Home Assistant signs in, which may read how things stand; nor can one be called this."""
_ROUNDS = 101
"""Of PBKDF2, as by Mosquitto's own tool: these passwords are long and random anyway."""
_CHANGING = threading.Lock()


@dataclass(frozen=True, slots=True)
class Broker:
    """Where the broker is, and as whom the club speaks there."""

    club: str
    host: str
    port: int
    user: str
    password: str
    ca: str = ""
    """How its certificate is known, as `server/wire/trust.py` reads it; empty if it has none."""
    home_password: str = ""
    """Of Home Assistant."""


def init(
    folder: Path, club: str, host: str, certificates: Path | None = None, port: int | None = None
) -> Broker:
    """Make the club's folder: credentials, access rules and the broker's configuration.

    With a folder of certificates everything is encrypted, and tables know the broker by them.
    """
    if not is_name(club):
        raise UserError(
            f"A club's name has small letters, digits and hyphens, at most 40; not {club!r}."
        )
    if (folder / BROKER).exists():
        raise UserError(
            f"{folder} is the folder of a club already. Use it, or delete it first: then all "
            "tables have to join again."
        )
    ca = check_certificates(certificates, host) if certificates else ""
    folder.mkdir(parents=True, exist_ok=True)
    port = port or (TLS_PORT if certificates else PORT)
    ours, home = secrets.token_urlsafe(24), secrets.token_urlsafe(24)
    broker = Broker(club, host, port, CLUB, ours, ca, home)
    _secret(folder / PASSWORDS, _line(CLUB, ours) + _line(HOME, home))
    _secret(folder / RULES, rules(broker))
    _secret(folder / CONFIGURATION, configuration(folder, port, certificates))
    _secret(folder / BROKER, json.dumps(asdict(broker), indent=1))
    return broker


def load(folder: Path) -> Broker:
    try:
        return Broker(**json.loads((folder / BROKER).read_text(encoding="utf-8")))
    except FileNotFoundError as error:
        raise UserError(
            f"{folder} is not the folder of a club. Make it: ./run club --init"
        ) from error
    except (ValueError, TypeError) as error:
        raise UserError(f"{folder / BROKER} cannot be read ({error}).") from error


def invite(folder: Path, broker: Broker, table: str, name: str, pages: str) -> Invitation:
    """Credentials for one more table, or new ones for a table that has lost its own.

    The broker has to read its files again afterwards (`BrokerProcess.reload`).
    """
    if not is_name(table) or table in (CLUB, HOME):
        raise UserError(
            f"A table's name has small letters, digits and hyphens, at most 40, and is neither "
            f"{CLUB} nor {HOME}; {table!r} cannot be one."
        )
    password = secrets.token_urlsafe(24)
    _change_passwords(folder, table, _line(table, password))
    return Invitation(
        club=broker.club,
        table=table,
        name=name,
        host=broker.host,
        port=broker.port,
        password=password,
        ca=broker.ca,
        pages=pages,
    )


def expel(folder: Path, table: str) -> None:
    """A table that speaks there no more, once the broker has read its files again."""
    if table not in (CLUB, HOME):
        _change_passwords(folder, table, "")


def rules(broker: Broker) -> str:
    """`%u` is whoever has signed in: a table writes under its own name and nobody else's."""
    own = f"{ROOT}/{broker.club}/%u"
    lines = [
        f"user {broker.user}",
        f"topic readwrite {ROOT}/{broker.club}/#",
        f"topic write {PREFIX}/sensor/+/+/config",
        "",
        f"user {HOME}",
        f"topic read {PREFIX}/#",
        *(f"topic read {of_all_tables(broker.club, what)}" for what in KEPT),
        "",
        *(f"pattern write {own}/{what}" for what in TABLE_WRITES),
        f"pattern read {own}/ack",
        f"pattern write {PREFIX}/sensor/quartermaster-{broker.club}-%u/+/config",
    ]
    return "\n".join(lines) + "\n"


def configuration(folder: Path, port: int, certificates: Path | None) -> str:
    where = folder.absolute()
    lines = [
        f"listener {port}",
        "allow_anonymous false",
        f"password_file {where / PASSWORDS}",
        f"acl_file {where / RULES}",
        "persistence true",
        f"persistence_location {where}/",
        "max_queued_messages 100000",
        "set_tcp_nodelay true",
        f"max_packet_size {LONGEST + 1_000}",
        "log_dest stderr",
        "log_type error",
        "log_type warning",
    ]
    if os.geteuid() == 0:  # It would take another name, and could not read these files then.
        lines.append("user root")
    if certificates:
        lines += [
            f"certfile {certificates.absolute() / CERTIFICATE}",
            f"keyfile {certificates.absolute() / KEY}",
        ]
    return "\n".join(lines) + "\n"


def _change_passwords(folder: Path, user: str, line: str) -> None:
    """This user's line is now the given one, or gone."""
    file = folder / PASSWORDS
    with _CHANGING:
        lines = file.read_text().splitlines(keepends=True)
        _secret(file, "".join(each for each in lines if not each.startswith(f"{user}:")) + line)


def _line(user: str, password: str) -> str:
    """A line of Mosquitto's file of passwords."""
    salt = os.urandom(12)
    mixed = hashlib.pbkdf2_hmac("sha512", password.encode(), salt, _ROUNDS)
    packed = "$".join(base64.b64encode(part).decode() for part in (salt, mixed))
    return f"{user}:$7${_ROUNDS}${packed}\n"


def _secret(file: Path, text: str) -> None:
    write_whole(file, text.encode(), mode=0o600)
