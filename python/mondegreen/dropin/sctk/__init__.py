"""NIST's SCTK."""

import os


def read_usage(program: str) -> bytes:
    """The usage text of a program, as the original prints it; `%b` stands where some name themselves."""
    with open(os.path.join(os.path.dirname(__file__), "usage", f"{program}.txt"), "rb") as file:
        return file.read()
