"""NIST's SCTK: its programs and what they share."""
