"""Translations judged by a dictionary: by word, by part of speech, by frequency; forms and synonyms allowed for."""

# What makes the tables of an evaluation, in the order in which they are shown.
TABLES = {
    "accuracy": "mondegreen.lexicon.evaluate.report:accuracy",
    "coverage": "mondegreen.lexicon.evaluate.report:coverage",
    "pairs": "mondegreen.lexicon.evaluate.report:pairs",
    "lemmas": "mondegreen.lexicon.evaluate.report:lemmas",
    "pos": "mondegreen.lexicon.evaluate.report:pos",
    "frequency": "mondegreen.lexicon.evaluate.report:frequency",
    "senses": "mondegreen.lexicon.evaluate.report:senses",
    "ranking": "mondegreen.lexicon.evaluate.rivals:ranking",
    "explained": "mondegreen.lexicon.evaluate.rivals:explained",
    "gaps": "mondegreen.lexicon.evaluate.rivals:gaps",
    "significance": "mondegreen.lexicon.evaluate.rivals:significance",
}
