"""ESPnet's scoring of translations in `score_bleu`: BLEU, chrF and TER by sacrebleu, as st.sh, mt.sh and enh_st.sh do.

Bugs of these that print are mended: texts are joined by ID, further references are compared with the translation as it
is written, a target without case gets its table, and running again appends nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from mondegreen.dropin.espnet.layout import Decode
from mondegreen.dropin.espnet.moses import detokenize, remove_punctuation
from mondegreen.dropin.espnet.recipe import Recipe
from mondegreen.dropin.espnet.scoring import Result, write_file
from mondegreen.dropin.espnet.stage import Material, finish_result, read_material
from mondegreen.dropin.espnet.summary import make_heading, name_dataset, print_summary, read_root, walk_directories
from mondegreen.dropin.espnet.tables import find_files, read_table, read_text, split_lines
from mondegreen.dropin.kaldi.scripts import Script, ShellScript, script
from mondegreen.errors import ScoreError, count_ids, join_ids

FOLDER = "score_bleu"
HEADING = make_heading("dataset", "score", "verbose_score")
# A member of JSON on a line of its own.
VALUE = re.compile(r'^\s*"\w+": "?(.*?)"?,?\s*$')
CASES = TRUE_CASE, LOWER_CASE, _ = "tc", "lc", "lc.rm"
# The references of translations: their case, language, and number if there are several.
REFERENCES = re.compile(r"text\.(tc|lc\.rm|lc)\.([^.]+)(?:\.([0-9]+))?")
# What a recipe recognizes on the way, where it does.
RECOGNIZED = "asr_text"
HEADS = {
    (TRUE_CASE, False): "Case sensitive BLEU result (single-reference)",
    (LOWER_CASE, False): "Case insensitive BLEU result (single-reference)",
    (TRUE_CASE, True): "Case sensitive BLEU result (multi-references)",
    (LOWER_CASE, True): "Case insensitive BLEU result (multi-references)",
}
ID = re.compile(r"\([^)]+\)$")
# What a model of s2t.sh was told to do, as `<eng><st_deu><notimestamps>`.
PROMPT = re.compile(r"^(?:<[^>]+>)+\s*")
# A parenthesis that is not closed, from which on st.sh takes all for the ID.
UNCLOSED = re.compile(r"\([^)]*$")
PARENTHESES = re.compile(r"\([^)]+\)")


class Target(NamedTuple):
    """The language that is translated into, and how its references are written: tc, lc or lc.rm."""

    language: str
    case: str


@dataclass(frozen=True, slots=True)
class Translation:
    """The scores of a decode directory with one way of case, and whether against several references at once.

    `written` is the case in which the references are.
    """

    dataset: str
    case: str
    written: str
    several: bool
    path: str
    bleu: float
    chrf: float
    ter: float
    notes: tuple[str, ...] = ()


class Stage(NamedTuple):
    """How a recipe's script writes its files."""

    has_ids: bool = True
    """Whether texts are first written with their IDs; the tab before these then stays at the end of each."""
    keeps_parentheses: bool = True
    cleans_hypotheses: bool = True
    keeps_earlier: bool = True
    """Whether earlier results are kept under other names."""
    appends: bool = False
    """Whether the script writes its results behind the earlier ones, of which its table shows the first."""


STAGES = {"mt_": Stage(has_ids=False, cleans_hypotheses=False, keeps_earlier=False)}
STAGES["enh_st_"] = Stage(keeps_parentheses=False, cleans_hypotheses=False, appends=True)


def find_target(decode: Decode, root: str, language: str, case: str) -> Target:
    """What is translated into, of all that the references' names and the experiment's leave open."""
    matches = [match for name in sorted(os.listdir(decode.data)) if (match := REFERENCES.fullmatch(name))]
    found = [Target(match[2], match[1]) for match in matches if language in ("", match[2]) and case in ("", match[1])]
    languages = list(dict.fromkeys(target.language for target in found))
    if not languages:
        wanted = f"text.{case or '*'}.{language or '*'}"
        raise ScoreError(f"there is no {wanted}, which holds the translations to compare with", path=decode.data)
    named = [part for part in os.path.basename(os.path.abspath(root)).split("_") if part in languages]
    if len(languages) > 1 and not named:
        which = " and ".join(languages)
        raise ScoreError(
            f"has references in {which}; name the language translated into by --tgt-lang", path=decode.data
        )
    chosen = named[-1] if len(languages) > 1 else languages[0]
    cases = [target.case for target in found if target.language == chosen]
    return Target(chosen, min(cases, key=CASES.index))


