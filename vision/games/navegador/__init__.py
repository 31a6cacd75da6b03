"""How Navegador looks to a camera."""

from __future__ import annotations

from vision.games.navegador import board, faces, hard_faces, numbers
from vision.games.navegador.scenes import SCENES
from vision.looks import Faces, Looks, Numbers

LOOKS = Looks(
    faces=Faces(face=faces.face, back=faces.back, back_shows=faces.back_shows),
    hard_face=hard_faces.face,
    numbers=Numbers(printed=numbers.printed_numbers, picture=numbers.picture),
    board=board.board,
    scenes=SCENES,
)
