"""The replica web sites. They import nothing of the harness and run without it."""
