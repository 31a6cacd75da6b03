"""Navegador for two to five players."""
