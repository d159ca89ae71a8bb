"""Speakers: recordings in which several people speak, scored a session at a time.

A session's reference has speakers with known names, its hypothesis has streams; which belongs to which is what a
session metric finds. One metric, one file, listed in `measure`. All else is as for pairs of texts: rows add up over
sessions.
"""
