"""No option is there for nothing: each changes what a program writes, or whether it succeeds."""

import io
from pathlib import Path

import pytest

from kaldi_cases import Cases, load_program
from mondegreen._core import LatticeArchive
from mondegreen.dropin import PROGRAMS

SMALL, EDGE, ALIGN = "scp:lats_in/small.scp", "ark:lats_in/edge_lats.txt", ("wb", "exp/mono/final.mdl")
TEXT = "ark,t:-"
LEXICON = ("lex", "exp/mono/final.mdl")
# A lattice whose path has phones of a word and no word.
BROKEN = "ark:broken"
# The arguments of each program, and its options with what they are tried with, where need be with other arguments or
# beside other options.
PHONES, NEAR = "exp/mono/final.mdl", ["ark:near", TEXT]
PUSHED: dict[str, tuple[str, ...]] = {"push-strings": ("false",), "push-weights": ("false",)}
TRIED: dict[str, tuple[list[str], dict[str, tuple[str, ...]]]] = {
    "ali-to-phones": (
        [PHONES, "ark:ali", TEXT],
        {
            "ctm-output": ("true",),
            "per-frame": ("true",),
            "write-lengths": ("true",),
            "frame-shift": ("0.02", "--ctm-output=true", PHONES, "ark:ali", "-"),
        },
    ),
    "compute-atwv": (
        ["100", "ark:terms", "ark:found"],
        {
            "max-distance": ("1",),
            "cost-fa": ("5",),
            "value-corr": ("0.5",),
            "prior-kw-probability": ("0.1",),
            "score-threshold": ("0.9",),
            "sweep-step": ("0.5",),
        },
    ),
    "compute-eer": ([], {}),
    "compute-wer": (["ark:ref", "ark:hyp"], {"mode": ("present",)}),
    "align-text": (["ark:ref", "ark:hyp", TEXT], {"special-symbol": ("***",), "separator": ("/",)}),
    "compute-wer-bootci": (["--mode=present", "ark:ref", "ark:hyp"], {"mode": ("strict",), "replications": ("3",)}),
    "lattice-1best": ([SMALL, TEXT], {"acoustic-scale": ("0.1",), "lm-scale": ("10",), "word-ins-penalty": ("50",)}),
    "lattice-add-penalty": ([SMALL, TEXT], {"word-ins-penalty": ("0.5",)}),
    "lattice-align-words": (
        [*ALIGN, SMALL, TEXT],
        {
            "silence-label": ("900",),
            "partial-word-label": ("901", *ALIGN, BROKEN, TEXT),
            "reorder": ("false", "--max-expand=1", *ALIGN, SMALL, TEXT),
            "max-expand": ("0.0001", *ALIGN, "ark:long", TEXT),
            "output-error-lats": ("false", *ALIGN, BROKEN, TEXT),
        },
    ),
    "lattice-align-words-lexicon": (
        [*LEXICON, SMALL, TEXT],
        {
            "partial-word-label": ("901", *LEXICON, BROKEN, TEXT),
            "reorder": ("false",),
            "max-expand": ("0.0001",),
            "output-error-lats": ("false", *LEXICON, BROKEN, TEXT),
            "output-if-empty": ("true", "--max-expand=0.0001", *LEXICON, SMALL, TEXT),
        },
    ),
    "lattice-align-phones": (
        [PHONES, SMALL, TEXT],
        {
            "reorder": ("false",),
            "remove-epsilon": ("false",),
            "replace-output-symbols": ("true",),
            "output-error-lats": ("false", PHONES, BROKEN, TEXT),
        },
    ),
    "lattice-copy-backoff": (["ark:first", "ark:second", TEXT], {}),
    "lattice-determinize": (
        ["--prune=true", SMALL, TEXT],
        {
            "acoustic-scale": ("10",),
            "beam": ("0.5",),
            "minimize": ("true",),
            "prune": ("true", SMALL, TEXT),
            "delta": ("1", *NEAR),
            "max-mem": ("10",),
            "max-loop": ("1",),
            "beam-ratio": ("0.1", "--prune=true", "--max-mem=100", SMALL, TEXT),
            "num-loops": ("1", "--prune=true", "--max-mem=100", SMALL, TEXT),
        },
    ),
    "lattice-determinize-pruned": (
        [SMALL, TEXT],
        {
            "write-compact": ("false", *NEAR),
            "acoustic-scale": ("10",),
            "beam": ("0.5",),
            "minimize": ("true",),
            "delta": ("1", *NEAR),
            "max-mem": ("1000",),
            "max-arcs": ("3",),
            "max-states": ("3",),
            "max-loop": ("1",),
            "retry-cutoff": ("0.9", "--max-arcs=30", "--beam=30", SMALL, TEXT),
        },
    ),
    "lattice-limit-depth": (
        ["--max-arcs-per-frame=2", SMALL, TEXT],
        {"acoustic-scale": ("10",), "max-arcs-per-frame": ("1", SMALL, TEXT)},
    ),
    "lattice-minimize": ([SMALL, TEXT], PUSHED),
    "lattice-push": ([SMALL, TEXT], PUSHED),
    "lattice-to-fst": (
        [SMALL, TEXT],
        {"acoustic-scale": ("0.5",), "lm-scale": ("0.5",), "rm-eps": ("false", "ark:lats_in/edge/multi.txt", TEXT)},
    ),
    "lattice-to-phone-lattice": ([PHONES, SMALL, TEXT], {"replace-words": ("false",)}),
    "lattice-arc-post": (
        [SMALL, "-"],
        {"acoustic-scale": ("0.1",), "lm-scale": ("10",), "print-alignment": ("true",), "min-post": ("0.5",)},
    ),
    "lattice-best-path": (
        [SMALL, TEXT],
        {"acoustic-scale": ("0.01",), "lm-scale": ("30",), "word-symbol-table": ("lang/words.txt",)},
    ),
    "lattice-combine": (
        ["ark:first", "ark:second", TEXT],
        {
            "acoustic-scale": ("0.1",),
            "inv-acoustic-scale": ("10",),
            "inv-acoustic-scales": ("10:20",),
            "lm-scale": ("10",),
            "lat-weights": ("0.1:0.9",),
            "exp-weights": ("true", "ark:first", "ark:second", TEXT),
        },
    ),
    "lattice-compose": (
        ["ark:first", "ark:either", TEXT],
        {
            "write-compact": ("false",),
            "phi-label": ("7", "ark:first", "ark:backoff", TEXT),
            "rho-label": ("7", "ark:first", "ark:backoff", TEXT),
            "compose-with-fst": ("true", "ark:unsorted", "ark:either", TEXT),
        },
    ),
    "lattice-confidence": (
        [SMALL, TEXT],
        {"acoustic-scale": ("0.1",), "lm-scale": ("10",), "read-compact-lattice": ("false", "ark:twice", TEXT)},
    ),
    "lattice-copy": (
        [SMALL, TEXT],
        {
            "write-compact": ("false",),
            "include": ("keys",),
            "exclude": ("keys",),
            "ignore-missing": ("true", "--include=none", SMALL, TEXT),
        },
    ),
    "lattice-depth": ([SMALL, TEXT], {}),
    "lattice-depth-per-frame": ([SMALL, TEXT], {}),
    "lattice-equivalent": (
        ["ark:first", "ark:second"],
        {"num-paths": ("0",), "delta": ("100",), "max-error-proportion": ("1",)},
    ),
    "lattice-interp": (["ark:first", "ark:second", TEXT], {"write-compact": ("false",), "alpha": ("0.1",)}),
    "lattice-mbr-decode": (
        [SMALL, TEXT, TEXT, TEXT, TEXT],
        {
            "acoustic-scale": ("0.1",),
            "lm-scale": ("10",),
            "word-symbol-table": ("missing",),
            "one-best-times": ("true",),
        },
    ),
    "lattice-oracle": (
        [SMALL, "ark:data/text.int", TEXT],
        {
            "word-symbol-table": ("lang/words.txt",),
            "wildcard-symbols-list": ("free", "--word-symbol-table=lang/words.txt", SMALL, "ark:data/text.int", TEXT),
            "wildcard-symbols": ("1:2:3:5:8",),
            "write-lattices": (TEXT,),
        },
    ),
    "lattice-project": ([SMALL, TEXT], {"project-output": ("false",)}),
    "lattice-prune": ([SMALL, TEXT], {"acoustic-scale": ("0.1",), "inv-acoustic-scale": ("10",), "beam": ("0.1",)}),
    "lattice-rmali": ([SMALL, TEXT], {}),
    "lattice-scale": (
        [SMALL, TEXT],
        {
            "write-compact": ("false",),
            "acoustic-scale": ("0.1",),
            "inv-acoustic-scale": ("10",),
            "lm-scale": ("10",),
            "acoustic2lm-scale": ("0.5",),
            "lm2acoustic-scale": ("0.5",),
        },
    ),
    "lattice-to-ctm-conf": (
        ["--acoustic-scale=0.1", SMALL, "-"],
        {
            "acoustic-scale": ("0.01",),
            "inv-acoustic-scale": ("10", SMALL, "-"),
            "lm-scale": ("10",),
            "frame-shift": ("0.03",),
            "confidence-digits": ("5",),
            "decode-mbr": ("false", "ark:first", "ark:given", "-"),
            "print-silence": ("true",),
        },
    ),
    "lattice-to-nbest": (
        [SMALL, TEXT],
        {
            "acoustic-scale": ("0.01",),
            "lm-scale": ("30",),
            "n": ("3",),
            "random": ("true", "--n=5", SMALL, TEXT),
            "srand": ("7", "--n=5", "--random=true", SMALL, TEXT),
        },
    ),
    "lattice-to-post": ([SMALL, TEXT], {"acoustic-scale": ("0.1",), "lm-scale": ("10",)}),
    "lattice-union": (["ark:first", "ark:second", TEXT], {}),
    "linear-to-nbest": ([], {}),
    "nbest-to-ctm": (["ark:line", "-"], {"frame-shift": ("0.03",), "precision": ("5",), "print-silence": ("true",)}),
    "nbest-to-lattice": ([], {}),
    "nbest-to-linear": ([], {}),
}
# Kaldi's own program takes it and does nothing with it, or nothing that is seen, and recipes give it.
IDLE = {("compute-wer", "text"), ("lattice-compose", "num-states-cache")}
# Where an error ends the program without the option, or with it, as Kaldi's own: any other error is no effect.
FAILED = 255
ENDS = {
    ("compute-wer", "mode"): (True, False),
    ("compute-wer-bootci", "mode"): (False, True),
    ("lattice-determinize-pruned", "max-loop"): (False, True),
    ("lattice-mbr-decode", "word-symbol-table"): (False, True),
}
# It changes a file that is written; tested in test_detection.
IN_A_FILE = {("compute-atwv", "frames-per-sec")}
# Without a fault there is nothing to see; tested below.
ON_A_FAULT = {
    ("lattice-align-words", "test"),
    ("lattice-align-words-lexicon", "test"),
    ("lattice-align-words-lexicon", "allow-duplicate-paths"),
}
FILES = {
    "ref": "a x y\nb z\nc x\n",
    "hyp": "a x\nb q\n",
    "first": "u \n0\t1\t5\t1,2,1\n0\t1\t6\t2,0.5,1\n1\n\n",
    "second": "u \n0\t1\t5\t4,4,1\n0\t1\t6\t2,7,1\n1\n\n",
    # A lattice and an automaton alike, and one with words and special arcs.
    "either": "u \n0\t1\t5\t5\n0\t1\t6\t6\n1\n\n",
    "backoff": "u \n0\t1\t5\t5\n0\t2\t7\t7\n2\t1\t6\t6\n1\n2\n\n",
    "unsorted": "u \n0\t1\t6\t2,0.5,1\n0\t1\t5\t1,2,1\n1\n\n",
    "twice": "u \n0\t1\t5\t1,2,1\n0\t1\t5\t2,2,1\n0\t1\t6\t9,9,1\n1\n\n",
    "line": "u \n0\t1\t5\t1,2,1_1_1\n1\t2\t0\t1,2,1_1\n2\n\n",
    "given": "u 7 \n",
    # Two ways to pairs of states that differ by a little in cost.
    "near": "u \n0\t1\t5\t1,0,1\n0\t2\t5\t2,0,1\n0\t1\t6\t1,0,1\n0\t2\t6\t2.05,0,1\n"
    "1\t3\t7\t1,0,1\n2\t3\t8\t1,0,1\n3\n\n",
    "terms": "KW1 1 5 10 1\nKW1 2 5 10 1\nKW2 1 50 60 1\n",
    "found": "KW1 1 9 14 0.8\nKW1 2 100 110 0.6\nKW2 1 50 60 0.95\nKW2 2 50 60 0.3\n",
    "free": "w1\n",
    "none": "",
}


