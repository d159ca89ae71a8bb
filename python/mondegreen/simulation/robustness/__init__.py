"""Robustness: what recognition errors do to encoders of sentences and to metrics.

from mondegreen.simulation.robustness import Noise, Panel, measure_curves

noise = Noise(Table.load("table.tsv"), seeds=(7, 8, 9))
found = measure_curves(texts, Panel(encoders=encoders(["avg", "sif"], resources)), noise, rates=(0, 0.1, 0.2, 0.3))
"""

from mondegreen.simulation.robustness.correlations import Distances, Task, measure_distances, measure_tasks
from mondegreen.simulation.robustness.panel import Curve, Curves, Noise, Panel, Subject, measure_curves

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
