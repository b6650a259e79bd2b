"""Password hashes that are the same for the same input, so that equal states have equal bytes."""

from __future__ import annotations

import hashlib
import hmac

ITERATIONS = 1000


def hash_password(password: str, salt: str) -> str:
    """``pbkdf2$<salt>$<hex>``. The salt is the user's name: states are disposable and nobody's real password is in one.

    PBKDF2 with 1,000 rounds keeps the build of thousands of seed users within seconds.
    """
    digest = hashlib.pbkdf2_hmac("sha256", password.encode(), salt.encode(), ITERATIONS)
    return f"pbkdf2${salt}${digest.hex()}"


def check_password(password: str, stored: str) -> bool:
    """Whether the password belongs to a stored hash; False for a hash of another form."""
    parts = stored.split("$")
    return len(parts) == 3 and parts[0] == "pbkdf2" and hmac.compare_digest(hash_password(password, parts[1]), stored)
