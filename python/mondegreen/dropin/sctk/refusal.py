"""The end of a run that an original refuses."""


class Refusal(Exception):  # noqa: N818  what it does, and not an error of ours
    """Holds what the original says on standard error."""

    def __init__(self, told: bytes) -> None:
        super().__init__(told.decode("utf-8", "replace").strip())
        self.told = told
