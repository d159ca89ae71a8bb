"""What may be chosen, declared once: a plan is a class whose fields are options.

    class Reading(Plan, group="reading"):
        pair_by: Literal["id", "order"] = option("id", help="pair utterances by ID or by order (default: {default})")

The annotation says the type and the values that are allowed. From these declarations come the parser of the command
line, the keys of mondegreen.toml, the keywords of the Python functions with their types, the completion of shells, and
the reference page of the docs. The plans are loaded by every `--help`, so that they import next to nothing; type
checkers see a plan as a dataclass.
"""

from __future__ import annotations

import re

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from typing import Any, TypeVar

    from typing_extensions import Self, dataclass_transform

    T = TypeVar("T")
else:

    def dataclass_transform(**_: object) -> Callable[[T], T]:
        """At run time a plan is no dataclass: that machinery takes longer to load than all help."""
        return lambda decorated: decorated


# What an option's path may name: data, which may be of strangers; what is written; a directory that a run is saved in;
# and the user's own models and cache.
PATHS = ("input", "output", "run", "model", "cache")
LITERAL = re.compile(r"Literal\[(.*?)\]")
# A command with more options than this shows in `--help` its own ones, and of those that commands share only these.
MANY = 25
USUAL = (
    *("metrics", "by", "utt2spk", "ref_column", "hyp_column", "lists", "words", "format", "missing", "normalize"),
    *("tokenize", "language", "vectors", "resample_by", "output_format", "output", "quiet", "color"),
)
KINDS = {"int": int, "float": float, "bool": bool}


class Option:
    """A choice: its names, its type, its default, what help says, and when it would do nothing.

    `default` is what holds if nothing is said, and `implied` what the bare option means where a value may be left out.
    `known` is the registry of its names, `module:NAMES`, which help lists as {names} and shells complete. `path` says
    that the value names a file or directory, and of what kind: see `PATHS`. `least` is the smallest number that makes
    sense. What is not `kw_only` has a place among Python's arguments, too. `needs` names the options of which one must
    be given, or this one would do nothing; `apart` what cannot be said together with it. Aliases are
    keywords of Python and keys of mondegreen.toml, too.
    """

    name: str = ""
    annotation: str = ""
    kind: type = str
    several: bool = False
    is_shared: bool = False

    def __init__(
        self,
        *,
        default: Any = None,  # noqa: ANN401 - the field's annotation says which
        help: str,
        aliases: tuple[str, ...] = (),
        choices: tuple[str, ...] | None = None,
        flag: str = "",
        group: str = "",
        metavar: str | None = None,
        known: str | None = None,
        implied: object = None,
        repeats: bool = False,
        required: bool = False,
        path: str | None = None,
        least: float | None = None,
        needs: Sequence[str] = (),
        apart: Sequence[str] = (),
        positional: bool = False,
        kw_only: bool = True,
    ) -> None:
        self.default, self.help, self.aliases, self.choices = default, help, aliases, choices
        self.flag, self.group = flag, group
        self.metavar, self.known, self.implied, self.repeats, self.required = metavar, known, implied, repeats, required
        self.path, self.least, self.needs, self.apart = path, least, needs, apart
        self.positional, self.has_place = positional, not kw_only

    def bind(self, name: str, annotation: str, group: str) -> None:
        """Takes the name, the type and the group from the field that it was declared as."""
        self.name, self.annotation, self.group = name, annotation, self.group or group
        self.flag = self.flag or f"--{name.replace('_', '-')}"
        if found := LITERAL.search(annotation):
            self.choices = tuple(each.strip("'\"") for each in found[1].split(", "))
        self.kind = KINDS.get(annotation.partition(" |")[0], str)
        self.several = not self.repeats and annotation.startswith(("list[", "Sequence["))
        # How it is written on a command line, the short way first; by Python; and in messages: `--by`, or `REF`.
        flags = sorted((self.flag, *self.aliases), key=lambda flag: flag[:2] == "--")
        long = (flag[2:].replace("-", "_") for flag in self.aliases if flag.startswith("--"))
        self.flags = () if self.positional else tuple(flags)
        self.keywords = (name, *long)
        self.shown = (self.metavar or name) if self.positional else self.flag

    def names(self) -> tuple[str, ...]:
        """The names that are known, if there is a list of them."""
        if self.known is None:
            return self.choices or ()
        from mondegreen.component import load_target

        found = load_target(self.known)
        return tuple(found() if callable(found) else found)

    def sentence(self) -> str:
        """What help says, with the default and the known names put in."""
        if "{names}" in self.help:
            return self.help.format(default=self.default, names=", ".join(self.names()))
        return self.help.format(default=self.default) if "{default" in self.help else self.help


