"""Metrics of sessions: recordings in which several people speak.

A session's reference has speakers with known names, its hypothesis has streams; which belongs to which is what a
metric finds. One metric, one file. All else is as for pairs of texts: rows add up over sessions.
"""
