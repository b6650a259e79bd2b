"""The runs room: playing episodes and keeping what happened."""
