"""Figures of papers beside ours: runs the commands of the pages `paper-*` on public data, and writes their tables.

    python tests/papers.py DATA [--only translation] [--results DIRECTORY]

DATA holds the public data as papers_data.py knows it; figures whose data is absent keep their line and its date. What a
command says is kept in the results, by page and letter, and asked again where it is removed.
"""

import argparse
import logging
from collections.abc import Callable, Iterator
from datetime import datetime, timezone
from pathlib import Path
from typing import Any, NamedTuple

from paper_commands import DOCS, ROOT, Said, ask, commands, prepare
from papers_data import lay_page

START, END = "<!-- figures: `python tests/papers.py DATA` writes this table -->", "<!-- end of figures -->"
HEAD = ["| table or figure | command | published | ours | verdict | measured |", "|---|---|---:|---:|---|---|"]

PART = "the first 2,000 of 5,447 utterances"
HALF = "500 of 1,000 triplets"
VECTORS = "other word vectors"
TAGGED = "1,479 of the first 2,000 utterances have tags"
CLASSES = "words of several classes count in each; none of ten other ways to count them gives all four"
OTHER_MODELS = "another model"
TAGS = "not comparable: other vectors and tags"
SOME_VECTORS = "26,423 word vectors, all of length one, of three million"


class Row(NamedTuple):
    """A figure: where it stands, by which command it is found and how, what is printed, and what there is to say.

    It is reproduced where ours is no further off than `within`; where it is, or was found on other data, `why` says so.
    """

    what: str
    command: str
    find: Callable[[Said], Any]
    published: str = ""
    within: float | None = None
    why: str = ""
    places: int = 2


def score(label: str, system: int = 0) -> Callable[[Said], Any]:
    return lambda said: said["systems"][system]["metrics"][label]["score"]


def cell(report: str, column: str, **where: object) -> Callable[[Said], Any]:
    """The cell of the first row of a report that has these values."""

    def find(said: Said) -> Any:
        rows = [row for each in said["reports"] if each["report"] == report for row in each["rows"]]
        return next(row[column] for row in rows if all(row[name] == value for name, value in where.items()))

    return find


def wins(by: str) -> Callable[[Said], str]:
    return lambda said: " / ".join(
        f"{cell('contest', each, score=by)(said):.0f}" for each in ("wins", "losses", "ties")
    )


def parts_of_speech(system: str) -> Row:
    groups = ("nouns", "proper nouns", "verbs", "adjectives")
    found = every(*(cell("pos", "precision_at_1", system=f"{system} csls", group=group) for group in groups))
    return Row(f"P@1 of {system} by CSLS: nouns, names, verbs, adjectives", "G", found)


def pairs(system: str, published: str = "") -> Row:
    columns = ("precision_at_1", "recall_at_1", "precision_at_10", "recall_at_10")
    found = every(*(cell("pairs", column, system=f"{system} cosine") for column in columns))
    return Row(f"pairs of {system} by cosine: P@1, R@1, P@10, R@10", "G", found, published, 0.005)


def total(name: str) -> Callable[[Said], Any]:
    return cell("corpus", "value", name=name)


def best(metric: str) -> Callable[[Said], str]:
    """The weight that a metric prefers."""
    return lambda said: str(int(float(cell("best", "weight", metric=metric)(said))))


def chosen(by: str, metric: str) -> Callable[[Said], Any]:
    return cell("oracle", metric, chosen_by=by)


def correlations(letter: str, part: str, published: dict[str, tuple[str, str]]) -> list[Row]:
    """Pearson's coefficients with TER and BLEU over blocks."""
    return [
        Row(
            f"{metric.upper()} with {name.upper()}, {part}",
            letter,
            cell("correlation", "pearson", metric=metric, score=name),
            printed,
            0.03,
            VECTORS if printed and metric != "wer" else "",
            3,
        )
        for metric, both in published.items()
        for name, printed in zip(("ter", "bleu"), both, strict=True)
    ]


def every(*found: Callable[[Said], Any]) -> Callable[[Said], list[Any]]:
    return lambda said: [each(said) for each in found]


def both(label: str) -> Callable[[Said], list[Any]]:
    """A score before and after."""
    return every(score(label), score(label, 1))


def agreement(metric: str, published: str) -> Row:
    found = every(*(cell("humans", f"agreement_{share}", metric=metric) for share in ("100", "70", "all")))
    why = OTHER_MODELS if metric in ("semdist", "bertscore") else f"{HALF}; standard errors are 2 to 3 points"
    return Row(f"HATS, {metric}: 100 %, 70 %, all", "H", found, published, 2.5, why if published else "", 0)