def option(**declared: Any) -> Any:  # noqa: ANN401 - the field's annotation says which
    """A choice that is made by name; see `Option`."""
    return Option(**declared)


def argument(**declared: Any) -> Any:  # noqa: ANN401 - as above
    """What stands in its place without a name; one without a default must be given."""
    return Option(required="default" not in declared, positional=True, **declared)


@dataclass_transform(kw_only_default=True, field_specifiers=(option, argument))
class Plan:
    """All that was chosen for one kind of work; it does not change.

    `run` is the place of the function that carries out the plan of a command, and `spellings` are other names of that
    command. Its docstring is the command's help: a sentence, perhaps more, and examples. Where options are many,
    `--help` shows those in `common`, if nothing else is said the command's own and the usual ones, and `--help-all`
    all of them.
    """

    options: Mapping[str, Option] = {}
    given: frozenset[str] = frozenset()
    in_python = False
    run: str = ""
    spellings: tuple[str, ...] = ()
    common: tuple[str, ...] = ()
    keywords: Mapping[str, str]
    places: Sequence[str]
    needed: Sequence[str]
    limited: Sequence[Option]
    initials: Mapping[str, Any]
    copied: Sequence[str]

    def __init_subclass__(cls, group: str = "", run: str = "", spellings: tuple[str, ...] = (), **rest: object) -> None:
        super().__init_subclass__(**rest)
        cls.run, cls.spellings = run, spellings
        own = {name: value for name, value in vars(cls).items() if isinstance(value, Option)}
        for name, each in own.items():
            each.bind(name, cls.__annotations__[name], group)
            each.is_shared = cls.__module__.endswith(".shared")
            setattr(cls, name, each.default)
        inherited: dict[str, Option] = {}
        for base in cls.__bases__:
            inherited |= getattr(base, "options", {})
        cls.options = {**own, **{name: each for name, each in inherited.items() if name not in own}}
        if "common" not in vars(cls):
            cls.common = USUAL if len(cls.options) > MANY else ()
            for name, each in cls.options.items() if cls.common else ():
                cls.common += (name,) if each.required or not each.is_shared else ()

    def __init__(self, *places: object, **chosen: object) -> None:
        if "keywords" not in vars(type(self)):
            self.prepare()
        if len(places) > len(self.places):
            raise TypeError(f"{len(self.places)} arguments without a name are taken, and {len(places)} were given")
        taken = dict(zip(self.places, places, strict=False))
        known = self.keywords
        for keyword, value in chosen.items():
            if keyword not in known:
                raise TypeError(f"there is no option {keyword}; choose from {', '.join(self.options)}")
            if known[keyword] in taken:
                raise TypeError(f"{known[keyword]} is given twice")
            taken[known[keyword]] = value
        for name in self.needed:
            if name not in taken:
                raise TypeError(f"{name} must be given")
        self.__dict__.update(self.initials)
        # A list is copied, so that no plan shares its own with others.
        self.__dict__.update({name: list(self.initials[name]) for name in self.copied})
        self.__dict__.update(taken, given=frozenset(taken))

    @classmethod
    def prepare(cls) -> None:
        """Looks up once what every plan of the class needs: Python makes one for each call."""
        options = cls.options
        cls.keywords = {keyword: name for name, each in options.items() for keyword in each.keywords}
        cls.places = [each.name for each in cls.in_order() if each.has_place]
        cls.needed = [name for name, each in options.items() if each.required]
        cls.limited = [each for each in options.values() if each.least is not None or each.needs or each.apart]
        cls.initials = {name: each.default for name, each in options.items()}
        cls.copied = [name for name, default in cls.initials.items() if isinstance(default, list)]

    @classmethod
    def in_order(cls) -> list[Option]:
        """The options as arguments of Python: those that must be there, others that have a place, and the rest."""
        return sorted(cls.options.values(), key=lambda each: (not each.positional, not each.has_place))

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a plan does not change; make another by replace({name}=...)")

    def __repr__(self) -> str:
        chosen = (f"{name}={getattr(self, name)!r}" for name in self.options if name in self.given)
        return f"{type(self).__name__}({', '.join(chosen)})"

    def __iter__(self) -> Iterator[tuple[str, object]]:
        """Each choice by its name, defaults included."""
        return ((name, getattr(self, name)) for name in self.options)

    def replace(self, **changes: object) -> Self:
        """Another plan, with these choices changed."""
        made = type(self)(**dict(self) | changes).mark_given(self.given | {*changes})
        return made.mark_python() if self.in_python else made

    def mark_given(self, given: Iterable[str]) -> Self:
        """The same plan, of which only these options were given; the others hold for a whole project."""
        self.__dict__["given"] = frozenset(given)
        return self

    def mark_python(self) -> Self:
        """The same plan, whose errors name keywords rather than options of the command line."""
        self.__dict__["in_python"] = True
        return self

    def of_command_line(self) -> Self:
        """The plan without what is only configured."""
        return type(self)(**{name: getattr(self, name) for name in self.given})

    def check(self) -> None:
        """Refuses what contradicts itself, and what would do nothing, before any work.

        What a project's configuration says is not in `given`: it need not concern every command. Python may give what
        a command line cannot, and so it is held against the types first.
        """
        if self.in_python:
            self.check_kinds()
        for each in self.limited:
            name, value = each.name, getattr(self, each.name)
            if each.least is not None and isinstance(value, (int, float)) and value < each.least:
                raise self.refused(name, f"is {value}; give {each.least:g} or more")
            if not (each.needs or each.apart) or name not in self.given or value == each.default:
                continue
            if each.needs and not any(self.is_chosen(other) for other in each.needs):
                wanted = " or ".join(map(self.spell, each.needs))
                raise self.refused(name, f"does nothing without {wanted}")
            for other in each.apart:
                if self.is_chosen(other):
                    raise self.refused(name, f"does not go with {self.spell(other)}; remove one of them")

    def check_kinds(self) -> None:
        """Refuses what is not of the type that its option declares."""
        from mondegreen.kinds import check_kind

        for name in filter(self.given.__contains__, self.options):
            each, value = self.options[name], getattr(self, name)
            if each.required or value is not each.default:
                check_kind(name, value, each.annotation, choices=each.choices or (), filled=each.required)

    def is_chosen(self, name: str) -> bool:
        """Whether an option says something else than its default."""
        return bool(getattr(self, name) != self.options[name].default)

    def refuse_idle(self, names: Iterable[str], why: str) -> None:
        """Refuses options that were given and would do nothing."""
        for name in names:
            if name in self.given and self.is_chosen(name):
                raise self.refused(name, why)

    def refused(self, name: str, why: str) -> Exception:
        """The error of an option."""
        from mondegreen.errors import ScoreError

        return ScoreError(f"{self.spell(name)} {why}")

    def spell(self, name: str) -> str:
        """An option as whoever made the plan writes it."""
        return name if self.in_python else self.options[name].shown


def split_help(page: str | None) -> tuple[str, str]:
    """The first sentence of a command's help, and the paragraphs and examples below it."""
    from textwrap import dedent

    head, _, rest = (page or "").partition("\n\n")
    return head, dedent(rest).rstrip().replace("Example:\n", "example:\n")
