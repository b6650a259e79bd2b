"""WebArena's named helpers (``func:`` in its task files): what each one reads, in our words.

Those that a page alone can answer are read as page checks (``reddit_get_post_url`` as ``post-of-last``,
``gitlab_get_project_memeber_role`` as a locator). The others ask the shop's own programming interface as its admin;
they become row reads of the shop when there is one. Nothing here is ever run as code.

What they ask, for that day:

- ``shopping_get_latest_order_url``: the page ``/sales/order/view/order_id/N/`` of the order that was placed last, by
  ``created_at``; ``N`` is its number without leading zeros.
- ``shopping_get_sku_latest_review_author``: the nickname on the review that was written last of a product, found by its
  SKU, reviews that wait for approval included; an empty text where there is none.
- ``shopping_get_sku_latest_review_rating``: that review's rating named "Rating" in per cent, 20 for each star, as text.
"""

from __future__ import annotations

import re

# The site that a helper asks.
HELPERS = {
    "shopping_get_latest_order_url": "shop",
    "shopping_get_sku_latest_review_author": "shop",
    "shopping_get_sku_latest_review_rating": "shop",
}


def helper_item(where: str, text: str) -> str:
    """How a helper that cannot be asked is named and counted, such as ``url shopping_get_latest_order_url: needs the
    shop``. ``where``: url or locator; ``text``: as the task file has it."""
    name = re.split(r"[(:]", text.removeprefix("func:").removeprefix("lambda:").strip())[0].strip() or "lambda"
    needs = f": needs the {HELPERS[name]}" if name in HELPERS else ": unknown"
    return f"{where} {name}{needs}"
