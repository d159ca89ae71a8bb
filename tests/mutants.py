"""Draws random mutants of the package and tells which of them the default tests do not notice: `just mutants`.

    python tests/mutants.py N [--change [BASE]] [--seed S] [--tests PATH] [PATH ...]

Tests run in a copy of the checkout, with nothing beside it; the checkout itself is never changed. Which tests reach a
line is measured once per test file and kept in target/mutants, line by line of text, so that it outlives edits. A
survivor may be equivalent (nothing that anybody can see differs): a human decides.
"""

import argparse
import ast
import hashlib
import json
import os
import random
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import islice, takewhile
from pathlib import Path
from typing import IO, Any

import numpy as np  # noqa: F401 # so that no process of tests has to load it
import pytest

from mutant_sites import Mutant, compiles, list_changed, list_mutants

ROOT = Path(__file__).parent.parent
PACKAGE = Path("python/mondegreen")
REACHED = ROOT / "target" / "mutants"
# What the marker `full` leaves out, where it is not set; the rest of the tests is the default tier.
FULL = (
    "tests/faults/",
    "tests/live/",
    "tests/shared/",
    "tests/engine/test_ray.py",
    "tests/render/page/test_browser.py",
    "tests/render/page/test_browser_layout.py",
    "tests/contract/test_generated.py",
    "tests/contract/test_pages_run.py",
)
# A mutant lives if the nearest tests of so many seconds pass; a test hangs at ten times its own time and so much more,
# or after LIMIT seconds where its own time is being measured.
BUDGET, PATIENCE, LIMIT = 120.0, 60.0, 300
WANTED = 0.95
# Changes where what is kept in target/mutants means something else.
LAYOUT = b"3"
# The end of the package's own first module while it is measured: what tests start is counted too, be it without an
# environment (`env={}`) or site (`-IS`).
STARTED = """
import sys
from pathlib import Path
if "coverage" not in sys.modules:
    try:
        import coverage
    except ImportError:
        pass
    else:
        counted = coverage.Coverage(
            data_file={data!r}, data_suffix=True, auto_data=True, source=[{source!r}], config_file=False,
            context=Path({current!r}).read_text(encoding="utf-8"),
        )
        counted.start()
"""


def say(line: str) -> None:
    """Prints a line at once."""
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


