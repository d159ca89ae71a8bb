"""Every function of the compiled core, called as it should be."""

import io
from collections.abc import Callable, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from mondegreen import _core as core

VECTORS = np.array([[1, 0], [0, 1], [0.6, 0.8]], np.float32)


#: The options of `align`.
USUAL = {"unit": "words", "policy": None, "threads": 2, "weights": None, "goal": "total"}


def told(done: int) -> None:
    """Nobody listens."""


def doubles(*values: float) -> bytes:
    return np.array(values, "<f8").tobytes()


def words(*values: int) -> bytes:
    return np.array(values, "<u4").tobytes()


def lattice() -> core.Lattice:
    lines = [core.Lattice.line(each, [1, 1, 2], 0.5, cost) for each, cost in (([1, 2], 3.0), ([1, 3], 2.0))]
    return core.Lattice.union(lines)


def archive() -> bytes:
    return b"k " + lattice().write(compact=False) + b"k2 " + lattice().write(compact=False)


def sounds() -> core.Sounds:
    return core.Sounds(doubles(0, 1, 1, 0), doubles(1, 1))


def spoken() -> core.Spoken:
    return core.Spoken(np.array([0, 1, 1], "<u2").tobytes(), words(1, 2, 3), words(1, 2, 3), sounds())


def error_model() -> core.ErrorModel:
    ends = np.array([1, 2], "<u8").tobytes()
    return core.ErrorModel(core.Strings.of(["a", "b"]), ends, core.Strings.of(["b", "c"]), doubles(1, 1))


def how(**changes: object) -> dict[str, object]:
    """What is drawn."""
    usual = {
        "unknown": 0.1,
        "insertion": 0.2,
        "again": 0.3,
        "stay": 0.1,
        "stay_behind": 0.1,
        "merge": 0.1,
        "wanted": None,
        "seed": 1,
    }
    return {"substitution": doubles(0.5, 0.5), "deletion": doubles(0.2, 0.2), **usual, **changes}


# How asclite compares words where nothing is asked of it, and a stream of one word.
MANNER = {
    "together": False,
    "fragments": False,
    "spelling": False,
    "adaptive": None,
    "speakers": False,
    "timed": None,
    "prune": None,
    "apart": None,
}
STREAM = ([(0, 300, (0, 9), (0, 9), 0)], [[0]], [1])

# How sclite is asked where nothing is asked of it.
SCLITE = {
    "coding": b"ascii",
    "profile": b"generic",
    "case": False,
    "fragments": False,
    "optional": False,
    "timed": False,
}


def sclite() -> core.Sclite:
    return core.Sclite(told, told, 0, **SCLITE)  # type: ignore[arg-type] # one option each


def scored() -> core.Scored:
    answer = sclite().trn(b"a b (s-1)\n", b"a c (s-1)\n", b"spu_id")
    assert answer is not None
    return answer[0]


def kept(folder: Path) -> core.KeptVectors:
    text, place = folder / "words.vec", folder / "words.kept"
    text.write_text("a 1 0\nb 0 1\n", encoding="utf-8")
    core.KeptVectors.keep(text, place, bytes(32), told)
    found = core.KeptVectors.open(place, bytes(32))
    assert found is not None
    return found


def encoder(folder: Path) -> tuple[Any, ...]:
    """What opens a model of one layer, whose vectors have two numbers: tensors one behind the other in a file."""
    sizes = {"hidden": 2, "heads": 1, "inner": 2, "layers": 1, "vocabulary": 3, "positions": 4, "types": 0}
    counts = [6, 8, 2, 2, *[4, 2] * 4, 2, 2, *[4, 2] * 2, 2, 2]
    starts = np.cumsum([0, *counts[:-1]]) * 4
    path = folder / "model.weights"
    path.write_bytes(np.linspace(-1, 1, sum(counts)).astype("<f4").tobytes())
    return path, {**sizes, "buckets": 0}, list(zip(starts.tolist(), counts, strict=True)), 1e-5, "gelu"


