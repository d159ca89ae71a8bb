"""The reports on one system, one a file."""
