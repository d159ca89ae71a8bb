"""Compare: whether two systems differ significantly, from their results on the same references.

One test a file; each is a function of plain numbers, so that every program that compares can use it.
"""
