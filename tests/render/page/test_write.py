"""The page: what it holds, and that nothing of anybody's texts becomes markup or script."""

import io
import json
import re
import sys
from base64 import b64encode
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from html.parser import HTMLParser
from typing import Any

import pytest

import mondegreen as mg
from mondegreen.comparison.comparison import Comparison
from mondegreen.render.page.write import write
from mondegreen.reports import View
from mondegreen.results.interval import Bootstrap
from mondegreen.results.word_groups import list_weighted_metrics
from toys import TOYS

pytest.importorskip("matplotlib", reason="matplotlib is not installed")
pytest.importorskip("jinja2", reason="jinja2 is not installed")

# What ends elements, attributes, comments, templates and strings of scripts, or begins them.
PAYLOADS = [
    "</script><script>alert(1)</script>",
    "<!--<script>",
    "-->",
    "]]><b>",
    "</noscript><img/src=x/onerror=alert(1)>",
    "\"onmouseover='alert(1)",
    "{{7*7}}{%raw%}",
    "&lt;b&gt;&amp",
    "</title></style></text></svg><iframe>",
    "${alert(1)}`\\",
    "javascript:alert(1)",
    "a\u202eb\x1b[2J\x00",
]
EMPTY = {"meta", "input", "link", "br", "img", "hr"}


