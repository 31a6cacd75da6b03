"""The virtual Pi: the installed system on a real kernel, with real power cuts. See `./run lab`."""
