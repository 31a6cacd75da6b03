"""What tables and clubs say to each other over a broker: topics, messages, and their schemas."""
