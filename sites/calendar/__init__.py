"""The calendar replica: a site that keeps its state in the browser."""
