"""Translations judged by a dictionary: by word, by part of speech, by frequency; forms and synonyms allowed for."""

# What makes the tables of an evaluation, in the order in which they are shown.
TABLES = {
    "accuracy": "mondegreen.lexicon.evaluate.report:tabulate_accuracy",
    "coverage": "mondegreen.lexicon.evaluate.report:tabulate_coverage",
    "pairs": "mondegreen.lexicon.evaluate.report:tabulate_pairs",
    "lemmas": "mondegreen.lexicon.evaluate.report:tabulate_lemmas",
    "pos": "mondegreen.lexicon.evaluate.report:tabulate_pos",
    "frequency": "mondegreen.lexicon.evaluate.report:tabulate_frequency",
    "senses": "mondegreen.lexicon.evaluate.report:tabulate_senses",
    "ranking": "mondegreen.lexicon.evaluate.rivals:tabulate_ranking",
    "explained": "mondegreen.lexicon.evaluate.rivals:tabulate_explained",
    "gaps": "mondegreen.lexicon.evaluate.rivals:tabulate_gaps",
    "significance": "mondegreen.lexicon.evaluate.rivals:tabulate_significance",
}