class Call(NamedTuple):
    """A function and arguments that it takes; those in `small` may be as great as a user likes, and work as long."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    named: Mapping[str, Any] = MappingProxyType({})
    small: tuple[int | str, ...] = ()


def calls(folder: Path) -> dict[str, Call]:
    """Every function, class and method, called as it should be."""
    pair = (["a b", ""], ["a c", "é"])
    strings, lattice_, model, scored_ = core.Strings.of(["a b", "", "c"]), lattice(), error_model(), scored()
    vectors, timed = kept(folder), [(["a", "b"], [0, 5], [5, 9])]
    rows, text, packed = core.Resampler(doubles(1, 2, 3, 4), 2), folder / "words.vec", folder / "lat.ark"
    packed.write_bytes(archive())
    framed = core.Lattice.line([1], [1], 0.5, 0.0)
    bounds = core.WordBoundaries("1 nonword\n2 singleton\n")
    lexicon, ids = core.AlignmentLexicon("1 1 2\n"), core.TransitionModel(TRANSITIONS)
    model_file = encoder(folder)
    bert, length = core.Encoder(*model_file), np.array([2], "<u8").tobytes()
    return {
        "align": Call(core.align, pair, USUAL),
        "count_errors": Call(core.count_errors, pair, {"unit": "words", "policy": None, "threads": 2}),
        "distinct_words": Call(core.distinct_words, pair),
        "list_costs": Call(core.list_costs, (["a b"], [["a", "b c"]], "words", None)),
        "pair_arcs": Call(
            core.pair_arcs,
            ([(0, 1, 1, 0.0, 1.0)], (0, 1), [(0, 1, 2, 0.0, 1.0)], (0, 1)),
            {"by_times": False, "marks": [2]},
        ),
        "nearest_path": Call(
            core.nearest_path,
            (lattice_, ["a"], {1: ["a"], 2: ["b"]}),
            {"blank": [" "], "weights": None, "judge": ("kaldi", "least")},
        ),
        "Alignment.from_bytes": Call(
            core.Alignment.from_bytes, (bytes([0, 1]), np.array([0, 1, 2], "<u8").tobytes(), bytes(16), bytes(8))
        ),
        "Alignment.totals": Call(core.align(*pair, "words").totals),
        "Policy": Call(core.Policy, (1.0, 1.0, 1.0), {"ties": "diagonal insertion deletion", "trims": True}),
        "Policy.named": Call(core.Policy.named, ("kaldi",)),
        "Weights.from_vectors": Call(
            core.Weights.from_vectors,
            (["a", "b"], VECTORS[:2].tobytes(), 2),
            {"above": 0.5, "close": 0.1, "missing": 1.0, "insertion": 1.0, "deletion": 1.0, "others": None}
            | {"scaled": False},
        ),
        "Weights.from_table": Call(
            core.Weights.from_table, (["a"], ["a", "b"], doubles(0, 1)), {"insertion": 1.0, "deletion": 1.0}
        ),
        # The first call holds for the whole process, which a failed allocation would end in any case.
        "end_without_memory": Call(core.end_without_memory, ("out of memory\n", 1)),
        "Digest": Call(core.Digest),
        "Digest.update": Call(core.Digest().update, (b"abc",)),
        "Digest.hex": Call(core.Digest().hex),
        "Encoder": Call(core.Encoder, model_file, {"padding": None}),
        "Encoder.sentences": Call(bert.sentences, ([[0, 1], [2]], ["mean", "cls"], told, 2)),
        "Encoder.tokens": Call(bert.tokens, ([[0, 1], [2]], 1, told, 2)),
        "KaldiBootstrap": Call(core.KaldiBootstrap),
        "KaldiBootstrap.interval": Call(core.KaldiBootstrap().interval, (words(1, 3, 0, 2), 9), small=(1,)),
        "KaldiBootstrap.improvements": Call(core.KaldiBootstrap().improvements, (words(1, 0), 9), small=(1,)),
        "KeptVectors.open": Call(core.KeptVectors.open, (folder / "words.kept", bytes(32))),
        "KeptVectors.keep": Call(core.KeptVectors.keep, (text, folder / "again.kept", bytes(32), told, 2)),
        "KeptVectors.has": Call(vectors.has, (["a", "c"],)),
        "KeptVectors.rows": Call(vectors.rows, (["a", "c"],)),
        "KeptVectors.weights": Call(vectors.weights, (), {"above": 0.5, "close": 0.1, "missing": 1.0}),
        "Resampler": Call(core.Resampler, (doubles(1, 2, 3, 4), 2)),
        "Resampler.sums": Call(rows.sums, (1, 0, 5, 2)),
        "Resampler.halves": Call(rows.halves, (1, 0, 5, 2)),
        "Sclite": Call(
            core.Sclite,
            (told, told, 0),
            {
                **SCLITE,
                "characters": (True, False),
                "weights": ({b"a": 1.0}, 0.5),
                "segmented": (True, False, b"", b""),
            },
        ),
        "Sclite.trn": Call(sclite().trn, (b"a b (s-1)\n", b"a c (s-1)\n", b"spu_id")),
        "Sclite.stm_ctm": Call(sclite().stm_ctm, ((STM, b"r.stm"), (CTM, b"h.ctm"), (True, True))),
        "Sclite.ctm_ctm": Call(sclite().ctm_ctm, ((CTM, b"r.ctm"), (CTM, b"h.ctm"), False)),
        "Sclite.comments": Call(sclite().comments, (b";; a\n",)),
        "Scored": Call(core.Scored),
        "Scored.set_coding": Call(core.Scored().set_coding, (b"utf-8", b"generic")),
        "Scored.speaker": Call(core.Scored().speaker, (b"s",)),
        "Scored.speakers": Call(scored_.speakers),
        "Scored.utterances": Call(scored_.utterances, (0,)),
        "Scored.totals": Call(scored_.totals),
        "Scored.attributes": Call(scored_.attributes),
        "Scored.header": Call(scored_.header, (0,)),
        "Scored.counts": Call(scored_.counts, (0,)),
        "Scored.steps": Call(scored_.steps, (0,)),
        "Scored.words": Call(scored_.words, (0,)),
        "Scored.details": Call(scored_.details, (0,)),
        "Scored.show": Call(scored_.show, ([0], 80, 3)),
        "Scored.sgml": Call(scored_.sgml, (0, 58, 44)),
        "Scored.confusions": Call(scored_.confusions, ([0, 0],)),
        "Scored.add_words": Call(scored().add_words, (0, scored_.header(0), b"CSI", [b"a", b"b"], [b"a", b"c", b"d"])),
        "Scored.add": Call(scored().add, (0, scored_.header(0), b'C,"a","a"', ["r_conf"])),
        "Scored.read_paths": Call(scored().read_paths, (b'<PATH id="u">\nC,"a","a"\n</PATH>\n', 0, 0, [])),
        "Scored.rights": Call(scored_.rights),
        "Scored.confidences": Call(scored_.confidences, (0,)),
        "format_det_curve": Call(core.format_det_curve, ([0.2, 0.4], [0.1, 0.3])),
        "shared_ngrams": Call(
            core.shared_ngrams, ((words(97, 98), length), (words(98, 99), length), "characters", 2), small=(3,)
        ),
        "Scored.pair_utterances": Call(scored_.pair_utterances, (0, scored_, 0)),
        "Scored.segments": Call(scored_.segments, (scored_, [(0, 0)], 2)),
        "Strings.lines": Call(core.Strings.lines, (b"a b\nc\n",)),
        "Strings.of": Call(core.Strings.of, (["a", "b"],)),
        "Strings.keyed": Call(strings.keyed),
        "Strings.are_distinct": Call(strings.are_distinct),
        "Strings.blank": Call(strings.blank),
        "Strings.take": Call(strings.take, ([0, -1, 2],)),
        "Strings.index": Call(strings.index, ("c",)),
        "Strings.count": Call(strings.count, ("c",)),
        "Strings[...]": Call(strings.__getitem__, (1,)),
        "Inducer": Call(core.Inducer),
        "Inducer.induce": Call(core.Inducer().induce, (VECTORS, VECTORS, 2, 0.5, 1, told, 2)),
        "nearest": Call(core.nearest, (VECTORS, VECTORS, 2, np.zeros(3, np.float32), told, 2)),
        "neighborhoods": Call(core.neighborhoods, (VECTORS, VECTORS, 2, told, 2)),
        "csls": Call(core.csls, (VECTORS, VECTORS, 2, 2, told, 2)),
        "Sounds": Call(core.Sounds, (doubles(0, 1, 1, 0), doubles(1, 1))),
        "Sounds.distance": Call(sounds().distance, ([0, 1], [1])),
        "Spoken": Call(core.Spoken, (b"\0\0\1\0", words(1, 2), words(1, 2), sounds())),
        "confusable": Call(
            core.confusable,
            ((VECTORS, spoken()), words(0, 1, 2), (VECTORS, spoken())),
            {"neighbors": 2, "threshold": 2.0, "confusions": 2, "kernel": "gauss", "told": told, "threads": 2},
        ),
        "phrases_heard": Call(
            core.phrases_heard,
            (spoken(), spoken()),
            {"two": True, "threshold": 2.0, "count": 2, "told": told, "threads": 2},
        ),
        "ErrorModel": Call(core.ErrorModel, (core.Strings.of(["a"]), bytes([1, *bytes(7)]), strings[:1], doubles(1))),
        "ErrorModel.count": Call(model.count, (strings,)),
        "ErrorModel.draw": Call(model.draw, (strings, strings, model, how(), 2)),
        "plain_texts": Call(core.plain_texts, (strings,)),
        "load_vectors": Call(core.load_vectors, (text, 2, told, 2)),
        "align_streams": Call(core.align_streams, ([STREAM, STREAM], 1, [(b"a", 0)], MANNER, 100, True)),
        "least_assignment": Call(core.least_assignment, ([1.0, 2.0, 2.0, 1.0], 2)),
        "timed_counts": Call(core.timed_counts, (timed, timed)),
        "best_combination": Call(core.best_combination, (timed, timed, 9, 9)),
        "atof": Call(core.atof, (b"1.5x",)),
        "rewrite_by_rules": Call(
            core.rewrite_by_rules, ([b"a b"], [(b"a", b"", b" ", b"c")]), {"folds": True, "copies": True}
        ),
        "split_transcripts": Call(core.split_transcripts, (b"a (b) (s-1)\n", "trn", True, False)),
        "join_transcripts": Call(core.join_transcripts, (b" A ( B ) \n", b"(s-1)\n", "trn", True)),
        "Lattice.line": Call(core.Lattice.line, ([1, 2], [1, 1, 2], 0.5, 1.0)),
        "Lattice.union": Call(core.Lattice.union, ([lattice_, lattice_],)),
        "Lattice.write": Call(lattice_.write, (), {"compact": False, "text": True}),
        "Lattice.scaled": Call(lattice_.scaled, (((1.0, 0.0), (0.0, 0.1)),)),
        "Lattice.penalised": Call(lattice_.penalised, (0.5,)),
        "Lattice.determinized": Call(lattice_.determinized, ()),
        "Lattice.determinized_within": Call(lattice_.determinized_within, (0, 0, 0.001)),
        "Lattice.determinized_pruned": Call(lattice_.determinized_pruned, (8.0,), {"memory": 10000, "retry": 0.5}),
        "Lattice.limited_depth": Call(lattice_.limited_depth, (1,)),
        "Lattice.with_frame_costs": Call(framed.with_frame_costs, (framed,)),
        "Lattice.acceptor": Call(lattice_.acceptor, (), {"removes_epsilons": True}),
        "Lattice.write_acceptor": Call(lattice_.write_acceptor, (), {"text": True}),
        "least_errors_as_kaldi": Call(core.least_errors_as_kaldi, (lattice_, [1, 2], [3])),
        "Lattice.stripped": Call(lattice_.stripped, (), {"words": True, "ids": True}),
        "Lattice.projected": Call(lattice_.projected, (True,)),
        "Lattice.pruned": Call(lattice_.pruned, (1.0,)),
        "Lattice.normalized": Call(lattice_.normalized, (1.0,)),
        "Lattice.composed": Call(lattice_.composed, (lattice_,)),
        "Lattice.with_words": Call(lattice_.with_words, ([1, 2], [3])),
        "Lattice.with_sorted_arcs": Call(lattice_.with_sorted_arcs, (), {"by_words": True}),
        "Lattice.shortest_path": Call(lattice_.shortest_path),
        "Lattice.has_sorted_ids": Call(lattice_.has_sorted_ids),
        "Lattice.has_empty_arcs": Call(lattice_.has_empty_arcs),
        "Lattice.with_ends_after_backoff": Call(lattice_.with_ends_after_backoff, (4,)),
        **{f"Lattice.{name}": Call(getattr(lattice_, name)) for name in PLAIN},
        "LatticeArchive": Call(core.LatticeArchive, (io.BytesIO(archive()), "stdin"), {"compact": True}),
        "LatticeArchive.open": Call(core.LatticeArchive.open, (packed, 0), {"compact": True}),
        "LatticeArchive.of_transducers": Call(core.LatticeArchive.of_transducers, (io.BytesIO(b""), "stdin")),
        "LatticeArchive.object": Call(core.LatticeArchive(io.BytesIO(archive()[2:])).object, ("k",)),
        "LatticeSweep": Call(sweep, ([packed], [(0.1, 0.0), (1.0, 0.5)]), {"beam": 4.0, "threads": 2}),
        "TransitionModel": Call(core.TransitionModel, (TRANSITIONS,)),
        "TransitionModel.phones": Call(ids.phones, ([1, 2],)),
        "TransitionModel.split": Call(ids.split, ([1, 2],)),
        "TransitionModel.align": Call(ids.align, (lattice_,), {"reorder": True, "replaces_words": True}),
        "TransitionModel.phones_as_words": Call(ids.phones_as_words, (lattice_.expanded(),)),
        "TransitionModel.phones_as_ids": Call(ids.phones_as_ids, (lattice_,)),
        "WordBoundaries": Call(core.WordBoundaries, ("1 nonword\n",)),
        "WordBoundaries.align": Call(
            bounds.align, (lattice_, ids), {"silence": 0, "partial": 0, "reorder": True, "expansion": 10.0}
        ),
        "AlignmentLexicon": Call(core.AlignmentLexicon, ("1 1 2\n",)),
        "AlignmentLexicon.align": Call(
            lexicon.align, (lattice_, ids), {"partial": 0, "reorder": True, "expansion": 10.0}
        ),
        "least_risk": Call(core.least_risk, (lattice_,), {"decode": True, "keep_silence": True, "words": [1]}),
        "least_errors": Call(core.least_errors, (lattice_, [1, 2], [3])),
        "best_paths": Call(core.best_paths, (lattice_, 3)),
        "any_paths": Call(core.any_paths, (lattice_, 3, 1), small=(1,)),
        "are_equivalent": Call(core.are_equivalent, (lattice_, lattice_), {"paths": 3, "delta": 0.1}, small=("paths",)),
        "arc_posteriors": Call(core.arc_posteriors, (lattice_.sorted(),)),
        "frame_posteriors": Call(core.frame_posteriors, (lattice_.sorted(),)),
    }


#: Methods of a lattice that want nothing.
PLAIN = ["expanded", "contracted", "sorted", "best_path", "only_path", "all_arcs", "ends", "times", "arc_frames"]
PLAIN += ["depth_per_frame", "words", "with_strings_pushed", "with_weights_pushed", "minimized"]

STM = b"f 1 s 0 2 a b\n"
CTM = b"f 1 0 1 a\nf 1 1 1 c\n"
TRANSITIONS = b"""<TransitionModel>
<Topology>
<TopologyEntry>
<ForPhones>
1 2
</ForPhones>
<State> 0 <PdfClass> 0 <Transition> 0 0.5 <Transition> 1 0.5 </State>
<State> 1 </State>
</TopologyEntry>
</Topology>
<Triples> 2
1 0 0
2 0 1
</Triples>
<LogProbs>
 [ 0 0 0 0 0 ]
</LogProbs>
</TransitionModel>
"""


def sweep(*arguments: Any, **named: Any) -> object:
    return list(core.LatticeSweep(*arguments, **named))
