"""lattice-compose, and the lattices of lattice-oracle, beside recorded answers of Kaldi's programs."""

import io
import shlex
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from struct import pack
from typing import Any

import pytest

from kaldi_cases import FEW, list_messages
from mondegreen._core import LatticeArchive
from mondegreen.dropin.kaldi.lattice_programs.combine import lattice_compose
from mondegreen.dropin.kaldi.lattice_programs.decode import lattice_oracle

ENTRIES = {"lattice-compose": lattice_compose, "lattice-oracle": lattice_oracle}
CASES = [*FEW.of("lattice-compose"), *FEW.of("oracle-lattices")]
ABORTED = 134
FIRST = "u \n0\t1\t1\t1,2,10\n1\t2\t2\t0,1,11_12\n2\n\n"
TEXT = "ark,t:-"


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return FEW.workplace(tmp_path_factory.mktemp("set"))


def run(command: str) -> tuple[int, str, str]:
    name, *words = shlex.split(command)
    out, err = io.BytesIO(), io.BytesIO()
    code = ENTRIES[name]([word.encode() for word in words], io.BytesIO(), out, err)
    return code, out.getvalue().decode(), err.getvalue().decode()


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_programs_print_what_kaldi_printed(
    case: dict[str, Any], workplace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(workplace)
    code, out, err = run(case["cmd"])
    assert code != 0 if case["rc"] == ABORTED else code == case["rc"]
    assert out == case["stdout"]
    if case["rc"] == 0 and case["cmd"].startswith("lattice-compose"):
        assert list_messages(err.encode()) == list_messages(case["stderr"].encode())


def automaton(*states: tuple[float, list[tuple[int, int, float, int]]]) -> bytes:
    """An automaton of OpenFst in bytes: of each state what it costs to end there, and its arcs."""
    names = b"".join(pack("<i", len(name)) + name for name in (b"vector", b"standard"))
    data = pack("<i", 2125659606) + names + pack("<iiQqqq", 2, 0, 3, 0, len(states), 0)
    for end, arcs in states:
        data += pack("<fq", end, len(arcs)) + b"".join(pack("<iifi", *arc) for arc in arcs)
    return data


NO_END = float("inf")
LOOP = automaton((0.0, [(1, 3, 0.5, 0), (2, 4, 0.25, 0)]))


def test_words_are_rewritten_and_costs_added(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a").write_text(FIRST, encoding="utf-8")
    Path("g").write_bytes(LOOP)
    code, out, _ = run(f"lattice-compose ark:a g {TEXT}")
    assert (code, out) == (0, "u \n0\t1\t3\t1.5,2,10\n1\t2\t4\t0.25,1,11_12\n2\n\n")


def without_header(data: bytes) -> bytes:
    return data[:20]


def with_arcs_of_lattices(data: bytes) -> bytes:
    return data.replace(b"standard", b"lattice4")


def of_another_type(data: bytes) -> bytes:
    return data.replace(b"vector", b"ngramm")


def with_a_state_that_is_not_there(data: bytes) -> bytes:
    return data[:-4] + pack("<i", 7)


def without_its_end(data: bytes) -> bytes:
    return data[:-1]


@pytest.mark.parametrize(
    ("damage", "said"),
    [
        (without_header, "ends within this lattice"),
        (with_arcs_of_lattices, 'arcs of type "lattice4" are not the standard ones of a grammar'),
        (of_another_type, 'an automaton of type "ngramm" is no lattice'),
        (with_a_state_that_is_not_there, "state 7 is named, but there are only 1 states"),
        (without_its_end, "ends within this lattice"),
        (lambda _: b"", "error reading FST header from g"),
        (lambda _: b"\n0 0 1 1\n0\n", "error reading FST header from g; it must be a binary automaton"),
    ],
)
@pytest.mark.parametrize("is_table", [False, True])
def test_damaged_automata_are_refused_in_a_sentence(
    damage: Callable[[bytes], bytes], said: str, is_table: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a").write_text(FIRST, encoding="utf-8")
    damaged = damage(LOOP)
    Path("g").write_bytes(b"u " * is_table + damaged)
    name = "--compose-with-fst=true ark:a ark:g" if is_table else "ark:a g"
    code, out, err = run(f"lattice-compose {name} {TEXT}")
    if is_table and damaged.startswith(b"\n"):
        assert (code, out) == (1, "")  # as text it is an automaton of a table, whose words do not fit
        return
    assert (code == 0, out) == (False, "")
    assert "Traceback" not in err
    if damaged or not is_table:
        assert said in err


@pytest.mark.parametrize(
    ("states", "said"),
    [
        ([(0.0, [(9, 9, 0.5, 0), (9, 9, 0.25, 0)])], "state 0 has several backoff arcs, or they lead in a circle"),
        ([(0.0, [(9, 9, 0.5, 0)])], "state 0 has several backoff arcs, or they lead in a circle"),
        ([(NO_END, [(9, 9, 0.5, 1)]), (NO_END, [(9, 9, 0.5, 0)])], "several backoff arcs, or they lead in a circle"),
    ],
)
def test_backoff_that_never_ends_is_refused(
    states: list[tuple[float, list[tuple[int, int, float, int]]]],
    said: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Kaldi's program ends with an error, does not terminate, or overflows its stack."""
    monkeypatch.chdir(tmp_path)
    Path("a").write_text(FIRST, encoding="utf-8")
    Path("g").write_bytes(automaton(*states))
    code, out, err = run(f"lattice-compose --phi-label=9 ark:a g {TEXT}")
    assert (code, out) == (255, "")
    assert said in err


@pytest.mark.parametrize("option", ["phi", "rho"])
def test_a_word_with_the_label_of_special_arcs_is_refused(
    option: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("a").write_text(FIRST, encoding="utf-8")
    Path("g").write_bytes(LOOP)
    code, _, err = run(f"lattice-compose --{option}-label=2 ark:a g {TEXT}")
    assert code == 255
    assert "word 2 is the label of special arcs, and cannot be read" in err


def test_lattices_that_are_not_sorted_are_sorted_for_special_labels(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Kaldi's program wants them sorted, and ends."""
    monkeypatch.chdir(tmp_path)
    Path("a").write_text(FIRST, encoding="utf-8")
    Path("b").write_text(
        "u \n0\t1\t9\t0.5,0,9\n0\t0\t7\t1,0,7\n1\t2\t1\t0,0,1\n2\t3\t2\t0,0,2\n3\n\n", encoding="utf-8"
    )
    code, out, _ = run(f"lattice-compose --phi-label=9 ark:a ark:b {TEXT}")
    assert (code, out) == (0, "u \n0\t1\t1\t1.5,2,10\n1\t2\t2\t0,1,11_12\n2\n\n")


def test_damaged_tables_of_automata_do_no_harm() -> None:
    """Each byte of an archive changed, and each beginning of it."""
    whole = b"u " + LOOP + b"v \n0\t1\t1\t2\t0.5\n1\t0.25\n\n"
    changed = [
        whole[:place] + bytes([whole[place] ^ flip]) + whole[place + 1 :]
        for place in range(len(whole))
        for flip in (1, 128, 255)
    ]
    for data in [*changed, *(whole[:end] for end in range(len(whole)))]:
        with suppress(ValueError):
            for _, found in LatticeArchive.of_transducers(io.BytesIO(data), "g"):
                assert all(row[1] < found.states for row in found.all_arcs())
