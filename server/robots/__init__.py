"""Players without people: with hands over a simulated table, or without any pixels."""
