"""`mondegreen lexicon split`: a dictionary cut into parts to train and to test on."""

from __future__ import annotations

TYPE_CHECKING = False  # type checkers know the name; help must not wait for `typing`

if TYPE_CHECKING:
    from mondegreen.plan.lexicon import SplitPlan

HELP = """\
Cuts a dictionary into a part to train and a part to test on, which share no word and no form of one.

example:
  mondegreen lexicon split en-fr.tsv --train train.tsv --test test.tsv --target-forms fr.lemma.tsv
"""
PLAN = "mondegreen.plan.lexicon:SplitPlan"


def run(plan: SplitPlan) -> int:
    """Reads, cuts and writes."""
    from mondegreen.cli.matrices import by_one_thread

    by_one_thread()
    from mondegreen.lexicon import dictionary
    from mondegreen.lexicon.divide import split_pairs
    from mondegreen.lexicon.evaluate import forms
    from mondegreen.output import output

    known = dictionary.load(plan.dictionary, plan.format, keep_case=plan.keep_case).pairs
    pairs = [pair for pair in known if pair.target]
    lemmas = [
        forms.load_lemmas(path, keep_case=plan.keep_case).lemma if path else str
        for path in (plan.source_forms, plan.target_forms)
    ]
    parts = split_pairs(pairs, plan.share, plan.seed, *lemmas)
    for path, part in zip((plan.train, plan.test), parts, strict=True):
        with output(path) as out:
            out.writelines(f"{pair.source}\t{pair.target}\n" for pair in part)
    print(f"{len(parts[0])} pairs to train on, {len(parts[1])} to test on")
    return 0
