"""`mondegreen doctor`: what a report of a fault should hold, and whether all is well."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from mondegreen.plan.about import DoctorPlan
    from mondegreen.resources.installable import Item

PROGRAMS = ("espeak-ng", "sclite")


def run(plan: DoctorPlan) -> int:
    """Prints what there is; the exit code is 1 if the core does not count as it should."""
    if plan.topic == "models":
        from mondegreen.cli import models

        return models.run(plan)
    plan.refuse_idle(["language"], "is for models to test; name them: mondegreen doctor models NAME")
    works = core_works()
    sections = {
        "mondegreen": describe_package(works=works),
        "machine": describe_machine(),
        "packages": list_packages(),
        "models": list_models(),
        "programs": list_programs(),
        "places": list_places(),
    }
    for title, lines in sections.items():
        print(title)
        rows = list(lines)
        width = max((len(name) for name, _ in rows), default=0)
        print("".join(f"  {name:<{width}}  {what}\n" for name, what in rows), end="")
    return 0 if works else 1


def core_works() -> bool:
    """Whether the core finds the two errors of a pair whose alignments all have two."""
    from mondegreen.alignment import align

    found: list[int] = align(["a b c"], ["a c d"])[0].tolist()
    return found == [0, 3, 0, 2]


def describe_package(*, works: bool) -> Iterator[tuple[str, str]]:
    """Its version, its place, and its core."""
    from pathlib import Path

    from mondegreen import _core

    yield "version", _core.__version__
    yield "package", str(Path(__file__).parents[1])
    yield "core", f"{_core.__file__}{'' if works else ': DOES NOT COUNT AS IT SHOULD; reinstall it'}"


def describe_machine() -> Iterator[tuple[str, str]]:
    """Python, the system, its cores, and what a terminal is told."""
    import locale
    import os
    import platform
    import sys

    from mondegreen.cli import landlock

    yield "python", f"{platform.python_version()} ({sys.executable})"
    yield "system", platform.platform()
    usable = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    yield "cores", f"{usable} of {os.cpu_count()} for this process"
    known = landlock.get_version()
    confines = (
        f"version {known}, which --untrusted uses" if known else "none in this kernel; --untrusted goes on without"
    )
    yield "landlock", confines
    yield "encoding", f"{sys.stdout.encoding} for output, {locale.getpreferredencoding()} by the locale"


def list_packages() -> Iterator[tuple[str, str]]:
    """What it needs, and each extra with what is missing of it."""
    extras: dict[str, list[str]] = {}
    for name, extra in list_required():
        extras.setdefault(extra, []).append(name)
    for name in extras.pop("", ()):
        yield name, list_installed(name) or f"missing: pip install {name}"
    for extra, names in extras.items():
        if extra not in ("all", "test"):
            missing = [name for name in names if not list_installed(name)]
            there = ", ".join(f"{name} {list_installed(name)}" for name in names if list_installed(name))
            what = f"missing {', '.join(missing)}: pip install 'mondegreen[{extra}]'" if missing else ""
            yield f"[{extra}]", "; ".join(part for part in (there, what) if part)


def list_required() -> Iterator[tuple[str, str]]:
    """The packages that ours names, each with its extra ("" if it is always needed)."""
    import re
    from importlib.metadata import requires

    for line in requires("mondegreen") or ():
        requirement, _, marker = line.partition(";")
        name = re.split(r"[^\w.-]", requirement.strip(), maxsplit=1)[0]
        extra = re.search(r"extra == ['\"](\w+)['\"]", marker)
        if name != "mondegreen" and (extra or not marker):
            yield name, extra[1] if extra else ""


def list_installed(name: str) -> str | None:
    """A package's version, if it is there."""
    from importlib.metadata import PackageNotFoundError, version

    try:
        return version(name)
    except PackageNotFoundError:
        return None


def list_models() -> Iterator[tuple[str, str]]:
    """The models that are installed as packages."""
    from mondegreen.resources.installable import ITEMS

    for item in dict.fromkeys(ITEMS):
        if item.model:
            yield item.model, f"{item.kind}: {item.installed or f'missing: {item.get}'}{say_server(item)}"


def say_server(item: Item) -> str:
    """Which program computes an encoder that is there."""
    from mondegreen.errors import ScoreError
    from mondegreen.resources import Resources
    from mondegreen.resources.installable import name_server

    if item.kind not in ("sentences", "contextual") or not item.installed:
        return ""
    try:
        found = Resources().get(item.kind)
    except ScoreError as error:
        return f": {error}"
    return name_server(found.encoder if item.kind == "sentences" else found.model)


def list_programs() -> Iterator[tuple[str, str]]:
    """Outside programs on the path; an sclite may be the original or ours."""
    from shutil import which

    for name in PROGRAMS:
        yield name, which(name) or "not on the path"


def list_places() -> Iterator[tuple[str, str]]:
    """The cache and the project's usual options."""
    from mondegreen.cache import users_folder
    from mondegreen.cli.config import find_nearest

    folder = users_folder()
    yield "cache", f"{folder} ({describe_state(folder)})"
    yield "options", find_nearest() or "no mondegreen.toml here or above"


def describe_state(folder: Path) -> str:
    """How much a folder holds, or that it cannot be written."""
    import os

    if not folder.exists():
        return "not made yet"
    if not os.access(folder, os.W_OK):
        return "cannot be written: nothing is kept; give another by --cache DIR"
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return f"{size / 2**20:.1f} MiB"
