"""Resources: external models that metrics look things up in; one kind, one file, loaded when first asked for.

Each kind has a function `load(name, language, cache)`, in which `name` is what the user gave or none for the default.
What it gives has an `identity`, which stands in the signature of every number made with it.
"""

from __future__ import annotations

import re
from functools import cached_property
from typing import TYPE_CHECKING, Any, NoReturn, Protocol

from mondegreen.component import Registry
from mondegreen.errors import ScoreError
from mondegreen.kinds import check_kind

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from mondegreen.cache import Cache

LOADERS = Registry(
    "kind of resource",
    {
        "vectors": "mondegreen.resources.vectors:load",
        "hyp-vectors": "mondegreen.resources.vectors:load_other",
        "analyzer": "mondegreen.resources.analyzer:load",
        "ref-tags": "mondegreen.resources.tags:load",
        "hyp-tags": "mondegreen.resources.tags:load",
        "map": "mondegreen.resources.tags:load_map",
        "phonemes": "mondegreen.resources.phonemes:load",
        "sentences": "mondegreen.resources.sentence_models:load",
        "contextual": "mondegreen.resources.contextual:load",
        "raw-vectors": "mondegreen.resources.text_vectors:load_raw",
        "frequencies": "mondegreen.resources.word_lists:load_frequencies",
        "stop-words": "mondegreen.resources.word_lists:load_stop_words",
        "recurrent": "mondegreen.resources.torchscript:load",
    },
)


# Which extra an error tells to install.
EXTRA = re.compile(r"mondegreen\[(\w+)\]")


class Resource(Protocol):
    """What every resource has."""

    @property
    def identity(self) -> str:
        """Name and version, or a digest of the contents, which identify it."""


class Resources:
    """The resources of a run, each loaded once and shared by all metrics.

    `chosen` gives for a kind a name, a path, or the resource itself; `wanted` is what the metrics of a run use. What
    they say is kept in the `cache`, which is in the user's cache directory unless another is given; `Cache(None)`
    caches nothing.
    """

    def __init__(
        self, language: str | None = None, chosen: Mapping[str, object] | None = None, cache: Cache | None = None
    ) -> None:
        if not (chosen is None or isinstance(chosen, dict)):
            check_kind("chosen", chosen, "Mapping[str, object] | None")
        self.language = language
        self.chosen = dict(chosen or {})
        self.given = cache
        self.wanted: set[tuple[str, str | None]] = set()
        self.loaded: dict[tuple[str, str | None], Any] = {}

    @cached_property
    def cache(self) -> Cache:
        """What resources said before."""
        from mondegreen.cache import Cache, users_folder

        return self.given if self.given is not None else Cache(users_folder())

    def get(self, kind: str, name: str | None = None) -> Any:  # noqa: ANN401 - each kind has a type of its own
        """The resource of that kind: the one of that name, else the one chosen for the run, else the default."""
        given = self.chosen.get(kind) if name is None else name
        if given is not None and not isinstance(given, str):
            return given
        if (kind, given) not in self.loaded:
            try:
                self.loaded[kind, given] = LOADERS.find(kind)(given, self.language, self.cache)
            except ScoreError as error:
                self.report_missing(error, (kind, given))
        return self.loaded[kind, given]

    def report_missing(self, first: ScoreError, failed: tuple[str, str | None]) -> NoReturn:
        """An error with all that is missing of what a run wants, so that it can be installed at once."""
        wanted, self.wanted = self.wanted, set()
        others = sorted({(kind, name or self.chosen.get(kind)) for kind, name in wanted} - {failed}, key=str)
        errors = filter(None, (self.find_error(kind, name) for kind, name in others))
        found = dict.fromkeys([str(first), *errors])
        if len(found) == 1:
            raise first
        extras = ",".join(dict.fromkeys(EXTRA.findall(" ".join(found))))
        at_once = [f"all extras at once: pip install 'mondegreen[{extras}]'"] if "," in extras else []
        raise ScoreError("; ".join([*found, *at_once])) from first

    def find_error(self, kind: str, name: Any) -> str:  # noqa: ANN401 - as it was chosen
        """Why a resource cannot be had; nothing if it can."""
        try:
            self.get(kind, name)
        except ScoreError as error:
            return str(error)
        return ""

    def identities(self, uses: Mapping[str, str | None]) -> Iterator[tuple[str, str]]:
        """The identity of each resource by kind; kinds without a resource are absent."""
        for kind, name in uses.items():
            found = self.get(kind, name)
            if found is not None:
                yield kind, found.identity

    def choosing(self, chosen: Mapping[str, object]) -> Resources:
        """The same with other choices for some kinds; what is loaded is shared."""
        other = Resources(self.language, self.chosen | dict(chosen), self.cache)
        other.loaded, other.wanted = self.loaded, self.wanted
        return other
