"""Components: whatever is chosen by a name, such as metrics, formats and reports, and the registries that list them."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; the original programs start without `typing`

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from importlib.metadata import EntryPoint
    from typing import Any, TypeVar

    from mondegreen.errors import ScoreError

    Entry = TypeVar("Entry")
else:
    Entry = object

# What is no nearer is no slip of the pen: of "wre" and "wer" two of three letters are in order.
CLOSE = 0.65


class Registry(dict[str, Entry]):
    """The components of one kind: by its name, where each stands ("module:attribute"), so that a list imports nothing.

    An entry may hold more than the place: then that is its `target`.

    Installed packages add to those with a `group`, by entry points of the group `mondegreen.<group>`.
    """

    def __init__(self, kind: str, entries: Mapping[str, Entry], group: str = "") -> None:
        super().__init__(entries)
        self.kind, self.group = kind, group

    def find(self, name: str) -> Any:  # noqa: ANN401 - each kind has a type of its own
        """The component of that name, ours or an installed package's."""
        if name in self:
            return load_target(get_target(self[name]))
        for point in self.list_installed():
            if point.name == name:
                return point.load()
        raise unknown_name(self.kind, name, self)

    def find_all(self, names: str) -> list[Any]:
        """The components of names with commas between them."""
        return [self.find(name) for name in names.split(",")]

    def targets(self) -> dict[str, str]:
        """Where each of ours stands."""
        return {name: get_target(entry) for name, entry in self.items()}

    def list_installed(self) -> Iterable[EntryPoint]:
        """The entry points of installed packages."""
        if not self.group:
            return ()
        from importlib.metadata import entry_points

        return entry_points(group=f"mondegreen.{self.group}")


def get_target(entry: Any) -> str:  # noqa: ANN401 - a text, or what has one
    target: str = entry if isinstance(entry, str) else entry.target
    return target


def load_target(target: str) -> Any:  # noqa: ANN401 - the registry knows what it lists
    """The thing at "module:attribute", or the module itself."""
    name, _, attribute = target.partition(":")
    module = __import__(name, fromlist=["__name__"])
    return getattr(module, attribute) if attribute else module


def unknown_name(kind: str, name: str, known: Iterable[str], otherwise: str = "") -> ScoreError:
    """The error for a name that is not known: it suggests a close one, else `otherwise`, else all names."""
    from mondegreen.errors import ScoreError

    names = sorted(known)
    near = find_close(name, names)
    hint = f"did you mean {near}?" if near else otherwise or f"choose from {', '.join(names)}"
    return ScoreError(f'there is no {kind} "{name}"; {hint}')


def find_close(name: str, known: Iterable[str]) -> str:
    """The name that was most likely meant: spelled nearly so, but for case and hyphens, or begun so; else nothing."""
    from difflib import get_close_matches

    by_spelling = {each.lower().lstrip("-"): each for each in reversed(list(known))}
    meant = name.lower().lstrip("-")
    near = get_close_matches(meant, by_spelling, n=1, cutoff=CLOSE)
    near = near or [each for each in by_spelling if len(meant) > 2 and each.startswith(meant)]
    return by_spelling[near[0]] if near else ""
