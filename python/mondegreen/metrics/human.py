"""A sum of metrics that agrees well with people."""

from __future__ import annotations

from mondegreen.metrics.support.sum import Sum


class HumanLikeness(Sum):
    """A sum that agrees well with what people choose.

    Measures: how bad a hypothesis seems to people who know the reference: what is lost, how it sounds, what it means.
    Formula: CER + PER + SemDist, each over the corpus and with its default options.

    Example:
        >>> import mondegreen as mg
        >>> from mondegreen.resources.sentence_models import Sentences
        >>> class Rule:
        ...     identity = "rule-1"
        ...     def speak(self, text):
        ...         return list(text.replace("ph", "f"))
        >>> models = {"phonemes": Rule(), "sentences": Sentences.of({"photo": [1, 0], "foto": [3, 4]})}
        >>> run = mg.score(["photo"], ["foto"], metrics=["human"], resources=mg.Resources(chosen=models))
        >>> round(run["human"].value, 4)
        80.0

    Caveats: no rate of anything, and over 100 for bad hypotheses. The parts and their equal weights were fixed before
        they were compared with people's choices. NaN where a part is.
    Source: ours; judged by the choices of HATS (Bañeras-Roux et al., 2023). Other sums are written as
        `name=cer+0.5*per`.
    """

    name = "human"
    version = 2
    formula = "cer+per+semdist"
