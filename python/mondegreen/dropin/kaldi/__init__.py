"""Kaldi's programs and scripts; they share `command`, `scripts`, `tables`, and `pipelines` of programs on lattices."""
