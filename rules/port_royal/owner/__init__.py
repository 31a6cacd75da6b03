"""What the owner of a copy may say is printed on it."""