class Elements(HTMLParser):
    """The elements of a page with the names of their attributes, and the texts of those that matter."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.found: list[tuple[str, ...]] = []
        self.drawn: set[tuple[str, ...]] = set()  # the elements of pictures, of which there are more or fewer
        self.attributes: list[tuple[str, str, str]] = []
        self.texts: dict[str, list[str]] = {}
        self.open: list[str] = []
        self.feed(page)
        self.close()

    def saw(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        element = (tag, *(name for name, _ in attrs))
        if "svg" in self.open:
            self.drawn.add(element)
        else:
            self.found.append(element)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.saw(tag, attrs)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
        self.texts.setdefault(tag, []).append("")
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.saw(tag, attrs)
        self.attributes += [(tag, name, value or "") for name, value in attrs]

    def handle_endtag(self, tag: str) -> None:
        while self.open and self.open.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        for tag in set(self.open):
            self.texts[tag][-1] += data

    def handle_comment(self, data: str) -> None:
        self.found.append(("comment", data))


def runs(words: Sequence[str], names: Sequence[str] = ("ref", "one", "two"), **options: Any) -> list[mg.Run]:
    """Two systems over texts of these twelve words, which stand everywhere else too."""
    keys = [f"{word} {place}" for place, word in enumerate(words[:4])]
    texts = [f"{words[4]} {words[5]}", f"{words[6]} {words[7]} {words[8]}", words[9], ""]
    fields = {"speaker": [words[10], words[11], words[10], words[11]]}
    reference = mg.Corpus(keys, texts, names[0], fields=fields)
    heard = (
        [f"{words[4]} {words[0]}", f"{words[6]} {words[8]}", f"{words[9]} {words[1]}", words[2]],
        [f"{words[4]} {words[5]}", f"{words[3]}", words[9], ""],
    )
    metrics = options.pop("metrics", ["wer", "cer"])
    return [
        mg.score(reference, mg.Corpus(keys, each, name), metrics, **options)
        for each, name in zip(heard, names[1:], strict=True)
    ]


def page(found: Sequence[mg.Run], title: str | None = None, view: View | None = None) -> str:
    out = io.StringIO()
    comparison = Comparison(found, Bootstrap(resamples=20)) if len(found) > 1 else None
    write(found, comparison, view or View(all=True), out, title=title)
    return out.getvalue()


def data_of(whole: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(Elements(whole).texts["script"][0])
    return found


def sides(utterance: Mapping[str, Any], number: int) -> tuple[list[str], list[str]]:
    """The words of both sides, from steps and from what is written of them; what the script does, said otherwise."""
    system = utterance["systems"][number]
    said, heard = iter(system.get("said", utterance["said"])), iter(system["heard"])
    reference, hypothesis = [], []
    for step in system["steps"]:
        word = next(said) if step != "I" else None
        if word is not None:
            reference.append(word)
        other = word if step == "C" else None if step == "D" else next(heard)
        if other is not None:
            hypothesis.append(other)
    assert [*said, *heard] == []
    return reference, hypothesis


PLAIN = [f"word{place}" for place in range(len(PAYLOADS))]


@cache
def plain_page() -> str:
    return page(runs(PLAIN))


def test_nothing_becomes_markup() -> None:
    """With hostile words the page has the same elements with the same attributes as with plain ones."""
    hostile = page(runs(PAYLOADS, names=PAYLOADS[:3]), title=PAYLOADS[8])
    plain = page(runs(PLAIN, names=PLAIN[:3]), title="word")
    assert Elements(hostile).found == Elements(plain).found
    assert Elements(hostile).drawn == Elements(plain).drawn
    scripts = Elements(hostile).texts["script"]
    assert len(scripts) == 2
    assert scripts[1] == Elements(plain).texts["script"][1]
    assert "\x1b" not in hostile
    assert "\u202e" not in hostile
    assert "{{7*7}}{%raw%}" in hostile


def test_only_its_own_script_may_run() -> None:
    found = Elements(plain_page())
    (policy,) = [value for _, name, value in found.attributes if name == "content" and "script-src" in value]
    fingerprint = b64encode(sha256(found.texts["script"][1].encode()).digest()).decode()
    assert f"script-src 'sha256-{fingerprint}';" in policy
    assert policy.startswith("default-src 'none';")


def test_it_fetches_nothing() -> None:
    found = Elements(plain_page())
    assert {tag for tag, *_ in found.found} & {"link", "img", "iframe", "object", "image"} == set()
    assert not [value for _, name, value in found.attributes if name in {"src", "srcset"}]
    links = [value for _, name, value in found.attributes if name in {"href", "xlink:href"}]
    assert all(value.startswith("#") for value in links)
    assert not re.findall(r"url\((?!#)|@import", plain_page())


def test_names_in_pictures_are_unique_and_found() -> None:
    found = Elements(plain_page())
    names = [value for _, name, value in found.attributes if name == "id"]
    assert len(names) == len(set(names))
    asked = [value[1:] for _, name, value in found.attributes if name in {"href", "xlink:href"}]
    asked += [match for _, _, value in found.attributes for match in re.findall(r"url\(#([^)]*)\)", value)]
    assert {*asked} <= {*names}
    assert len(asked) > 20


def test_the_data_hold_every_alignment() -> None:
    found = runs(PLAIN)
    utterances = data_of(page(found))["utterances"]
    assert [each["key"] for each in utterances] == list(found[0].pairs.keys)
    for number, run in enumerate(found):
        expected = zip(run.pairs.references, run.pairs.hypotheses)
        assert [sides(each, number) for each in utterances] == [(one.split(), other.split()) for one, other in expected]
        errors = sum(1 for each in utterances for step in each["systems"][number]["steps"] if step in "SDI")
        assert errors == run["wer"].total.errors


def test_the_data_hold_scores_and_groups() -> None:
    found = data_of(plain_page())
    assert found["metrics"] == ["wer", "cer"]
    assert found["scores"][0] == [[50, 33.3333, 100, None], [0, 100, 0, None]]
    assert found["groups"] == ["word10", "word11", "word10", "word11"]


def test_without_a_script_all_can_be_read() -> None:
    found = Elements(plain_page())
    (listed,) = found.texts["noscript"]
    words = listed.split()
    assert words.count("word5") == 3  # said, taken for another by one system, and right by the other
    assert "word5" in found.texts["del"]
    assert "word2" in found.texts["ins"]
    (form,) = [each for each in found.found if each[0] == "form"]
    assert "hidden" in form  # what does nothing is not shown


def test_a_match_of_other_letters_is_shown() -> None:
    run = mg.score(["Chat noir"], ["chat noir"], ["wer"], align="sclite")
    (each,) = data_of(page([run]))["utterances"]
    assert sides(each, 0) == (["Chat", "noir"], ["chat", "noir"])


def test_errors_tell_what_they_weigh() -> None:
    run = mg.score(["le chat dort"], ["le chien dort la"], ["ember"], resources=mg.Resources("fr", TOYS))
    (metric,) = list_weighted_metrics([run])
    whole = page([run], view=View(all=True, weights=metric))
    (system,) = data_of(whole)["utterances"][0]["systems"]
    assert system["steps"] == "CSCI"
    assert sum(system["weights"]) == pytest.approx(run["ember"].total.weight)
    assert system["cosines"][1] is None
    assert "what it weighs by" in whole


@pytest.mark.parametrize(
    ("text", "leftward"),
    [
        ("שלום abc", True),
        ("مرحبا", True),
        ("abc שלום", False),
        ("12 שלום", True),  # digits have no direction of their own
        ("été שלום", False),
        ("12 !", False),
        ("", False),
    ],
)
def test_the_first_letter_says_the_direction(text: str, leftward: bool) -> None:
    whole = page([mg.score([text], ["" if not text else "x"], ["wer"])])
    assert data_of(whole)["utterances"][0]["rtl"] is leftward
    assert [value for tag, name, value in Elements(whole).attributes if (tag, name) == ("article", "dir")] == [
        "rtl" if leftward else "ltr"
    ]


def test_one_run_has_nothing_to_be_compared_with() -> None:
    found = Elements(page(runs(PLAIN)[:1]))
    assert "comparison" not in [value for tag, name, value in found.attributes if (tag, name) == ("section", "id")]
    assert data_of(page(runs(PLAIN)[:1]))["systems"] == ["one"]


def test_no_utterance_and_no_score() -> None:
    assert data_of(page([mg.score([], [], ["wer"])]))["utterances"] == []
    assert data_of(page([mg.score([""], ["x"], ["wer"])]))["scores"] == [[[None]]]


def test_the_same_runs_make_the_same_page() -> None:
    assert page(runs(PLAIN)) == plain_page()


def options(whole: str, name: str) -> list[str]:
    """What may be chosen from a list of the page, but for all."""
    (inside,) = re.findall(rf'<select id="{name}">(.*?)</select>', whole, re.DOTALL) or [""]
    return [text for text in re.findall(r"<option[^>]*>([^<]*)</option>", inside) if text != "all"]


def test_what_may_be_chosen() -> None:
    """Groups in the order of letters, each once; without a column of groups there is no such list."""
    assert options(plain_page(), "group") == ["word10", "word11"]
    assert "<bdi>speaker</bdi>" in plain_page()
    assert options(page([mg.score({"u": "a"}, {"u": "b"}, ["wer"])]), "group") == []
    assert "4 in all." in plain_page()
    (row,) = [line for line in plain_page().splitlines() if line.startswith("<title>")]
    assert row == "<title>one, two against ref</title>"
    assert "<title>mine</title>" in page(runs(PLAIN), title="mine")
    assert options(plain_page(), "system") == ["one", "two"]
    signatures = {score.signature for run in runs(PLAIN) for score in run.scores.values()}
    assert signatures <= set(Elements(plain_page()).texts["bdi"])


def test_nothing_is_fetched_and_nothing_is_sent() -> None:
    """No source but the page's own script and styles, whatever a browser takes where a policy is silent."""
    (policy,) = [value for _, name, value in Elements(plain_page()).attributes if name == "content" and "src" in value]
    assert re.sub(r"sha256-[^']*", "sha256-X", policy) == (
        "default-src 'none'; script-src 'sha256-X'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
    )


def test_what_a_page_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(mg.ScoreError) as caught:
        page(runs(PLAIN)[:1])
    assert str(caught.value) == "a page needs jinja2: pip install 'mondegreen[report]'"


def test_only_weighed_errors_are_said_to_weigh() -> None:
    assert "what it weighs by" not in plain_page()
