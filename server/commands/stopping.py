"""How commands that run until they are told to stop do stop."""

from __future__ import annotations

import logging
import math
import os
import signal
import socket
import threading
from collections.abc import Callable

log = logging.getLogger("quartermaster")


def when_told_to_end(stop: Callable[[], None]) -> None:
    """Stop on a thread of its own: the main thread may hang, or be just about to wait.

    A signal that comes between its last look at signals and the wait would wake nobody.
    """
    heard, told = socket.socketpair()
    told.setblocking(False)
    signal.set_wakeup_fd(told.fileno())

    def listen() -> None:
        with heard, told:
            while heard.recv(1):
                stop()

    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda _number, _frame: None)
    threading.Thread(target=listen, name="signals", daemon=True).start()


def end_within(seconds: float) -> None:
    """Whoever hangs must not keep the service from stopping: all that was shown is on the disk."""

    def end() -> None:
        log.error("Something hangs and does not stop by itself; ended all the same.")
        os._exit(1)

    last_call = threading.Timer(seconds, end)
    last_call.daemon = True
    last_call.start()
    # No thread may be able to run any more: then the system itself ends the program.
    signal.alarm(math.ceil(seconds) + 1)


def stopped_in_time() -> None:
    """The alarm is for this program, not for another that takes its place."""
    signal.alarm(0)
