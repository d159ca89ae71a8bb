"""Small recipes of ESPnet: one of three utterances; and what the environment of the golden cases says."""

import json
from pathlib import Path

TEXT = "s1-u1 a b\ns1-u2 c d e\ns2-u3 f\n"
HEARD = "s1-u1 a x\ns1-u2 c d e\ns2-u3 f\n"
SPEAKERS = "s1-u1 s1\ns1-u2 s1\ns2-u3 s2\n"
PROGRAMS = {
    "date": "echo 'Thu Jan  1 00:00:00 UTC 2026'",
    "git": "case $* in 'rev-parse HEAD') echo 0123456789abcdef0123456789abcdef01234567 ;;\n"
    "'log -1 --no-show-signature --format=%cd') echo 'Thu Jan 1 00:00:00 2026 +0000' ;; *) exit 1 ;; esac",
}
PYTHON = "- python version: `3.11.7 (main, May  9 2026, 07:35:25) [GCC 12.2.0]`\n"
VERSIONS = {
    "espnet2": "- espnet2 version: `espnet2 202605`\n- pytorch version: `pytorch 2.4.0`\n",
    "espnet1": "- espnet2 version: `espnet2 202605`\n- chainer version: `chainer 6.0.0`\n"
    "- pytorch version: `pytorch 2.4.0`\n",
}


def recipe(folder: Path, heard: str = HEARD, text: str = TEXT, speakers: str = SPEAKERS) -> Path:
    """Makes dump/raw/test and exp/asr/decode/test."""
    for name, content in {
        "dump/raw/test/text": text,
        "dump/raw/test/utt2spk": speakers,
        "exp/asr/decode/test/text": heard,
    }.items():
        write(folder / name, content)
    return folder


def write(path: Path, text: str) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def environment(folder: Path, kind: str = "espnet2") -> str:
    """Puts programs there that say what the cases' environment said, and gives the PATH that finds them."""
    python = f"cat <<'END'\n{PYTHON}{VERSIONS[kind]}END"
    for name, script in {**PROGRAMS, "python3": python}.items():
        write(folder / name, f"#!/bin/sh\n{script}\n").chmod(0o755)
    return f"{folder}:/usr/bin:/bin"


def one(folder: Path, ids: str, tokens: str = "a <space> b", units: str = "<unk> 1\n<space> 2\na 3\nb 4\n") -> None:
    """A decode folder of ESPnet 1 with one utterance."""
    output = {"rec_tokenid": ids, "rec_token": tokens, "token": "a <space> b", "text": "a b"}
    utterances = {"utts": {"u1": {"output": [output], "utt2spk": "s-1"}}}
    write(folder / "exp/asr/decode_test/data.1.json", json.dumps(utterances))
    write(folder / "data/lang_1char/train_units.txt", units)
