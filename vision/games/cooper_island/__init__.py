"""How Cooper Island looks to a camera."""

from __future__ import annotations

from vision.games.cooper_island import board, drawings, faces
from vision.games.cooper_island.scenes import SCENES
from vision.games.cooper_island.signs import SIGNS
from vision.looks import Drawings, Faces, Looks

LOOKS = Looks(
    faces=Faces(face=faces.face, back=faces.back, back_shows=faces.back_shows),
    board=board.board,
    drawings=Drawings(is_drawn=drawings.is_drawn, drawing=drawings.drawing),
    signs=SIGNS,
    scenes=SCENES,
)
