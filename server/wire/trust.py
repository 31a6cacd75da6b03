"""How a broker is known that speaks through TLS: by whoever has signed its certificate."""

from __future__ import annotations

import ssl

PUBLIC = "public"
"""Signed by somebody whom every computer trusts."""


def context(ca: str) -> ssl.SSLContext | None:
    """`ca` is a certificate as PEM, PUBLIC, or empty for a broker that speaks openly.

    Raises ValueError if it is none of these.
    """
    if not ca:
        return None
    if ca == PUBLIC:
        return ssl.create_default_context()
    try:
        made = ssl.create_default_context(cadata=ca)
    except ssl.SSLError as error:
        raise ValueError(error.reason) from error
    # Authorities that people make for themselves lack what newer Pythons demand of public ones.
    made.verify_flags &= ~ssl.VERIFY_X509_STRICT
    return made
