"""What is printed on a copy of Cooper Island, as data."""
