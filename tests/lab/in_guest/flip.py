"""Runs in the virtual Pi: flips one bit of a write-ahead log, as a failing memory card does.

`flip.py LOG SEED` says where the bit was. It spares the last transaction, which cannot be told from
a torn write, and the upper half of words, where it is not always certain which bit it was.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random

_HEAD, _FRAME = 32, 24 + 4096


def main(log: Path, seed: int) -> None:
    written = bytearray(log.read_bytes())
    salts = written[16:24]  # frames with others are of an older log
    whole = range((len(written) - _HEAD) // _FRAME)
    frames = [n for n in whole if written[_at(n) + 8 : _at(n) + 16] == salts]
    commits = [n for n in frames if any(written[_at(n) + 4 : _at(n) + 8])]
    if len(commits) < 2:
        sys.exit(f"There are only {len(commits)} transactions in the log.")
    dice = Random(seed)
    byte = 4 * dice.randrange(_at(0) // 4, _at(commits[-2] + 1) // 4) + dice.randrange(2)
    bit = dice.randrange(8)
    written[byte] ^= 1 << bit
    log.write_bytes(written)
    print(f"bit {bit} of byte {byte}, frame {(byte - _HEAD) // _FRAME + 1} of {len(frames)}")


def _at(frame: int) -> int:
    return _HEAD + frame * _FRAME


main(Path(sys.argv[1]), int(sys.argv[2]))