class Watched:
    """A plugin of pytest: runs some tests of what it finds, and tells each test's end through a pipe.

    A mutant may rename cases, where their table is the code's own: of a function that is run, new cases are run too.
    """

    def __init__(self, pipe: IO[str], only: dict[str, float] | None, known: set[str]) -> None:
        self.pipe, self.only, self.known = pipe, only, known
        self.coverage, self.current = None, Path()

    def pytest_configure(self, config: pytest.Config) -> None:
        config.addinivalue_line("markers", "full: only in the full tier")

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        if self.only is not None:
            functions = {test.partition("[")[0] for test in self.only}
            new = {item.nodeid for item in items if item.nodeid.partition("[")[0] in functions} - self.known
            items[:] = [item for item in items if item.nodeid in self.only or item.nodeid in new]

    @pytest.hookimpl(wrapper=True, tryfirst=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if self.coverage:
            self.coverage.switch_context(item.nodeid)
            self.current.write_text(item.nodeid, encoding="utf-8")
            signal.alarm(LIMIT)
        self.pipe.write(f"start {item.nodeid}\n")
        self.pipe.flush()
        return (yield)

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed or report.skipped or report.when == "call":
            self.pipe.write(f"{report.outcome} {report.nodeid}\n")
            self.pipe.flush()


class Sandbox:
    """A copy of the checkout to run tests in, one after the other, each in a process made from this one."""

    def __init__(self, parent: Path) -> None:
        self.root, self.count = parent / "mondegreen", 0
        listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        names = subprocess.run(listed, cwd=ROOT, capture_output=True, check=True, encoding="utf-8").stdout.split("\0")
        cores = [str(path.relative_to(ROOT)) for path in (ROOT / PACKAGE).glob("_core*.so")]
        for name in filter(lambda name: (ROOT / name).is_file(), [*filter(None, names), *cores]):
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, self.root / name)
        os.chdir(self.root)
        sys.path.insert(0, str(self.root / "python"))
        os.environ["PYTHONPATH"] = str(self.root / "python")
        os.environ.setdefault("OMP_NUM_THREADS", "1")  # threads of torch that wait for a core only burn others

    def run(self, files: list[str], only: dict[str, float] | None, known: set[str], measure: Path | None = None) -> Any:
        """The tests, each with its seconds or -1 where it did not pass, and the first that failed, where all ends."""
        first = self.root / PACKAGE / "__init__.py"
        source = first.read_bytes()
        if measure:
            measure.joinpath("current").touch()
            names = {"data": str(measure / "data"), "source": str(first.parent), "current": str(measure / "current")}
            self.write(first, source + f"\nexec({STARTED.format(**names)!r}, {{}})\n".encode())
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(read)
            os.setsid()
            with suppress(BaseException):
                self.child(files, Watched(os.fdopen(write, "w"), only, known), measure)
            os._exit(0)
        os.close(write)
        try:
            return self.watch(read, only, patient=measure is not None)
        finally:
            os.close(read)
            with suppress(ProcessLookupError):
                os.killpg(child, signal.SIGKILL)
            os.waitpid(child, 0)
            if measure:
                self.write(first, source)

    def watch(self, pipe: int, only: dict[str, float] | None, *, patient: bool) -> Any:
        """Hears of each test until the first failure, or to the end."""
        passed, failed, current, began, ended = dict[str, float](), None, "collection", time.monotonic(), False
        rest = b""
        while failed is None or patient:
            left = began + PATIENCE + 10 * (only or {}).get(current, 1.0) - time.monotonic()
            if not patient and (left <= 0 or not select.select([pipe], [], [], left)[0]):
                return passed, f"{current} (no end)"
            data = os.read(pipe, 65536)
            if not data:
                break
            *lines, rest = (rest + data).split(b"\n")
            for line in lines:
                outcome, _, name = line.decode().partition(" ")
                if outcome == "start":
                    current, began = name, time.monotonic()
                elif outcome == "passed":
                    passed[name] = round(time.monotonic() - began, 3)
                elif outcome in {"failed", "skipped"}:
                    failed = failed or (name if outcome == "failed" else None)
                    passed[name] = -1
                ended |= outcome == "end"
        return passed, failed or (None if ended else f"{current} (crashed)")

    def child(self, files: list[str], watched: Watched, measure: Path | None) -> None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        with open(os.devnull, "r+b") as nothing:  # noqa: PTH123
            for stream in range(3):
                os.dup2(nothing.fileno(), stream)
        words = ["-q", "-p", "no:cacheprovider", "-m", "not full", *([] if measure else ["-x"]), *files]
        if measure:
            signal.signal(signal.SIGALRM, lambda *_: pytest.fail("no end"))
            watched.coverage, watched.current = self.start_counting(measure), measure / "current"
        code = pytest.main(words, plugins=[watched])
        if watched.coverage:
            watched.coverage.stop()
            watched.coverage.save()
        if code in {0, 5}:
            watched.pipe.write("end\n")
        elif code != 1:
            watched.pipe.write("failed collection\n")
        watched.pipe.close()

    def start_counting(self, folder: Path) -> Any:
        import coverage

        data = str(folder / "data")
        source = [str(self.root / PACKAGE)]
        counted = coverage.Coverage(data_file=data, data_suffix=True, source=source, config_file=False)
        counted.start()
        return counted

    def impose(self, mutant: Mutant) -> bytes:
        """Writes the mutant; a time of its own makes Python compile it anew."""
        path = self.root / mutant.path
        source = path.read_bytes()
        self.write(path, mutant.mutate(source))
        return source

    def write(self, path: Path, data: bytes) -> None:
        self.count += 1
        path.write_bytes(data)
        os.utime(path, (10**9 + 10 * self.count,) * 2)


