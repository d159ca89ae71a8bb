"""Names to things: a registry is a plain table from a name to "module:attribute", so listing it imports nothing."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from mondegreen.errors import ScoreError


def load_target(target: str) -> Any:  # noqa: ANN401 - what stands behind a name is the registry's to say
    """The thing at "module:attribute"."""
    module, _, attribute = target.partition(":")
    return getattr(import_module(module), attribute)


def find_entry(kind: str, name: str, table: Mapping[str, str]) -> Any:  # noqa: ANN401 - as above
    """The `kind` of that name: ours from the table, or one that an installed package offers."""
    if name in table:
        return load_target(table[name])
    for point in list_offered(kind):
        if point.name == name:
            return point.load()
    raise unknown_name(kind, name, table)


def list_offered(kind: str) -> Iterable[Any]:
    """What installed packages add under the entry point group `mondegreen.<kind>s`."""
    from importlib.metadata import entry_points

    return entry_points(group=f"mondegreen.{kind}s")


def unknown_name(kind: str, name: str, known: Iterable[str], otherwise: str = "") -> ScoreError:
    """The error for a name nobody bears, with the nearest one that somebody does, else all or what is said instead."""
    from difflib import get_close_matches

    names = sorted(known)
    near = get_close_matches(name, names, n=1, cutoff=0.5)
    hint = f"did you mean {near[0]}?" if near else otherwise or f"choose from {', '.join(names)}"
    return ScoreError(f'there is no {kind} "{name}"; {hint}')
