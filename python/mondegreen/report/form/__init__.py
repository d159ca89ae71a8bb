"""Forms: how reports are written; one form, one file."""
