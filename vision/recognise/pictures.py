"""Pieces of several sizes known by their pictures, side by side: cards, and tiles of each form."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Protocol

from vision.reading import Picture, Planes, Region
from vision.recognise.art import ArtReader
from vision.recognise.found import Art, gathered


class PictureReader(Protocol):
    """Whoever knows pieces by their pictures."""

    @property
    def kinds(self) -> Collection[str]: ...

    def read(
        self,
        picture: Picture | Planes,
        regions: Sequence[Region] | None = None,
        px_per_mm: float | None = None,
    ) -> Art: ...


class SeveralReaders:
    """The first is asked first."""

    def __init__(self, readers: Sequence[ArtReader]) -> None:
        self._readers = readers

    @property
    def kinds(self) -> Collection[str]:
        return [kind for reader in self._readers for kind in reader.kinds]

    def read(
        self,
        picture: Picture | Planes,
        regions: Sequence[Region] | None = None,
        px_per_mm: float | None = None,
    ) -> Art:
        return gathered([reader.read(picture, regions, px_per_mm) for reader in self._readers])
