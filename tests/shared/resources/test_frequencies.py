"""The counts of Wikipedia's words."""

import pytest

from mondegreen import Resources
from shared.data import DATA


def test_the_constant_of_usif_on_wikipedia() -> None:
    """As Ethayarajh's own counts give it."""
    from mondegreen.encoders import make_encoder

    counts = DATA / "lexicon" / "s1" / "enwiki_vocab_min200.txt"
    one = make_encoder("usif", Resources(chosen={"frequencies": str(counts)}))
    assert one.a == pytest.approx(0.00120665, abs=5e-9)  # type: ignore[attr-defined] # only this encoder has one
