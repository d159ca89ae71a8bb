"""A desk with all the files that the pages name, each small and of the kind that its name says."""

import json
import shutil
from collections.abc import Iterable
from pathlib import Path

import numpy as np

import espnet_recipe
import kaldi_recipe

EGS = Path(__file__).resolve().parent.parent / "egs"
ENGLISH = "the cat sleeps on the red mat"
SENTENCES = (ENGLISH, "a red bat sleeps on the mat", "the rat has read on the mat", "on the red mat sleeps a cat")


def lay(folder: Path) -> None:
    """Puts all of it into a folder."""
    french(folder)
    translated(folder)
    tagged(folder)
    left_by_toolkits(folder)
    decoded(folder)
    listed(folder)
    with_vectors(folder)


def put(folder: Path, names: Iterable[str], text: str) -> None:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def french(folder: Path) -> None:
    """References, and what systems made of them."""
    ref, base, rescored, unfinished = (
        (EGS / "rescoring" / f"{name}.txt").read_text(encoding="utf-8")
        for name in ("ref", "base", "rescored", "unfinished")
    )
    lines = base.splitlines(keepends=True)
    put(folder, ("ref.txt", "REF", "test.ref.txt"), ref)
    put(folder, ("hyp.txt", "HYP", "base.txt", "released.txt", "test.hyp.txt"), base)
    put(folder, ("new.txt", "rescored.txt", "decode/lmwt_7.txt"), rescored)
    put(folder, ("decode/lmwt_9.txt",), base)
    put(folder, ("unfinished.txt",), unfinished)
    put(folder, ("hyp.1.txt",), "".join(lines[::2]))
    put(folder, ("hyp.2.txt",), "".join(lines[1::2]))
    put(folder, ("utt2spk",), "".join(f"{key} {key.partition('-')[0]}\n" for key in keys(folder)))
    put(folder, ("snr.txt", "meteor.txt"), "".join(f"{key} {20 - place}.5\n" for place, key in enumerate(keys(folder))))
    put(folder, ("test.csv",), "id,transcript\nu1,a b c\n")
    put(folder, ("hyp.csv",), "id,prediction\nu1,a b d\n")
    put(folder, ("results.csv",), "clip,sentence,prediction\nu1,a b c,a b d\n")


def keys(folder: Path) -> list[str]:
    return [line.split()[0] for line in (folder / "ref.txt").read_text(encoding="utf-8").splitlines()]


def translated(folder: Path) -> None:
    """As many utterances as blocks of a hundred need, translated; and clean text."""
    for many, names in {
        "ref": ("ref.fr", "ref.fr.txt", "tst.ref.fr.txt"),
        "hyp": ("hyp.fr", "asr_10.fr.txt", "tst.asr_10.fr.txt"),
        "new": ("asr_11.fr.txt", "tst.asr_11.fr.txt"),
    }.items():
        lines = (folder / f"{many}.txt").read_text(encoding="utf-8").splitlines()
        put(folder, names, "".join(f"{place:02}-{line}\n" for place in range(20) for line in lines))
    english = "".join(f"{place:02}-{key} {ENGLISH}\n" for place in range(20) for key in keys(folder))
    put(folder, ("ref.en", "pe.en.txt", "tst.pe.en.txt", "tst.pe_aligned.en.txt", "train.txt"), english)
    tuned = ("slt_10.en.txt", "slt_10.blank.en.txt", "slt_11.en.txt", "slt_ref.en.txt")
    made = (*tuned, *(f"oracle_{name}.en.txt" for name in ("wer", "wer-e", "wer-s")))
    put(folder, ("hyp.en", *made, *(f"tst.{name}" for name in made)), english.replace("cat", "bat", 40))
    put(folder, ("text.txt",), "".join(f"u{place} {text}\n" for place, text in enumerate(SENTENCES)))


def tagged(folder: Path) -> None:
    """Texts with a tag for each word in files of their own."""
    put(folder, ("ref.tagged.txt", "base.tagged.txt"), "u1 le chat dort\nu2 un été\n")
    put(folder, ("ref.pos.txt",), "u1 DET NMS VERB\nu2 DET NMS\n")
    put(folder, ("base.pos.txt",), "u1 DET NFS VERB\nu2 DET NMS\n")
    put(folder, ("poet2upos.tsv",), "NMS NOUN\nNFS NOUN\nDET DET\nVERB VERB\n")


def left_by_toolkits(folder: Path) -> None:
    put(folder, ("recogs-test-clean.txt", "FILE"), "u1:\tref=['a', 'b']\nu1:\thyp=['a', 'c']\n")
    recognized = {
        "text": " le facteur",
        "segments": [{"start": 0.0, "end": 1.0, "text": " le facteur"}],
        "language": "fr",
    }
    put(folder, [f"whisper-out/{key}.json" for key in keys(folder)], json.dumps(recognized))
    put(folder, ("ref.stm",), "talk 1 lea 0.0 2.0 the cat sleeps\ntalk 1 noe 2.0 4.0 on the mat\n")
    put(folder, ("hyp.ctm",), "talk 1 0.1 0.3 the\ntalk 1 0.5 0.3 bat\ntalk 1 2.1 0.3 on\n")
    put(folder, ("manifest.json",), '{"audio_filepath": "u1.wav", "duration": 1, "text": "a b", "pred_text": "a c"}\n')
    put(folder, ("talk.srt",), "1\n00:00:00,000 --> 00:00:04,000\nthe cat sleeps on the mat\n")
    segment = {"session_id": "talk", "speaker": "one", "words": "the cat", "start_time": 0.0, "end_time": 2.0}
    put(folder, ("hyp.seglst.json",), json.dumps([segment]))


