"""Kaldi's programs on lattices (src/latbin), those of a kind in one module; to add one, subclass one in `base`."""
