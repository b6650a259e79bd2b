"""The rows that a client-side site starts from, asked of the site as its page asks for them."""

from __future__ import annotations

import http.client
import urllib.request

from ..errors import InfrastructureFault
from .base import Address
from .client_state import Collections, parse_json

PATH = "/seed.json"
TIMEOUT_S = 20.0


def fetch_seed(address: Address) -> Collections:
    """The start state's rows by collection and id. Raises ``InfrastructureFault`` when the site does not give them."""
    request = urllib.request.Request(f"http://{address.ip}:{address.port}{PATH}", headers={"Host": address.host})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))  # the site is on this machine
    try:
        with opener.open(request, timeout=TIMEOUT_S) as response:
            seed = parse_json(response.read().decode())
    except (OSError, ValueError, http.client.HTTPException) as error:
        raise InfrastructureFault("site", f"{address.host} did not give its start state: {error}") from error
    collections: Collections = seed["collections"]
    return collections
