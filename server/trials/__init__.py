"""How well it all does: benches, tortures, surveys, and photographs of every page."""
