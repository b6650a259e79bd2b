"""The audit room: what a task must survive before its score is believed."""
