"""Scores speech recognition: how many words were wrong, and how much the errors hurt.

    import mondegreen as mg

    mg.score(["the cat sat"], ["the cat sad"], metrics=["wer", "cer"])

Public names are loaded when they are first used, so that importing the package costs next to nothing; type checkers
read them in the stub that `just gen` writes.
"""

# The module of public names. No submodule may bear a public name: it would hide the name once imported.
_PUBLIC = {
    "_core": "Policy __version__",
    "alignment": "Alignment align",
    "api.accumulator": "Accumulator",
    "api.lists": "oracle rerank rover tune",
    "api.rates": "cer mer ser wer wil wip",
    "api.runs": "compare merge report verify",
    "api.score": "Run score score_sessions score_systems",
    "api.studies": "agreement correlate downstream robustness",
    "api.texts": "convert normalize simulate",
    "cache": "Cache",
    "comparison.comparison": "Comparison",
    "corpus": "Corpus Utterance",
    "errors": "ScoreError ScoreNote ScoreWarning",
    "metrics.base": "Metric",
    "metrics.support.rows": "Row Rows",
    "notes": "Note",
    "pairs": "Join Pairs pair",
    "resources": "Resources",
    "resources.vectors": "WordVectors",
    "results.interval": "Bootstrap",
    "results.score": "Score",
    "weights": "Weights",
}
_HOMES = {name: home for home, names in _PUBLIC.items() for name in names.split()}
# Modules of their own, which are asked for by their names.
_MODULES = ("lattice", "lexicon", "nbest")

__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    if name not in _HOMES and name not in _MODULES:
        raise AttributeError(f"module 'mondegreen' has no attribute {name!r}")
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"mondegreen.{name}")
    value: object = getattr(import_module(f"mondegreen.{_HOMES[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
