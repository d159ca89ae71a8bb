"""The public functions: one for each command, with the options of its plan as keywords, and Python's objects for files.

They give what was found, and write only the files that their arguments name: what a command shows on standard output is
not shown. The library below them works on corpora, runs and plans.
"""
