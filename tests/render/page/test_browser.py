"""The page in a browser: filters, links, keys, exports, and that no text of anybody's is run."""

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from browsers import ATTACK, Page
from conftest import Answer
from mondegreen.render.page.write import write
from mondegreen.reports import View

Command = Callable[..., Answer]
pytestmark = pytest.mark.full
# Ways in which texts have become scripts elsewhere.
ATTACKS = [
    "<script>T</script>",
    "</script><script>T</script>",
    "<img/src=x/onerror=T>",
    "<svg/onload=T>",
    "<svg><script>T</script></svg>",
    "<iframe/srcdoc='<script>parent.T</script>'>",
    "<body/onload=T>",
    "<details/open/ontoggle=T>",
    "<input/autofocus/onfocus=T>",
    "<video><source/onerror=T></video>",
    "<marquee/onstart=T>",
    "<a/href=javascript:T>x</a>",
    "<form/action=javascript:T><button>x</button></form>",
    "<object/data=javascript:T>",
    "<embed/src=javascript:T>",
    "<math><mtext><style><img/src/onerror=T>",
    "<template><img/src=x/onerror=T></template>",
    "<!--<script>T//-->",
    "--><img/src=x/onerror=T>",
    "]]><img/src=x/onerror=T>",
    "</title><img/src=x/onerror=T>",
    "</style><img/src=x/onerror=T>",
    "</noscript><img/src=x/onerror=T>",
    "</textarea><img/src=x/onerror=T>",
    '"><img/src=x/onerror=T>',
    "'onmouseover='T'",
    '"onfocus="T"autofocus="',
    "&lt;img/src=x/onerror=T&gt;",
    "\\u003cimg/src=x/onerror=T\\u003e",
    "${T}`;T//",
    "{{constructor.constructor('T')()}}",
    "javascript:T",
    "data:text/html,<script>parent.T</script>",
    "__proto__",
    "\u2028T//",
]


def test_nothing_is_run_and_nothing_goes_wrong(opened: Page) -> None:
    assert opened.browser.title == ATTACK
    opened.set("order", "highest")
    opened.set("metric", "cer")
    opened.set("text", "cat")
    opened.click("#take-copy")
    assert opened.browser.title == ATTACK
    assert opened.all("img") == []
    assert opened.complaints() == []


@pytest.mark.parametrize("place", ["words", "ids", "speakers", "names"])
def test_no_text_becomes_a_script(tmp_path: Path, browser: Any, place: str) -> None:
    """Wherever it stands: in words of both sides, IDs, speakers, or names of systems, title and reference."""
    attacks = [each.replace("T", "window.taken=1") for each in ATTACKS]
    words = attacks if place == "words" else [f"word{index}" for index in range(len(attacks))]
    keys = [each.replace(" ", "") for each in attacks] if place == "ids" else [f"u{at}" for at in range(len(attacks))]
    fields = {"speaker": attacks if place == "speakers" else ["ann"] * len(attacks)}
    names = attacks[:3] if place == "names" else ["ref", "one", "two"]
    reference = mg.Corpus(keys, [f"{word} b" for word in words], names[0], fields=fields)
    heard = [f"{words[at - 1]} {word}" for at, word in enumerate(words)]
    runs = [mg.score(reference, mg.Corpus(keys, texts, name)) for texts, name in zip([heard, words], names[1:])]
    with (tmp_path / "report.html").open("w", encoding="utf-8") as out:
        write(runs, None, View(all=True), out, title=attacks[2] if place == "names" else None)
    page = Page(browser, tmp_path / "report.html")
    page.run("scrollTo(0, document.body.scrollHeight)")
    for name, value in (("text", attacks[3]), ("text", "/" + attacks[4]), ("order", "errors")):
        page.set(name, value)
    page.set("text", "")
    for node in page.all("#which tbody a, #where tbody a"):
        page.run("arguments[0].click()", node)
    assert page.run("return window.taken") is None
    assert page.all("img, iframe, object, embed, form[action], main script, [onerror], [onload], [onfocus]") == []
    assert page.complaints() == []


def test_an_address_asks_for_nothing_but_filters(opened: Page, browser: Any) -> None:
    for asked in (f"#q={ATTACK}", f"#id={ATTACK}", f"#f.speaker={ATTACK}", f"#order={ATTACK}&show=__proto__&%E0=%E0"):
        page = Page(browser, Path("report.html"), asked)
        assert page.browser.title == ATTACK
        assert page.all("img") == []
        assert page.complaints() == []


def test_all_utterances_are_there(opened: Page) -> None:
    assert opened.ids() == ["u1", "u2", "u3", "u4", "u5"]
    assert opened.texts("#found") == ["5 of 5 utterances"]
    assert opened.texts("#rows article:first-child .error") == ["sadS"]
    assert opened.all("#rows .error")[0].get_attribute("title") == "substitution: sat → sad"


