"""Lexicon: two languages' word vectors brought into one space, words translated there, and translations evaluated.

    read -> seed -> map -> retrieve -> evaluate

A `Space` holds words and their vectors, a `Mapping` what brings two spaces together; methods, one a file, make mappings
from pairs of places. Evaluation knows nothing of vectors: it takes predictions, whoever made them.
"""
