"""Character error rate, case by case."""

import pytest

import mondegreen as mg

CASES = [
    (["ab cd"], ["abcd"], "cer", 20),  # the blank is a character
    (["ab cd"], ["abcd"], "cer:spaces=no", 0),
    (["ab  cd "], ["ab cd"], "cer", 0),  # and there is one of it
    (["日本"], ["日木"], "cer", 50),  # code points, not bytes
    (["é"], ["e\u0301"], "cer", 200),  # nothing is normalized unless asked
    (["ab"], [""], "cer", 100),
    (["abc", "d"], ["abc", "x"], "cer", 25),  # sums, not the mean
]


@pytest.mark.parametrize(("references", "hypotheses", "metric", "expected"), CASES)
def test_value(references: list[str], hypotheses: list[str], metric: str, expected: float) -> None:
    assert mg.score(references, hypotheses, [metric])[metric].value == expected


def test_blanks_are_in_the_signature() -> None:
    run = mg.score(["a b"], ["a b"], ["cer", "cer:spaces=no"])
    assert run["cer"].signature.startswith("cer.v1|policy:kaldi|norm:none|tok:characters|")
    assert run["cer:spaces=no"].signature.startswith("cer.v1:spaces=no|policy:kaldi|norm:none|tok:letters|")