def decoded(folder: Path) -> None:
    """Folders of Kaldi and of ESPnet, and n-best lists."""
    kaldi_recipe.recipe(folder)
    shutil.copytree(folder / "data", folder / "data" / "test")
    for graph, decode in (("graph", "decode"), ("exp/graph", "exp/decode_test")):
        shutil.copytree(folder / "lang", folder / graph)
        shutil.copytree(folder / "exp" / "decode", folder / decode, dirs_exist_ok=True)
    put(folder, ("exp/decode/scoring/hyp.txt",), "u1 a b\nu2 d\nu3 a d\n")
    for name in ("asr_conformer", "asr_train_conformer"):
        espnet_recipe.recipe(folder)
        shutil.copytree(folder / "exp" / "asr", folder / "exp" / name)
    shutil.copy(EGS / "oracle_tuning" / "nbest.jsonl", folder)
    put(folder, ("nbest.txt",), "".join(f"{key}-1 le facteur\n{key}-2 la lettre\n" for key in keys(folder)))


def listed(folder: Path) -> None:
    """Votes, pairs of sentences, counts and lists of words."""
    triplet = "le chat dort\tle chat mord\t5\tle chien dort\t2\n"
    put(folder, ("votes.tsv", "hats.tsv"), "reference\thypA\tnbrA\thypB\tnbrB\n" + 3 * triplet)
    pairs = [(place, one, SENTENCES[(place * place + 1) % 4]) for place, one in enumerate(SENTENCES)]
    rows = "".join(f"c\tMSRvid\t2012\t{place}\t{place}.0\t{one}\t{other}\n" for place, one, other in pairs)
    put(folder, ("sts-dev.csv", "sts-test.csv"), rows)
    rows = "".join(f"{place}\t{one}\t{other}\t{place}.5\tNEUTRAL\n" for place, one, other in pairs)
    put(folder, ("SICK.txt",), "pair_ID\tsentence_A\tsentence_B\trelatedness_score\tentailment_judgment\n" + rows)
    words = [*dict.fromkeys(" ".join(SENTENCES).split()), *(f"word{place}" for place in range(60))]
    put(folder, ("enwiki.txt",), "".join(f"{word} {4000 // (1 + place)}\n" for place, word in enumerate(words)))
    put(folder, ("nltk.txt",), "the\non\n")
    put(folder, ("ratings.ref.txt",), "u1 the cat sits here\nu2 a dog runs\n")
    put(folder, ("ratings.hyp.txt",), "u1 the bat sits\nu2 a dog runs now\n")
    put(folder, ("en-de.txt", "en-de.5000-6500.n.txt"), "cat\tkatze\ndog\thund\n")


def with_vectors(folder: Path) -> None:
    """Vectors of two languages that are turned against each other, as text and as arrays, and dictionaries."""
    english = [*dict.fromkeys(" ".join(SENTENCES).split()), "mad", *(f"word{place}" for place in range(60))]
    french = [f"{word}e" for word in english[:-6]] + english[-6:]
    draws = np.random.default_rng(5)
    matrix = draws.standard_normal((len(english), 8))
    rotation, _ = np.linalg.qr(draws.standard_normal((8, 8)))
    for name, words, vectors in (("en", english, matrix), ("fr", french, matrix @ rotation)):
        rows = [f"{word} {' '.join(f'{value:.6f}' for value in row)}" for word, row in zip(words, vectors, strict=True)]
        put(folder, (f"{name}.vec", f"{name}.mapped.vec"), "\n".join([f"{len(words)} 8", *rows, ""]))
        save(folder, name, words, vectors)
    for name in ("w2v-googlenews", "glove"):
        save(folder, name, english, matrix)
    pairs = [f"{one} {other}\n" for one, other in zip(english, french, strict=True)]
    put(folder, ("en-fr.txt", "en-fr.0-5000.txt"), "".join(pairs[:40]))
    put(folder, ("en-fr.5000-6500.txt",), "".join(pairs[40:]))
    put(folder, ("en-fr.5000-6500.n.txt",), "".join(pairs[40:]).replace(" ", "\t"))
    put(folder, ("fr.lemma.tsv",), "".join(f"{word}\t{word}\n" for word in french))


def save(folder: Path, name: str, words: list[str], vectors: np.ndarray) -> None:
    np.save(folder / f"{name}.npy", vectors.astype(np.float32))
    put(folder, (f"{name}.txt",), "".join(f"{word}\n" for word in words))
