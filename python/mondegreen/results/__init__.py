"""Aggregate: rows become scores, by the corpus and by any group of pairs; one concept, one file."""