class Reach:
    """Which tests of a file reach which lines, known by path and text; found when first asked for."""

    def __init__(self, sandbox: Sandbox) -> None:
        self.sandbox, self.known = sandbox, dict[str, dict[str, Any]]()

    def of(self, file: str) -> dict[str, Any]:
        if file not in self.known:
            digest = hashlib.sha256(
                LAYOUT + file.encode() + b"\0" + (self.sandbox.root / file).read_bytes()
            ).hexdigest()
            kept = REACHED / f"{digest[:32]}.json"
            if not kept.exists():
                REACHED.mkdir(parents=True, exist_ok=True)
                part = kept.with_suffix(f".{os.getpid()}")
                part.write_text(json.dumps(self.found(file)), encoding="utf-8")
                part.replace(kept)
            self.known[file] = json.loads(kept.read_text(encoding="utf-8"))
        return self.known[file]

    def found(self, file: str) -> dict[str, Any]:
        """Runs the tests of a file once, and counts; only those that pass as things are can notice a mutant."""
        import coverage

        with tempfile.TemporaryDirectory() as name:
            passed, failed = self.sandbox.run([file], None, set(), Path(name))
            if failed and not passed:
                say(f"unusable  {file}: {failed}")
            names = {test: index for index, test in enumerate(passed)}
            lines: dict[str, dict[str, set[int]]] = {}
            for data_file in Path(name).glob("data.*"):
                data = coverage.CoverageData(str(data_file))
                with suppress(coverage.exceptions.CoverageException):
                    data.read()
                    for path in data.measured_files():
                        relative = str(Path(path).relative_to(self.sandbox.root))
                        text = Path(path).read_text(encoding="utf-8").splitlines()
                        for number, contexts in data.contexts_by_lineno(path).items():
                            tests = {names.get(each) for each in contexts}
                            if number <= len(text):
                                of_line = lines.setdefault(relative, {}).setdefault(text[number - 1].strip(), set())
                                of_line |= {each for each in tests if each is not None}
        reached = {path: {text: sorted(tests) for text, tests in each.items()} for path, each in lines.items()}
        return {"tests": passed, "lines": reached}

    def tests(self, file: str, mutant: Mutant) -> dict[str, float]:
        """The tests of a file that reach a mutant's line, or else its function; or else all, if any reaches its module.

        What runs at import (constants, defaults, fields) is counted for no test, and may be looked at without a call.
        """
        known = self.of(file)
        lines, names = known["lines"].get(str(mutant.path), {}), list(known["tests"])
        is_loaded = bool(lines)
        if not is_loaded:  # or the module had another name when the file was measured: its lines stood elsewhere
            for others in known["lines"].values():
                for text, tests in others.items():
                    lines[text] = sorted({*lines.get(text, []), *tests})
        source = (self.sandbox.root / mutant.path).read_text(encoding="utf-8")
        text = [line.strip() for line in source.splitlines()]
        within = scope(ast.parse(source), mutant.lines.start)
        reached = set[int]()
        for step in [mutant.lines, within][: 1 + is_loaded] if within else []:
            reached = reached or {index for number in step for index in lines.get(text[number - 1], [])}
        if not reached and is_loaded and any(lines.values()):
            reached = set(range(len(names)))
        found = {names[index]: known["tests"][names[index]] for index in reached}
        return {test: seconds for test, seconds in found.items() if seconds >= 0}


def scope(tree: ast.AST, line: int) -> range | None:
    """The lines of the innermost function's body around a line; none for what runs at import."""
    found = None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and node.body[0].lineno <= line <= (node.end_lineno or 0):
            found = range(node.body[0].lineno, (node.end_lineno or 0) + 1)
    return found


def default_tests(wanted: list[Path]) -> list[str]:
    """All files of tests of the default tier, or those of some paths."""
    found = (path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py"))
    named = [str(path) for path in found if any(path.is_relative_to(each) for each in wanted)]
    return sorted(name for name in named if not name.startswith(FULL))


def distance(file: str, path: Path) -> tuple[int, int, str]:
    """How far a test file is from a module: by folder, then by name."""
    module, test = path.relative_to(PACKAGE), Path(file).relative_to("tests")
    shared = alike(module.parent.parts, test.parent.parts)
    apart = len(module.parent.parts) + len(test.parent.parts) - 2 * shared
    name = module.stem if module.stem != "__init__" else module.parent.name
    return apart, -alike(f"test_{name}", test.stem), file


def alike(one: Sequence[str], other: Sequence[str]) -> int:
    """How many of the first parts are the same."""
    return sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(one, other)))


