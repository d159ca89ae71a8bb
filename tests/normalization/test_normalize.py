"""Rules apply in their order and have a name in signatures."""

from functools import partial

from mondegreen.normalization import format_signature, normalize


class Fold:
    signature = "fold.v2"

    def __call__(self, text: str) -> str:
        return text.casefold()


class Nameless:
    def __call__(self, text: str) -> str:
        return text + "b"


def test_rules_apply_in_order() -> None:
    assert normalize(["A"], [Fold(), Nameless()]) == ["ab"]
    assert normalize(["A"], []) == ["A"]


def test_names() -> None:
    assert format_signature([]) == "none"
    assert format_signature([Fold(), str.strip, Nameless()]) == "fold.v2+strip+Nameless"
    assert format_signature([partial(str.strip)]) == "partial"
