"""Whether a camera over a table sees it well enough, and what people can do about it."""
