"""Focus conditions of broadcast news: how planned, clear and native speech is, and what is heard behind it."""

from dataclasses import dataclass

from mondegreen.dropin.sctk.utf_filt.turn import Turn

OFF = b"off"
SOUNDS = (b"music", b"speech", b"other")
LEVELS = (b"high", b"low")


@dataclass
class Background:
    """How loud each kind of sound is, and since when the last one is."""

    levels: dict[bytes, bytes]
    since: bytes

    @classmethod
    def silent(cls) -> "Background":
        """Nothing is heard."""
        return cls(dict.fromkeys(SOUNDS, OFF), b"0")

    def heard(self) -> set[bytes]:
        """The kinds of sounds that are heard."""
        return {kind for kind, level in self.levels.items() if level != OFF}


def focus_of(turn: Turn, background: Background) -> bytes:
    """The focus condition of a turn."""
    heard = background.heard()
    if turn.dialect != b"native":
        is_clear = turn.fidelity == b"high" and not heard
        return b"f5" if is_clear and turn.mode == b"planned" else b"fx"
    if turn.fidelity != b"high":
        return b"fx" if heard else b"f2"
    if not heard:
        return {b"planned": b"f0", b"spontaneous": b"f1"}.get(turn.mode, b"fx")
    if b"music" not in heard:
        return b"f4"
    return b"f3" if heard == {b"music"} else b"fx"
