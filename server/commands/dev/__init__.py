"""The words after `./run dev`, a module each: what developers need, and no table or club."""
