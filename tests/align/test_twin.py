"""Every named policy against a plain twin of its rule, over words."""

from random import Random

import pytest

import mondegreen as mg
from mondegreen.alignment import PolicyName, UnitName
from oracles import random_pairs, twin


@pytest.mark.parametrize("policy", mg.Policy.NAMES)
@pytest.mark.parametrize("seed", range(3))
def test_steps_are_those_of_the_rule(policy: PolicyName, seed: int) -> None:
    pairs = random_pairs(seed, 400)
    references, hypotheses = [" ".join(pair[0]) for pair in pairs], [" ".join(pair[1]) for pair in pairs]
    alignment = mg.align(references, hypotheses, policy=policy)
    for at, (reference, hypothesis) in enumerate(pairs):
        assert alignment[at].tolist() == twin(reference, hypothesis, policy), (reference, hypothesis)


@pytest.mark.parametrize("policy", mg.Policy.NAMES)
def test_long_pairs_follow_the_rule_too(policy: PolicyName) -> None:
    for reference, hypothesis in random_pairs(7, 6, longest=400):
        found = mg.align([" ".join(reference)], [" ".join(hypothesis)], policy=policy)[0].tolist()
        assert found == twin(reference, hypothesis, policy)


@pytest.mark.parametrize("policy", mg.Policy.NAMES)
def test_tokens_align_as_the_words_they_are(policy: PolicyName) -> None:
    pairs = random_pairs(11, 100)
    references, hypotheses = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    tokens = mg.align(references, hypotheses, policy=policy)
    words = mg.align([" ".join(each) for each in references], [" ".join(each) for each in hypotheses], policy=policy)
    assert tokens.steps.tolist() == words.steps.tolist()


# Latin-1 and an escape in it, what is not in Latin-1, what fills a word to the byte; and white space that parts them.
WORDS = {"latin": "a é", "escaped": "a \x01", "wide": "a œ 日本", "long": f"a {'é' * 15} {'é' * 16} {'é' * 15}b"}
SPACES = [" ", " ", " ", "  ", "\t", "\xa0", "\x85", "\x1c"]


@pytest.mark.parametrize("policy", mg.Policy.NAMES)
@pytest.mark.parametrize("kind", WORDS)
def test_white_space_decides_nothing_but_where_words_end(kind: str, policy: PolicyName) -> None:
    random = Random(5)

    def write(words: list[str]) -> str:
        return random.choice(["", *SPACES]) + "".join(word + random.choice(SPACES) for word in words)

    references = [random.choices(WORDS[kind].split(" "), k=random.randrange(12)) for _ in range(2500)]
    hypotheses = [[*words, "a"][random.randrange(3) :] if random.random() < 0.8 else ["b"] for words in references]
    for words in hypotheses[::2]:
        words.insert(random.randrange(len(words) + 1), "b")
    texts = mg.align([*map(write, references)], [*map(write, hypotheses)], policy=policy)
    tokens = mg.align(references, hypotheses, policy=policy)
    assert texts.steps.tolist() == tokens.steps.tolist()
    assert texts.offsets.tolist() == tokens.offsets.tolist()


@pytest.mark.parametrize("odd", ["œ", "\x01", "é"])
@pytest.mark.parametrize("unit", ["words", "characters"])
def test_a_text_that_is_held_in_another_way_changes_no_other(unit: UnitName, odd: str) -> None:
    references = [f"a b {index}" for index in range(300)]
    hypotheses = [f"a {odd if index in (0, 63, 64, 200) else 'b'} {index}" for index in range(300)]
    alignment = mg.align(references, hypotheses, unit=unit)
    wrong = [index for index in range(300) if alignment[index].any()]
    assert wrong == [0, 63, 64, 200]
    assert alignment.steps.size == sum(len(text.split() if unit == "words" else text) for text in references)
    with pytest.raises(TypeError, match="not some of each"):
        mg.align([*references, ["a"]], [*hypotheses, ["a"]], unit=unit)


def test_costs_and_order_of_ones_own() -> None:
    one_substitution = mg.Policy(substitution=1, insertion=1, deletion=1)
    assert mg.align(["a"], ["b"], policy=one_substitution)[0].tolist() == [1]
    never_substitute = mg.Policy(substitution=3, insertion=1, deletion=1, ties="insertion deletion diagonal")
    assert mg.align(["a"], ["b"], policy=never_substitute)[0].tolist() == [3, 2]  # traced from the end
