"""Components: whatever is chosen by a name, such as metrics, formats and reports.

A `Registry` lists those of a kind. A `Component` has options besides, and is written with them (`parse_spec`):

    ember:cost=0.5:vectors="C:/a b.vec"
"""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; the original programs start without `typing`

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Mapping
    from importlib.metadata import EntryPoint
    from typing import Any, ClassVar, TypeVar

    from mondegreen.errors import ScoreError

    Entry = TypeVar("Entry")
else:
    Entry = object


class Registry(dict[str, Entry]):
    """The components of one kind: by its name, where each stands ("module:attribute"), so that a list imports nothing.

    An entry may hold more than the place: then that is its `target`.

    Installed packages add to those with a `group`, by entry points of the group `mondegreen.<group>`. What names of
    other programs are here is `meant`: the error for such a name says it.
    """

    def __init__(
        self, kind: str, entries: Mapping[str, Entry], group: str = "", meant: Mapping[str, str] | None = None
    ) -> None:
        super().__init__(entries)
        self.kind, self.group, self.meant = kind, group, dict(meant or {})

    def find(self, name: str) -> Any:  # noqa: ANN401 - each kind has a type of its own
        """The component of that name in any case, ours or an installed package's."""
        name = name if name in self or name.lower() not in self else name.lower()
        if name in self:
            entry: Any = self[name]
            return load_target(getattr(entry, "target", entry))
        for point in self.list_installed():
            if point.name == name:
                return point.load()
        if name.lower() in self.meant:
            from mondegreen.errors import ScoreError

            raise ScoreError(f'there is no {self.kind} "{name}"; {self.meant[name.lower()]}')
        raise unknown_name(self.kind, name, self)

    def find_all(self, names: str) -> list[Any]:
        """The components of names with commas between them."""
        return [self.find(name) for name in names.split(",")]

    def make(self, spec: str, *arguments: object, common: Mapping[str, str] | None = None) -> Any:  # noqa: ANN401
        """The component that a text such as `cer:spaces=no` describes, with those of the `common` options it has."""
        kind, options = self.find_kind(spec)
        if not hasattr(kind, "options"):  # an installed package may offer any callable
            value = options.pop("", "")
            return kind(*arguments, *([value] if value.strip() else []), **options)
        known = {option.name for option in kind.options}
        taken = {option: value for option, value in (common or {}).items() if option in known}
        return kind(*arguments, **taken | options)

    def find_kind(self, spec: str) -> tuple[Any, dict[str, str]]:
        """The component, or the variant of it, that has the options of such a text, and those options."""
        name, options = parse_spec(spec)
        kind = self.find(name)
        if further := options.keys() - {option.name for option in getattr(kind, "options", ())}:
            variants = map(load_target, getattr(kind, "variants", ()))
            kind = next((each for each in variants if further & {option.name for option in each.options}), kind)
        return kind, options

    def targets(self) -> dict[str, str]:
        """Where each of ours stands."""
        entries: Mapping[str, Any] = self
        return {name: getattr(entry, "target", entry) for name, entry in entries.items()}

    def list_installed(self) -> Iterable[EntryPoint]:
        """The entry points of installed packages."""
        if not self.group:
            return ()
        from importlib.metadata import entry_points

        return entry_points(group=f"mondegreen.{self.group}")


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


def find_close(name: str, known: Collection[str]) -> str:
    """The name that was most likely meant: a few letters away, but for case and hyphens, or begun so; else nothing.

    Several names with blanks between them are meant as a list.
    """
    parts = name.split()
    if len(parts) > 1 and {part.lower() for part in parts} <= set(known):
        return ",".join(part.lower() for part in parts)
    by_spelling = {each.lower().lstrip("-"): each for each in sorted(known, reverse=True)}
    meant = name.lower().lstrip("-")
    near = sorted((count_slips(meant, each), each) for each in by_spelling)
    if near and len(meant) > 1 and near[0][0] <= (max(len(meant), len(near[0][1])) + 1) // 3:
        return by_spelling[near[0][1]]
    begun = [each for each in by_spelling if len(meant) > 2 and each.startswith(meant)]
    begun += [each for each in by_spelling if len(each) > 3 and meant.isalpha() and meant.startswith(each)]
    return by_spelling[begun[0]] if begun else ""


def count_slips(one: str, other: str) -> int:
    """The edit distance of two words, in which two letters that changed places are one slip (Damerau 1964)."""
    before: list[int] = []
    row = list(range(len(other) + 1))
    for at, letter in enumerate(one, 1):
        before, last, row = row, before, [at]
        for place, mark in enumerate(other, 1):
            row.append(min(row[-1] + 1, before[place] + 1, before[place - 1] + (letter != mark)))
            if at > 1 and place > 1 and letter == other[place - 2] and one[at - 2] == mark:
                row[-1] = min(row[-1], last[place - 2] + 1)
    return row[-1]


