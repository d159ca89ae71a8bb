"""Translations judged by a dictionary: by word, by part of speech, by frequency; forms and synonyms allowed for."""

# What makes the tables of an evaluation, in the order in which they are shown.
TABLES = {
    "accuracy": "mondegreen.lexicon.evaluate.tables:tabulate_accuracy",
    "coverage": "mondegreen.lexicon.evaluate.tables:tabulate_coverage",
    "pairs": "mondegreen.lexicon.evaluate.tables:tabulate_pairs",
    "lemmas": "mondegreen.lexicon.evaluate.tables:tabulate_lemmas",
    "pos": "mondegreen.lexicon.evaluate.tables:tabulate_pos",
    "frequency": "mondegreen.lexicon.evaluate.tables:tabulate_frequency",
    "senses": "mondegreen.lexicon.evaluate.tables:tabulate_senses",
    "ranking": "mondegreen.lexicon.evaluate.tables:tabulate_ranking",
    "explained": "mondegreen.lexicon.evaluate.tables:tabulate_explained",
    "gaps": "mondegreen.lexicon.evaluate.tables:tabulate_gaps",
    "significance": "mondegreen.lexicon.evaluate.tables:tabulate_significance",
}
