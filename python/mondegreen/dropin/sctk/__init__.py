"""NIST's SCTK. What its programs print word for word stands in `texts`, with `%` where figures and names go."""

import os


def read_text(name: str) -> bytes:
    with open(os.path.join(os.path.dirname(__file__), "texts", name), "rb") as file:
        return file.read()


def read_usage(program: str) -> bytes:
    return read_text(f"usage/{program}.txt")
