"""Pages about people: who plays here, what they have won, and playing again."""
