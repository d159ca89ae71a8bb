"""The figures of the pages `paper-*`: where each stands, by which command it is found, and what the paper has."""

from collections.abc import Callable
from typing import Any, NamedTuple

from paper_commands import Said

PART = "the first 2,000 of 5,447 utterances"
HALF = "500 of 1,000 triplets"
VECTORS = "other word vectors"
TAGGED = "1,479 of the first 2,000 utterances have tags"
CLASSES = "words of several classes count in each; none of ten other ways to count them gives all four"
OTHER_MODELS = "another model"
TAGS = "not comparable: other vectors and tags"
UNPRINTED = "the paper does not have it"
SHIFTED = "references that are shifted, see below"
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


def wins(what: str, letter: str, *published: str) -> list[Row]:
    """Sentences won, lost and tied, by each score of translations."""

    def count(by: str) -> Callable[[Said], str]:
        found = every(*(cell("contest", each, score=by) for each in ("wins", "losses", "ties")))
        return lambda said: " / ".join(f"{number:.0f}" for number in found(said))

    return [
        Row(
            f"{what}: wins / losses / ties by {name.upper()}",
            letter,
            count(name),
            printed,
            None,
            why if printed else UNPRINTED,
        )
        for (name, why), printed in zip(TRANSLATED.items(), published or [""] * 3, strict=True)
    ]


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


TRANSLATED = {  # scores of translations, and why ours is another
    "ter": "as if each translation had a word more, see below",
    "bleu": "",
    "meteor": "METEOR 1.5 there, the formula of 2005 here",
}


def correlations(part: str, letter: str, *published: str) -> list[Row]:
    """Pearson's coefficients with scores of translations over blocks; printed by metric."""
    printed = [line.split() for line in published] or [[""] * len(TRANSLATED)] * 3
    return [
        Row(
            f"{'table 7, ' * bool(other)}{metric.upper()} with {name.upper()}, {part}",
            letter,
            cell("correlation", "pearson", metric=metric, score=name),
            other,
            0.03,
            UNPRINTED if not other else SHIFTED if part == "test" else why if name == "meteor" else VECTORS,
            3,
        )
        for metric, line in zip(("wer", "wer-e", "wer-s"), printed, strict=True)
        for (name, why), other in zip(TRANSLATED.items(), line, strict=True)
    ]


def translations(what: str, letter: str, published: str = "", side: str = "value") -> list[Row]:
    """Scores of the translations of a part; the program of the paper finds other shifts for TER than sacrebleu does."""
    return [
        Row(
            f"{what}, {name.upper()}",
            letter,
            cell("corpus", side, name=name),
            printed,
            0.2 if name == "ter" else 0.02,
            why if printed else UNPRINTED,
        )
        for (name, why), printed in zip(TRANSLATED.items(), published.split() or [""] * 3, strict=True)
    ]


def recognition(what: str, letter: str, published: str) -> list[Row]:
    return [
        Row(f"{what}, {metric.upper()}", letter, total(metric), printed, 0.02, VECTORS)
        for metric, printed in zip(("wer", "wer-e", "wer-s"), published.split(), strict=True)
    ]


def example(letter: str, utterance: str, weight: str, recognized: str, translated: str) -> list[Row]:
    """A sentence of table 4, which was recognized at the weight."""
    part, number = "tst." * utterance.startswith("tst"), weight.removeprefix("weight ")
    spoken = cells(utterance, "hypothesis" if number == "11" else "against", "wer", "wer-e", "wer-s")
    written = cells(utterance, f"{part}slt_{number}.en.txt", "ter", "bleu", "meteor")
    what = f"table 4, {utterance}, {weight}"
    return [
        Row(f"{what}: WER, WER-E, WER-S", letter, spoken, recognized, 0.01, VECTORS),
        Row(f"{what}: TER, BLEU, METEOR", letter, written, translated, 0.01, "see below"),
    ]


