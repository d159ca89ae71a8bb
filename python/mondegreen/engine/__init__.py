"""Engines score the shards of a corpus, in this process or by Ray; rows and totals are the same.

A shard is by default 65,536 consecutive references and their hypotheses. An engine returns a `ShardResult` of each, in
the order of the shards, and their sums are added without rounding, so that no digit depends on who scored what, or
when.
"""
