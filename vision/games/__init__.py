"""What is drawn of each game: `<game>/faces.py`, `board.py` and `scenes.py`, all optional."""
