"""The page in a browser: what sorts, filters and switches, and that no text of anybody's is run."""

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from conftest import Answer
from mondegreen.render.page.write import write
from mondegreen.reports import View
from mondegreen.results.word_groups import list_weighted_metrics

Command = Callable[..., Answer]
pytestmark = pytest.mark.full
BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Seconds after which a page that hangs is a failed test.
PATIENCE = 60
ATTACK = "<img/src=x/onerror=document.title='taken'>"
REFERENCE = f"u1 the cat sat\nu2 {ATTACK} b\nu3 שלום עולם\nu4 a b c d\nu5 x\n"
BASE = f"u1 the cat sad\nu2 {ATTACK}\nu3 שלום\nu4 a b c d\nu5 x y z\n"
SYSTEM = f"u1 the cat sat\nu2 {ATTACK} c\nu3 שלום עולם\nu4 d\nu5 x y\n"
SPEAKERS = f"u1 ann\nu2 {ATTACK}\nu3 eve\nu4 ann\nu5 eve\n"


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    selenium = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    found = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if found is None or driver is None:
        pytest.skip("no Chromium with its driver is installed")
    options = selenium.ChromeOptions()
    options.binary_location = found
    for word in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage", "--window-size=1200,900"):
        options.add_argument(word)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    started = selenium.Chrome(options=options, service=selenium.ChromeService(driver))
    started.set_page_load_timeout(PATIENCE)
    started.set_script_timeout(PATIENCE)
    yield started
    started.quit()


class Page:
    """The page as a reader uses it."""

    def __init__(self, browser: Any, path: Path) -> None:
        self.browser = browser
        browser.get(path.resolve().as_uri())

    def all(self, selector: str) -> list[Any]:
        found: list[Any] = self.browser.find_elements("css selector", selector)
        return found

    def texts(self, selector: str) -> list[str]:
        return [each.text for each in self.all(selector)]

    def shown(self, selector: str) -> list[Any]:
        return [each for each in self.all(selector) if each.is_displayed()]

    def keys(self) -> list[str]:
        return self.texts("#rows h3 > bdi")

    def set(self, name: str, value: str) -> None:
        """As if somebody chose or typed it."""
        say = "const [node, value] = arguments; node.value = value;"
        tell = "for (const name of ['input', 'change']) node.dispatchEvent(new Event(name, {bubbles: true}));"
        self.browser.execute_script(say + tell, self.all(f"#{name}")[0], value)

    def complaints(self) -> list[str]:
        return [each["message"] for each in self.browser.get_log("browser")]


@pytest.fixture
def opened(files: Path, command: Command, browser: Any) -> Page:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    pytest.importorskip("jinja2", reason="jinja2 is not installed")
    for name, text in {"ref": REFERENCE, "base": BASE, "new": SYSTEM, "utt2spk": SPEAKERS}.items():
        Path(f"{name}.txt").write_text(text, encoding="utf-8")
    words = ("--utt2spk", "utt2spk.txt", "--resamples", "20", "--title", ATTACK)
    answer = command("report", "ref.txt", "base.txt", "new.txt", *words, "-o", "report.html")
    assert [answer.code, answer.err] == [0, ""]
    return Page(browser, Path("report.html"))


def test_nothing_is_run_and_nothing_goes_wrong(opened: Page) -> None:
    assert opened.browser.title == ATTACK
    opened.set("order", "highest")
    opened.set("metric", "1")
    assert opened.browser.title == ATTACK
    assert opened.all("img") == []
    assert opened.complaints() == []


def test_all_utterances_are_there(opened: Page) -> None:
    assert opened.keys() == ["u1", "u2", "u3", "u4", "u5"]
    assert opened.texts("#found") == ["5 of 5 utterances"]
    assert opened.texts("#rows article:first-child .error") == ["sat\nsad\nS"]
    assert opened.all("#rows .error")[0].get_attribute("title") == "substitution: sat → sad"


def test_text_is_found_in_keys_and_both_sides(opened: Page) -> None:
    opened.set("text", "SAD")
    assert opened.keys() == ["u1"]
    opened.set("text", "onerror")
    assert opened.keys() == ["u2"]
    opened.set("text", "u4")
    assert opened.keys() == ["u4"]
    opened.set("text", "nowhere")
    assert opened.keys() == []
    assert opened.texts("#found") == ["0 of 5 utterances"]


def test_speakers_errors_and_scores_filter(opened: Page) -> None:
    opened.set("group", ATTACK)
    assert opened.keys() == ["u2"]
    opened.set("group", "")
    opened.set("kind", "I")
    assert opened.keys() == ["u5"]
    opened.set("kind", "D")
    assert opened.keys() == ["u2", "u3", "u4"]
    opened.set("system", "1")
    assert opened.keys() == ["u4"]
    opened.set("kind", "none")
    assert opened.keys() == ["u1", "u3"]
    opened.set("kind", "")
    opened.set("low", "50")
    assert opened.keys() == ["u2", "u4", "u5"]  # 50, 75 and 100 per cent
    opened.set("high", "75")
    assert opened.keys() == ["u2", "u4"]


