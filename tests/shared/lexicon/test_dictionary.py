"""Published dictionaries, counted by their authors."""

import pytest

from mondegreen.errors import ScoreError, ScoreWarning
from mondegreen.lexicon.dictionary import Pair, load
from mondegreen.lexicon.evaluate import groups
from shared.data import DATA


def test_evaluation_lists_tell_frequencies_and_tags() -> None:
    folder = DATA / "lexicon" / "cwe"
    estonian = load(str(folder / "ET-SK_EVAL_DF.csv")).pairs
    assert estonian[0] == Pair("aadress", "adresa", 961.0, "S")
    with pytest.warns(ScoreWarning, match="1 row without a translation"):
        czech = load(str(folder / "CS-SK_eval_DF.csv")).pairs
    # The authors count 1,497 pairs and 1,158 words.
    assert len(czech) == 1497
    assert len({pair.source for pair in czech}) == 1158


def test_parts_of_speech_are_read_beside_each_other() -> None:
    folder = DATA / "lexicon" / "MUSE_dicos"
    german = groups.load_classes(str(folder / "en-de.5000-6500"))
    assert set(german) == {"n", "pn", "v", "a", "o", "nw"}
    # All 1,500 words of MUSE's test list.
    assert len({head for pairs in german.values() for head, _ in pairs}) == 1500
    assert set(groups.load_classes(str(folder / "en-es.5000-6500"))) == {"pn", "o"}
    with pytest.raises(ScoreError, match=r"there is no .*nowhere\.n\.txt"):
        groups.load_classes(str(folder / "nowhere"))
