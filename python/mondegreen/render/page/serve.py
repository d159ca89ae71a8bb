"""A page that follows its runs: served to this machine alone, under an address that cannot be guessed.

Whoever asks must know the token of the address, and must have asked for this host, so that no other page in the
browser, and no other user of the machine, can read what is shown. The page asks whether it is still what the files
hold; only then are they looked at, and the page is made again where they have changed.
"""

from __future__ import annotations

import mimetypes
import os
import re
import secrets
import sys
from collections.abc import Callable, Iterable
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from json import dumps
from pathlib import Path
from threading import Lock
from time import sleep
from typing import NamedTuple
from urllib.parse import urlsplit

from mondegreen.errors import ScoreError

HERE = "127.0.0.1"
# Sent at a time of a file of sound.
PIECE = 1 << 16
# Seconds after which a file that is still the same is taken to be written.
PAUSE = 0.2
RANGE = re.compile(r"bytes=(\d+)-(\d*)")
HEADERS = {
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Resource-Policy": "same-origin",
}
State = tuple[tuple[str, int, int], ...]


class Built(NamedTuple):
    """A page, and the files of sound that it may ask for."""

    text: str
    sounds: tuple[str, ...] = ()


class LivePage:
    """The page of some files, made again once they have changed and no longer change."""

    def __init__(self, build: Callable[[int], Built], paths: Iterable[str]) -> None:
        self.build, self.paths, self.lock = build, tuple(paths), Lock()
        self.number, self.problem = 1, ""
        self.state = self.latest = read_state(self.paths)
        self.built = build(self.number)

    def follow(self) -> dict[str, str | int]:
        """Makes the page again if need be; which one it is, and what is wrong with files that have changed."""
        with self.lock:
            state = read_state(self.paths)
            if state not in (self.state, self.latest):
                self.latest = state  # perhaps half-written: the next who asks looks once more
            elif state != self.state:
                self.state = self.latest = state
                self.rebuild()
            return {"number": self.number, "problem": self.problem}

    def settle(self) -> None:
        """Follows twice where files have just changed: whoever opens the page is to see what they hold."""
        self.follow()
        if self.latest != self.state:
            sleep(PAUSE)
            self.follow()

    def rebuild(self) -> None:
        try:
            self.built, self.problem = self.build(self.number + 1), ""
            self.number += 1
        except (ScoreError, OSError) as error:
            self.problem = str(error)


def read_state(paths: Iterable[str]) -> State:
    """When the files were changed last, and how large they are; of directories those in them."""
    found = []
    for path in paths:
        for each in sorted(Path(path).iterdir()) if Path(path).is_dir() else [Path(path)]:
            try:
                status = each.stat()
            except OSError:
                continue
            found.append((str(each), status.st_mtime_ns, status.st_size))
    return tuple(found)


class PageServer(ThreadingHTTPServer):
    """Serves one page on this machine; `address` holds the token."""

    daemon_threads = True

    def __init__(self, page: LivePage, port: int = 0) -> None:
        self.page, self.token = page, secrets.token_urlsafe(24)
        try:
            super().__init__((HERE, port), PageHandler)
        except OSError as error:
            raise ScoreError(f"port {port} is not available: {error.strerror}; give another --port") from error
        self.hosts = {f"{HERE}:{self.server_port}", f"localhost:{self.server_port}"}

    def handle_error(self, *_: object) -> None:
        """Nothing: a browser that goes away in the middle of an answer is no error of ours."""

    @property
    def address(self) -> str:
        return f"http://{HERE}:{self.server_port}/{self.token}/"


class PageHandler(BaseHTTPRequestHandler):
    """Answers those who know the token: with the page, with its state, and with its sounds."""

    server: PageServer
    server_version, sys_version = "mondegreen", ""

    def do_GET(self) -> None:
        """Whatever is asked for beside these is not there."""
        place = self.find_place()
        sound = re.fullmatch(r"audio/(\d{1,9})", place or "")
        if place == "":
            self.server.page.settle()
            self.answer(self.server.page.built.text.encode(), "text/html; charset=utf-8")
        elif place == "version":
            self.answer(dumps(self.server.page.follow()).encode(), "application/json")
        elif sound and int(sound[1]) < len(self.server.page.built.sounds):
            self.answer_sound(self.server.page.built.sounds[int(sound[1])])
        else:
            self.refuse(HTTPStatus.FORBIDDEN if place is None else HTTPStatus.NOT_FOUND)

    def find_place(self) -> str | None:
        """What is asked for behind the token; None of whoever does not know it or asked for another host."""
        _, token, place = (*urlsplit(self.path).path.split("/", 2), "", "")[:3]
        is_known = secrets.compare_digest(token.encode(), self.server.token.encode())
        return place if is_known and self.headers.get("Host") in self.server.hosts else None

    def refuse(self, status: HTTPStatus) -> None:
        self.answer(f"{status.phrase}\n".encode(), "text/plain", status)

    def answer(self, body: bytes, kind: str, status: HTTPStatus = HTTPStatus.OK) -> None:
        self.begin(status, kind, len(body))
        self.end_headers()
        self.wfile.write(body)

    def begin(self, status: HTTPStatus, kind: str, length: int) -> None:
        self.send_response(status)
        for name, value in {**HEADERS, "Content-Type": kind, "Content-Length": str(length)}.items():
            self.send_header(name, value)

    def answer_sound(self, path: str) -> None:
        """A file, or the part of it that is asked for, as browsers do to jump within it."""
        if not Path(path).is_file():
            self.refuse(HTTPStatus.NOT_FOUND)
            return
        with Path(path).open("rb") as stream:
            size = os.fstat(stream.fileno()).st_size
            asked = RANGE.fullmatch(self.headers.get("Range", ""))
            first = int(asked[1]) if asked else 0
            last = min(size - 1, int(asked[2])) if asked and asked[2] else size - 1
            if asked and not first <= last:
                self.refuse(HTTPStatus.REQUESTED_RANGE_NOT_SATISFIABLE)
                return
            kind = mimetypes.guess_type(path)[0] or "application/octet-stream"
            self.begin(HTTPStatus.PARTIAL_CONTENT if asked else HTTPStatus.OK, kind, last - first + 1)
            self.send_header("Accept-Ranges", "bytes")
            if asked:
                self.send_header("Content-Range", f"bytes {first}-{last}/{size}")
            self.end_headers()
            stream.seek(first)
            self.send_pieces(stream.read, last - first + 1)

    def send_pieces(self, read: Callable[[int], bytes], length: int) -> None:
        try:
            while length > 0 and (piece := read(min(PIECE, length))):
                self.wfile.write(piece)
                length -= len(piece)
        except ConnectionError:
            pass  # the listener has jumped elsewhere

    def log_message(self, *_: object) -> None:
        """Nothing: the address would stand in it."""


def serve_page(page: LivePage, port: int) -> None:
    """Serves the page until it is interrupted, and says where."""
    with PageServer(page, port) as server:
        sys.stdout.write(f"{server.address} (Ctrl-C ends it)\n")
        sys.stdout.flush()
        try:
            server.serve_forever()
        except KeyboardInterrupt:
            sys.stdout.write("\n")
