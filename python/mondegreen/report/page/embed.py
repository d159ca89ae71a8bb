"""Data within a page: JSON in which nothing can end the element that holds it."""

from __future__ import annotations

import json
from typing import Any

# In JSON these stand in strings alone, where their escapes mean the same. `<` would begin a tag or a comment, and the
# two ends of lines are none to JSON but are some to scripts.
ESCAPES = {ord(sign): f"\\u{ord(sign):04x}" for sign in "<>&\u2028\u2029"}


def embed_json(data: Any) -> str:  # noqa: ANN401 - whatever JSON holds
    """The data as the text of a script element, which is never run."""
    return json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).translate(ESCAPES)
