"""Speakers: recordings in which several people speak, scored a session at a time by `measure.sessions`."""