def cells(utterance: str, text: str, *columns: str) -> Callable[[Said], list[Any]]:
    return every(*(cell("sentences", column, utterance=utterance, text=text) for column in columns))


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
        *example("K", "dev-2329", "weight 10", "9.09 2.43 2.43", "33.33 62.63 49.33"),
        *example("K", "dev-2329", "weight 11", "0.00 0.00 0.00", "16.67 79.11 92.73"),
        *example("I", "tst-823", "weight 10", "43.75 34.65 33.26", "60.00 26.22 34.84"),
        *example("I", "tst-823", "weight 11", "31.25 26.80 25.41", "46.67 50.44 40.08"),
        *translations("table 5, transcripts, development", "L", "38.84 43.05 40.73"),
        *translations("table 5, transcripts, test", "M", "45.64 44.71 39.10"),
        *translations("tables 5 and 8, 1-best, development", "B", "55.64 30.81 34.02"),
        Row("the same with a word for the blank, TER", "N", total("ter"), "55.64", 0.2),
        *translations("tables 5 and 8, 1-best, test", "C", "58.70 34.27 34.27"),
        Row("the same with a word for the blank, test, TER", "O", total("ter"), "58.70", 0.2),
        *translations("1-best, test, references aligned", "D"),
        *recognition("table 6, 1-best, development", "B", "21.92 18.10 17.41"),
        *recognition("table 6, 1-best, test", "C", "17.46 13.13 12.53"),
        *correlations("development", "B", ".732 -.677 -.753", ".767 -.708 -.799", ".773 -.710 -.797"),
        *correlations("test", "C", ".457 -.624 -.672", ".457 -.661 -.692", ".441 -.606 -.678"),
        *correlations("test, references aligned", "D"),
        *translations("table 8, oracle by WER, development", "E", "50.62 35.29 36.37", "against"),
        *translations("table 8, oracle by WER-E, development", "E", "50.52 35.37 36.42"),
        *translations("table 8, oracle by WER-S, development", "F", "50.45 35.41 36.44"),
        *translations("table 8, oracle by WER, test", "G", "54.13 39.34 36.55", "against"),
        *translations("table 8, oracle by WER-E, test", "G", "54.01 39.43 36.64"),
        *translations("table 8, oracle by WER-S, test", "H", "54.03 39.42 36.64"),
        *wins("table 9, oracle by WER-E, development", "E", "255 / 190 / 2198", "310 / 271 / 2062", "321 / 315 / 2007"),
        *wins("oracle by WER-S, development", "F"),
        *wins("table 9, oracle by WER-E, test", "G", "341 / 264 / 3445", "451 / 381 / 3218", "510 / 399 / 3141"),
        *wins("oracle by WER-S, test", "H"),
        Row("section 5.5, best weight by WER", "A", best("wer"), "10"),
        Row("section 5.5, best weight by WER-E", "A", best("wer-e"), "11"),
        Row("section 5.5, best weight by WER-S", "A", best("wer-s"), "11"),
        *translations("table 10, weight by WER, development", "K", "55.64 30.81 34.02", "against"),
        *translations("table 10, weight by WER-E, development", "K", "55.52 30.84 34.00"),
        *translations("table 10, weight by WER, test", "I", "58.71 34.27 34.27", "against"),
        *translations("table 10, weight by WER-E, test", "I", "58.56 34.38 34.26"),
        *wins("weight 11 against 10, development", "K"),
        *wins("weight 11 against 10, test", "I"),
        Row("oracle over 20 weights by WER: WER", "J", chosen("wer", "wer"), why=UNPRINTED),
        Row("oracle over 20 weights by WER-S: WER", "J", chosen("wer-s", "wer"), why=UNPRINTED),
        Row("oracle over 20 weights by WER-S: WER-S", "J", chosen("wer-s", "wer-s"), why=UNPRINTED),
    ],
}
