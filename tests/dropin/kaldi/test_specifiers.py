"""What `ark:` and `scp:` may be followed and preceded by."""

import pytest

from mondegreen.dropin.kaldi.command import KaldiError
from mondegreen.dropin.kaldi.tables import Rspecifier, Wspecifier


@pytest.mark.parametrize(
    ("text", "name", "on"),
    [
        ("ark:-", "-", set()),
        ("ark:", "", set()),
        ("scp:a:b", "a:b", {"is_script"}),
        ("ark,t,b:f", "f", set()),  # how it was written is seen in it
        ("ark,s,cs,p,o,bg:f", "f", {"sorted", "called_sorted", "permissive", "once", "background"}),
        ("p,ark:f", "f", {"permissive"}),
        ("ark s cs:f", "f", {"sorted", "called_sorted"}),  # blanks part options too
        ("ark,s,ns,cs,ncs,p,np,o,no:f", "f", set()),
        ("ark:gunzip -c lat.*.gz|", "gunzip -c lat.*.gz|", set()),
    ],
)
def test_a_table_to_read(text: str, name: str, on: set[str]) -> None:
    read = Rspecifier(text)
    switches = ("is_script", "sorted", "called_sorted", "permissive", "once", "background")
    assert (read.name, {switch for switch in switches if getattr(read, switch)}) == (name, on)


@pytest.mark.parametrize(
    ("text", "archive", "script", "is_text", "flush"),
    [
        ("ark:-", "-", None, False, False),
        ("ark,t:f", "f", None, True, False),
        ("ark,t,b,f:a,b", "a,b", None, False, True),
        ("scp:s", None, "s", False, False),
        ("ark,scp,t:a,b,c", "a", "b,c", True, False),
        ("ark,scp:| gzip > a.gz,b", "| gzip > a.gz", "b", False, False),
    ],
)
def test_a_table_to_write(text: str, archive: str | None, script: str | None, is_text: bool, flush: bool) -> None:
    write = Wspecifier(text)
    assert (write.archive, write.script, write.is_text, write.flush) == (archive, script, is_text, flush)


@pytest.mark.parametrize("text", ["", "f", "ark:f ", "ark:f\n", "arc:f", "ark,scp:f", "ark,x:f", ":f", "ark,ark:f"])
def test_what_is_no_table_to_read(text: str) -> None:
    with pytest.raises(KaldiError, match="Invalid rspecifier"):
        Rspecifier(text)


@pytest.mark.parametrize("text", ["", "f", "ark:f ", "scp,ark:a,b", "ark,scp:a", "ark,s:f", ":f", "t:f"])
def test_what_is_no_table_to_write(text: str) -> None:
    with pytest.raises(KaldiError, match="Invalid wspecifier"):
        Wspecifier(text)
