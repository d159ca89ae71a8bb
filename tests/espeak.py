"""espeak-ng as its library answered, or answers: the functions that mondegreen.resources.phonemes calls."""

import ctypes
from typing import Any

from mondegreen.resources import phonemes
from recorded import Record, decode_content, encode_content, find_answer

# What stands in its place must not be asked in its name.
ORIGINAL = phonemes.load_library


class Library:
    """Stands in for the library where it is recorded, and before it where it is installed."""

    def __init__(self) -> None:
        self.real = ORIGINAL
        self.voice = ""

    def espeak_Info(self, _: None) -> bytes:  # noqa: N802 - the library's names
        return decode_content(find_answer(["espeak_Info"], "espeak_Info", self.ask_version)["stdout"])

    def ask_version(self) -> Record:
        return {"stdout": encode_content(self.real().espeak_Info(None))}

    def espeak_SetVoiceByName(self, voice: bytes) -> int:  # noqa: N802
        self.voice = voice.decode()
        asked = ["espeak_SetVoiceByName", self.voice]
        code: int = find_answer(asked, " ".join(asked), lambda: {"rc": self.real().espeak_SetVoiceByName(voice)})["rc"]
        return code

    def espeak_TextToPhonemes(self, place: Any, coding: int, form: int) -> bytes:  # noqa: N802
        """The phonemes of the first clause; the pointer moves on to what is left of the text, or to nowhere."""
        pointer: ctypes.c_void_p = place._obj
        text = ctypes.string_at(pointer.value or 0)
        asked = ["espeak_TextToPhonemes", self.voice, text, coding, form]
        shown = f"{asked[0]} {self.voice} {text.decode()[:40]!r}"
        record = find_answer(asked, shown, lambda: self.ask_phonemes(text, coding, form))
        pointer.value = (pointer.value or 0) + len(text) - record["left"] if record["left"] else None
        return decode_content(record["stdout"])

    def ask_phonemes(self, text: bytes, coding: int, form: int) -> Record:
        held = ctypes.create_string_buffer(text)
        place = ctypes.c_void_p(ctypes.addressof(held))
        spoken = self.real().espeak_TextToPhonemes(ctypes.byref(place), coding, form) or b""
        return {"stdout": encode_content(spoken), "left": len(ctypes.string_at(place.value)) if place.value else 0}
