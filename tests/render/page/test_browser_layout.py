"""How the page is laid out in a browser: at any width, from right to left, without scripts, for everybody."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from browsers import Page
from conftest import Answer
from mondegreen.render.page.write import write
from mondegreen.reports import View
from mondegreen.results.word_groups import list_weighted_metrics

Command = Callable[..., Answer]
pytestmark = pytest.mark.full


def test_hebrew_goes_from_right_to_left(opened: Page) -> None:
    cells = opened.all("#rows article:nth-child(3) tr:nth-child(1) td")
    assert cells[0].rect["x"] > cells[1].rect["x"]
    lost = opened.all("#rows article:nth-child(3) .D")[0]
    assert lost.rect["x"] == cells[1].rect["x"]


def test_loops_are_folded(tmp_path: Path, browser: Any) -> None:
    run = mg.score(["a b"], ["a " + "thank you " * 20 + "b"], ["wer"])
    with (tmp_path / "report.html").open("w", encoding="utf-8") as out:
        write([run], None, View(all=True), out)
    page = Page(browser, tmp_path / "report.html")
    assert page.texts("#rows .error") == ["thankI", "youI", "[19 times more]I"]
    page.click("#rows .fold")
    assert len(page.all("#rows .error")) == 40


@pytest.mark.parametrize("width", [1400, 900, 400])
def test_nothing_is_cut_at_any_width(opened: Page, width: int) -> None:
    """The page is as wide as the window, and long lines of words are broken."""
    say = opened.browser.execute_cdp_cmd
    say("Emulation.setDeviceMetricsOverride", {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    try:
        opened.browser.refresh()
        assert opened.run("return document.documentElement.scrollWidth") <= width
        tables = "return [...document.querySelectorAll('#summary .scroll, #where .scroll, #rows article')]"
        assert opened.run(f"{tables}.filter((each) => each.scrollWidth > each.clientWidth + 1).length") == 0
        assert opened.run("return document.querySelector('main').clientWidth === document.documentElement.clientWidth")
    finally:
        say("Emulation.clearDeviceMetricsOverride", {})


def test_words_are_whole_on_a_small_screen(tmp_path: Path, browser: Any) -> None:
    """Lines of an utterance break between words, and heads of our own are not broken at all."""
    words = "factory president paintings autumn artists region voters museum shows"
    run = mg.score([words] * 3, [words.replace("region", "religion")] * 3, ["wer"])
    other = mg.score([words] * 3, [words] * 3, ["wer"])
    speakers = {"speaker": ["ann", "bob", "ann"]}
    runs = [replace(each, pairs=replace(each.pairs, fields=speakers)) for each in (run, other)]
    with (tmp_path / "report.html").open("w", encoding="utf-8") as out:
        write(runs, None, View(all=True), out)
    say = browser.execute_cdp_cmd
    say("Emulation.setDeviceMetricsOverride", {"width": 400, "height": 900, "deviceScaleFactor": 1, "mobile": False})
    try:
        page = Page(browser, tmp_path / "report.html")
        tall = "return [...document.querySelectorAll(arguments[0])].filter((each) => each.offsetHeight > 30)"
        texts = f"{tall}.map((each) => each.textContent)"
        assert page.run(texts, "#rows .said") == []
        ours = {"speaker", "change", "ref → hyp", "system", "metric", "points"}
        broken = texts.replace("each.offsetHeight > 30", "each.getClientRects().length > 1")
        assert ours & set(page.run(broken, "#summary th bdi, #where th bdi, #which th bdi")) == set()
    finally:
        say("Emulation.clearDeviceMetricsOverride", {})


def test_rows_are_built_on_demand(files: Path, command: Command, browser: Any) -> None:
    lines = "".join(f"u{number} a b c\n" for number in range(400))
    Path("ref.txt").write_text(lines, encoding="utf-8")
    answer = command("report", "ref.txt", "ref.txt", "--metrics", "wer", "--resamples", "20", "-o", "report.html")
    assert answer.code == 0
    page = Page(browser, Path("report.html"))
    assert page.texts("#found") == ["400 of 400 utterances"]
    assert len(page.ids()) < 400
    while (more := page.all("#more")[0]).is_displayed():
        page.run("arguments[0].click()", more)
    assert len(page.ids()) == 400
    assert page.complaints() == []


def test_without_scripts_it_can_be_read(opened: Page) -> None:
    say = opened.browser.execute_cdp_cmd
    say("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened.browser.refresh()
        assert opened.ids() == []
        assert [each.text for each in opened.shown("noscript article h3 > bdi")] == ["u1", "u2", "u3", "u4", "u5"]
        first = "noscript article:nth-of-type(1) "
        assert opened.texts(f"{first}del, {first}ins") == ["sat", "sad"]
        assert opened.shown("#controls, #tools, th button, #more, img") == []
        assert len(opened.shown("#where svg")) > 2
    finally:
        say("Emulation.setScriptExecutionDisabled", {"value": False})


def test_errors_tell_what_they_weigh(tmp_path: Path, browser: Any) -> None:
    vectors = mg.WordVectors.of({"cat": [4, 3], "cats": [3, 4]})
    toys = mg.Resources(chosen={"vectors": vectors})
    run = mg.score(["the cat sat"], ["the cats at sat"], ["ember"], resources=toys)
    with (tmp_path / "report.html").open("w", encoding="utf-8") as out:
        write([run], None, View(all=True, weights=list_weighted_metrics([run])[0]), out)
    page = Page(browser, tmp_path / "report.html")
    assert [each.get_attribute("title") for each in page.all("#rows .error")] == [
        "substitution: cat → cats; weight 0.10; cosine 0.96",  # 24 of 25
        "insertion: ∅ → at; weight 1.00",
    ]
    assert page.complaints() == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_accessibility(opened: Page, scheme: str) -> None:
    """No violation that axe-core calls serious or critical."""
    package = pytest.importorskip("axe_core_python.base", reason="axe-core-python is not installed")
    script = (Path(package.__file__).parent / "axe.min.js").read_text(encoding="utf-8")
    features = [{"name": "prefers-color-scheme", "value": scheme}]
    opened.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})
    try:
        opened.browser.execute_cdp_cmd("Runtime.evaluate", {"expression": script})
        ask = "axe.run().then(arguments[0], (error) => arguments[0](String(error)))"
        found = opened.browser.execute_async_script(ask)
    finally:
        opened.browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": []})
    grave = [each for each in found["violations"] if each["impact"] in ("serious", "critical")]
    assert [(each["id"], [node["html"][:200] for node in each["nodes"][:3]]) for each in grave] == []
    assert len(found["passes"]) > 20