def score_translation(decode: Decode, recipe: Recipe, root: str, target: Target) -> Iterator[Translation | Result]:
    """Writes the texts as they are compared, and their scores."""
    name = os.path.basename(os.path.abspath(root))
    stage = next((stage for start, stage in STAGES.items() if name.startswith(start)), Stage())
    main = f"text.{target.case}.{target.language}"
    numbers = sorted(match[3] for each in os.listdir(decode.data) if (match := REFERENCES.fullmatch(each)) and match[3])
    further = [number for number in numbers if os.path.exists(os.path.join(decode.data, f"{main}.{number}"))]
    how = recipe if stage.cleans_hypotheses else replace(recipe, hyp_cleaner="")
    work = read_material(decode, how, ([main, *(f"{main}.{number}" for number in further)], ["text"]))
    folder = os.path.join(decode.directory, FOLDER)
    sides = [("ref", ""), *(("ref", f".{number}") for number in further), ("hyp", "")]
    texts = zip(sides, [*work.references, *work.hypotheses], strict=True)
    written = {side + end: write_texts(work, folder, side, end, own, stage, target) for (side, end), own in texts}
    cases = (TRUE_CASE, LOWER_CASE) if target.case == TRUE_CASE else (LOWER_CASE,)
    for case in cases:
        path = os.path.join(folder, f"result.{case}.txt")
        is_added = stage.appends and recipe.literal and os.path.exists(path)
        if stage.keeps_earlier and not is_added:
            rotate_file(path)
        notes = (*work.notes, *note_unclosed(work, stage), *note_further(path, work, further))
        notes = notes if case == cases[0] else ()
        groups = [["ref"], [f"ref.{number}" for number in further]]
        parts = [read_text(path)] if is_added else []
        for several, names in enumerate(groups):
            if names:
                references = [written[each][case] for each in names]
                # The original compares several references with the translation in lower case, whatever their case.
                compared = LOWER_CASE if several and recipe.literal else case
                text, scores = compute_scores(references, written["hyp"][compared], lowercase=case == LOWER_CASE)
                parts.append(f"{HEADS[case, bool(several)]}\n{text}\n")
                yield Translation(
                    decode.name, case, target.case, bool(several), path, *scores, () if several else notes
                )
        write_file(path, "".join(parts).encode())
    if os.path.exists(os.path.join(decode.directory, RECOGNIZED)):
        yield score_recognized(decode, recipe)


def write_texts(
    work: Material, folder: str, side: str, end: str, texts: Sequence[str], stage: Stage, target: Target
) -> dict[str, list[str]]:
    """Writes a side step by step, and gives its lines as they are compared with and without case."""

    def write(step: str, lines: Sequence[str]) -> None:
        write_file(os.path.join(folder, f"{side}.trn{step}{end}"), "".join(f"{line}\n" for line in lines).encode())

    lines = tokens = work.recipe.make_words()(texts)
    is_odd = not stage.has_ids and work.recipe.literal
    if stage.has_ids or end:
        transcript = work.make_transcript("", tokens)
        if is_odd:
            transcript = transcript._replace(speakers=read_first_words(work, target))
        with_ids = transcript.encode().decode("utf-8", "surrogateescape").removesuffix("\n").split("\n")
        write(".org", with_ids)
        if stage.has_ids or is_odd:
            cut = ID if stage.has_ids and stage.keeps_parentheses else PARENTHESES
            lines = [cut.sub("", line) for line in with_ids]
    write("", lines)
    lines = [detokenize(line, target.language) for line in lines]
    write(".detok", lines)
    plain = list(map(remove_punctuation, lines))
    write(".detok.lc.rm", plain)
    return {TRUE_CASE: lines, LOWER_CASE: plain}


def read_first_words(work: Material, target: Target) -> list[str]:
    """The first word of each reference, which mt.sh takes for the speaker of its further references."""
    table = read_table(os.path.join(work.decode.data, f"text.{target.case}.{target.language}"))
    firsts = {utt_id: (text.split() or [""])[0] for utt_id, text in zip(table.utt_ids, table.texts, strict=True)}
    return [firsts.get(utt_id, "") for utt_id in work.ids]


def note_unclosed(work: Material, stage: Stage) -> tuple[str, ...]:
    """The utterances of which the script takes more for the ID than that."""
    if not stage.has_ids:
        return ()
    sides = [*work.references, *work.hypotheses]
    found = [key for texts in sides for key, text in zip(work.ids, texts, strict=True) if UNCLOSED.search(text)]
    what = "with a parenthesis that is not closed, from which on the text is cut off, as ESPnet's script does"
    return (f"{work.decode.directory}: {count_ids(found)} {what}: {join_ids(found)}",) if found else ()


def note_further(path: str, work: Material, further: Sequence[str]) -> tuple[str, ...]:
    what = "compares several references with the translation as it is written, as ESPnet's script does not (--literal)"
    return (f"{path}: {what}",) if further and not work.recipe.literal else ()


def rotate_file(path: str) -> None:
    """Moves a file to `.1` before its suffix, one of that name to `.2`, and so on."""
    if not os.path.exists(path):
        return
    stem, suffix = os.path.splitext(path)
    last = 1
    while os.path.exists(f"{stem}.{last}{suffix}"):
        last += 1
    for number in range(last, 1, -1):
        os.replace(f"{stem}.{number - 1}{suffix}", f"{stem}.{number}{suffix}")
    os.replace(path, f"{stem}.1{suffix}")