def similarity(encoder: str, published: str, why: str = SOME_VECTORS) -> list[Row]:
    """The curve of an encoder in figure 2, and its slope."""
    *curve, slope = published.split()
    rates = every(*(cell("curves", encoder, rate=rate) for rate in (0.1, 0.2, 0.3, 0.4, 0.5)))
    return [
        Row(f"figure 2, {encoder}: similarity at 10 to 50 %", "A", rates, " ".join(curve), 0.006, why, 3),
        Row(f"figure 2, {encoder}: slope", "A", cell("lines", "slope", subject=encoder), slope, 0.02, why, 3),
    ]


def ratings(encoder: str, published: str, why: str = SOME_VECTORS) -> Row:
    what = f"table 2, {encoder}: Pearson at 0, 10, 30 %, and % kept"
    return Row(what, "A", pearsons(encoder), published, 2.0, why, 1)


def others(letter: str, what: str) -> list[Row]:
    """Table 2 with errors that the paper does not have."""
    return [
        Row(f"table 2, {encoder}, {what}: Pearson at 0, 10, 30 %, and % kept", letter, pearsons(encoder), places=1)
        for encoder in ("avg", "sif", "usif:power=2")
    ]


def pearsons(encoder: str) -> Callable[[Said], list[Any]]:
    columns = ("at_0", "at_0.1", "at_0.3", "ratio")
    return every(*(cell("pearson", column, set="sts", subject=encoder) for column in columns))


def precision(system: str, other: str, within: float, why: str = "") -> Row:
    found = every(*(cell("accuracy", "precision_at_1", system=f"{system} {way}") for way in ("cosine", "csls")))
    return Row(f"P@1 of {system}: cosine, CSLS", "G", found, other, within, why)


def mean_share(group: str) -> Callable[[Said], float]:
    """The mean share of a part of speech over dictionaries."""

    def find(said: Said) -> float:
        rows = said["reports"][0]["foot"]
        return float(next(row["word_share"] for row in rows if row["group"] == group))

    return find


