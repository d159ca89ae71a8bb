"""Robustness: what recognition errors do to encoders of sentences and to metrics.

from mondegreen.robustness import Noise, Panel, measure_curves

noise = Noise(Table.load("table.tsv"), seeds=(7, 8, 9))
found = measure_curves(texts, Panel(encoders=encoders(["avg", "sif"], resources)), noise, rates=(0, 0.1, 0.2, 0.3))
"""

from mondegreen.robustness.curves import Curve, Curves, measure_curves
from mondegreen.robustness.distances import Distances, measure_distances
from mondegreen.robustness.noise import Noise
from mondegreen.robustness.panel import Panel, Subject
from mondegreen.robustness.tasks import Task, measure_tasks

__all__ = [
    "Curve",
    "Curves",
    "Distances",
    "Noise",
    "Panel",
    "Subject",
    "Task",
    "measure_curves",
    "measure_distances",
    "measure_tasks",
]
