"""Engines: who scores the shards of a corpus. Whichever does, the rows and the totals are the same.

A shard is a run of utterances, by default 65,536 references and what belongs to them. Shards follow each other as the
references do. What an engine finds of one is an `Outcome`; outcomes are taken in the order of their shards, and their
sums are added without rounding, so that no digit depends on who scored what, or when.
"""

ENGINES = ("local", "ray")
