"""Lattices that are damaged in every way the format allows: programs fail cleanly, and say where."""

import gzip
import io
from collections.abc import Callable
from pathlib import Path
from struct import pack

import pytest

from conftest import Answer
from kaldi_recipe import FIRST
from mondegreen._core import LatticeArchive
from mondegreen.dropin.kaldi.command import ProgramEntry
from mondegreen.dropin.kaldi.lattice_programs.combine import lattice_equivalent, lattice_interp, lattice_union
from mondegreen.dropin.kaldi.lattice_programs.decode import lattice_best_path, lattice_mbr_decode
from mondegreen.dropin.kaldi.lattice_programs.transform import lattice_copy
from mondegreen.dropin.kaldi.score_kaldi import score_kaldi_wer
from mondegreen.dropin.kaldi.scripts import ScriptEntry

pytestmark = pytest.mark.usefixtures("here")

Command = Callable[..., Answer]
FEW = ("--min-lmwt", "10", "--max-lmwt", "10", "--word-ins-penalty", "0.0")
SCORE = ("kaldi", "score", "data", "lang", "exp/decode", *FEW)
# The places of what the header of a binary lattice has, counted from the first byte after the key's blank.
MAGIC, TYPE_LENGTH, TYPE, ARC_LENGTH, ARC, VERSION = 0, 4, 8, 14, 18, 34
START, STATES, FIRST_STATE = 50, 58, 74
ARC_COUNT = FIRST_STATE + 12
STRING_LENGTH = ARC_COUNT + 8 + 16
NEXT = STRING_LENGTH + 4 + 4
HUGE = 1 << 40


def run(program: ProgramEntry | ScriptEntry, *words: str) -> tuple[int, bytes, str]:
    out, err = io.BytesIO(), io.BytesIO()
    code = program([word.encode() for word in words], io.BytesIO(), out, err)
    return code, out.getvalue(), err.getvalue().decode()


def binary() -> tuple[bytes, bytes]:
    """Two lattices in bytes."""
    entries = [lattice.write() for _, lattice in LatticeArchive(io.BytesIO(FIRST.encode()))]
    return entries[0], entries[1]


def with_bytes(data: bytes, place: int, new: bytes) -> bytes:
    return data[:place] + new + data[place + len(new) :]


# What becomes of the bytes of the second of two lattices, and what is said of it.
DAMAGES: dict[str, tuple[Callable[[bytes], bytes], str]] = {
    "truncated header": (lambda data: data[: STATES + 3], "ends within this lattice"),
    "truncated state": (lambda data: data[:-5], "ends within this lattice"),
    "wrong magic": (lambda data: with_bytes(data, MAGIC + 1, b"x"), "neither a binary nor a text lattice"),
    "no lattice at all": (lambda _: b"\x01\x02\x03", "neither a binary nor a text lattice"),
    "unknown type": (lambda data: with_bytes(data, TYPE, b"const!"), "const!"),
    "unknown arc type": (lambda data: with_bytes(data, ARC, b"standardarc44444"), "standardarc44444"),
    "old version": (lambda data: with_bytes(data, VERSION, pack("<i", 1)), "version 1"),
    "negative length of a name": (lambda data: with_bytes(data, TYPE_LENGTH, pack("<i", -1)), "-1"),
    "absurd length of a name": (lambda data: with_bytes(data, ARC_LENGTH, pack("<i", 1 << 30)), str(1 << 30)),
    "negative number of states": (lambda data: with_bytes(data, STATES, pack("<q", -7)), "-7"),
    "absurd number of states": (lambda data: with_bytes(data, STATES, pack("<q", HUGE)), "ends within this lattice"),
    "negative number of arcs": (lambda data: with_bytes(data, ARC_COUNT, pack("<q", -7)), "-7"),
    "absurd number of arcs": (lambda data: with_bytes(data, ARC_COUNT, pack("<q", HUGE)), "ends within this lattice"),
    "negative length of a string": (lambda data: with_bytes(data, STRING_LENGTH, pack("<i", -7)), "-7"),
    "absurd length of a string": (lambda data: with_bytes(data, STRING_LENGTH, pack("<i", 1 << 30)), "ends within"),
    "no such state": (lambda data: with_bytes(data, NEXT, pack("<i", 99)), "99"),
    "no such start": (lambda data: with_bytes(data, START, pack("<q", 99)), "99"),
}


@pytest.fixture(params=DAMAGES, ids=lambda name: name.replace(" ", "-"))
def damage(request: pytest.FixtureRequest, here: Path) -> str:
    """Damages the second lattice of the first job, and gives what must be said of it."""
    first, second = binary()
    spoil, said = DAMAGES[request.param]
    data = b"u1 " + first + b"u2 " + spoil(second)
    (here / "bad").write_bytes(data)
    (here / "exp/decode/lat.1.gz").write_bytes(gzip.compress(data))
    return said


def test_a_program_says_what_is_damaged_and_leaves_what_came_before(damage: str) -> None:
    code, out, err = run(lattice_copy, "ark:bad", "ark,t:-")
    assert (code, out.count(b"u1")) == (134, 1)
    warning = next(line for line in err.splitlines() if line.startswith("WARNING"))
    assert "bad: utterance u2: byte " in warning
    assert damage in warning
    assert run(lattice_copy, "ark,p:bad", "ark,t:-")[:2] == (0, out)


def test_a_script_goes_on_with_what_came_before_as_kaldis_does(damage: str, here: Path) -> None:
    assert run(score_kaldi_wer, *FEW, "data", "lang", "exp/decode")[0] == 0
    assert (here / "exp/decode/scoring_kaldi/penalty_0.0/10.txt").read_bytes() == b"u1 a b \n"
    log = (here / "exp/decode/scoring_kaldi/penalty_0.0/log/best_path.10.log").read_text(encoding="utf-8")
    assert damage in log