def test_systems_stand_under_the_reference(opened: Page) -> None:
    """The words of all systems in the reference's columns; what is inserted has a column of its own."""
    rows = opened.all("#rows article:nth-child(5) tr")
    assert [[cell.text for cell in row.find_elements("css selector", "td")] for row in rows] == [
        ["x", "", ""],
        ["x", "yI", "zI"],
        ["x", "yI", ""],
    ]
    assert [row.find_element("css selector", "th").text for row in rows] == [
        "reference",
        "base.txt\n200.00",
        "new.txt\n100.00",
    ]


def test_the_verdict_is_said_first(opened: Page) -> None:
    """5 of 12 words are wrong in both."""
    assert opened.texts("h1") == ["new.txt scores the same: WER 41.67 → 41.67 %"]
    assert "over 5 utterances, 12 reference words and 3 speakers" in opened.texts(".lead")[0]


def test_text_is_found_in_ids_and_both_sides(opened: Page) -> None:
    for text, found in {
        "SAD": ["u1"],
        "onerror": ["u2"],
        "u4": ["u4"],
        "nowhere": [],
        "/^u[13]$/": ["u1", "u3"],
        "/\\bsa[td]\\b": ["u1"],
        '"x"': ["u5"],
        '"ca"': [],
    }.items():
        opened.set("text", text)
        assert opened.ids() == found
    opened.set("text", "/[/")
    assert opened.texts("#found") == ["this is no regular expression"]


def test_speakers_errors_and_scores_filter(opened: Page) -> None:
    opened.set("field-0", ATTACK)
    assert opened.ids() == ["u2"]
    opened.set("field-0", "")
    opened.set("kind", "I")
    assert opened.ids() == ["u5"]
    opened.set("kind", "D")
    assert opened.ids() == ["u2", "u3", "u4"]
    opened.set("system", "1")
    assert opened.ids() == ["u4"]
    opened.set("kind", "none")
    assert opened.ids() == ["u1", "u3"]
    opened.set("kind", "")
    opened.set("low", "50")
    assert opened.ids() == ["u2", "u4", "u5"]  # 50, 75 and 100 percent
    opened.set("high", "75")
    assert opened.ids() == ["u2", "u4"]


@pytest.mark.parametrize(
    ("show", "found"),
    [
        ("all", ["u1", "u2", "u3", "u4", "u5"]),
        ("errors", ["u1", "u2", "u3", "u4", "u5"]),
        ("differ", ["u1", "u2", "u3", "u4", "u5"]),
        ("better", ["u1", "u3", "u5"]),
        ("worse", ["u4"]),
    ],
)
def test_what_differs_is_shown(opened: Page, show: str, found: list[str]) -> None:
    opened.click(f'[data-show="{show}"]')
    assert opened.ids() == found
    assert [each.get_attribute("data-show") for each in opened.all('[aria-pressed="true"]')] == [show]


def test_utterances_are_put_in_order(opened: Page) -> None:
    opened.set("system", "0")
    opened.set("order", "highest")
    assert opened.ids() == ["u5", "u2", "u3", "u1", "u4"]  # 200, 50, 50, 33 and 0 percent
    opened.set("order", "lowest")
    assert opened.ids() == ["u4", "u1", "u2", "u3", "u5"]
    opened.set("order", "longest")
    assert opened.ids() == ["u4", "u1", "u2", "u3", "u5"]
    opened.set("system", "")
    opened.set("order", "change")
    assert opened.ids() == ["u5", "u4", "u3", "u1", "u2"]  # 100, 75, 50, 33 and 0 points
    opened.set("order", "loss")
    assert opened.ids() == ["u4", "u2", "u1", "u3", "u5"]


def test_the_metric_is_switched(opened: Page) -> None:
    assert opened.texts("#rows article:first-child .score") == ["33.33", "0.00"]
    opened.set("metric", "cer")
    assert opened.texts("#rows article:first-child .score") == ["9.09", "0.00"]  # 1 of 11 characters
    assert {each.get_attribute("data-metric") for each in opened.shown("#where [data-metric]")} == {"cer"}


def test_a_confusion_leads_to_its_utterances(opened: Page) -> None:
    words = [each for each in opened.all("#which tbody a") if each.text == "sat → sad"]
    opened.run("arguments[0].click()", words[0])
    assert opened.ids() == ["u1"]
    assert opened.asked == "#order=corpus&ref=sat&hyp=sad"
    opened.run("arguments[0].click()", words[0])
    assert len(opened.ids()) == 5
    deleted = [each for each in opened.all("#which tbody a") if each.text == "b"]
    opened.run("arguments[0].click()", deleted[0])
    assert opened.ids() == ["u2", "u4"]  # by one system each
    opened.click("#filters .filter")
    assert len(opened.ids()) == 5


