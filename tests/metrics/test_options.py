"""A metric and its options, as a user writes them."""

import re

import pytest

from mondegreen import ScoreError
from mondegreen.component import load_target
from mondegreen.encoders import ENCODERS
from mondegreen.metrics import ALL_METRICS, make_metric, make_metrics

WRITTEN = [("wer", "wer"), (" cer ", "cer"), ("cer:spaces=no", "cer:spaces=no"), ("cer:spaces=yes", "cer")]


@pytest.mark.parametrize(("spec", "label"), WRITTEN)
def test_label_is_the_shortest_way_to_write_it(spec: str, label: str) -> None:
    assert make_metric(spec).label == label


# What users write after a name, and what stands in signatures of saved scores; the first value is the default.
TIES = "ties=policy|best|range"
TAGGED = "units=tokens|text model=default tags=analyzer|files ref-tags=none hyp-tags=none map=none counts=same|any"
WAYS = "equidistant_intervals|equidistant_points|full_segment|none"
TIMED = (
    f"collar=5 ref-times=character_based|character_based_points|{WAYS} "
    f"hyp-times=character_based_points|character_based|{WAYS} ref-sort=segment|word hyp-sort=segment|word"
)
BOTH_VECTORS = "vectors=default hyp-vectors=default"
LOOKUP = "case=lower|keep vectors=default"
OPTIONS = {
    **dict.fromkeys(("wer", "mer", "wil", "wip"), TIES),
    "human": "model=v2 case=auto|count|ignore",
    **dict.fromkeys(("ser", "case", "cpwer", "pfer", "orcwer"), ""),
    "cer": f"spaces=yes|no {TIES}",
    "ler": f"units=tokens|text model=default {TIES}",
    "lcer": f"units=tokens|text model=default spaces=yes|no {TIES}",
    **dict.fromkeys(("uposer", "dposer"), f"{TAGGED} {TIES} only=all"),
    "per": f"voice=default elisions=keep|join {TIES}",
    "chrf": "order=3 words=0 beta=2 spaces=yes|no short=count|skip mean=parts|f",
    "semdist": f"model=default {BOTH_VECTORS} long=cut|window",
    "ember": f"threshold=0.4 cost=0.1 per=words|columns {TIES} {BOTH_VECTORS} only=all",
    "wer-e": f"{TIES} {BOTH_VECTORS} only=all",
    "wer-s": f"{BOTH_VECTORS} only=all",
    "bertscore": "value=f1|p|r idf=no|yes model=default layer=default baseline=none only=all",
    "mixed-er": "script=any",
    "keywords": "list=all of=recall|precision|f1",
    "entities": "of=found|recall|precision|f1 ref-tags=none hyp-tags=none only=all",
    **dict.fromkeys(("tcpwer", "tcorcwer"), TIMED),
    **dict.fromkeys(("avg", "avg-stop"), f"words=set|all {LOOKUP}"),
    "sif": f"a=0.001 words=all|set {LOOKUP}",
    "usif": f"components=5 power=1|2 norm=none|dimensions words=all|set {LOOKUP}",
    **dict.fromkeys(("subs", "subs-stop"), f"dimensions=4 words=all|set {LOOKUP}"),
    "sentences": "model=default long=cut|window",
    "recurrent": f"model=none ends= words=all|set {LOOKUP}",
}


@pytest.mark.parametrize(("name", "target"), [*ALL_METRICS.items(), *ENCODERS.items()])
def test_what_is_said_to_be_written_is_taken(name: str, target: str) -> None:
    options = load_target(target).options
    assert " ".join(f"{each.name}={'|'.join(each.values)}" for each in options) == OPTIONS[name]
    assert all(re.fullmatch(r"\w.* .*[^.]", each.help) for each in options), "what each is for, in a phrase"


QUOTED = [
    ('ember:vectors="C:/my, own.vec"', "C:/my, own.vec"),
    ('ember:vectors=C":"/v', "C:/v"),
    ('ember:vectors="a ""b"": c"', 'a "b": c'),
    ("ember:vectors=a.vec", "a.vec"),
    ('ember:vectors="plain"', "plain"),
    ("ember:vectors=x=y", "x=y"),
]


