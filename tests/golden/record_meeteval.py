"""Writes meeteval.jsonl: sessions made up at random, and what meeteval says of them.

meeteval comes as source alone and needs a C++ compiler, so the tests read the file and do without it. Run
`python record_meeteval.py` where `pip install meeteval simplejson` was done; it was made by meeteval 0.4.3.
"""

import json
import logging
import random
import warnings
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

from meeteval.io import UEM, SegLST
from meeteval.io.uem import UEMLine
from meeteval.wer import cpwer, orcwer, tcorcwer, tcpwer

Segment = tuple[str, str, str, str]
WORDS = ["a", "bb", "ccc", "d", "eeeeee", "the", "of"]
WAYS = ["character_based", "character_based_points", "equidistant_intervals", "equidistant_points", "full_segment"]
KINDS = ("errors", "length", "substitutions", "deletions", "insertions")
SPEAKERS = ("missed_speaker", "falarm_speaker", "scored_speaker")


def reference(rng: random.Random, speakers: Sequence[str]) -> list[Segment]:
    """Segments that overlap, also those of one speaker; some have no words, some no length."""
    rows, clock = [], Decimal(0)
    for _ in range(rng.randint(1, 9)):
        start = max(Decimal(0), clock + Decimal(rng.choice(["0", "0.1", "0.37", "1", "-1.2"])))
        clock = start + Decimal(rng.choice(["0", "0.5", "0.73", "1", "2.25", "3"]))
        words = " ".join(rng.choice(WORDS) for _ in range(rng.randint(0, 5)))
        rows.append((rng.choice(speakers), str(start), str(clock), words))
    if rng.random() < 0.3:
        rng.shuffle(rows)
    return rows


def hypothesis(rng: random.Random, rows: Sequence[Segment], speakers: Sequence[str]) -> list[Segment]:
    """The same a little later and with errors, said by anybody."""
    found = []
    for _, start, end, text in rows:
        late = Decimal(rng.choice(["0", "0.1", "0.25"]))
        words = [word if rng.random() < 0.8 else rng.choice("abxy") for word in text.split() if rng.random() < 0.9]
        words += ["zz"] * (rng.random() < 0.1)
        found.append((rng.choice(speakers), str(Decimal(start) + late), str(Decimal(end) + late), " ".join(words)))
    return found


def session(seed: int) -> dict[str, Any]:
    """A session, options of the metrics that look at times, and meeteval's values."""
    rng = random.Random(seed)
    ref = reference(rng, "ABCD"[: rng.randint(1, 4)])
    near = rng.random() < 0.7
    hyp = hypothesis(rng, ref, "xyz"[: rng.randint(1, 3)]) if near else reference(rng, "xyz"[: rng.randint(1, 3)])
    collar = rng.choice(["0", "0.1", "0.5", "1", "5"])
    ways = [rng.choice(WAYS), rng.choice(WAYS)] if rng.random() < 0.5 else WAYS[:2]
    sides = [SegLST([dict(zip(NAMES, (*row, "s"), strict=True)) | times(row) for row in side]) for side in (ref, hyp)]
    timed = {"collar": Decimal(collar), "ref_pseudo_word_timing": ways[0], "hyp_pseudo_word_timing": ways[1]}
    values = {
        "cpwer": cpwer(*sides)["s"],
        "orcwer": orcwer(*sides)["s"],
        "tcpwer": tcpwer(*sides, **timed)["s"],
        "tcorcwer": tcorcwer(*sides, **timed)["s"],
    }
    found = {name: {kind: getattr(value, kind) for kind in KINDS} for name, value in values.items()}
    for name in ("cpwer", "tcpwer"):
        found[name] |= {kind: getattr(values[name], kind) for kind in SPEAKERS}
        found[name]["assignment"] = values[name].assignment
    options = f"collar={collar}:ref-times={ways[0]}:hyp-times={ways[1]}"
    limited = limit(rng, sides, timed)
    return {"reference": ref, "hypothesis": hyp, "options": options, "values": found, "limited": limited}


def limit(rng: random.Random, sides: Sequence[SegLST], timed: dict[str, Any]) -> dict[str, Any]:
    """A region to be scored, and the values in it; none if a side has nothing there, which meeteval refuses."""
    start = Decimal(rng.choice(["0", "0.73", "1.5", "3"]))
    region = UEM([UEMLine("s", 1, start, start + Decimal(rng.choice(["0.5", "2", "4.1"])))])
    left, right = (side.filter_by_uem(region) for side in sides)
    if not (len(left) and len(right)):
        return {}
    values = {"cpwer": cpwer(left, right)["s"], "tcpwer": tcpwer(left, right, **timed)["s"]}
    found = {name: {kind: getattr(value, kind) for kind in KINDS} for name, value in values.items()}
    return {"uem": region.dumps(), "values": found}


NAMES = ("speaker", "start_time", "end_time", "words", "session_id")


def times(row: Segment) -> dict[str, Decimal]:
    """Exact times, as meeteval reads them from files."""
    return {"start_time": Decimal(row[1]), "end_time": Decimal(row[2])}


def main() -> None:
    """Writes the file, a session a line."""
    logging.disable(logging.CRITICAL)
    warnings.simplefilter("ignore")
    records = ({"id": f"{seed:03}", **session(seed)} for seed in range(60))
    lines = (json.dumps(record, ensure_ascii=False, sort_keys=True) for record in records)
    Path(__file__).with_name("meeteval.jsonl").write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