def test_utterances_are_put_in_order(opened: Page) -> None:
    opened.set("system", "0")
    opened.set("order", "highest")
    assert opened.keys() == ["u5", "u2", "u3", "u1", "u4"]  # 200, 50, 50, 33 and 0 per cent
    opened.set("order", "lowest")
    assert opened.keys() == ["u4", "u1", "u2", "u3", "u5"]
    opened.set("order", "longest")
    assert opened.keys() == ["u4", "u1", "u2", "u3", "u5"]
    opened.set("system", "")
    opened.set("order", "apart")
    assert opened.keys() == ["u5", "u4", "u3", "u1", "u2"]  # 100, 75, 50, 33 and 0 points


def test_the_metric_is_switched(opened: Page) -> None:
    pictures = opened.all("#distributions figure")
    assert [each.is_displayed() for each in pictures] == [True, False]
    before = opened.texts("#rows .name")[0]
    opened.set("metric", "1")
    assert [each.is_displayed() for each in pictures] == [False, True]
    assert before == "base.txt 33.33"
    assert opened.texts("#rows .name")[0] == "base.txt 9.09"  # 1 of 11 characters
    metrics = {each.text for each in opened.shown("#lengths tbody td:first-child")}
    assert metrics == {"cer"}


def test_tables_are_sorted(opened: Page) -> None:
    rows = "#confusions table:first-of-type tbody tr"
    (table, *_) = opened.all("#groups table")
    words = [each for each in table.find_elements("css selector", "th button") if each.text == "base.txt"]
    words[0].click()
    numbers = [float(each.text) for each in opened.shown("#groups tbody tr td:nth-child(3)")]
    assert numbers == sorted(numbers, reverse=True)
    words[0].click()
    numbers = [float(each.text) for each in opened.shown("#groups tbody tr td:nth-child(3)")]
    assert numbers == sorted(numbers)
    assert len(opened.all(rows)) > 0


def test_hebrew_goes_from_right_to_left(opened: Page) -> None:
    opened.set("text", "u3")
    (base, system) = opened.all("#rows .words")
    assert base.value_of_css_property("direction") == "rtl"
    right, lost = system.find_elements("css selector", "span")[0], base.find_elements("css selector", ".error")[0]
    assert lost.rect["x"] < right.rect["x"] + right.rect["width"]


def test_rows_are_built_on_demand(files: Path, command: Command, browser: Any) -> None:
    lines = "".join(f"u{number} a b c\n" for number in range(400))
    Path("ref.txt").write_text(lines, encoding="utf-8")
    answer = command("report", "ref.txt", "ref.txt", "--metrics", "wer", "-o", "report.html")
    assert answer.code == 0
    page = Page(browser, Path("report.html"))
    assert page.texts("#found") == ["400 of 400 utterances"]
    assert len(page.keys()) < 400
    while (more := page.all("#more")[0]).is_displayed():
        browser.execute_script("arguments[0].click()", more)
    assert len(page.keys()) == 400
    assert page.complaints() == []


def test_without_scripts_it_can_be_read(opened: Page) -> None:
    say = opened.browser.execute_cdp_cmd
    say("Emulation.setScriptExecutionDisabled", {"value": True})
    try:
        opened.browser.refresh()
        assert opened.keys() == []
        assert [each.text for each in opened.shown("noscript article h3 > bdi")] == ["u1", "u2", "u3", "u4", "u5"]
        assert opened.texts("noscript article:nth-of-type(1) del, noscript article:nth-of-type(1) ins") == [
            "sat",
            "sad",
        ]
        assert opened.shown("#controls, #switch, th button, #more, img") == []
        assert len(opened.shown("#distributions figure")) == 2
    finally:
        say("Emulation.setScriptExecutionDisabled", {"value": False})


def test_errors_tell_what_they_weigh(tmp_path: Path, browser: Any) -> None:
    pytest.importorskip("matplotlib", reason="matplotlib is not installed")
    vectors = mg.WordVectors.of({"cat": [4, 3], "cats": [3, 4]})
    toys = mg.Resources(chosen={"vectors": vectors})
    run = mg.score(["the cat sat"], ["the cats at sat"], ["ember"], resources=toys)
    with (tmp_path / "report.html").open("w", encoding="utf-8") as out:
        write([run], None, View(all=True, weights=list_weighted_metrics([run])[0]), out)
    page = Page(browser, tmp_path / "report.html")
    assert [each.get_attribute("title") for each in page.all("#rows .error")] == [
        "substitution: cat → cats; weight 0.10; cosine 0.96",  # 24 of 25
        "insertion: at; weight 1.00",
    ]
    assert page.complaints() == []
