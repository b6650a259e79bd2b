"""The agents room: what plays an episode. An agent sees observations and answers with action strings."""