def killer(mutant: Mutant, sandbox: Sandbox, reach: Reach, files: Iterable[str]) -> str | None:
    """The test that notices a mutant, or none; nearest first, in portions."""
    near = sorted(files, key=lambda file: distance(file, mutant.path))
    budget, portion = BUDGET, dict[str, float]()
    for number, file in enumerate(near):
        for test, seconds in sorted(reach.tests(file, mutant).items(), key=lambda item: item[1]):
            if budget > 0:
                portion[test] = seconds
                budget -= seconds
        last = number == len(near) - 1 or budget <= 0
        if portion and (last or number < 2 or sum(portion.values()) > 5):
            source = sandbox.impose(mutant)
            paths = list(dict.fromkeys(test.partition("::")[0] for test in portion))
            known = {test for path in paths for test in reach.of(path)["tests"]}
            _, failed = sandbox.run(paths, portion, known)
            sandbox.write(sandbox.root / mutant.path, source)
            if failed:
                return str(failed)
            portion = {}
        if last:
            return None
    return None


def draw(count: int, seed: int, paths: list[Path], base: str | None) -> list[Mutant]:
    """So many mutants, each of a statement of its own: first a statement is drawn, then a change of it."""
    new = list_changed(base, ROOT, PACKAGE) if base else None
    chosen = random.Random(seed)
    sites: dict[tuple[Path, range], list[Mutant]] = {}
    for file in sorted((ROOT / PACKAGE).rglob("*.py")):
        path = file.relative_to(ROOT)
        if not any(path.is_relative_to(wanted) for wanted in paths):
            continue
        for mutant in list_mutants(path, ROOT):
            if new is None or new.get(path, set()) & set(mutant.lines):
                sites.setdefault((path, mutant.lines), []).append(mutant)
    shuffled = chosen.sample(sorted(sites, key=str), len(sites))
    taken = ([each for each in sites[site] if compiles(each, ROOT)] for site in shuffled)
    return [chosen.choice(own) for own in islice(filter(None, taken), count)]


def within(paths: list[Path]) -> list[Path]:
    """Paths as the tree names them."""
    return [path.resolve().relative_to(ROOT) for path in paths]


def main(words: list[str]) -> int:
    """Draws, runs and tells; 1 if too many survive."""
    parser = argparse.ArgumentParser(prog="just mutants", description=__doc__.split("\n")[0])
    parser.add_argument("count", type=int, metavar="N", help="how many mutants")
    parser.add_argument("--change", nargs="?", const="HEAD~1", metavar="BASE", help="only lines changed since (HEAD~1)")
    parser.add_argument("--seed", type=int, help="draw these again (default: random)")
    parser.add_argument("--tests", type=Path, action="append", help="only these tests, a file or folder (default: all)")
    parser.add_argument("paths", nargs="*", type=Path, metavar="PATH", help="only of these (python/mondegreen)")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    options = parser.parse_intermixed_args(words)
    seed = random.randrange(10**6) if options.seed is None else options.seed
    paths, tests = within(options.paths) or [PACKAGE], within(options.tests or []) or [Path("tests")]
    drawn = draw(options.count, seed, paths, options.change)
    say(f"{len(drawn)} mutants, seed {seed}")
    survived = 0
    with tempfile.TemporaryDirectory() as parent:
        sandbox = Sandbox(Path(parent).resolve())
        reach, files = Reach(sandbox), default_tests(tests)
        for mutant in sorted(drawn, key=lambda mutant: (mutant.path, mutant.start)):
            failed = killer(mutant, sandbox, reach, files)
            survived += failed is None
            change = f"{mutant.path}:{mutant.lines.start} ({mutant.kind}) {mutant.before} -> {mutant.after}"
            say(f"killed    {change} by {failed}" if failed else f"SURVIVED  {change}")
        os.chdir(ROOT)
    say(f"{len(drawn)} drawn, {len(drawn) - survived} killed, {survived} survived (seed {seed})")
    return 0 if not drawn or len(drawn) - survived >= WANTED * len(drawn) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
