"""A page as its reader uses it, in headless Chromium."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
# Seconds after which a page that hangs is a failed test.
PATIENCE = 60
# Two systems over five utterances, one of whose words would be a script if the page let it.
ATTACK = "<img/src=x/onerror=document.title='taken'>"
REFERENCE = f"u1 the cat sat\nu2 {ATTACK} b\nu3 שלום עולם\nu4 a b c d\nu5 x\n"
BASE = f"u1 the cat sad\nu2 {ATTACK}\nu3 שלום\nu4 a b c d\nu5 x y z\n"
SYSTEM = f"u1 the cat sat\nu2 {ATTACK} c\nu3 שלום עולם\nu4 d\nu5 x y\n"
SPEAKERS = f"u1 ann\nu2 {ATTACK}\nu3 eve\nu4 ann\nu5 eve\n"


def start_browser() -> Any:
    """A browser, if one is installed; whoever starts it ends it."""
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
    return started


class Page:
    """A page of `mondegreen report`."""

    def __init__(self, browser: Any, place: Path | str, asked: str = "") -> None:
        self.browser = browser
        self.address = place if isinstance(place, str) else place.resolve().as_uri()
        browser.get("about:blank")
        browser.get(self.address + asked)

    @property
    def asked(self) -> str:
        """The part of the address after the page's own."""
        return str(self.run("return location.hash"))

    def run(self, script: str, *arguments: Any) -> Any:
        return self.browser.execute_script(script, *arguments)

    def all(self, selector: str) -> list[Any]:
        found: list[Any] = self.browser.find_elements("css selector", selector)
        return found

    def texts(self, selector: str) -> list[str]:
        return [each.text for each in self.all(selector)]

    def shown(self, selector: str) -> list[Any]:
        return [each for each in self.all(selector) if each.is_displayed()]

    def click(self, selector: str, index: int = 0) -> None:
        self.run(
            "arguments[0].dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true}))",
            self.all(selector)[index],
        )

    def ids(self) -> list[str]:
        """The utterances that are listed."""
        return self.texts("#rows a.id")

    def set(self, name: str, value: str) -> None:
        """As if somebody chose or typed it."""
        say = "const [node, value] = arguments; node.value = value;"
        tell = "for (const name of ['input', 'change']) node.dispatchEvent(new Event(name, {bubbles: true}));"
        # What is typed is looked at once nothing more is typed, be it at once.
        wait = "const done = arguments[2]; setTimeout(done, 50);"
        self.browser.execute_async_script(say + tell + wait, self.all(f"#{name}")[0], value)

    def press(self, key: str) -> None:
        self.run("document.body.dispatchEvent(new KeyboardEvent('keydown', {key: arguments[0], bubbles: true}))", key)

    def complaints(self) -> list[str]:
        """What the browser's console holds."""
        return [each["message"] for each in self.browser.get_log("browser")]