class Option:
    """A choice that a component leaves to the user; the first of its values is the default.

    Without values there is no default, and something must be given. With `check`, which raises a `ValueError` for what
    it cannot take, any other value will do too.
    """

    def __init__(
        self, name: str, values: tuple[str, ...], help: str, check: Callable[[str], object] | None = None
    ) -> None:
        self.name, self.values, self.help, self.check = name, values, help, check

    def check_value(self, value: str, whose: str) -> None:
        """Refuses what may not be a value."""
        from mondegreen.errors import ScoreError

        if value in self.values:
            return
        if self.check is not None:
            try:
                self.check(value)
            except ValueError as error:
                raise ScoreError(f'{whose}:{self.name} is "{value}"; {self.help}') from error
        elif self.values:
            raise ScoreError(f'{whose}:{self.name} is "{value}"; choose from {", ".join(self.values)}')


class Component:
    """What has a name and options, and is written with them: `chrf:order=6`.

    `variants` ("module:attribute") are other definitions of the same name, each chosen by an option that it alone has.
    One option may be `unnamed`, given by its value alone: `drop:<unk>`. The `version` changes with the definition.
    """

    name: ClassVar[str]
    version: ClassVar[int]
    options: ClassVar[tuple[Option, ...]] = ()
    unnamed: ClassVar[str] = ""
    variants: ClassVar[tuple[str, ...]] = ()

    def __init__(self, **chosen: str) -> None:
        from mondegreen.errors import ScoreError

        known = {option.name: option for option in self.options}
        if "" in chosen:
            chosen = self.add_name(chosen)
        for name, value in chosen.items():
            if not known:
                raise ScoreError(f'{self.name} has no options, and no "{name}"')
            if name not in known:
                near, others = find_close(name, known), f"choose from {', '.join(known)}"
                quotes = '; a value that holds "=" stands between double quotes' if self.unnamed else ""
                hint = f"did you mean {near}?" if near else f"{others}{quotes}"
                raise ScoreError(f'{self.name} has no option "{name}"; {hint}')
            known[name].check_value(value, self.name)
        self.chosen = {}
        self.changes: dict[str, str] = {}  # the options that are not at their default
        for name, option in known.items():
            if not option.values and not chosen.get(name, "").strip():
                shown = name.upper() if name == self.unnamed else f"{name}={name.upper()}"
                raise ScoreError(f"{self.name} needs {option.help}; write {self.name}:{shown}")
            self.chosen[name] = chosen[name] if name in chosen else option.values[0]
            if (self.chosen[name],) != option.values[:1]:
                self.changes[name] = self.chosen[name]

    def add_name(self, chosen: dict[str, str]) -> dict[str, str]:
        """The options as given, with its name for the one without; nothing is given by blanks alone."""
        from mondegreen.errors import ScoreError

        value = chosen.pop("", "")
        if not value.strip():
            return chosen
        if not self.unnamed:
            what = "write it as NAME=VALUE" if self.options else f"{self.name} has no options"
            raise ScoreError(f'"{value}" in "{self.name}:{value}" is not an option; {what}')
        if self.unnamed in chosen:
            raise ScoreError(f"{self.name}:{self.unnamed} is given twice, with its name and without")
        return {self.unnamed: value, **chosen}

    @property
    def label(self) -> str:
        """The name and the options that are not at their default, as a user writes them."""
        return ":".join([self.name, *(f"{name}={quote_value(value)}" for name, value in self.changes.items())])

    @property
    def signature(self) -> str:
        """Its own part of a signature."""
        return f"{self.name}.v{self.version}{self.label[len(self.name) :]}"


def parse_spec(spec: str) -> tuple[str, dict[str, str]]:
    """The name and the options of a text such as `cer:spaces=no` or `drop:<unk>`; a value without a name under "".

    What stands between double quotes divides nothing; a quote inside quotes is written twice. Of a formula such as
    `x=cer+wer`, which names a sum, the name is all of it.
    """
    from mondegreen.errors import ScoreError

    name, *parts = split_unquoted(spec.strip(), ":")
    if "=" in name:
        return spec.strip(), {}
    options: dict[str, str] = {}
    unnamed = []
    for part in parts:
        option, equals, value = part.partition("=")
        if not (equals and option.replace("-", "_").isidentifier()):
            unnamed.append(part)
        elif option in options:
            raise ScoreError(f'{option} is given twice in "{spec}"')
        else:
            options[option] = unquote_value(value)
    return name.strip(), {"": unquote_value(":".join(unnamed)), **options} if unnamed else options


def split_unquoted(text: str, sign: str) -> list[str]:
    """The parts between the signs that no quotes hold."""
    from mondegreen.errors import ScoreError

    parts, inside = [""], False
    for letter in text:
        if letter == '"':
            inside = not inside
        if letter == sign and not inside:
            parts.append("")
        else:
            parts[-1] += letter
    if inside:
        raise ScoreError(f"a quote is opened and not closed in {text}")
    return parts


def unquote_value(value: str) -> str:
    """The value that was meant."""
    import re

    return re.sub(r'"((?:[^"]|"")*)"', lambda found: found[1].replace('""', '"'), value)


def quote_value(value: str) -> str:
    """The value as it must be written, if a sign in it would end it or part a signature."""
    doubled = value.replace('"', '""')
    return f'"{doubled}"' if value != value.strip() or any(sign in value for sign in ':,|"') else value
