"""The Adventure Begins: five chapters of missions, events, characters and crowns."""
