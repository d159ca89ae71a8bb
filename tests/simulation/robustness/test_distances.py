"""What subjects see of distances, against the same found step by step."""

import numpy as np
import pytest

from mondegreen.simulation.robustness import measure_distances
from mondegreen.simulation.robustness.correlations import KINDS
from noisy import noise, panel, texts

stats = pytest.importorskip("scipy.stats", reason="SciPy is not installed")


def test_coefficients_and_bands() -> None:
    originals, shown, errors = texts(4, 200), panel("avg,subs", "wer,wip"), noise(2)
    found = measure_distances(originals, shown, errors, 0.2)
    rows = []
    said: dict[str, list[float]] = {label: [] for label in ("avg", "subs", "wer", "wip")}
    for seed in errors.seeds:
        drawn = errors.draw(originals, [str(place + 1) for place in range(200)], 0.2, seed)
        measured = dict(shown.measure(originals, drawn.texts))
        for place, edits in enumerate(drawn.edits):
            if edits:
                share = len(edits) / len(originals[place].split())
                sound, sense = (np.mean([edit[kind] for edit in edits]) for kind in (3, 4))
                rows.append((share, sound, sense))
                for label, each in measured.items():
                    said[label].append(float(each.each[place]))
    about = np.array(rows)
    assert found.sentences == len(rows) > 100
    for label, sign in (("avg", -1), ("subs", -1), ("wer", 1), ("wip", -1)):
        harm = sign * np.array(said[label])
        there = ~np.isnan(harm)
        ranked = [stats.rankdata(column[there]) for column in (harm, *about.T)]
        plain = [np.corrcoef(ranked[0], other)[0, 1] for other in ranked[1:]]
        alone = [np.corrcoef(rest(ranked[0], ranked[1]), rest(other, ranked[1]))[0, 1] for other in ranked[2:]]
        known = slice(None) if label != "wer" else slice(0, 3)  # wer is the share itself
        assert found.correlations[label][known] == pytest.approx([*plain, *alone][known]), label


def rest(values: np.ndarray, of: np.ndarray) -> np.ndarray:
    """What a line through another column does not explain."""
    return np.asarray(values - np.polyval(np.polyfit(of, values, 1), of))


def test_bands_hold_a_quarter_each_and_their_values() -> None:
    originals, shown, errors = texts(5, 300), panel("avg", "wer"), noise(1)
    found = measure_distances(originals, shown, errors, 0.15)
    drawn = errors.draw(originals, [str(place + 1) for place in range(300)], 0.15, 7)
    measured = dict(shown.measure(originals, drawn.texts))
    for place, kind in enumerate(KINDS):
        mean = np.array([np.mean([edit[3 + place] for edit in edits]) if edits else np.nan for edits in drawn.edits])
        bounds = found.bands[kind]
        assert [bounds[0][0], bounds[-1][1]] == pytest.approx([np.nanmin(mean), np.nanmax(mean)])
        for band, (least, greatest) in enumerate(bounds):
            inside = (mean >= least) & ((mean < greatest) if band < len(bounds) - 1 else (mean <= greatest))
            errors_there = sum(len(edits) for edits, here in zip(drawn.edits, inside) if here)
            words = sum(len(text.split()) for text, here in zip(originals, inside) if here)
            if words:
                assert found.values["wer"][kind][band] == pytest.approx(100 * errors_there / words, abs=2)
                assert found.values["avg"][kind][band] == pytest.approx(measured["avg"].each[inside].mean())


def test_nothing_was_changed() -> None:
    found = measure_distances(["w35 w36", ""], panel("avg", "wer"), noise(2), 0.5)
    assert found.sentences == 0
    assert np.isnan(np.array(found.correlations["avg"])).all()
    assert all(np.isnan(value) for value in found.values["wer"]["sound"])
