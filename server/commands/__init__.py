"""The subcommands of `quartermaster`, a module each."""
