"""JSON within a page: the same data, in which no tag, comment or end of a line can begin."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as some

from mondegreen.render.page.write import embed_json

DATA = some.recursive(
    some.none() | some.booleans() | some.integers() | some.text('<>&/!-\u2028\u2029"\\script\n\x00') | some.text(),
    lambda inner: some.lists(inner) | some.dictionaries(some.text("<!-&\u2028"), inner),
)


@given(DATA)
def test_it_is_the_same_data_without_signs_of_markup(data: Any) -> None:
    found = embed_json(data)
    assert json.loads(found) == data
    assert not set(found) & set("<>&\u2028\u2029")


def test_what_json_does_not_have_is_refused() -> None:
    with pytest.raises(ValueError, match="not JSON compliant"):
        embed_json([float("nan")])
