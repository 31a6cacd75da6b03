"""What the virtual Pi can be made of: a computer like the host, which is quick, or an ARM board."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Board:
    name: str
    """As `uname -m` says it."""
    architecture: str
    """As Debian says it."""
    log: str
    """The serial port for what the kernel says."""
    console: tuple[str, ...]
    """The serial port with a shell, for QEMU."""
    has_pins: bool
    """Whether there are buttons to press."""

    def command(self, kernel: Path) -> Sequence[str]:
        """QEMU with the processor."""
        if self is X86:
            return ("qemu-system-x86_64", *accelerator(kernel))
        return ("qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a72", "-accel", "tcg")


X86 = Board("x86_64", "amd64", "ttyS0", ("-serial", "chardev:console"), has_pins=True)
ARM = Board(
    "aarch64", "arm64", "ttyAMA0", ("-device", "pci-serial,chardev=console"), has_pins=False
)
"""With the processor of a Raspberry Pi 4; the rest of it QEMU 7.2 cannot emulate."""


@cache
def accelerator(kernel: Path) -> tuple[str, ...]:
    """Hardware acceleration only if a kernel really starts with it: on some hosts it does not."""
    if os.access("/dev/kvm", os.R_OK | os.W_OK) and _starts_with_kvm(kernel):
        return ("-accel", "kvm", "-cpu", "host")
    # Without five-level page tables: with them QEMU 7.2 now and then faults in an early kernel.
    return ("-accel", "tcg,thread=multi", "-cpu", "max,la57=off")


def _starts_with_kvm(kernel: Path) -> bool:
    command = [
        *("qemu-system-x86_64", "-accel", "kvm", "-cpu", "host", "-m", "256", "-nodefaults"),
        *("-display", "none", "-no-reboot", "-serial", "stdio"),
        *("-kernel", str(kernel), "-append", "console=ttyS0 panic=-1"),
    ]
    try:
        done = subprocess.run(command, capture_output=True, timeout=20, check=False)
    except subprocess.TimeoutExpired:
        return False
    return b"Kernel panic" in done.stdout  # for want of a disk: it has got that far
