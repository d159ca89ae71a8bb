"""Translations judged by a dictionary: by word, by part of speech, by frequency; forms and synonyms allowed for."""
