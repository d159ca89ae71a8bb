"""The original programs by their own names: the same arguments, the same bytes."""
