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
# Other ways in which texts have become scripts elsewhere; these are put into the words of another page.
MORE = [
    "<svg/onload=alert(1)>",
    "<iframe/srcdoc='<script>alert(1)</script>'>",
    "<math><mtext><style><img/src/onerror=alert(1)>",
    "<body/onload=alert(1)>",
    "<object/data=javascript:alert(1)>",
    "<base/href=//example.org/>",
    "<meta/http-equiv=refresh/content=0;url=//example.org>",
    "<form/action=//example.org><input/autofocus/onfocus=alert(1)>",
    "<details/open/ontoggle=alert(1)>",
    "<template><script>alert(1)</script></template>",
    "<![CDATA[<script>alert(1)</script>]]>",
    "&#60;script&#62;alert(1)&#60;/script&#62;",
    "\\u003cscript\\u003ealert(1)",
    "__proto__",
    "constructor",
    "<style>@import'//example.org'</style>",
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


def sides(data: Mapping[str, Any], at: int, number: int) -> tuple[list[str], list[str]]:
    """The words of both sides, from steps and from what is written of them; what the script does, said otherwise."""
    system = data["heard"][number]
    said, heard = iter(divide(data["own"].get(f"{number}.{at}", data["said"][at]))), iter(divide(system["heard"][at]))
    reference, hypothesis = [], []
    for step in system["steps"][at]:
        word = next(said) if step != "I" else None
        if word is not None:
            reference.append(word)
        other = word if step == "C" else None if step == "D" else next(heard)
        if other is not None:
            hypothesis.append(other)
    assert [*said, *heard] == []
    return reference, hypothesis


def divide(words: str | list[str]) -> list[str]:
    return words if isinstance(words, list) else words.split(" ") if words else []


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
    other = page(runs([*MORE[:12]], names=MORE[12:15]), title=MORE[15])
    assert Elements(other).found == Elements(plain).found
    assert Elements(other).drawn == Elements(plain).drawn
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


def test_names_of_elements_are_unique() -> None:
    names = [value for _, name, value in Elements(plain_page()).attributes if name == "id"]
    assert len(names) == len(set(names))


def test_no_element_has_a_style_of_its_own() -> None:
    """The policy would not let it apply, and would say so."""
    assert not [value for _, name, value in Elements(plain_page()).attributes if name == "style"]
    assert not [name for _, name, _ in Elements(plain_page()).attributes if name.startswith("on")]


def test_the_data_hold_every_alignment() -> None:
    found = runs(PLAIN)
    data = data_of(page(found))
    assert data["ids"] == list(found[0].pairs.keys)
    for number, run in enumerate(found):
        expected = [(one.split(), other.split()) for one, other in zip(run.pairs.references, run.pairs.hypotheses)]
        assert [sides(data, at, number) for at in range(len(expected))] == expected
        errors = sum(step in "SDI" for steps in data["heard"][number]["steps"] for step in steps)
        assert errors == run["wer"].total.errors


def test_the_data_hold_scores_and_groups() -> None:
    found = data_of(plain_page())
    assert [(each["label"], each["name"], each["unit"], each["better"]) for each in found["metrics"]] == [
        ("wer", "WER", "%", "lower"),
        ("cer", "CER", "%", "lower"),
    ]
    assert found["scores"][0] == [[50, 33.3333, 100, None], [0, 100, 0, None]]
    assert found["fields"] == [{"name": "speaker", "values": ["word10", "word11"], "index": [0, 1, 0, 1]}]


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
    run = mg.score(["Chat noir"], ["chat noir"], ["wer"], policy="sclite")
    assert sides(data_of(page([run])), 0, 0) == (["Chat", "noir"], ["chat", "noir"])


def test_errors_tell_what_they_weigh() -> None:
    run = mg.score(["le chat dort"], ["le chien dort la"], ["ember"], resources=mg.Resources("fr", TOYS))
    (metric,) = list_weighted_metrics([run])
    whole = page([run], view=View(all=True, weights=metric))
    data = data_of(whole)
    assert data["heard"][0]["steps"] == ["CSCI"]
    weights, cosines = data["weights"][0]["0"]
    assert sum(weights) == pytest.approx(run["ember"].total.weight)
    assert cosines[1] is None
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
    assert data_of(whole)["leftward"] == ([0] if leftward else [])
    assert [value for tag, name, value in Elements(whole).attributes if (tag, name) == ("article", "dir")] == [
        "rtl" if leftward else "ltr"
    ]


def test_one_run_has_nothing_to_be_compared_with() -> None:
    whole = page(runs(PLAIN)[:1])
    assert "Change by metric" not in whole
    assert "Change by metric" in plain_page()
    assert data_of(whole)["systems"] == ["one"]


def test_no_utterance_and_no_score() -> None:
    assert data_of(page([mg.score([], [], ["wer"])]))["ids"] == []
    assert data_of(page([mg.score([""], ["x"], ["wer"])]))["scores"] == [[[None]]]


def test_the_same_runs_make_the_same_page() -> None:
    assert page(runs(PLAIN)) == plain_page()


def options(whole: str, heading: str) -> list[str]:
    """What may be chosen from a list of the page, but for all."""
    (inside,) = re.findall(rf"<select {heading}>(.*?)</select>", whole, re.DOTALL) or [""]
    return [text for text in re.findall(r"<option[^>]*>([^<]*)</option>", inside) if text != "all"]


def test_what_may_be_chosen() -> None:
    """Groups in the order of letters, each once; without a column of groups there is no such list."""
    field = 'class="field" data-field="speaker" id="field-0"'
    assert options(plain_page(), field) == ["word10", "word11"]
    assert options(page([mg.score({"u": "a"}, {"u": "b"}, ["wer"])]), field) == []
    assert "4 in all;" in plain_page()
    (row,) = [line for line in plain_page().splitlines() if line.startswith("<title>")]
    assert row == "<title>one, two against ref</title>"
    assert "<title>mine</title>" in page(runs(PLAIN), title="mine")
    assert options(plain_page(), 'id="system"') == ["one", "two"]
    signatures = {score.signature for run in runs(PLAIN) for score in run.scores.values()}
    assert signatures <= set(Elements(plain_page()).texts["bdi"])


def test_nothing_is_fetched_and_nothing_is_sent() -> None:
    """No source but the page's own script and style, whatever a browser takes where a policy is silent."""
    (policy,) = [value for _, name, value in Elements(plain_page()).attributes if name == "content" and "src" in value]
    assert re.sub(r"sha256-[^']*", "sha256-X", policy) == (
        "default-src 'none'; script-src 'sha256-X'; style-src 'sha256-X'; base-uri 'none'; form-action 'none'"
    )


def test_the_style_is_that_of_the_policy() -> None:
    found = Elements(plain_page())
    (policy,) = [value for _, name, value in found.attributes if name == "content" and "style-src" in value]
    digest = b64encode(sha256(found.texts["style"][0].encode()).digest()).decode()
    assert f"style-src 'sha256-{digest}'" in policy


def test_only_weighed_errors_are_said_to_weigh() -> None:
    assert "what it weighs by" not in plain_page()


def test_pages_need_no_matplotlib(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert page(runs(PLAIN)) == plain_page()