@pytest.mark.parametrize(("spec", "value"), QUOTED)
def test_quotes_let_a_value_hold_any_sign(spec: str, value: str) -> None:
    one = make_metric(spec)
    assert one.chosen["vectors"] == value
    assert make_metric(one.label).chosen["vectors"] == value
    assert make_metric(f"x=wer+{spec}+cer").label == f"x=wer+{spec}+cer"


def test_common_options_reach_those_that_have_them_and_say_nothing_else() -> None:
    found = make_metrics(["wer", "mer:ties=best", "ser"], {"ties": "range"})
    assert [each.label for each in found] == ["wer:ties=range", "mer:ties=best", "ser"]
    with pytest.raises(ScoreError, match=r'^"ties" is not an option of ser, semdist$'):
        make_metrics(["ser", "semdist"], {"ties": "range"})


@pytest.mark.parametrize(
    ("option", "least", "below", "most", "beyond", "sentence"),
    [
        ("ember:threshold", "-1", "-1.01", "1", "1.01", "cosine above which words are similar, from -1 to 1"),
        ("ember:cost", "0", "-0.01", "1", "1.01", "cost of a substitution by a similar word, from 0 to 1"),
        ("chrf:order", "1", "0", "20", "21", "maximum order of character n-grams: 1 to 20"),
        ("chrf:words", "0", "-1", "20", "21", "maximum order of word n-grams: 0 to 20"),
        ("chrf:beta", "0.001", "0", "1e9", "inf", "weight of recall relative to precision: a number above 0"),
    ],
)
def test_numbers_at_their_limits(option: str, least: str, below: str, most: str, beyond: str, sentence: str) -> None:
    for value in (least, most):
        assert make_metric(f"{option}={value}").chosen[option.partition(":")[2]] == value
    for value in (below, beyond, "x", "nan"):
        with pytest.raises(ScoreError) as caught:
            make_metric(f"{option}={value}")
        assert str(caught.value) == f'{option} is "{value}"; {sentence}'


@pytest.mark.parametrize(
    ("spec", "label"),
    [
        ("ember:vectors=ax.vec", "ember:vectors=ax.vec"),
        ('ember:vectors="a:b"', 'ember:vectors="a:b"'),
        ("chrf:order=3", "chrf"),
        ("chrf:order=6:spaces=no", "chrf:order=6"),  # as goes with that order
        ("chrf:order=6:spaces=yes", "chrf:order=6:spaces=yes"),
        ("chrf:spaces=no:short=skip", "chrf:spaces=no:short=skip"),
        ("x=2*wer+cer:spaces=yes", "x=2*wer+cer:spaces=yes"),
    ],
)
def test_what_a_metric_is_called(spec: str, label: str) -> None:
    assert [make_metric(spec).label, make_metric(label).signature] == [label, make_metric(spec).signature]


REFUSED = [
    ("keywords:list=", 'keywords:list is ""; file of words or phrases, one a line; or all words'),
    (
        "wer:script=la1",
        'wer:script is "la1"; count only words of this script, such as han or latin, or punctuation (marks)',
    ),
    ("wer:script=-", 'wer:script is "-"; count only words of this script'),
    (
        "bertscore:layer=1.5",
        'bertscore:layer is "1.5"; layer number (default: the one bert-score recommends, else the last)',
    ),
    ("cer:blank=no", 'cer has no option "blank"; choose from spaces, ties'),
    ("cer:spaces=maybe", 'cer:spaces is "maybe"; choose from yes, no'),
    ("cer:spaces", '"spaces" in "cer:spaces" is not an option; write it as NAME=VALUE'),
    ("wer:spaces=no", 'wer has no option "spaces"'),
    ("ser:ties=range", 'ser has no options, and no "ties"'),
    ('ember:vectors="a', 'a quote is opened and not closed in ember:vectors="a'),
    ("", 'no metric ""; choose from'),
]


@pytest.mark.parametrize(("spec", "sentence"), REFUSED)
def test_what_cannot_be_meant(spec: str, sentence: str) -> None:
    with pytest.raises(ScoreError) as caught:
        make_metric(spec)
    assert sentence in str(caught.value)
