"""Kaldi's programs by their names, one a file; what they share is in `options`, `console` and `tables`."""
