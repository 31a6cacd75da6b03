"""What an epoch says: since when a table numbers its rows, and in whose place they stand.

A table has a new one when it joins a club. If it was put back to an older copy of itself, it
begins `<joined>.<until>.<chance>`: everything up to the number `until` is told anew, and stands in
the place of all that was told since the table joined as `<joined>`.
"""

from __future__ import annotations

import re

_ANEW = re.compile(r"[^.]+\.([0-9]{1,9})\.[^.]+")


def joined(epoch: str) -> str:
    """The same as long as the table stays in the club, however often it tells anew."""
    return epoch.partition(".")[0]


def told_anew(epoch: str) -> int | None:
    """Up to which number everything is told anew; None if nothing was told before."""
    found = _ANEW.fullmatch(epoch)
    return int(found[1]) if found else None
