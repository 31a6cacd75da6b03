"""The process itself: questions come in, answers go out, until nobody asks any more.

    python -m vision.processes.worker MODULE [SECONDS MEGABYTES]

`work` of the module gives what answers one question. SECONDS of the processor are for each of them;
who needs more is ended by the system. MEGABYTES is how much it may grow: more is not given to it.
"""

from __future__ import annotations

import os
import resource
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

from vision.processes.keeper import LENGTH, Limits


def main() -> None:
    module, *numbers = sys.argv[1:]
    os.nice(5)
    source, target = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # What a library prints is no answer.
    limits = Limits(*map(int, numbers)) if numbers else None
    if limits is not None:
        os.environ["OPENBLAS_NUM_THREADS"] = "1"  # Each of them sets memory aside.
    answer: Callable[[bytes], bytes] = import_module(module).work()
    if limits is not None:
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        _give_memory(limits.megabytes)
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        question = source.read(LENGTH.unpack(head)[0])
        if limits is not None:
            _give_time(limits.seconds)
        said = answer(question)
        del question
        target.write(LENGTH.pack(len(said)))
        target.write(said)
        target.flush()


def _give_memory(megabytes: int) -> None:
    status = Path("/proc/self/status").read_text(encoding="ascii").splitlines()
    (now,) = (int(line.split()[1]) * 1024 for line in status if line.startswith("VmData:"))
    most = now + megabytes * 1_000_000
    resource.setrlimit(resource.RLIMIT_DATA, (most, most))


def _give_time(seconds: int) -> None:
    taken = resource.getrusage(resource.RUSAGE_SELF)
    until = round(taken.ru_utime + taken.ru_stime) + seconds
    resource.setrlimit(resource.RLIMIT_CPU, (until, resource.RLIM_INFINITY))


if __name__ == "__main__":
    main()
