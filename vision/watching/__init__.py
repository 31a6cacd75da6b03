"""Looks at a table as long as a match lasts, and reads only what has changed."""
