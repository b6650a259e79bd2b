"""Judges: what counts as done. ``judge(check, evidence)`` turns a check and its evidence into a verdict."""
