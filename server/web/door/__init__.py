"""Who is in, and which phone plays for which seat; it knows nothing of pages."""
