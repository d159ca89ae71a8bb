"""The edge of the compiled core: whatever is handed over, an answer or an exception comes back, never a panic.

A panic of Rust is no `Exception`, so that it fails the tests by itself, as the end of the process does.
"""

import itertools
import math
import random
import sys
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from core_calls import VECTORS, Call, calls, doubles, error_model, how, told, words
from mondegreen import _core as core

HUGE = 2**63 - 1
NUMBERS = [0, 1, 2, -1, 255, 2**31, 2**32, HUGE, 2**64 - 1, 2**64]
FLOATS = [0.0, -0.0, -1.0, 0.5, 1e300, 5e-324, math.nan, math.inf, -math.inf]
TEXTS = ["", " ", "\0", "\ud800", "é日本\U0001f600", "a b  c", "x" * 1000]
DATA = [b"", b"\0", b"\xff\xfe", b"a b\n", bytes(range(256)), np.array(FLOATS).tobytes()]
LISTS: list[Any] = [[], [[]], [None], ["a", ["b"]], [-1], [0, 0, 0], [math.nan], ("a",), {"a": 1}, {1: "a"}, range(3)]
ARRAYS = [
    np.zeros((2, 2), np.float32)[:, ::2],
    np.asfortranarray(np.ones((2, 3), np.float32)),
    np.ones((2, 2), ">f4"),
    np.ones((2, 2)),
    np.zeros((0, 2), np.float32),
    np.zeros((2, 0), np.float32),
    np.ones(4, np.float32),
    np.ones((1, 2, 2), np.float32),
    np.array([[math.nan, 1], [1, 1]], np.float32),
    np.array([[math.inf, 1], [1, 1]], np.float32),
    np.full((2, 2), 3e38, np.float32),
    np.ones((2, 3), np.float32),
    np.float32(1),
    np.frombuffer(bytearray(17), np.float32, 4, 1).reshape(2, 2),  # at an address that no float32 has
]
ODD = [*NUMBERS, *FLOATS, *TEXTS, *DATA, *LISTS, *ARRAYS, None, True, object(), len, Path("/nowhere"), bytearray(3)]


@pytest.fixture(scope="module")
def listed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Call]]:
    folder = tmp_path_factory.mktemp("core")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)  # any text may be the name of a file
        yield calls(folder)


def test_everything_is_called(listed: dict[str, Call]) -> None:
    public = set()
    for name in core.__all__:
        thing = getattr(core, name)
        parts = [part for part in vars(thing) if part[0] != "_"] if isinstance(thing, type) else []
        public |= {name, *(f"{name}.{part}" for part in parts if callable(getattr(thing, part)))}
    made_by_others = {"Alignment", "Array", "Decoded", "KeptVectors", "Lattice", "Oracle", "Strings", "Weights"}
    assert public - made_by_others - {"__version__"} == set(listed) - {"Strings[...]"}


def test_what_fits_is_taken(listed: dict[str, Call]) -> None:
    for name, call in listed.items():
        call.function(*call.arguments, **call.named)
        assert name


def answer(call: Call, arguments: tuple[Any, ...], named: dict[str, Any]) -> None:
    """Nothing but an `Exception`, with a sentence, comes out of a call."""
    try:
        call.function(*arguments, **named)
    except Exception as error:  # noqa: BLE001 # any, so long as it is one
        sentence = str(error)
        assert sentence, repr(error)  # noqa: PT017 # where there is one


def modest(value: Any) -> bool:
    """Whether a number is no work without end."""
    return not isinstance(value, int) or value < 2**20


def places(call: Call) -> list[int | str]:
    return [*range(len(call.arguments)), *call.named]


