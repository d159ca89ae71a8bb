"""The tests and reports of sc_stats, which compares systems: one a file."""
