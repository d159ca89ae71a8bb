"""Bilingual lexicons: word vectors of two languages mapped into one space, words translated, translations evaluated.

    read -> seed -> map -> retrieve -> evaluate

A `Space` holds words and their vectors, a `Mapping` maps two spaces into one; methods, one a file, learn mappings from
seed pairs. Evaluation needs no vectors: it takes the predictions of any system.
"""
