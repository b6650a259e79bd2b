"""Lessons that anyone can see with one command, played through the real environment."""
