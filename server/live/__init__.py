"""The match at the table: kept in step with hands, buttons and phones by one thread."""
