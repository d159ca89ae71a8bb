"""`mondegreen lexicon`: word vectors of two languages mapped, words translated, translations evaluated."""

from mondegreen.component import Registry

HELP = """\
Maps two languages' word vectors into one space, translates words, and evaluates translations.

example:
  mondegreen lexicon map en.vec fr.vec --dictionary en-fr.train.txt --output en-fr.npz
  mondegreen lexicon eval en-fr.test.txt en-fr.npz --source en.vec --target fr.vec
"""
ACTIONS = Registry(
    "action",
    {
        "map": "mondegreen.cli.lexicon.map",
        "translate": "mondegreen.cli.lexicon.translate",
        "neighbors": "mondegreen.cli.lexicon.neighbors",
        "eval": "mondegreen.cli.lexicon.eval",
        "split": "mondegreen.cli.lexicon.split",
    },
)
