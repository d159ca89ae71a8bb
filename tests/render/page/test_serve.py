"""A served page: who may see it, what it gives, and that it follows its files."""

import http.client
import json
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

import mondegreen as mg
from browsers import Page, start_browser
from conftest import Answer
from mondegreen.plan.compare import PagePlan
from mondegreen.render.page import serve
from mondegreen.render.page.serve import Built, LivePage, PageServer

Command = Callable[..., Answer]


class Asking:
    """A server in a thread, and what it answers."""

    def __init__(self, page: LivePage) -> None:
        self.server = PageServer(page)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01})
        self.thread.start()

    def get(self, place: str = "", token: str | None = None, **headers: str) -> tuple[int, bytes, dict[str, str]]:
        connection = http.client.HTTPConnection("127.0.0.1", self.server.server_port, timeout=30)
        connection.request("GET", f"/{self.server.token if token is None else token}/{place}", headers=headers)
        answer = connection.getresponse()
        found = answer.status, answer.read(), dict(answer.headers)
        connection.close()
        return found

    def version(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.get("version")[1])
        return found

    def stop(self) -> None:
        self.server.shutdown()
        self.thread.join()
        self.server.server_close()


@pytest.fixture
def asking(tmp_path: Path) -> Iterator[Asking]:
    (tmp_path / "x.txt").write_text("one", encoding="utf-8")
    (tmp_path / "a.wav").write_bytes(bytes(range(100)))

    def build(number: int) -> Built:
        text = (tmp_path / "x.txt").read_text(encoding="utf-8")
        if text == "bad":
            raise mg.ScoreError("is bad", path="x.txt")
        return Built(f"{number}:{text}", (str(tmp_path / "a.wav"), str(tmp_path / "gone.wav")))

    found = Asking(LivePage(build, [str(tmp_path / "x.txt")]))
    yield found
    found.stop()


def change(path: Path, text: str) -> None:
    """Writes another text, at a time that differs however coarse the clock of files is."""
    before = path.stat().st_mtime_ns
    path.write_text(text, encoding="utf-8")
    os.utime(path, ns=(before + 10**9, before + 10**9))


def test_this_machine_alone_is_answered(asking: Asking) -> None:
    assert asking.server.server_address[0] == "127.0.0.1"
    assert asking.server.address.startswith("http://127.0.0.1:")
    assert len(asking.server.token) >= 32


@pytest.mark.parametrize("token", ["", "x", "../", "%2e%2e"])
def test_who_does_not_know_the_token_sees_nothing(asking: Asking, token: str) -> None:
    for place in ("", "version", "audio/0"):
        status, body, _ = asking.get(place, token)
        assert (status, body) == (403, b"Forbidden\n")


def test_other_hosts_are_refused(asking: Asking) -> None:
    """Else a page of any site whose name leads to 127.0.0.1 could read this one."""
    assert asking.get(Host="evil.example")[0] == 403
    assert asking.get(Host=f"evil.example:{asking.server.server_port}")[0] == 403
    assert asking.get(Host=f"localhost:{asking.server.server_port}")[0] == 200


def test_two_servers_have_two_tokens(asking: Asking) -> None:
    other = PageServer(asking.server.page)
    assert other.token != asking.server.token
    other.server_close()


def test_the_page_and_nothing_else_is_given(asking: Asking) -> None:
    status, body, headers = asking.get()
    assert (status, body) == (200, b"1:one")
    assert headers["Content-Type"] == "text/html; charset=utf-8"
    assert headers["Referrer-Policy"] == "no-referrer"
    assert headers["X-Frame-Options"] == "DENY"
    for place in ("x.txt", "../x.txt", "audio/2", "audio/-1", "audio/a.wav", "audio/../x.txt", "etc/passwd"):
        assert asking.get(place)[0] == 404


def test_sounds_are_given_whole_and_in_parts(asking: Asking) -> None:
    status, body, headers = asking.get("audio/0")
    assert (status, body, headers["Accept-Ranges"]) == (200, bytes(range(100)), "bytes")
    status, body, headers = asking.get("audio/0", Range="bytes=10-19")
    assert (status, body, headers["Content-Range"]) == (206, bytes(range(10, 20)), "bytes 10-19/100")
    assert asking.get("audio/0", Range="bytes=90-")[1] == bytes(range(90, 100))
    assert asking.get("audio/0", Range="bytes=90-500")[2]["Content-Range"] == "bytes 90-99/100"
    assert asking.get("audio/0", Range="bytes=100-")[0] == 416
    assert asking.get("audio/0", Range="bytes=5-4")[0] == 416
    assert asking.get("audio/1")[0] == 404


