"""Tokenise: the units into which a text is cut to be compared.

The core cuts these, because it does so while it reads the text: words at white space; characters, with one blank
between words; and letters, which are characters without those blanks.
"""

UNITS = ("words", "characters", "letters")
