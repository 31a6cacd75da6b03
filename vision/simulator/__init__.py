"""Draws tables as a camera would see them, with the exact truth about what is on them."""
