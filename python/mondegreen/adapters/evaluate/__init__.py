"""Hugging Face evaluate's metrics `wer` and `cer`, loaded from here, without a network.

import evaluate
from mondegreen.adapters.evaluate import find_module

evaluate.load(find_module("wer")).compute(references=[...], predictions=[...])
"""

from pathlib import Path

from mondegreen.component import unknown_name

MODULES = ("wer", "cer")


def find_module(name: str) -> str:
    """The directory of a metric, as `evaluate.load` takes it."""
    if name not in MODULES:
        raise unknown_name("module of evaluate", name, MODULES)
    return str(Path(__file__).with_name(name))
