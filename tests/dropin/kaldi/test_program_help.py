"""What the help of each program says of its options and arguments, beside what Kaldi's sources register."""

import pytest

from kaldi_cases import load_program
from mondegreen.dropin import PROGRAMS

NAMES = [path.removeprefix("bin/") for path in PROGRAMS["kaldi"] if path.startswith("bin/")]
# What Kaldi's sources register, by the option and where need be the program: the type and the default as help shows
# them. The acoustic scales by system are ours.
DEFAULTS = {
    "text": "bool, default = false",
    "mode": 'string, default = "strict"',
    "special-symbol": 'string, default = "<eps>"',
    "separator": 'string, default = ";"',
    "replications": "int, default = 10000",
    "acoustic-scale": "float, default = 1",
    "inv-acoustic-scale": "float, default = 1",
    "inv-acoustic-scales": 'string, default = ""',
    "lm-scale": "float, default = 1",
    "acoustic2lm-scale": "float, default = 0",
    "lm2acoustic-scale": "float, default = 0",
    "word-ins-penalty": "float, default = 0",
    "silence-label": "int, default = 0",
    "partial-word-label": "int, default = 0",
    "reorder": "bool, default = true",
    "lattice-align-words max-expand": "float, default = 0",
    "lattice-align-words-lexicon max-expand": "float, default = -1",
    "output-error-lats": "bool, default = true",
    "output-if-empty": "bool, default = false",
    "test": "bool, default = false",
    "allow-duplicate-paths": "bool, default = false",
    "print-alignment": "bool, default = false",
    "min-post": "float, default = 0.0001",
    "word-symbol-table": 'string, default = ""',
    "lat-weights": 'string, default = ""',
    "exp-weights": "bool, default = false",
    "read-compact-lattice": "bool, default = true",
    "write-compact": "bool, default = true",
    "include": 'string, default = ""',
    "exclude": 'string, default = ""',
    "ignore-missing": "bool, default = false",
    "num-paths": "int, default = 20",
    "delta": "float, default = 0.1",
    "max-error-proportion": "float, default = 0",
    "alpha": "float, default = 0.5",
    "one-best-times": "bool, default = false",
    "wildcard-symbols-list": 'string, default = ""',
    "wildcard-symbols": 'string, default = ""',
    "write-lattices": 'string, default = ""',
    "project-output": "bool, default = true",
    "beam": "float, default = 10",
    "frame-shift": "float, default = 0.01",
    "confidence-digits": "int, default = 2",
    "decode-mbr": "bool, default = true",
    "print-silence": "bool, default = false",
    "precision": "int, default = 2",
    "n": "int, default = 1",
    "random": "bool, default = false",
    "srand": "int, default = 0",
    "max-distance": "int, default = 50",
    "cost-fa": "float, default = 0.1",
    "value-corr": "float, default = 1",
    "prior-kw-probability": "float, default = 0.0001",
    "score-threshold": "float, default = 0.5",
    "sweep-step": "float, default = 0.05",
    "frames-per-sec": "int, default = 100",
    "ctm-output": "bool, default = false",
    "per-frame": "bool, default = false",
    "write-lengths": "bool, default = false",
    "lattice-determinize delta": "float, default = 0.000976562",
    "lattice-determinize-pruned delta": "float, default = 0.000976562",
    "prune": "bool, default = false",
    "minimize": "bool, default = false",
    "max-mem": "int, default = 50000000",
    "max-loop": "int, default = 500000",
    "lattice-determinize-pruned max-loop": "int, default = 0",
    "beam-ratio": "float, default = 0.9",
    "num-loops": "int, default = 20",
    "max-arcs": "int, default = -1",
    "max-states": "int, default = -1",
    "retry-cutoff": "float, default = 0.5",
    "push-strings": "bool, default = true",
    "push-weights": "bool, default = true",
    "max-arcs-per-frame": "int, default = 1000",
    "phi-label": "int, default = -1",
    "rho-label": "int, default = -1",
    "num-states-cache": "int, default = 50000",
    "compose-with-fst": 'string, default = "auto"',
    "lattice-to-fst acoustic-scale": "float, default = 0",
    "lattice-to-fst lm-scale": "float, default = 0",
    "rm-eps": "bool, default = true",
    "replace-words": "bool, default = true",
    "remove-epsilon": "bool, default = true",
    "replace-output-symbols": "bool, default = false",
    "config": 'string, default = ""',
    "help": "bool, default = false",
    "print-args": "bool, default = true",
    "verbose": "int, default = 0",
}


@pytest.mark.parametrize("name", NAMES)
def test_help_tells_what_an_option_is_where_nobody_says(name: str) -> None:
    for option in load_program(name).program.options.values():
        default = DEFAULTS.get(f"{name} {option.name}") or DEFAULTS[option.name]
        line = option.format_help()
        assert line.startswith(f"  --{option.name:<25} : ")
        assert line.endswith(f" ({default})\n"), line
        assert len(option.purpose.split()) > 1, line


@pytest.mark.parametrize("name", NAMES)
def test_as_many_arguments_are_taken_as_the_usage_shows(name: str) -> None:
    """Those in brackets may be missing; of lattices to combine there may be any number."""
    program = load_program(name).program
    purpose, _, usage = program.usage.partition("\nUsage: ")
    called, _, example = usage.partition("\nE.g.: ")
    assert purpose.strip().endswith(".")
    assert called.startswith(f"{name} [options] ")
    assert f"{name} " in example
    needed = optional = depth = 0
    for sign in called:
        depth += {"[": 1, "]": -1}.get(sign, 0)
        needed += sign == "<" and not depth
        optional += sign == "<" and depth > 0
    most = 9999 if "..." in called else needed + optional
    taken = [count for count in range(10_001) if count in program.arguments]
    assert (taken[0], taken[-1], len(taken)) == (needed, most, most - needed + 1)
