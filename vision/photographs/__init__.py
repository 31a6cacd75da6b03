"""Photographs that somebody sends: nothing in their files can be trusted."""
