"""The forum: a replica of a link aggregator with forums, submissions, comments and votes."""