def test_groups_lead_to_their_utterances(opened: Page) -> None:
    (ann,) = [each for each in opened.shown("#where tbody a") if each.text == "ann"]
    opened.run("arguments[0].click()", ann)
    assert opened.ids() == ["u1", "u4"]
    opened.click("#where svg a rect")  # utterances of a word, and of ann
    assert opened.ids() == []
    assert "words=1" in opened.asked


def test_what_is_asked_for_is_in_the_address(opened: Page) -> None:
    opened.set("text", "a")
    opened.set("kind", "D")
    opened.set("metric", "cer")
    before = opened.ids()
    assert opened.asked == "#order=corpus&q=a&kind=D&metric=cer"
    opened.browser.refresh()
    assert opened.ids() == before
    assert opened.run("return [...document.querySelectorAll('#text, #kind, #metric')].map((each) => each.value)") == [
        "cer" if each.get_attribute("id") == "metric" else "a" if each.get_attribute("id") == "text" else "D"
        for each in opened.all("#text, #kind, #metric")
    ]
    opened.browser.back()
    assert "metric" not in opened.asked
    assert opened.run("return document.getElementById('metric').value") == "wer"


def test_every_utterance_has_a_link(opened: Page, browser: Any) -> None:
    link = opened.all("#rows a.id")[3].get_attribute("href")
    assert link.endswith("#id=u4")
    page = Page(browser, Path("report.html"), "#id=u4")
    assert page.texts("#rows .current a.id") == ["u4"]
    box = "const box = document.querySelector('.current').getBoundingClientRect();"
    assert page.run(f"{box} return box.top >= 0 && box.bottom <= innerHeight")


def test_a_linked_utterance_is_shown_whatever_is_asked_for(opened: Page, browser: Any) -> None:
    page = Page(browser, Path("report.html"), "#id=u4&q=sad")
    assert page.ids() == ["u4", "u1"]


def test_keys_go_from_utterance_to_utterance(opened: Page) -> None:
    for key, current in {"j": "u1", "k": "u1"}.items():
        opened.press(key)
        assert opened.texts(".current a.id") == [current]
    for key, current in [("j", "u2"), ("j", "u3"), ("k", "u2"), ("n", "u3")]:
        opened.press(key)
        assert opened.texts(".current a.id") == [current]
    assert opened.asked == "#order=corpus&id=u3"
    opened.press("/")
    assert opened.run("return document.activeElement.id") == "text"
    assert not opened.all("#help")[0].is_displayed()
    opened.press("?")
    assert opened.all("#help")[0].is_displayed()


def test_keys_are_letters_where_something_is_typed(opened: Page) -> None:
    box = opened.all("#text")[0]
    box.send_keys("j")
    assert opened.all(".current") == []


def test_rows_are_exported(opened: Page) -> None:
    """What is shown alone, as spreadsheets and programs read it."""
    push = "blob.text().then((text) => caught.push(text));"
    catch = f"window.caught = []; URL.createObjectURL = (blob) => {{ {push} return 'blob:nothing'; }};"
    opened.run(catch)
    opened.set("kind", "I")
    opened.click("#take-json")
    opened.click("#take-csv")
    wait = "const done = arguments[0]; setTimeout(() => done(window.caught), 200);"
    as_json, as_csv = opened.browser.execute_async_script(wait)
    (record,) = json.loads(as_json)
    assert (record["id"], record["speaker"], record["reference"]) == ("u5", "eve", "x")
    assert record["systems"][0] == {
        "name": "base.txt",
        "hypothesis": "x y z",
        "errors": 2,
        "scores": {"wer": 200, "cer": 400},
    }
    (row,) = csv.DictReader(as_csv.splitlines())
    assert (row["id"], row["base.txt: hypothesis"], row["new.txt: wer"]) == ("u5", "x y z", "100")


def test_an_utterance_is_copied_with_its_systems_aligned(opened: Page) -> None:
    opened.run("navigator.clipboard.writeText = async (text) => { window.copied = text; };")
    opened.click("#rows article:nth-child(4) .copy")
    assert opened.run("return window.copied") == "u4  ann\nreference a b c d\nbase.txt  a b c d\nnew.txt   * * * d\n"


def test_tables_are_sorted(opened: Page) -> None:
    (head,) = [each for each in opened.shown("#where th") if each.text == "base.txt" and each.is_displayed()][:1]
    place = opened.run("return [...arguments[0].parentNode.children].indexOf(arguments[0]) + 1", head)
    for falling in (True, False):
        opened.run("arguments[0].click()", head.find_element("css selector", "button"))
        numbers = [float(each.text) for each in opened.shown(f"#where .panel:first-child tbody td:nth-child({place})")]
        assert numbers == sorted(numbers, reverse=falling)
    assert len(numbers) == 3
