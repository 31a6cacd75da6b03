"""Lets one thread of the service in the virtual Pi hang: the one named in the file `thread`.

Python imports this if its folder is in PYTHONPATH. When SIGUSR1 comes, the thread stops for ever in
the next function it calls; all the others go on.
"""

from __future__ import annotations

import signal
import sys
import threading
from pathlib import Path
from types import FrameType

_NAMED = Path(__file__).parent / "thread"


def _hang(*_: object) -> None:
    name = _NAMED.read_text().strip()

    def stop_there(_frame: FrameType, _event: str, _value: object) -> None:
        if threading.current_thread().name == name:
            threading.Event().wait()

    if sys.version_info >= (3, 12):  # as on the virtual Pi
        threading.settrace_all_threads(stop_there)


signal.signal(signal.SIGUSR1, _hang)
