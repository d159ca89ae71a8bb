"""`mondegreen doctor`: what is there, what is missing, the command that installs it, and whether a model works."""

from __future__ import annotations

from functools import partial

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from mondegreen.plan.about import DoctorPlan
    from mondegreen.resources.installable import Item

PROGRAMS = ("espeak-ng", "sclite")
# What each extra is for; those that are not here are for developers.
PURPOSES = {
    "linguistic": "lemmas, parts of speech, word vectors (ler, lcer, uposer, dposer, ember, wer-e, wer-s)",
    "semantic": "sentence and token encoders (semdist, bertscore)",
    "transformers": "encoders that ours does not compute",
    "phonemes": "espeak-ng as a package, where the system has none (per)",
    "dictionaries": "pronunciations of English and French words, where there is no espeak-ng (per)",
    "vectors": "word vectors in fastText's .bin files",
    "normalize": "Whisper's normalizers, numbers in words",
    "plot": "plots (--plot)",
    "parquet": "Parquet files (--save, --rows)",
    "translation": "BLEU, TER, chrF, METEOR (study downstream)",
    "robustness": "word frequencies (study robustness)",
    "corrupt": "pronunciations (simulate)",
    "lexicon": "lemmas of lexicon eval",
    "espnet": "ESPnet's tokenizers and cleaners",
    "ray": "Ray workers (--engine ray)",
}


def run(plan: DoctorPlan) -> int:
    """Prints what there is; the exit code is 1 if the core does not count as it should."""
    from mondegreen.cli.layout import get_width, hang_text

    if plan.topic == "models" and plan.names:
        for name in plan.names:
            print("\n".join(check_model(name, plan.language)))
        return 0
    plan.refuse_idle(["language"], "is for models to test; name them: mondegreen doctor models NAME")
    if plan.topic == "models":
        print("\n".join(list_resources()))
        return 0
    works = core_works()
    sections = {
        "mondegreen": describe_package(works=works),
        "machine": describe_machine(),
        "packages": list_packages(),
        "extras": list_extras(),
        "models": list_models(),
        "programs": list_programs(),
        "places": list_places(),
        "to install": list_commands(),
    }
    for title, lines in sections.items():
        rows = list(lines)
        if rows:
            print(title)
        width = max((len(name) for name, _ in rows), default=0)
        print("".join(f"{hang_text(f'  {name:<{width}}  ', what, get_width())}\n" for name, what in rows), end="")
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
    yield (
        "core",
        f"{'works: ' if works else ''}{_core.__file__}{'' if works else ': COUNTS WRONG; reinstall mondegreen'}",
    )


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
        f"version {known}, which --untrusted uses" if known else "none in this kernel; --untrusted works without it"
    )
    yield "landlock", confines
    yield "encoding", f"{sys.stdout.encoding} for output, {locale.getpreferredencoding()} by the locale"


def list_packages() -> Iterator[tuple[str, str]]:
    """The packages that it always needs."""
    for name, extra in list_required():
        if not extra:
            yield name, list_installed(name) or f"missing: pip install {name}"


def list_extras() -> Iterator[tuple[str, str]]:
    """What each extra is for, and what is there or missing of it."""
    extras = group_extras()
    for extra in (extra for extra in PURPOSES if extra in extras):
        missing = [name for name in extras[extra] if not list_installed(name)]
        there = ", ".join(f"{name} {list_installed(name)}" for name in extras[extra] if name not in missing)
        what = f"{', '.join(missing)}; pip install 'mondegreen[{extra}]'" if missing else there
        yield extra, f"{'missing' if missing else 'ready':<7}  {PURPOSES[extra]}: {what}"


def group_extras() -> dict[str, list[str]]:
    """The packages of each extra."""
    extras: dict[str, list[str]] = {}
    for name, extra in list_required():
        extras.setdefault(extra, []).append(name)
    return extras


