"""Robustness: what recognition errors do to encoders of sentences and to metrics.

from mondegreen.robustness import Noise, Panel, curves

noise = Noise(Table.load("table.tsv"), seeds=(7, 8, 9))
found = curves(texts, Panel(encoders=encoders(["avg", "sif"], resources)), noise, rates=(0, 0.1, 0.2, 0.3))
"""

from mondegreen.robustness.curves import Curve, Curves, curves
from mondegreen.robustness.distances import Distances, distances
from mondegreen.robustness.noise import Noise
from mondegreen.robustness.panel import Panel, Subject
from mondegreen.robustness.tasks import Task, tasks

__all__ = ["Curve", "Curves", "Distances", "Noise", "Panel", "Subject", "Task", "curves", "distances", "tasks"]
