"""The forum's seed data: who is there, what they wrote, when, and how it was voted on."""