def list_commands() -> Iterator[tuple[str, str]]:
    """The command that installs all missing extras at once; espeak-ng comes from the system or a package."""
    from shutil import which

    incomplete = [
        extra
        for extra, names in group_extras().items()
        if extra in PURPOSES
        and not all(map(list_installed, names))
        and not (extra == "phonemes" and which("espeak-ng"))
    ]
    if incomplete:
        yield "all extras", f"pip install 'mondegreen[{','.join(sorted(incomplete))}]'"


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


def list_items() -> Iterable[Item]:
    """Each package or program that serves a kind of model."""
    from mondegreen.resources.installable import ITEMS

    return ITEMS


def list_models() -> Iterator[tuple[str, str]]:
    """What serves each kind of model where none is named, or the command that gets it."""
    from mondegreen.resources import spacy_vectors

    pipelines = [item for item in list_items() if item.kind == "analyzer" and item.model]
    there = [f"{item.model} {item.installed}" for item in pipelines if item.installed]
    yield "analyzer", f"{', '.join(there)}; the first is the default" if there else f"missing: {pipelines[0].get}"
    yield "vectors", describe_model(lambda: spacy_vectors.find_default(None))
    for kind in ("sentences", "contextual", "phonemes"):
        yield kind, describe_model(partial(name_model, kind))


def describe_model(find: Callable[[], str]) -> str:
    """What a model is, or why it is missing."""
    from mondegreen.errors import ScoreError

    try:
        return find()
    except ScoreError as error:
        return f"missing: {error}"


def name_model(kind: str) -> str:
    """The default model of a kind, and which program computes it."""
    from mondegreen.resources import Resources
    from mondegreen.resources.installable import name_server

    found = Resources().get(kind)
    name = found.identity.partition("@")[0]
    if kind == "phonemes":
        return f"{name} (program-version:voice)"
    return f"{name}{name_server(found.encoder if kind == 'sentences' else found.model)}"


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
        return "not created yet"
    if not os.access(folder, os.W_OK):
        return "not writable, so nothing is cached; name another with --cache DIR"
    size = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    return f"{size / 2**20:.1f} MiB"


def list_resources() -> Iterator[str]:
    """Each kind of resource, and under it what it may use."""
    from mondegreen.cli.layout import get_width, hang_text
    from mondegreen.resources.installable import ITEMS

    width = max(len(item.name) for item in ITEMS)
    for kind in dict.fromkeys(item.kind for item in ITEMS):
        yield kind
        for item in ITEMS:
            if item.kind == kind:
                state = f"installed: {item.installed}" if item.installed else f"missing: {item.get}"
                yield hang_text(f"  {item.name:<{width}}  ", f"{item.purpose} ({state})", get_width())


def check_model(name: str, language: str | None) -> Iterator[str]:
    """Loads a resource, tries it, and says what it is."""
    from mondegreen.component import unknown_name
    from mondegreen.errors import ScoreError
    from mondegreen.resources import Resources
    from mondegreen.resources.installable import ITEMS, try_resource

    kind, _, model = name.partition("=")
    named = [item for item in ITEMS if name in (item.name, item.model)]
    for item in named:
        if not item.installed:
            raise ScoreError(f"{item.name} is not installed; {item.get}")
    if named:
        kind, model = named[0].kind, named[0].model or ""
    elif kind not in {item.kind for item in ITEMS}:
        raise unknown_name(
            "kind of resource or package", kind, {part for item in ITEMS for part in (item.kind, item.name)}
        )
    found = Resources(language).get(kind, model or None)
    yield f"{kind}: {found.identity}"
    yield f"  tried: {try_resource(kind, found)}"
    yield from (f"  {line}" for item in ITEMS if item.kind == kind for line in describe_item(item))


def describe_item(item: Item) -> Iterator[str]:
    """The version of a package that is there, and the checksum of its model files."""
    if item.installed:
        checksum = f" (sha256 of its model files: {item.checksum})" if item.model else ""
        yield f"{item.name} {item.installed}{checksum}"
