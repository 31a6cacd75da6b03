"""The table looked at for people who set it up: nothing here works unless somebody asks."""