def compute_scores(
    references: Sequence[Sequence[str]], hypotheses: Sequence[str], *, lowercase: bool
) -> tuple[str, tuple[float, float, float]]:
    """What `sacrebleu -m bleu chrf ter` prints, and the three scores."""
    from mondegreen.comparison.downstream import Translations

    metrics = Translations.library()
    sides = [[line.rstrip() for line in side] for side in references]
    makers: list[Callable[[], Any]] = [
        lambda: metrics.BLEU(lowercase=lowercase, references=sides),
        lambda: metrics.CHRF(references=sides),  # sacrebleu's -lc concerns BLEU alone
        lambda: metrics.TER(references=sides),
    ]
    printed, values = [], []
    for make in makers:
        metric = make()
        score = metric.corpus_score([line.rstrip() for line in hypotheses], None)
        values.append(float(score.score))
        printed.append(score.format(width=1, signature=str(metric.get_signature()), is_json=True))
    return "[\n" + ",\n".join(printed) + "\n]", (values[0], values[1], values[2])


def score_recognized(decode: Decode, recipe: Recipe) -> Result:
    """The word error rate of what was recognized on the way to the translation."""
    work = read_material(decode, recipe, (["text"], [RECOGNIZED]))
    folder = os.path.join(decode.directory, "score_wer")
    tokenize = recipe.make_words()
    sides = [
        work.make_transcript(os.path.join(folder, f"{side}.trn"), tokenize(texts))
        for side, (texts,) in (("ref", work.references), ("hyp", work.hypotheses))
    ]
    return finish_result(work, "wer", (sides[0], sides[1]), os.path.join(folder, "result.txt"))


def score_speech_translation(root: str, _: Recipe, words: Sequence[str]) -> Iterator[Translation | str]:
    """Speech translated by s2t.sh's models, as multimed_st scores it in `score_st_bleu`: the texts as they are."""
    sets = words[words.index("--test_sets") + 1].split() if "--test_sets" in words[:-1] else []
    for path in find_files(root, "**/text_nospecial"):
        decode = os.path.dirname(path)
        name, data = os.path.basename(decode), os.path.join("dump/raw", os.path.basename(decode), "text")
        if not os.path.isfile(data) or (sets and name not in sets):
            continue
        sides = [read_lines_by_id(each) for each in (data, path)]
        sides[0] = {utt_id: PROMPT.sub("", text).strip() for utt_id, text in sides[0].items()}
        if lost := sides[0].keys() ^ sides[1].keys():
            yield f"{path}: {count_ids(lost)} not in both this and {data}, not scored: {join_ids(sorted(lost))}"
        shared = sorted(sides[0].keys() & sides[1].keys())
        texts = [[side[utt_id] for utt_id in shared] for side in sides]
        folder = os.path.join(decode, "score_st_bleu")
        for side, lines in zip(("ref", "hyp"), texts, strict=True):
            write_file(os.path.join(folder, f"{side}.txt"), "".join(f"{line}\n" for line in lines).encode())
        result = os.path.join(folder, "result.txt")
        text, (bleu, chrf, ter) = compute_scores(texts[:1], texts[1], lowercase=False)
        write_file(result, f"Case-sensitive ST result (single-reference)\n{text}\n".encode())
        dataset = os.path.relpath(decode, root)
        yield Translation(dataset, TRUE_CASE, TRUE_CASE, several=False, path=result, bleu=bleu, chrf=chrf, ter=ter)


def read_lines_by_id(path: str) -> dict[str, str]:
    """The text of each ID as it stands, with its spaces."""
    rows = [line.split(maxsplit=1) for line in split_lines(read_text(path)) if line]
    return {row[0]: row[1] if len(row) > 1 else "" for row in rows if row}


def format_sections(root: str, case: str, least: int = 0, most: int = 1) -> Iterator[str]:
    """The tables of `show_translation_result.sh`: each directory's first results, by the lines of their files."""
    for directory in walk_directories(root, least, most):
        if not (paths := find_files(directory, f"*/*/score_*/result.{case}.txt")):
            continue
        yield f"## {os.path.basename(directory)}\n\n### BLEU\n\n{HEADING}"
        for path in paths:
            lines = [*split_lines(read_text(path)), *[""] * 7]
            score, verbose = (VALUE.sub(r"\1", lines[at]) for at in (4, 6))
            yield f"|{name_dataset(directory, path)}|{score}|{verbose}|\n"


@script("show_translation_result.sh")
def show_translation_result(called: Script) -> None:
    call = ShellScript(called, {"mindepth": "0", "maxdepth": "1", "case": TRUE_CASE})
    root = read_root(call, "exp", '\nThe default of <exp> is "exp/".')
    depths = call.integer("mindepth"), call.integer("maxdepth")
    print_summary(call, "translation_result", format_sections(root, call.text("case"), *depths))
