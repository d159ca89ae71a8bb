"""Where the results of sc_stats go, and what is said of it."""

from typing import TYPE_CHECKING

from mondegreen.dropin.sctk.written import written
from mondegreen.dropin.streams import err, out

if TYPE_CHECKING:
    from collections.abc import Callable

    from mondegreen.dropin.sctk.stats.arguments import Options

    Text = Callable[[], bytes]

STDOUT = b"-"
FEED = b"\f"
# McNemar's test says that a file was written also where it could not be.
TELLING = b".mcn"
UNWRITABLE = b"Warning: Open of %b for write failed.  Using stdout instead.\n"


class Output:
    """The files of a run, whose names begin alike; or standard output in the place of all of them."""

    def __init__(self, options: "Options") -> None:
        self.root = options.root()
        self.folder = options.folder
        self.feedback = options.feedback

    def say(self, text: bytes) -> None:
        """Says what goes on, unless the run is to be silent."""
        if self.feedback >= 1:
            out(text)

    def test(self, ending: bytes, text: "Text", feed: bytes = b"") -> None:
        """Writes what a test finds, which it does only then; on standard output, a form feed may stand behind it."""
        self.announced(b"-." + ending if self.root == STDOUT else self.root + b".stats." + ending, text, feed)

    def graph(self, ending: bytes, text: "Text") -> None:
        """Writes a graph made of letters."""
        self.announced(STDOUT if self.root == STDOUT else self.root + ending, text, FEED)

    def announced(self, path: bytes, text: "Text", feed: bytes) -> None:
        """Writes a file and says so; also on standard output it is said that a file was written."""
        told = b"        Output written to '%b'\n" % path
        if self.root == STDOUT:
            self.say(told)
            out(text() + feed)
        elif not written(path, (make() for make in [text]), lambda: self.say(told)):
            err(UNWRITABLE % path)
            if path.endswith(TELLING):
                self.say(told)
            out(text() + feed)

    def report(self, ending: bytes, kind: bytes, text: bytes) -> None:
        """Writes a report; one that can have no file goes to standard output without a word."""
        path = self.root + ending
        told = b"    Writing %b to '%b'\n" % (kind, path)
        if self.root == STDOUT or not written(path, [text], lambda: self.say(told)):
            out(text)

    def system(self, title: bytes, text: bytes) -> None:
        """Writes how a system stands against the others; a folder that was asked for takes the last part of a title.

        That part begins with the slash.
        """
        path = title + b".sts"
        if self.folder:
            slash = title.rfind(b"/")
            path = self.folder + b"/" + title[max(0, slash) :] + b".sts"
        if not written(path, [text]):
            err(b"Warning: Unable to open output file %b, using stdout\n" % path)
            out(text + FEED)
