"""Tasks: what is asked. Models, templates, seeds, and the task files, one folder a site."""
