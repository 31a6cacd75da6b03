"""A process for tests: it does what it is told."""

from __future__ import annotations

import os
import time
from collections.abc import Callable


def work() -> Callable[[bytes], bytes]:
    def answer(question: bytes) -> bytes:
        word, _, rest = question.partition(b" ")
        if word == b"hang":
            time.sleep(1e6)
        if word == b"die":
            os._exit(3)
        while word == b"compute":
            pass
        if word == b"grow":
            try:
                return str(len(bytearray(int(rest)))).encode()
            except MemoryError:
                return b"no more memory"
        if word == b"print":
            print("not an answer", flush=True)
        return question

    return answer
