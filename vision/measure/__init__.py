"""How well tags are read, measured on rendered pictures."""
