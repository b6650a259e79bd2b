"""browserenv: a Gymnasium environment and benchmark harness for agents that work a web browser."""
