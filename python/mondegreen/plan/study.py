"""What may be chosen where metrics are held beside others, beside people, and beside translations."""

from __future__ import annotations

from mondegreen.plan.option import Plan, argument, option
from mondegreen.plan.shared import Metrics, Models, Reading, Tables, Texts

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    pass

# A table is read by its lines.
# fmt: off


class Translations(Plan, group="translations, by sacrebleu"):
    """What translations are, and how they are scored."""

    translation: str = option(required=True, metavar="FILE", path="input", help="of HYP, with the same utterance keys")
    translated: str = option(required=True, metavar="FILE", path="input", help="of what was said, by people")
    against: str | None = option(default=None, metavar="FILE", path="input",
        help="another system's translation: wins, losses and ties of sentence BLEU",
    )
    scores: str = option(default="bleu,ter,chrf", metavar="NAMES", help="what is correlated ({default})")
    blocks: int = option(default=100, metavar="N", help="utterances in each block ({default})")
    bleu_tokenize: str = option(default="13a", metavar="NAME", help="sacrebleu's tokenizer of BLEU ({default})")
    lowercase: bool = option(default=False, help="capitals make no difference")


class DownstreamPlan(Translations, Metrics, Reading, Texts, Models, Tables):
    """Tells which metrics of recognition go with BLEU, TER and chrF of its translations."""

    reference: str = argument(kw_only=False, metavar="REF", path="input",
        help="what was said: a file; see `mondegreen list formats`",
    )
    hypothesis: str = argument(kw_only=False, metavar="HYP", path="input", help="what was recognized")
