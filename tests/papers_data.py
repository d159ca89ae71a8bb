"""Lays public data out under the names by which the commands of the pages `paper-*` call it.

What is known: `repere` and `hats` (texts, tags and votes of the page of rescoring), `IS2016` of the corpus WCE-SLT-LIG
(or its development part as `wce`), `lexicon` (`s1`, `bli`), `MUSE_dicos`, and `humans`. What is absent makes no file.
"""

import gzip
import shutil
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import numpy as np

SCALES = range(1, 21)
SICK_PAIRS = 5427  # of which public data may hold a part only, which is repeated


def write_lines(path: Path, lines: Iterable[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def read_lines(path: Path) -> list[str]:
    raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    return raw.decode("utf-8").splitlines()


def lay_rescoring(data: Path, target: Path) -> None:
    repere = data / "repere"
    names = {"ref.txt": "ref", "base.txt": "base", "resc.txt": "rescored", "ref.pos.txt": "ref.pos"}
    for source, name in (names | {"base.pos.txt": "base.pos"}).items():
        shutil.copy(repere / source, target / f"{name}.txt")
    shutil.copy(repere / "poet2upos.tsv", target)
    tagged = {line.split()[0] for line in read_lines(repere / "base.pos.txt")}
    for side in ("ref", "base"):
        lines = read_lines(repere / f"{side}.txt")
        write_lines(target / f"{side}.tagged.txt", (line for line in lines if line.split()[0] in tagged))
    write_lines(
        target / "unfinished.txt", (f"{line.split()[0]} {line.count('(')}" for line in read_lines(repere / "ref.txt"))
    )
    if (data / "hats").is_dir():
        shutil.copy(next((data / "hats").glob("*.tsv")), target / "hats.tsv")


def lay_translation(data: Path, target: Path) -> None:
    if (data / "IS2016").is_dir():
        for part, prefix in (("dev", ""), ("tst", "tst.")):
            lay_part(data / "IS2016", part, target, prefix)
        references = read_lines(target / "tst.pe.en.txt")
        write_lines(target / "tst.pe_aligned.en.txt", realign(references))
        return
    wce = data / "wce"
    names = {"ref.fr": "ref.fr", "pe_published.en": "pe.en"}
    names |= {f"asr_scale_{scale:02}.fr": f"asr_{scale}.fr" for scale in SCALES}
    names |= {f"slt_scale_{scale:02}.en": f"slt_{scale}.en" for scale in SCALES}
    names |= {f"slt_oracle_{by}.en": f"oracle_{by.lower()}.en" for by in ("WER", "WER-E", "WER-S")}
    for source, name in names.items():
        write_lines(target / f"{name}.txt", read_lines(wce / f"{source}.txt.gz"))


def lay_part(corpus: Path, part: str, target: Path, prefix: str) -> None:
    """The files of a part, whose lines have no IDs."""
    asr, slt = corpus / "ASR_outputs", corpus / "SLT_outputs"
    files = {"ref.fr": asr / "references" / f"{part}-3locs.fr", "pe.en": slt / "references_SLT" / f"{part}-3locs.pe"}
    for scale in SCALES:
        files[f"asr_{scale}.fr"] = asr / "scale_from_01_to_20" / f"scale_{scale:02}" / f"{part}-3locs.fr"
        files[f"slt_{scale}.en"] = slt / "scale_from_01_to_20" / f"scale_{scale:02}" / f"{part}.en"
    for by in ("WER", "WER-E", "WER-S"):
        files[f"oracle_{by.lower()}.en"] = slt / f"oracle_ASR_{by}" / f"{part}-3locs.en"
    texts = {name: [" ".join(line.split()) for line in read_lines(path)] for name, path in files.items()}
    # Of a sentence that three speakers read, the transcript was translated once.
    texts["slt_ref.en"] = [line for line in read_lines(slt / "references_ASR" / f"{part}-1loc.en") for _ in range(3)]
    raw = read_lines(files["slt_10.en"])
    texts["slt_10.blank.en"] = [" ".join([*line.split(), *(["_"] * line.endswith(" "))]) for line in raw]
    for name, lines in texts.items():
        write_lines(target / f"{prefix}{name}.txt", (f"{part}-{at} {line}" for at, line in enumerate(lines, 1)))


def realign(lines: list[str]) -> Iterator[str]:
    """References of the test part, each from line 3379 on replaced by that of the sentence before, three lines back."""
    for at, line in enumerate(lines):
        yield f"{line.split()[0]} {lines[at - 3 if at >= 3378 else at].partition(' ')[2]}"


def lay_simulator(data: Path, target: Path) -> None:
    source = data / "lexicon" / "s1"
    for name in ("sts-dev.csv", "sts-test.csv"):
        shutil.copy(source / name, target)
    shutil.copy(source / "enwiki_vocab_min200.txt", target / "enwiki.txt")
    shutil.copy(source / "stop_en.txt", target / "nltk.txt")
    for name in ("glove", "w2v-googlenews"):
        save_vectors(next(source.glob(f"{name}*.npy")), next(source.glob(f"{name}*.words.txt")), target / name)
    head, *rows = read_lines(source / "SICK_trial.txt")
    write_lines(target / "SICK.txt", [head, *(rows[at % len(rows)] for at in range(SICK_PAIRS))])
    pairs = [line.split("\t")[5:7] for name in ("sts-dev.csv", "sts-test.csv") for line in read_lines(target / name)]
    texts = [text for pair in (*pairs, *(row.split("\t")[1:3] for row in rows)) for text in pair]
    write_lines(target / "text.txt", (f"s{at} {text}" for at, text in enumerate(texts)))
    if (data / "humans" / "ratings.dev.tsv").exists():
        _, *ratings = [line.split("\t") for line in read_lines(data / "humans" / "ratings.dev.tsv")]
        for column, side in ((1, "ref"), (2, "hyp")):
            write_lines(target / f"ratings.{side}.txt", (f"u{at} {row[column]}" for at, row in enumerate(ratings)))


def lay_dictionaries(data: Path, target: Path) -> None:
    source = data / "lexicon" / "bli"
    for language in ("en", "fr"):
        save_vectors(source / f"{language}.f16.npy", source / f"{language}.words.txt", target / language)
    for path in (*source.glob("en-fr.*.txt"), source / "fr.lemma.tsv"):
        shutil.copy(path, target)
    tagged = next(path for path in (data / "MUSE_dicos", data / "lexicon" / "MUSE_dicos") if path.is_dir())
    for path in sorted(tagged.glob("*.5000-6500.*.txt")):
        shutil.copy(path, target)
        with (target / f"{path.name.partition('.')[0]}.txt").open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in read_lines(path))


def save_vectors(matrix: Path, words: Path, target: Path) -> None:
    np.save(target.with_suffix(".npy"), np.load(matrix).astype(np.float32))
    shutil.copy(words, target.with_suffix(".txt"))


LAYOUTS: dict[str, tuple[tuple[str, ...], Callable[[Path, Path], None]]] = {
    "rescoring": (("repere",), lay_rescoring),
    "translation": (("IS2016", "wce"), lay_translation),
    "simulator": (("lexicon/s1",), lay_simulator),
    "dictionaries": (("lexicon/bli",), lay_dictionaries),
}


def lay_page(page: str, data: Path, target: Path) -> bool:
    """Whether the data of a page is there, and lies now in the target."""
    sources, lay = LAYOUTS[page]
    if not any((data / each).is_dir() for each in sources):
        return False
    if not target.is_dir():
        unfinished = target.with_suffix(".part")
        shutil.rmtree(unfinished, ignore_errors=True)
        unfinished.mkdir(parents=True)
        lay(data, unfinished)
        unfinished.rename(target)
    return True
