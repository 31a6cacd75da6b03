"""Texts in the languages of the people at the table, and the catalogues they come from."""