def test_it_follows_its_files(asking: Asking, tmp_path: Path) -> None:
    """Once they are as they were when they were last looked at: before that they may be half-written."""
    assert asking.version() == {"number": 1, "problem": ""}
    change(tmp_path / "x.txt", "two")
    assert asking.version() == {"number": 1, "problem": ""}
    assert asking.version() == {"number": 2, "problem": ""}
    assert asking.get()[1] == b"2:two"
    assert asking.version() == {"number": 2, "problem": ""}


def test_who_opens_the_page_sees_what_the_files_hold(asking: Asking, tmp_path: Path) -> None:
    """Though no other page was open that would have asked."""
    assert asking.get()[1] == b"1:one"
    change(tmp_path / "x.txt", "two")
    assert asking.get()[1] == b"2:two"
    assert asking.get()[1] == b"2:two"


def test_what_cannot_be_shown_is_said_and_the_last_page_stays(asking: Asking, tmp_path: Path) -> None:
    change(tmp_path / "x.txt", "bad")
    asking.version()
    assert asking.version() == {"number": 1, "problem": "x.txt: is bad"}
    assert asking.get()[1] == b"1:one"
    change(tmp_path / "x.txt", "good")
    asking.version()
    assert asking.version() == {"number": 2, "problem": ""}
    assert asking.get()[1] == b"2:good"


def test_a_port_that_is_taken(asking: Asking) -> None:
    with pytest.raises(mg.ScoreError, match=r"port \d+ is not available: .*; give another --port"):
        PageServer(asking.server.page, asking.server.server_port)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ((), "--output is missing: name the HTML file, e.g. report.html, or give --serve"),
        (("--serve", "-o", "x.html"), "--output"),
        (("--port", "8000", "-o", "x.html"), "--port does nothing without --serve"),
    ],
)
def test_where_the_page_goes(files: Path, command: Command, words: tuple[str, ...], said: str) -> None:
    answer = command("report", "ref.txt", "hyp.txt", *words)
    assert answer.code == 2
    assert said in answer.err
    assert not Path("x.html").exists()


def test_standard_input_cannot_be_read_again(files: Path, command: Command) -> None:
    answer = command("report", "-", "hyp.txt", "--serve")
    assert answer.code == 2
    assert "standard input can be read once" in answer.err


def make_live(plan: PagePlan, monkeypatch: pytest.MonkeyPatch) -> Asking:
    """What a served command serves."""
    caught: list[LivePage] = []
    monkeypatch.setattr(serve, "serve_page", lambda page, port: caught.append(page))
    plan.check()
    from mondegreen.api.runs import serve_report

    serve_report(plan)
    return Asking(caught[0])


@pytest.mark.full
def test_a_browser_sees_changes_and_keeps_what_was_asked_for(files: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    Path("ref.txt").write_text("u1 a b\nu2 c d\n", encoding="utf-8")
    Path("hyp.txt").write_text("u1 a x\nu2 c d\n", encoding="utf-8")
    asking = make_live(PagePlan(["ref.txt", "hyp.txt"], serve=True), monkeypatch)
    browser = start_browser()
    try:
        page = Page(browser, asking.server.address, "#q=u1")
        assert page.texts("h1") == ["hyp.txt: WER 25.00 %"]
        change(Path("hyp.txt"), "u1 a b\nu2 c d\n")
        say = """const done = arguments[0], end = Date.now() + 20000;
        (function look() { if (document.querySelector('h1').textContent.includes('0.00') || Date.now() > end) done();
        else setTimeout(look, 50); })();"""
        for _ in range(2):  # the first ends when the page is loaded again
            with suppress(Exception):  # of the driver, because the page went away
                browser.execute_async_script(say)
        assert page.texts("h1") == ["hyp.txt: WER 0.00 %"]
        assert page.asked == "#q=u1"
        assert page.ids() == ["u1"]
        assert page.complaints() == []
    finally:
        browser.quit()
        asking.stop()