ROWS: dict[str, list[Row]] = {
    "rescoring": [
        Row("table 2, WER: before, after", "A", both("wer"), "15.45 13.24", 0.02, PART),
        Row("table 2, CER", "B", both("cer"), "8.57 7.70", 0.02, PART),
        Row("table 2, CER with empty utterances", "A", both("cer")),
        Row("table 2, LER", "A", both("ler:units=text"), "14.35 12.08", 0.02, f"{PART}; 12.08 is most likely a slip"),
        Row("table 2, LCER", "A", both("lcer:units=text"), "8.78 8.00", 0.02, PART),
        Row(
            "table 2, uPOSER before",
            "C",
            score("uposer:tags=files:map=poet2upos.tsv:counts=any"),
            "12.22",
            0.02,
            TAGGED,
        ),
        Row("table 2, dPOSER before", "C", score("dposer:tags=files:counts=any"), "14.59", 0.02, TAGGED),
        Row("table 2, EmbER", "A", both("ember:per=columns"), "12.33 10.79", 0.02, f"{PART}; {VECTORS}"),
        Row("table 2, SemDist", "A", both("semdist"), "", None, f"not comparable: {OTHER_MODELS}"),
        Row("table 2, BERTScore loss", "A", both("bertscore"), "", None, f"not comparable: {OTHER_MODELS}"),
        Row("names alone, EmbER", "D", both("ember:only=PROPN")),
        Row("names alone, BERTScore loss", "D", both("bertscore:only=PROPN")),
        Row(
            *(
                "table 1, EmbER with WER over utterances",
                "E",
                cell("correlations", "pearson", first="wer", second="ember:per=columns"),
            ),
            *("0.89", 0.005, "one utterance of all 5,447, whose reference is truncated, lowers it from 0.96 to 0.89"),
        ),
        Row("table 3, distance of verbs: change in %", "F", cell("by", "relative", group="VERB"), "", None, TAGS, 1),
        Row("table 3, distance of names: change in %", "F", cell("by", "relative", group="PROPN"), "", None, TAGS, 1),
        Row("unfinished words: worse over others", "F", cell("marks", "ratio", metric="wer"), "1.23", 0.03, PART),
        Row(
            "unfinished words with the change of WER: Pearson",
            "G",
            cell("with", "pearson", metric="wer", of="change"),
            places=3,
        ),
        *(
            agreement(metric, published)
            for metric, published in (
                *(("wer", "63 53 49"), ("cer", "77 64 60"), ("per", "80 69 64"), ("bertscore", "80 68 65")),
                *(("semdist", "90 78 73"), ("ember:per=columns", ""), ("chrf", ""), ("human", "")),
            )
        ),
    ],
    "simulator": [
        *similarity("avg", "0.956 0.912 0.868 0.822 0.776 -0.446"),
        *similarity("avg-stop", "0.947 0.895 0.843 0.793 0.742 -0.513"),
        *similarity("sif", "0.915 0.834 0.751 0.670 0.592 -0.814"),
        *similarity("usif:power=2", "0.925 0.852 0.780 0.705 0.633 -0.735"),
        *similarity("subs-stop", "0.933 0.870 0.811 0.752 0.694 -0.608"),
        *others("B", "3 of 10 errors delete, 2 insert"),
        *others("C", "errors learned from recognizers"),
        ratings("avg", "67.4 59.2 45.6 68", "vectors of length one weigh frequent words like all others"),
        ratings("avg-stop", "68.6 62.1 50.0 73"),
        ratings("sif", "70.4 63.5 52.1 74"),
        ratings("usif:power=2", "70.0 62.9 51.1 73"),
        ratings("subs-stop", "71.6 65.4 53.0 74"),
    ],
    "dictionaries": [
        precision("muse0", "71.49 78.97", 0.005),
        precision("muse", "72.16 78.22", 0.2, ""),
        precision("vecmap", "75.95 80.49", 0.005),
        precision("rcsls", "76.37 81.50", 0.005),
        precision("identical", "70.73 75.78", 0.2, "self-learning draws at random"),
        precision("none", "70.82 75.44", 0.4, "self-learning draws at random"),
        *(parts_of_speech(system) for system in ("muse0", "vecmap", "rcsls", "none")),
        pairs("muse0", "56.67 28.88 10.02 49.92"),
        pairs("vecmap"),
        pairs("rcsls"),
        *(
            Row(f"R@10 of {name} by lemma", "G", cell("lemmas", "recall_at_10", system=f"{name} cosine"), printed, 0.3)
            for name, printed in (("vecmap", "57.46"), ("rcsls", "59.01"))
        ),
        *(
            Row(f"section 3.1, {group}: % of words", "I", mean_share(group), printed, 0.05, CLASSES, 1)
            for group, printed in (
                *(("nouns", "49.6"), ("proper nouns", "24.9"), ("verbs", "12.5"), ("adjectives", "12.9")),
            )
        ),
    ],
    "translation": [
        Row("best weight by WER, development", "A", best("wer"), "10"),
        Row("best weight by WER-E, development", "A", best("wer-e"), "11"),
        Row("best weight by WER-S, development", "A", best("wer-s"), "11"),
        Row("WER at weight 10, development", "B", total("wer"), "21.92", 0.01),
        Row("WER-E at weight 10, development", "B", total("wer-e"), "18.10", 0.01, VECTORS),
        Row("WER-S at weight 10, development", "B", total("wer-s"), "17.41", 0.01, VECTORS),
        *correlations(
            "B", "development", {"wer": (".732", "-.677"), "wer-e": (".767", "-.708"), "wer-s": (".773", "-.710")}
        ),
        *correlations("C", "test", {"wer": ("", ""), "wer-e": ("", ""), "wer-s": ("", "")}),
        *correlations("D", "test, references aligned", {"wer": ("", ""), "wer-e": ("", ""), "wer-s": ("", "")}),
        Row("BLEU at weight 10, development", "B", total("bleu"), "30.81", 0.02),
        Row("BLEU at weight 10, test", "C", total("bleu"), "34.27", 0.02),
        Row("BLEU at weight 10, test, references aligned", "D", total("bleu")),
        Row("METEOR at weight 10, test, references aligned", "D", total("meteor")),
        Row("BLEU at weight 11, test", "I", total("bleu"), "34.38", 0.02),
        Row("METEOR at weight 10, test", "C", total("meteor")),
        Row("METEOR at weight 11, test", "I", total("meteor")),
        Row("BLEU of the oracle by WER-E, development", "E", total("bleu"), "35.37", 0.02),
        Row("BLEU of the oracle by WER-S, development", "F", total("bleu"), "35.41", 0.02),
        Row("wins / losses / ties, WER-E against WER, development, BLEU", "E", wins("bleu"), "310 / 271 / 2062"),
        Row("the same, TER", "E", wins("ter")),
        Row("the same, METEOR", "E", wins("meteor")),
        Row("wins / losses / ties, WER-S against WER, development, BLEU", "F", wins("bleu")),
        Row("the same, WER-S, TER", "F", wins("ter")),
        Row("the same, WER-S, METEOR", "F", wins("meteor")),
        Row("wins / losses / ties, WER-E against WER, test, BLEU", "G", wins("bleu"), "451 / 381 / 3218"),
        Row("the same, test, TER", "G", wins("ter")),
        Row("the same, test, METEOR", "G", wins("meteor")),
        Row("wins / losses / ties, WER-S against WER, test, BLEU", "H", wins("bleu")),
        Row("the same, WER-S, test, TER", "H", wins("ter")),
        Row("the same, WER-S, test, METEOR", "H", wins("meteor")),
        Row("wins / losses / ties, weight 11 against 10, test, BLEU", "I", wins("bleu")),
        Row("oracle over 20 weights by WER: WER", "J", chosen("wer", "wer")),
        Row("oracle over 20 weights by WER-S: WER", "J", chosen("wer-s", "wer")),
        Row("oracle over 20 weights by WER-S: WER-S", "J", chosen("wer-s", "wer-s")),
    ],
}


