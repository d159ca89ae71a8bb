"""Scores speech recognition: how many words were wrong, and how much the errors hurt.

    import mondegreen as mg

    mg.score(["the cat sat"], ["the cat sad"], metrics=["wer", "cer"])

Public names are loaded when they are first used, so that importing the package costs next to nothing.
"""

TYPE_CHECKING = False  # type checkers know the name; importing `typing` for it would double the cost of this file

if TYPE_CHECKING:
    from mondegreen._core import Policy as Policy
    from mondegreen._core import __version__ as __version__
    from mondegreen.alignment import Alignment as Alignment
    from mondegreen.alignment import align as align
    from mondegreen.api import Run as Run
    from mondegreen.api import score as score
    from mondegreen.cache import Cache as Cache
    from mondegreen.corpus import Corpus as Corpus
    from mondegreen.corpus import Utterance as Utterance
    from mondegreen.errors import ScoreError as ScoreError
    from mondegreen.errors import ScoreNote as ScoreNote
    from mondegreen.errors import ScoreWarning as ScoreWarning
    from mondegreen.meetings.scoring import SessionRun as SessionRun
    from mondegreen.meetings.scoring import score_sessions as score_sessions
    from mondegreen.metrics.base import Metric as Metric
    from mondegreen.metrics.support.rows import Row as Row
    from mondegreen.metrics.support.rows import Rows as Rows
    from mondegreen.notes import Note as Note
    from mondegreen.pairs import Join as Join
    from mondegreen.pairs import Pairs as Pairs
    from mondegreen.pairs import pair as pair
    from mondegreen.resources import Resources as Resources
    from mondegreen.resources.vectors import WordVectors as WordVectors
    from mondegreen.results.interval import Bootstrap as Bootstrap
    from mondegreen.results.score import Score as Score
    from mondegreen.weights import Weights as Weights

# Public name -> the module it lives in. No submodule may bear a public name: it would hide the name once imported.
_HOMES = {
    "Alignment": "alignment",
    "Bootstrap": "results.interval",
    "Cache": "cache",
    "Corpus": "corpus",
    "Join": "pairs",
    "Metric": "metrics.base",
    "Note": "notes",
    "Pairs": "pairs",
    "Policy": "_core",
    "Resources": "resources",
    "Row": "metrics.support.rows",
    "Rows": "metrics.support.rows",
    "Run": "api",
    "Score": "results.score",
    "ScoreError": "errors",
    "ScoreNote": "errors",
    "ScoreWarning": "errors",
    "SessionRun": "meetings.scoring",
    "Utterance": "corpus",
    "Weights": "weights",
    "WordVectors": "resources.vectors",
    "__version__": "_core",
    "align": "alignment",
    "pair": "pairs",
    "score": "api",
    "score_sessions": "meetings.scoring",
}

__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    if name in ("lattice", "nbest"):  # modules of their own, which are asked for by their names
        from importlib import import_module

        return import_module(f"mondegreen.{name}")
    if name not in _HOMES:
        raise AttributeError(f"module 'mondegreen' has no attribute {name!r}")
    from importlib import import_module

    value: object = getattr(import_module(f"mondegreen.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
