"""Kaldi's programs on lattices (src/latbin), those of a kind in one module.

Their algorithms, with sources and costs, are in the core (rust/core/src/lattice).
To add one, subclass a program of `base` with its name, usage, options and operation, make a `LatticeProgramEntry` of it
in the same module, and add that to `PROGRAMS` in `mondegreen.dropin`.
"""
