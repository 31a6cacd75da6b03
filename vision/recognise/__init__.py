"""Which pieces are in a picture: by their tags, printed numbers or art."""