def changed(call: Call, changes: dict[int | str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    arguments = tuple(changes.get(place, value) for place, value in enumerate(call.arguments))
    return arguments, {name: changes.get(name, value) for name, value in call.named.items()}


def test_one_odd_value_at_a_time(listed: dict[str, Call]) -> None:
    for call in listed.values():
        for place, value in itertools.product(places(call), ODD):
            if place not in call.small or modest(value):
                answer(call, *changed(call, {place: value}))


def test_odd_values_at_once(listed: dict[str, Call]) -> None:
    chance = random.Random(13)
    for call in listed.values():
        for _ in range(300 if len(places(call)) > 1 else 0):
            chosen = chance.sample(places(call), chance.randint(2, min(4, len(places(call)))))
            changes = {place: chance.choice(ODD) for place in chosen}
            if all(place not in call.small or modest(value) for place, value in changes.items()):
                answer(call, *changed(call, changes))


def test_odd_parts(listed: dict[str, Call]) -> None:
    """The same for what stands within lists and tuples."""
    for call in listed.values():
        for place, value in itertools.product(places(call), ODD):
            given = call.arguments[place] if isinstance(place, int) else call.named[place]
            if isinstance(given, list | tuple) and given:
                for at in range(len(given)):
                    odd = [*given[:at], value, *given[at + 1 :]]
                    answer(call, *changed(call, {place: type(given)(odd)}))


@pytest.mark.parametrize("name", ["unknown", "insertion", "again", "stay", "stay_behind", "merge"])
@pytest.mark.parametrize("value", [-0.1, math.nan, math.inf])
def test_rates_that_are_none(name: str, value: float) -> None:
    strings = core.Strings.of(["a b"])
    with pytest.raises(ValueError, match=r"the probability of .* is .*; give a number from 0 to 1"):
        error_model().draw(strings, strings, error_model(), how(**{name: value}))  # type: ignore[arg-type]


def test_words_too_many_have_an_end() -> None:
    strings = core.Strings.of(["a b"])
    with pytest.raises(ValueError, match="another word too many, which must be below 1, is 1"):
        error_model().draw(strings, strings, error_model(), how(again=1.0, insertion=1.0))  # type: ignore[arg-type]


def test_lists_of_different_lengths() -> None:
    few, more, model = core.Strings.of(["a"]), core.Strings.of(["a", "b"]), error_model()
    with pytest.raises(ValueError, match="keys and texts must come in pairs, but there are 1 and 2"):
        model.draw(few, more, model, how())  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="words and ends of rows must come in pairs"):
        core.ErrorModel(more, words(1, 0), few, doubles(1))
    with pytest.raises(ValueError, match="errors and words must come in pairs"):
        core.KaldiBootstrap().interval(words(1, 2, 3), 5)


def test_numbers_beyond_float32(listed: dict[str, Call]) -> None:
    large = np.array([[3e38, -3e38], [3e38, 3e38]], np.float32)
    for array, sentence in [
        (large, "vector 0 holds a value"),
        (ARRAYS[-1], "must stand where float32 may"),
        (ARRAYS[0], "contiguous"),
    ]:
        with pytest.raises(ValueError, match=sentence):
            core.nearest(array, array, 1, None, told)
    with pytest.raises(ValueError, match="vector 1 holds a value"):
        core.nearest(VECTORS, VECTORS, 1, np.array([0, math.nan, 0], np.float32), told)


class Forged:
    """Says of itself whatever it likes; no memory is behind it."""

    def __init__(self, shape: tuple[int, ...], address: int) -> None:
        self.__array_interface__ = {"version": 3, "typestr": "<f4", "shape": shape, "data": (address, True)}


class Passing:
    """Gives another array each time, which is gone before anybody looks at it."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return np.ones((400, 400), np.float32).__array_interface__


class Boasting(np.ndarray[Any, Any]):
    """A true array with a false description."""

    @property
    def __array_interface__(self) -> dict[str, Any]:
        return Forged((1000, 1000), 8).__array_interface__


@pytest.mark.parametrize("forged", [Forged((2, 2), 8), Forged((2**40, 2), 1 << 40), Passing()])
def test_arrays_are_those_of_numpy(listed: dict[str, Call], forged: Any) -> None:
    for call in listed.values():
        for place in places(call):
            given = call.arguments[place] if isinstance(place, int) else call.named[place]
            if isinstance(given, np.ndarray):
                arguments, named = changed(call, {place: forged})
                with pytest.raises(TypeError, match=r"an array of numpy's, not (Forged|Passing)$"):
                    call.function(*arguments, **named)


def test_a_subclass_of_arrays_counts_by_its_memory() -> None:
    boasting = VECTORS.view(Boasting)
    assert core.nearest(boasting, boasting, 1, None, told) == core.nearest(VECTORS, VECTORS, 1, None, told)


class Lying(str):
    """A text that is wrong about its length."""

    __slots__ = ("told",)
    told: int

    def __len__(self) -> int:
        return self.told


@pytest.mark.parametrize("length", [0, 1, 4, 1000, 2**62])
@pytest.mark.parametrize("unit", ["words", "characters", "letters"])
@pytest.mark.parametrize("text", ["a b", "é日", "a" * 300])
def test_texts_are_as_long_as_they_are(length: int, unit: str, text: str) -> None:
    lying = Lying(text)
    lying.told = length
    expected = bytes(core.align([text, "x"], [text, "x"], unit).steps)
    assert expected == b"\0" * len(expected)
    sides: list[list[str]] = [[lying, "x"], [text, "x"]]
    for left, right in (sides, sides[::-1], (sides[0], sides[0])):
        assert bytes(core.align(left, right, unit).steps) == expected


def shown(found: Any) -> Any:
    """An answer in a form that can be compared."""
    if isinstance(found, core.Alignment):
        return bytes(found.steps), bytes(found.counts)
    if isinstance(found, core.Lattice):
        return found.write()
    if isinstance(found, core.Oracle):
        return found.words, found.arcs
    if isinstance(found, tuple | list | core.Strings):
        return [shown(part) for part in found]
    return found


#: What many threads may ask of the same objects at once, and get the same answer each time.
SHARED = ["align", "csls", "phrases_heard", "confusable", "Resampler.sums", "ErrorModel.draw", "ErrorModel.count"]
SHARED += ["Inducer.induce", "Lattice.best_path", "Lattice.pruned", "best_paths", "arc_posteriors", "KeptVectors.rows"]
SHARED += ["Strings.keyed", "plain_texts", "list_costs", "nearest_path", "least_errors", "WordBoundaries.align"]


def test_threads_get_the_same_answers(listed: dict[str, Call]) -> None:
    works = [partial(listed[name].function, *listed[name].arguments, **listed[name].named) for name in SHARED]
    alone = [shown(work()) for work in works]
    with ThreadPoolExecutor(8) as pool:
        rounds = [[pool.submit(work) for work in works] for _ in range(30)]
        for each in rounds:
            assert [shown(done.result()) for done in each] == alone


def test_changing_objects_are_one_threads_at_a_time() -> None:
    """What is changed by a call says so to others that come meanwhile; nothing is lost or mixed up."""
    bootstrap, data = core.KaldiBootstrap(), words(1, 3, 0, 2, 2, 5)

    def ask(_: int) -> bool:
        try:
            bootstrap.interval(data, 2000)
        except RuntimeError:  # it is at work for another
            return False
        return True

    with ThreadPoolExecutor(8) as pool:
        done = sum(pool.map(ask, range(64)))
    twin = core.KaldiBootstrap()
    for _ in range(done):
        twin.interval(data, 2000)
    assert done
    assert bootstrap.interval(data, 100) == twin.interval(data, 100)


def long_works() -> list[Callable[[], object]]:
    """Some tenths of a second each, on one thread."""
    chance = np.random.default_rng(1)
    vectors = chance.normal(size=(2000, 200)).astype(np.float32)
    texts = core.Strings.of(" ".join(f"w{number}" for number in chance.integers(0, 40, 20)) for _ in range(20_000))
    rows = core.Resampler(chance.normal(size=20_000).tobytes(), 1)
    long = " ".join(f"w{number}" for number in chance.integers(0, 40, 2500))
    other = " ".join(f"w{number}" for number in chance.integers(0, 40, 2500))
    names = [f"w{at}" for at in range(40)]
    weights = core.Weights.from_table(names, names, chance.random(1600).tobytes())
    return [
        lambda: core.align([long] * 4, [other] * 4, policy=core.Policy.named("sclite"), weights=weights, threads=1),
        lambda: core.nearest(vectors, vectors, 5, None, told, 1),
        lambda: rows.sums(1, 0, 1000, 1),
        lambda: core.plain_texts(texts),
        lambda: core.KaldiBootstrap().interval(bytes(80_000), 500),
    ]


@pytest.mark.parametrize("number", range(5))
def test_others_go_on_while_the_core_works(number: int) -> None:
    work, begun, done = long_works()[number], threading.Event(), []

    def run() -> None:
        begun.set()
        work()
        done.append(True)

    usual = sys.getswitchinterval()
    sys.setswitchinterval(1000)  # so that nothing but the core itself hands over
    try:
        thread = threading.Thread(target=run)
        thread.start()
        begun.wait()
        assert not done
        thread.join()
    finally:
        sys.setswitchinterval(usual)


@pytest.mark.parametrize("unit", ["words", "characters"])
def test_lists_may_stand_beside_references_of_a_file(unit: str) -> None:
    """Strings of a file are UTF-8 and those of Python Latin-1 or code points; both are held in one way."""
    references, lists = ["la t\u00eate", "a \u65e5"], [["la tete", "la t\u00eate"], ["b \u65e5", "a \u65e5"]]
    costs = [
        np.frombuffer(core.list_costs(each, lists, unit), "<i8").tolist()
        for each in (references, core.Strings.of(references))
    ]
    assert costs[0] == costs[1] == [1, 0, 1, 0]


POLICIES = ["kaldi", "sclite", "rapidfuzz", "sub-first"]


@pytest.mark.parametrize("unit", ["words", "characters", "letters"])
@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("longest", [8, 70, 200, 700])
def test_errors_are_those_of_the_alignment(unit: str, policy: str, longest: int) -> None:
    """Up to one block of rows and beyond, of one side or both; empty texts; lists of tokens; on several threads."""
    draw = random.Random(f"{unit} {policy} {longest}")
    sides: list[list[str]] = [[], []]
    for _ in range(12):
        words = draw.choices(["a", "b", "caf\u00e9", "\u6771", "and a longer"], k=draw.randrange(longest))
        sides[0].append(" ".join(words))
        others = [draw.choice(["a", "x y", word]) if draw.random() < 0.3 else word for word in words]
        sides[1].append(" ".join(others[draw.randrange(3) : draw.choice([None, 5, 100])]))
    sides[0].append("")
    sides[1].append("")
    kept = core.Policy.named(policy)
    tokens: list[list[list[str]]] = [[text.split() for text in side] for side in sides]
    for references, hypotheses in (sides, tokens, sides[::-1]):
        hits, substitutions, insertions, deletions, wrong = core.align(references, hypotheses, unit, kept).totals()
        expected = (13, wrong, hits + substitutions + deletions, substitutions + insertions + deletions)
        assert core.count_errors(references, hypotheses, unit, kept) == expected
        assert wrong > 5


def test_errors_of_many_pairs_are_added_up_on_any_number_of_threads() -> None:
    references, hypotheses = ["a b c"] * 5_000, ["a b", "a b c", "x b c d"] * 1_666 + ["", "a b c"]
    for threads in (1, 2, 5):
        assert core.count_errors(references, hypotheses, threads=threads) == (5_000, 3_333, 15_000, 1_666 * 3 + 3)
