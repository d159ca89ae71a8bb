"""The public names, for type checkers; `just gen` writes it."""

from mondegreen import lattice as lattice
from mondegreen import lexicon as lexicon
from mondegreen import nbest as nbest
from mondegreen._core import Policy as Policy
from mondegreen._core import __version__ as __version__
from mondegreen.alignment import Alignment as Alignment
from mondegreen.alignment import align as align
from mondegreen.api.accumulator import Accumulator as Accumulator
from mondegreen.api.lists import oracle as oracle
from mondegreen.api.lists import rerank as rerank
from mondegreen.api.lists import rover as rover
from mondegreen.api.lists import tune as tune
from mondegreen.api.rates import cer as cer
from mondegreen.api.rates import mer as mer
from mondegreen.api.rates import ser as ser
from mondegreen.api.rates import wer as wer
from mondegreen.api.rates import wil as wil
from mondegreen.api.rates import wip as wip
from mondegreen.api.runs import compare as compare
from mondegreen.api.runs import merge as merge
from mondegreen.api.runs import report as report
from mondegreen.api.runs import verify as verify
from mondegreen.api.score import Run as Run
from mondegreen.api.score import score as score
from mondegreen.api.score import score_sessions as score_sessions
from mondegreen.api.score import score_systems as score_systems
from mondegreen.api.studies import agreement as agreement
from mondegreen.api.studies import correlate as correlate
from mondegreen.api.studies import downstream as downstream
from mondegreen.api.studies import robustness as robustness
from mondegreen.api.texts import convert as convert
from mondegreen.api.texts import normalize as normalize
from mondegreen.api.texts import simulate as simulate
from mondegreen.cache import Cache as Cache
from mondegreen.comparison.comparison import Comparison as Comparison
from mondegreen.corpus import Corpus as Corpus
from mondegreen.corpus import Utterance as Utterance
from mondegreen.errors import ScoreError as ScoreError
from mondegreen.errors import ScoreNote as ScoreNote
from mondegreen.errors import ScoreWarning as ScoreWarning
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

_HOMES: dict[str, str]
_MODULES: tuple[str, ...]
__all__: list[str]
