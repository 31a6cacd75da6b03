"""What is built: parts to print, a stand, a box, wiring and a shopping list."""