def test_the_modern_command_names_file_utterance_and_byte(damage: str, command: Command, here: Path) -> None:
    answer = command(*SCORE)
    assert answer.code == 0
    said = next(line for line in answer.err.splitlines() if damage in line)
    assert said.startswith("mondegreen: warning: exp/decode/lat.1.gz: utterance u2: byte ")
    answer = command(*SCORE, "--strict")
    assert (answer.code, answer.out, answer.err.count("\n")) == (2, "", 1)
    assert answer.err.startswith("mondegreen: error: exp/decode/lat.1.gz: utterance u2: byte ")


def write(here: Path, text: str) -> None:
    (here / "bad").write_text(text, encoding="utf-8")
    (here / "exp/decode/lat.1.gz").write_bytes(gzip.compress(text.encode()))


CYCLE = "u1 \n0\t1\t1\t3,8,1\n1\t0\t2\t1,1,1\n1\n\n"
# The path through state 1 has two frames, the other one.
TIMES = "u1 \n0\t1\t1\t3,8,1\n1\t2\t2\t1,1,1\n0\t2\t3\t5,5,1\n2\n\n"
# Nothing leads to state 3, from which an arc leads to the end; state 4 leads nowhere.
LOOSE = "u1 \n0\t1\t1\t3,8,1_1\n1\t2\t2\t1,1,2\n3\t2\t3\t0,0,2\n1\t4\t3\t0,0,2\n2\n\n"


def test_a_cycle_is_an_error_with_its_utterance(command: Command, here: Path) -> None:
    write(here, CYCLE)
    code, _, err = run(lattice_best_path, "ark:bad", "ark,t:-")
    assert code == 255
    assert "cycle" in err
    answer = command(*SCORE, "--strict")
    assert answer.code == 2
    assert answer.err.startswith("mondegreen: error: exp/decode/lat.1.gz: utterance u1: ")
    assert "cycle" in answer.err


def test_a_cycle_in_one_of_two_is_an_error_as_in_one_alone(here: Path) -> None:
    write(here, CYCLE)
    code, out, err = run(lattice_equivalent, "ark:bad", "ark:bad")
    assert (code, out) == (255, b"")
    assert "ERROR (lattice-" in err
    assert "cycle" in err


def test_lattices_with_a_cycle_are_interpolated(here: Path) -> None:
    write(here, CYCLE)
    code, out, _ = run(lattice_interp, "ark:bad", "ark:bad", "ark,t:-")
    assert (code, out) == (0, CYCLE.encode())


def test_a_table_to_look_up_that_is_damaged_is_noticed_at_the_end(here: Path) -> None:
    """Not when it is opened, as one is that is read in its order."""
    write(here, "u1 \nnonsense\n\n")
    assert run(lattice_copy, "ark:bad", "ark,t:-")[0] == 255
    (here / "good").write_text(FIRST, encoding="utf-8")
    code, _, err = run(lattice_union, "ark:good", "ark:bad", "ark,t:-")
    assert code == 134
    assert "No lattice found for utterance u1 in ark:bad" in err


def test_times_that_disagree_matter_where_times_are_needed(command: Command, here: Path) -> None:
    write(here, TIMES)
    assert run(lattice_best_path, "ark:bad", "ark,t:-")[:2] == (0, b"u1 3 \n")
    code, _, err = run(lattice_mbr_decode, "ark:bad", "ark,t:-")
    assert code == 134
    assert "do not agree on its time" in err
    assert command(*SCORE).code == 0
    answer = command(*SCORE, "--mbr", "--strict")
    assert answer.code == 2
    assert "lat.1.gz: utterance u1: " in answer.err
    assert "do not agree on its time" in answer.err


def test_states_that_no_path_passes_do_no_harm(command: Command, here: Path) -> None:
    write(here, LOOSE)
    assert run(lattice_best_path, "ark:bad", "ark,t:-")[:2] == (0, b"u1 1 2 \n")
    assert command(*SCORE).code == 0
    text = (here / "exp/decode/scoring_kaldi/penalty_0.0/10.txt").read_bytes()
    assert text.startswith(b"u1 a b \n")


@pytest.mark.parametrize("kept", [0.3, 0.9])
def test_a_packed_archive_that_was_cut(kept: float, command: Command, here: Path) -> None:
    path = here / "exp/decode/lat.1.gz"
    data = b"".join(b"u%d " % number + binary()[0] for number in range(400))
    packed = gzip.compress(data)
    path.write_bytes(packed[: int(kept * len(packed))])
    assert run(score_kaldi_wer, *FEW, "data", "lang", "exp/decode")[0] == 0
    answer = command(*SCORE, "--strict")
    assert answer.code == 2
    assert "exp/decode/lat.1.gz" in answer.err


def test_a_packed_archive_with_a_wrong_byte(command: Command, here: Path) -> None:
    path = here / "exp/decode/lat.1.gz"
    packed = bytearray(path.read_bytes())
    packed[-6] ^= 0xFF  # of the checksum
    path.write_bytes(packed)
    answer = command(*SCORE, "--strict")
    assert (answer.code, answer.out) == (2, "")
    assert "exp/decode/lat.1.gz" in answer.err


def test_a_folder_may_have_blanks_and_quotes_in_its_name(command: Command, here: Path) -> None:
    (here / "exp/decode").rename(here / "exp/my decode's $1")
    answer = command("kaldi", "score", "data", "lang", "exp/my decode's $1", *FEW, "--strict")
    assert (answer.code, answer.err) == (0, "")
    assert (here / "exp/my decode's $1/scoring_kaldi/best_wer").exists()