def format_value(value: Any, places: int) -> str:
    if isinstance(value, list):
        return " ".join(format_value(each, places) for each in value)
    return value if isinstance(value, str) else "" if value is None else f"{value:.{places}f}"


def judge(row: Row, value: Any) -> str:
    """Reproduced, or why not."""
    if not row.published:
        return row.why or "no published figure at hand"
    if isinstance(value, str):
        return "reproduced" if value == row.published else f"differs: {row.why}"
    ours, theirs = (value if isinstance(value, list) else [value]), list(map(float, row.published.split()))
    gap = max(abs(round(one, row.places) - other) for one, other in zip(ours, theirs, strict=True))
    if row.within is not None and gap <= row.within + 1e-9:
        return f"reproduced within {gap:.{row.places}f}" if round(gap, row.places) else "reproduced to the last digit"
    return f"differs by {'up to ' if len(ours) > 1 else ''}{gap:.{row.places}f}: {row.why}"


def write_rows(page: str, data: Path, results: Path, before: dict[str, str]) -> Iterator[str]:
    """The lines of a table; of figures that cannot be found now those from before."""
    known = commands(page)
    asked = {row.command for row in ROWS[page]}
    place = results / "data" / page
    said: dict[str, Said | None] = dict.fromkeys(asked)
    if lay_page(page, data, place):
        for letter in sorted(known.keys() - asked):
            prepare(known[letter], place)
        said = {letter: ask(page, letter, known[letter], place, results) for letter in sorted(asked)}
    else:
        logging.warning("%s: no data; its lines keep their dates", page)
    for row in ROWS[page]:
        answer = said[row.command]
        if answer is None:
            if row.what in before:
                yield before[row.what]
            continue
        value = row.find(answer)
        date = measured_on(results / f"{page}.{row.command}.json")
        cells = [row.what, row.command, row.published, format_value(value, row.places), judge(row, value), date]
        yield f"| {' | '.join(cells)} |"


def measured_on(path: Path) -> str:
    return f"{datetime.fromtimestamp(path.stat().st_mtime, timezone.utc):%Y-%m-%d}"


def write_page(page: str, data: Path, results: Path) -> None:
    path = DOCS / f"paper-{page}.md"
    _, table, _ = split_page(path)
    before = {line.split(" | ")[0].removeprefix("| "): line for line in table.splitlines() if line.startswith("| ")}
    lines = list(write_rows(page, data, results, before))
    head, _, tail = split_page(path)  # again: the commands may have taken long
    path.write_text("\n".join([head + START, "", *HEAD, *lines, "", END + tail]), encoding="utf-8")


def split_page(path: Path) -> tuple[str, str, str]:
    """What stands before the table, the table, and what stands behind."""
    head, _, rest = path.read_text(encoding="utf-8").partition(START)
    table, _, tail = rest.partition(END)
    return head, table, tail


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--only", choices=list(ROWS), action="append")
    parser.add_argument("--results", type=Path, default=ROOT / "target" / "papers")
    options = parser.parse_args()
    options.results.mkdir(parents=True, exist_ok=True)
    for page in options.only or ROWS:
        write_page(page, options.data, options.results)


if __name__ == "__main__":
    main()
