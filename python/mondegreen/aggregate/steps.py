"""What the steps of an alignment amount to, whoever counted them."""


class Steps:
    """Counts of steps by kind."""

    __slots__ = ()
    correct: int
    substitutions: int
    deletions: int
    insertions: int

    @property
    def words(self) -> int:
        """Words of the reference."""
        return self.correct + self.substitutions + self.deletions

    @property
    def errors(self) -> int:
        """Errors of all kinds."""
        return self.substitutions + self.deletions + self.insertions
