"""The interfaces of other packages over ours: change one import, keep the program and its numbers.

None of these packages is needed: an adapter imports what it is for when it is imported itself, and says so if that is
not installed.
"""
