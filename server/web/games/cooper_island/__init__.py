"""Cooper Island as the phones draw it, and what a phone adds to its questions."""
