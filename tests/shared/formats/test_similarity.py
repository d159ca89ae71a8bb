"""Published files of pairs of sentences and scores."""

from mondegreen.formats.rated import read_similarities
from shared.data import DATA


def test_files_of_one_set() -> None:
    folder = DATA / "lexicon" / "s1"
    dev, test = (read_similarities(str(folder / f"sts-{part}.csv"), "sts") for part in ("dev", "test"))
    sick = read_similarities(str(folder / "SICK_trial.txt"))
    assert [len(dev), len(test), len(sick), len(dev.and_(test))] == [1500, 1379, 500, 2879]
    assert {0 <= score <= 5 for score in dev.scores} == {True}
    assert sick.scores[0] == 3.6
