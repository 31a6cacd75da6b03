"""What pages show, ready for their templates: the table, questions, reports and accounts."""
