"""Players who try what their answers lead to, and see no more than their seat does."""