@pytest.fixture(scope="module", autouse=True)
def workplace(kaldi: Cases, tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = kaldi.workplace(tmp_path_factory.mktemp("set"))
    for name, text in FILES.items():
        (folder / name).write_text(text, encoding="utf-8")
    (folder / "wb").write_bytes((folder / "lang/phones/word_boundary.int").read_bytes())
    (folder / "lex").write_bytes((folder / "lang/phones/align_lexicon.int").read_bytes())
    words = (folder / "lang/words.txt").read_text(encoding="utf-8").split()
    (folder / "free").write_text("\n".join(words[4:40:2]), encoding="utf-8")
    entries = list(LatticeArchive.open(folder / "lats_in/small.ark"))
    (folder / "keys").write_bytes(entries[0][0] + b"\n")
    line = entries[0][1].best_path().only_path()
    assert line is not None
    ids = "_".join(map(str, line[1][: len(line[1]) // 2]))
    (folder / "broken").write_text(f"u \n0\t1\t0\t1,1,{ids}\n1\n\n", encoding="utf-8")
    (folder / "ali").write_text(f"u {ids.replace('_', ' ')}\n", encoding="utf-8")
    aligned = io.BytesIO()
    words_of = [str(folder / "wb"), str(folder / ALIGN[1]), f"ark:{folder}/lats_in/small.ark", "ark:-"]
    load_program("lattice-align-words")([word.encode() for word in words_of], io.BytesIO(), aligned, io.BytesIO())
    ((_, first), *_) = LatticeArchive(io.BytesIO(aligned.getvalue()))
    arcs = [row for row in first.best_path().all_arcs() if row[2]] * 300
    rows = [f"{place}\t{place + 1}\t{row[2]}\t1,1,{'_'.join(map(str, row[5]))}" for place, row in enumerate(arcs)]
    (folder / "one").write_text("\n".join(["u ", rows[0], "1", "", ""]), encoding="utf-8")
    (folder / "long").write_text("\n".join(["u ", *rows, f"{len(rows)}", "", ""]), encoding="utf-8")
    return folder


def run(name: str, words: list[str]) -> tuple[int, bytes, bytes]:
    """The exit code, the output, and what was said but for the command line."""
    out, err = io.BytesIO(), io.BytesIO()
    code = load_program(name)([word.encode() for word in ["--print-args=false", *words]], io.BytesIO(), out, err)
    return code, out.getvalue(), err.getvalue().partition(b"Command line was")[0]


def test_all_options_of_all_programs_are_tried() -> None:
    names = [path.removeprefix("bin/") for path in PROGRAMS["kaldi"] if path.startswith("bin/")]
    assert sorted(TRIED) == sorted(names)
    for name in names:
        program = load_program(name).program
        own = list(program.options)[: program.own_count]
        known = {option for tool, option in IDLE | IN_A_FILE | ON_A_FAULT if tool == name}
        assert sorted(own) == sorted({*TRIED[name][1], *known}), name


@pytest.mark.parametrize(("name", "option"), [(name, option) for name in TRIED for option in TRIED[name][1]])
def test_an_option_has_an_effect(name: str, option: str, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace)
    value, *others = TRIED[name][1][option]
    words = others or TRIED[name][0]
    given = [word for word in words if word.startswith("--")]
    without, with_it = run(name, words), run(name, [*given, f"--{option}={value}", *words[len(given) :]])
    assert without != with_it
    assert (without[0] == FAILED, with_it[0] == FAILED) == ENDS.get((name, option), (False, False)), with_it[2]


@pytest.mark.parametrize("name", ["lattice-align-words", "lattice-align-words-lexicon"])
def test_what_is_no_alignment_is_noticed_if_asked(name: str, workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace)
    words = TRIED[name][0]
    monkeypatch.setattr("mondegreen._core.are_equivalent", lambda *_: False)
    assert run(name, words)[0] == 0
    code, _, err = run(name, ["--test=true", *words])
    assert code == 255
    assert b"has other words or costs once aligned" in err


def test_a_word_for_silences_is_no_difference(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace)
    code, out, _ = run("lattice-align-words", ["--test=true", "--silence-label=900", *ALIGN, SMALL, TEXT])
    assert code == 0
    assert b"\t900\t" in out


def test_paths_that_come_twice_are_noticed_unless_allowed(workplace: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(workplace)
    name, words = "lattice-align-words-lexicon", TRIED["lattice-align-words-lexicon"][0]
    assert run(name, ["--test=true", *words])[0] == 0
    # The last phone of each word may be nothing, and the word what comes before it: so there are two ways to cut it.
    entries = [line.split() for line in (workplace / "lex").read_text(encoding="utf-8").splitlines()]
    longer = [fields for fields in entries if fields[0] != "0" and len(fields) > 3]
    entries += [fields[:-1] for fields in longer] + [["0", "0", phone] for phone in {fields[-1] for fields in longer}]
    (workplace / "lex2").write_text("".join(" ".join(fields) + "\n" for fields in entries), encoding="utf-8")
    doubled = ["lex2", LEXICON[1], "ark:one", TEXT]
    assert run(name, doubled)[1].count(b"\n0\t") == 2
    code, _, err = run(name, ["--test=true", *doubled])
    assert code == 255
    assert b"Likelihoods of all paths differ" in err
    code, _, err = run(name, ["--test=true", "--allow-duplicate-paths=true", *doubled])
    assert (code, err.count(b"Likelihoods of all paths differ")) == (0, 1)
