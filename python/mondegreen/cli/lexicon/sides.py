"""Options that the actions share: the two sides' vectors, a mapping, how words are translated."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.lexicon.mapping import Mapping
    from mondegreen.lexicon.retrieve import Retriever
    from mondegreen.lexicon.space import Space
    from mondegreen.plan.lexicon import Retrieval
    from mondegreen.plan.lexicon import Space as SpacePlan


def space(plan: SpacePlan, path: str) -> Space:
    """The vectors of a side."""
    from mondegreen.lexicon.space import ALL, load

    return load(path, ALL if plan.words is None else plan.words, keep_case=plan.keep_case)


def retriever(plan: Retrieval, mapping: Mapping | None, source: Space, target: Space) -> Retriever:
    """Both sides in one space; without a mapping they are there already."""
    from mondegreen.cache import Cache, users_folder
    from mondegreen.lexicon.retrieve import Retriever
    from mondegreen.lexicon.steps import normalize_rows

    if mapping is not None:
        one, other = mapping.map_spaces(source, target)
    else:
        one, other = (side.with_matrix(normalize_rows(side.matrix)) for side in (source, target))
    cache = Cache(None if plan.no_cache else plan.cache or users_folder())
    return Retriever(one, other, plan.neighbours, threads=plan.threads, cache=cache)
