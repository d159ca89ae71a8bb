"""Render: how reports are written; one output format, one file. `mondegreen.writers` lists them."""
