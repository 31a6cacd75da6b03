"""The virtual Pi itself: QEMU with a disk that forgets, two serial ports and a network card."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, Self

from tests.lab.board import Board
from tests.lab.console import Console, ConsoleError, GuestGone
from tests.lab.disk import Disk
from tests.lab.nbd import DiskServer

RADIO_PORT = 8081
"""Of the guest: where a scenario may let visitors go on as a phone on a simulated radio."""
_MEMORY_MB = 2048
_BOOT_SECONDS = 900.0
"""Generous: emulated, on a computer that has other things to do."""
_KERNEL = (
    "root=/dev/vda ro quiet panic=-1 fsck.repair=yes mitigations=off nokaslr audit=0"
    " apparmor=0 nowatchdog cryptomgr.notests rcupdate.rcu_expedited=1"
)


class MachineError(Exception):
    """QEMU does not do what it should."""


@dataclass(frozen=True, slots=True)
class Circumstances:
    """What is special about a start."""

    plugged: bool = True
    """Whether the network cable is in."""
    clock: str = ""
    """What the clock says at the start, as `1970-01-01T00:00:00`; now, if empty."""
    kernel: str = ""
    """More of the kernel's command line."""
    counted: bool = False
    """Whether one instruction takes one nanosecond by the guest's clock, whatever it is."""


class Machine:
    """A started computer. Use it in `with`: at its end it is off, one way or the other."""

    def __init__(
        self,
        board: Board,
        start_files: Path,
        disk: Disk,
        parcel: Path | None = None,
        circumstances: Circumstances | None = None,
    ) -> None:
        """`start_files` holds the kernel; `parcel` is a tar that the guest finds as /dev/vdb."""
        self.disk = disk
        self.board = board
        self._start_files = start_files
        self._parcel = parcel
        self._circumstances = circumstances or Circumstances()
        self._closing = contextlib.ExitStack()
        self.port = 0
        """The port of this computer behind which is port 80 of the guest."""
        self.radio_port = 0
        """The same for RADIO_PORT."""

    def __enter__(self) -> Self:
        with self._closing as closing:
            folder = Path(closing.enter_context(tempfile.TemporaryDirectory(prefix="lab-")))
            self._log = folder / "kernel.log"
            self._qemu_log = folder / "qemu.log"
            server = closing.enter_context(DiskServer(self.disk, folder / "disk"))
            self.port, self.radio_port = _free_port(), _free_port()
            self._qemu = subprocess.Popen(
                self._command(folder, server.address),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=self._qemu_log.open("w"),
                start_new_session=True,
            )
            closing.callback(self.kill)
            self._control = _Control(folder / "control", self._qemu)
            closing.callback(self._control.close)
            self.plug(self._circumstances.plugged)
            self._control.do("cont")
            self.console = Console.connect(folder / "console")
            closing.callback(self.console.close)
            try:
                self.console.wait(_BOOT_SECONDS)
            except ConsoleError as error:
                raise MachineError(f"{error}\n{self.last_words()}") from error
            self._closing = closing.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._closing.close()

    def last_words(self) -> str:
        """What the kernel and QEMU have said, how QEMU has ended, if it has."""
        said = [log.read_text(errors="replace")[-3000:] for log in (self._log, self._qemu_log)]
        return "\n".join([*said, f"QEMU: {self._qemu.poll()}"])

    def plug(self, plugged: bool) -> None:
        """Put the network cable in, or pull it out."""
        self._control.do("set_link", name="card", up=plugged)

    def cut(self, dice: Random) -> int:
        """Pull the power plug; how many blocks the disk has lost."""
        self.kill()
        self._closing.close()
        return self.disk.cut(dice)

    def kill(self) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.kill(self._qemu.pid, signal.SIGKILL)
        self._qemu.wait()

    def power_off(self, seconds: float = 900) -> None:
        """Shut down in good order; everything is on the disk then."""
        with contextlib.suppress(GuestGone):  # it may be off before it can answer
            self.console.run("systemctl poweroff")
        try:
            self._qemu.wait(seconds)
        except subprocess.TimeoutExpired:
            raise MachineError("The guest does not shut down.") from None
        self._closing.close()
        self.disk.flush()

    def _command(self, folder: Path, disk: str) -> Sequence[str]:
        clock = self._circumstances.clock
        parcel = (
            ["-drive", f"file={self._parcel},format=raw,if=virtio,readonly=on"]
            if self._parcel
            else []
        )
        return [
            *self.board.command(self._start_files / "kernel"),
            *(("-icount", "shift=0") if self._circumstances.counted else ()),
            # One processor: emulated, two now and then run code that the kernel is just changing.
            *("-m", str(_MEMORY_MB), "-smp", "1", "-nodefaults", "-display", "none"),
            *("-no-reboot", "-S", "-rtc", f"base={clock or 'utc'}"),
            *("-kernel", str(self._start_files / "kernel")),
            *("-initrd", str(self._start_files / "initrd")),
            *("-append", f"{_KERNEL} console={self.board.log} {self._circumstances.kernel}"),
            *("-drive", f"file={disk},format=raw,if=virtio,cache=writeback"),
            *parcel,
            *("-serial", f"file:{self._log}"),
            *("-chardev", f"socket,id=console,path={folder / 'console'},server=on,wait=off"),
            *self.board.console,
            *("-qmp", f"unix:{folder / 'control'},server=on,wait=off"),
            *("-netdev", f"user,id=net,{self._forwarded()}"),
            *("-device", "virtio-net-pci,netdev=net,id=card,romfile="),
            *("-device", "virtio-rng-pci"),
        ]

    def _forwarded(self) -> str:
        ports = ((self.port, 80), (self.radio_port, RADIO_PORT))
        return ",".join(f"hostfwd=tcp:127.0.0.1:{here}-:{there}" for here, there in ports)


class _Control:
    """QEMU's own console, QMP: one JSON object a line."""

    def __init__(self, path: Path, qemu: subprocess.Popen[bytes]) -> None:
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        end = time.monotonic() + 60
        while True:
            try:
                self._socket.connect(str(path))
                break
            except OSError as error:
                if qemu.poll() is not None or time.monotonic() > end:
                    log = path.with_name("qemu.log").read_text()
                    raise MachineError(f"QEMU did not start: {log}") from error
                time.sleep(0.05)
        self._file = self._socket.makefile("rw")
        self._file.readline()
        self.do("qmp_capabilities")

    def do(self, command: str, **arguments: Any) -> None:
        self._file.write(json.dumps({"execute": command, "arguments": arguments}) + "\n")
        self._file.flush()
        for line in self._file:
            answer = json.loads(line)
            if "error" in answer:
                raise MachineError(f"QEMU refuses {command}: {answer['error']}")
            if "return" in answer:
                return
        raise MachineError("QEMU is gone.")

    def close(self) -> None:
        with contextlib.suppress(OSError):  # what was not sent yet need not be
            self._file.close()
        self._socket.close()


def _free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        port: int = sock.getsockname()[1]
        return port
