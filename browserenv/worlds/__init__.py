"""The worlds room: the running sets of sites that episodes act on."""
