"""The browser room: session, actions, parsing, settling, observing. One Chromium per environment."""
