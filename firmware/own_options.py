"""The owner's options for the service: a file that is read word by word, so that one mistake in it
keeps nobody from playing.
"""

from __future__ import annotations

import os
import shlex
import stat
from itertools import takewhile
from pathlib import Path

OWN_OPTIONS_FILE = Path("/etc/quartermaster/options")
"""The owner's, which no update touches."""

_NAME = "QUARTERMASTER_OPTIONS"
_LONGEST_FILE = 64_000
_COMMENT = ("#", ";")


def own_options(path: Path = OWN_OPTIONS_FILE) -> tuple[list[str], list[str]]:
    """The words after QUARTERMASTER_OPTIONS=, and what is wrong with the file in sentences."""
    words, wrong = list[str](), list[str]()
    try:
        lines = _written(path).decode("utf-8-sig").splitlines()
    except FileNotFoundError:
        return [], []
    except OSError as error:
        return [], [f"It cannot be read ({error.strerror})."]
    except ValueError as error:
        return [], [f"It is no text ({error}). Write it anew."]
    for number, line in enumerate(map(str.strip, lines), start=1):
        if not line or line.startswith(_COMMENT):
            continue
        name, _, value = line.partition("=")
        if name != _NAME:
            wrong.append(f"Line {number} does not begin with {_NAME}=.")
            continue
        try:
            words += _words(value)
        except ValueError as error:
            wrong.append(f"Line {number} cannot be taken apart ({error}).")
    return words, wrong


def _written(path: Path) -> bytes:
    """Nothing is waited for, and no more read than anybody writes."""
    with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
        if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            raise ValueError("not an ordinary file")
        written = file.read(_LONGEST_FILE + 1)
    if len(written) > _LONGEST_FILE:
        raise ValueError("much too long")
    return written


def _words(value: str) -> list[str]:
    """As a shell takes it apart, up to a remark; all of it may stand in quotation marks."""
    words = _split(value)
    if len(words) == 1 and value[:1] in ("'", '"'):
        words = _split(words[0])
    if not all(map(str.isprintable, words)):
        raise ValueError("a sign that nobody can see")
    return words


def _split(value: str) -> list[str]:
    reader = shlex.shlex(value, posix=True, punctuation_chars=False)
    reader.whitespace_split, reader.commenters = True, ""
    return list(takewhile(lambda word: not word.startswith("#"), reader))
