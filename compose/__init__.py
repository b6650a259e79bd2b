"""The replica sites as containers: compose file, image recipes, and what builds the images."""
