"""The certificates that an organiser gives the broker: tried once, as a table will see them."""

from __future__ import annotations

import re
import ssl
from contextlib import suppress
from pathlib import Path

from server.errors import UserError
from server.wire import trust

CERTIFICATE = "server.crt"
KEY = "server.key"
AUTHORITY = "ca.crt"
_PEM = re.compile(r"-----BEGIN CERTIFICATE-----.*?-----END CERTIFICATE-----\n?", re.DOTALL)
"""Some files say in words what is in them, which would not fit into a code."""


def check_certificates(folder: Path, host: str) -> str:
    """How tables know the broker by these, as `trust.context` reads it.

    Raises UserError if one is missing, if they do not belong together, or if they are not for this
    host.
    """
    for name in (CERTIFICATE, KEY):
        if not (folder / name).is_file():
            raise UserError(
                f"There is no {name} in {folder}. Encryption needs {CERTIFICATE} and {KEY} there, "
                f"and {AUTHORITY} unless a public authority has signed the certificate."
            )
    server = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    try:
        server.load_cert_chain(folder / CERTIFICATE, folder / KEY, password="")
    except (ssl.SSLError, OSError) as error:
        raise UserError(
            f"{CERTIFICATE} and {KEY} in {folder} cannot be used together ({error}). Both have to "
            "be PEM files, and the key the one that the certificate was made with, without a "
            "password."
        ) from error
    try:
        written = (folder / AUTHORITY).read_text() if (folder / AUTHORITY).exists() else None
        ca = trust.PUBLIC if written is None else "".join(_PEM.findall(written)) or written
        client = trust.context(ca)
    except (ValueError, OSError) as error:
        raise UserError(f"{folder / AUTHORITY} is not a certificate ({error}).") from error
    if client is None:
        raise UserError(f"{folder / AUTHORITY} is empty.")
    try:
        _greet(client, server, host)
    except ssl.SSLCertVerificationError as error:
        raise UserError(
            f"A table would not trust {CERTIFICATE} in {folder}: {error.verify_message}. It has to "
            f"be signed by {AUTHORITY} or a public authority, be valid today, and name {host}."
        ) from error
    return ca


def _greet(client: ssl.SSLContext, server: ssl.SSLContext, host: str) -> None:
    """Both sides of the greeting of a connection, in memory."""
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    asks = client.wrap_bio(back, there, server_hostname=host)
    answers = server.wrap_bio(there, back, server_side=True)
    greeted = False
    while not greeted:
        with suppress(ssl.SSLWantReadError):
            asks.do_handshake()
            greeted = True
        with suppress(ssl.SSLWantReadError):
            answers.do_handshake()
