"""How Maracaibo looks to a camera."""

from __future__ import annotations

from vision.games.maracaibo import board, drawings, faces, hard_faces, numbers
from vision.games.maracaibo.scenes import SCENES
from vision.looks import Drawings, Faces, Looks, Numbers

LOOKS = Looks(
    faces=Faces(face=faces.face, back=faces.back, back_shows=faces.back_shows),
    hard_face=hard_faces.face,
    numbers=Numbers(printed=numbers.printed_numbers, picture=numbers.picture),
    board=board.board,
    drawings=Drawings(is_drawn=drawings.is_drawn, drawing=drawings.drawing),
    scenes=SCENES,
)
