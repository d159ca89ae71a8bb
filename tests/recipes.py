"""Run the scoring scripts of Kaldi's and ESPnet's recipes with our programs, and write what came of it: egs/recipes.md.

    python tests/recipes.py --kaldi CHECKOUT --espnet CHECKOUT --answers DIR [--python DIR]

CHECKOUT is a tree of Kaldi or ESPnet; DIR of --answers holds the sets `kaldi` and `espnet` of recorded answers of the
originals; that of --python is the bin directory of an environment with what ESPnet's own Python programs import. The
scripts are not changed, and nothing of them is kept: they find our programs on the PATH, under the originals' names.
"""

import argparse
import contextlib
import gzip
import json
import re
import shutil
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from recipe_espnet import run_espnet
from recipe_runs import (
    IDENTICAL,
    RUNS,
    SCTK,
    WORKERS,
    Row,
    describe_recipes,
    find_programs,
    is_same,
    link_programs,
    read_files,
    run_shell,
)
from recorded import decode_content

TARGET = Path(__file__).parents[1] / "egs" / "recipes.md"
ABORTED = 134


def main() -> None:
    """Run everything and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("kaldi", "espnet", "answers"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    parser.add_argument("--python", type=Path, default=Path(sys.executable).parent)
    parser.add_argument(
        "--jiwer", type=Path, default=Path(), help="packages with jiwer 4, where --python has SLURP's 2.0"
    )
    parser.add_argument("--minutes", type=float, default=60, help="how long scripts without recorded answers are begun")
    given = parser.parse_args()
    deadline = time.monotonic() + 60 * given.minutes
    kaldi = list(run_kaldi(given.kaldi.resolve(), given.answers.resolve() / "kaldi", deadline))
    espnet = list(
        run_espnet(given.espnet.resolve(), given.answers.resolve() / "espnet", given.python.absolute(), given.jiwer)
    )
    TARGET.write_text(format_page(kaldi, espnet), encoding="utf-8")


# Kaldi


def run_kaldi(checkout: Path, answers: Path, deadline: float) -> Iterator[Row]:
    """A row for each scoring script that is not the same as another."""
    known = {path.stem for path in checkout.glob("src/*bin/*.cc")} | set(SCTK)
    recorded = compare_recorded(checkout, answers)
    groups = group_scripts(checkout / "egs")

    def run_first(paths: Sequence[Path]) -> str:
        if time.monotonic() > deadline:
            return "not run"
        return recorded.get(paths[0].read_bytes()) or run_kaldi_script(checkout, answers, paths[0])

    with ThreadPoolExecutor(WORKERS) as pool:
        results = list(pool.map(run_first, groups))
    for paths, result in zip(groups, results, strict=True):
        programs = find_programs(paths[0].read_text(encoding="utf-8", errors="replace"), known)
        name = str(paths[0].relative_to(checkout / "egs"))
        yield Row(name, describe_recipes(paths, checkout / "egs"), result, programs)


def group_scripts(root: Path) -> list[list[Path]]:
    """The scripts of equal content, each under the path that comes first."""
    groups: dict[bytes, list[Path]] = defaultdict(list)
    steps = [f"wsj/s5/steps/{name}.sh" for name in ("**/*score*", "**/get_ctm*", "oracle_wer")]
    patterns = ["*/*/local/**/score*.sh", "*/*/local/**/*compare_wer*.sh", *steps]
    for path in sorted({path for pattern in patterns for path in root.glob(pattern)}):
        with contextlib.suppress(OSError):
            groups[path.read_bytes()].append(path)
    return sorted(groups.values())


def prepare_kaldi(checkout: Path, answers: Path, place: Path, local: Path) -> dict[str, str]:
    """A recipe with the recorded set's data, the script's own `local` and our programs."""
    shutil.copytree(answers, place, dirs_exist_ok=True, ignore=shutil.ignore_patterns("cases", "runs", "blobs"))
    for name in ("steps", "utils"):
        (place / name).symlink_to(checkout / "egs/wsj/s5" / name)
    for own in (local, local.parent / "conf"):  # links into other recipes become files; some lead nowhere
        subprocess.run(["cp", "-rL", str(own), str(place)], stderr=subprocess.DEVNULL, check=False)
    root = link_programs()
    (place / ".python").mkdir()
    (place / ".python/python").symlink_to(Path(sys.executable).resolve())
    path = f"{root}/bin:{place}/utils:/usr/bin:/bin:{place}/.python"
    (place / "path.sh").write_text(f"export KALDI_ROOT={root}\nexport LC_ALL=C\nexport PATH={path}\n", encoding="utf-8")
    (place / "cmd.sh").write_text("export cmd=run.pl decode_cmd=run.pl train_cmd=run.pl\n", encoding="utf-8")
    (place / "data/glm").write_text(";; no rules\n", encoding="utf-8")
    stm = (place / "data/stm").read_text(encoding="utf-8")
    labels = sorted({label for found in re.findall(r"<([^>]*)>", stm) for label in found.split(",")})
    head = "".join(f';; LABEL "{label}" "{label}" "{label}"\n' for label in labels)
    (place / "data/stm").write_text(f';; CATEGORY "0" "" ""\n{head}{stm}', encoding="utf-8")
    return {"PATH": path, "LC_ALL": "C", "HOME": str(place), "KALDI_ROOT": str(root)}


def adapt_data(place: Path, recipe: str) -> str:
    """The data directory as a recipe wants it: of phones an stm of utterances, of meetings the microphone's name."""
    if recipe in ("timit", "farsdat"):
        texts = (line.split(maxsplit=1) for line in (place / "data/text").read_text(encoding="utf-8").splitlines())
        lines = (f"{key} 1 {key} 0.0 999.0 {''.join(text)}\n" for key, *text in texts)
        (place / "data/stm").write_text("".join(lines), encoding="utf-8")
    if recipe in ("ami", "icsi", "malach"):
        (place / "data/sdm1").symlink_to(".")
        return "data/sdm1"
    return "data"


def run_kaldi_script(checkout: Path, answers: Path, script: Path) -> str:
    recipe = Path(*script.relative_to(checkout / "egs").parts[:2])
    inner = Path(*script.relative_to(checkout / "egs" / recipe).parts)
    text = script.read_text(encoding="utf-8", errors="replace")
    narrow = "--min-lmwt 9 --max-lmwt 10" if re.search(r"^min_lmwt=", text, re.MULTILINE) else ""
    with TemporaryDirectory() as directory:
        place = Path(directory)
        environment = prepare_kaldi(checkout, answers, place, checkout / "egs" / recipe / "local")
        data = adapt_data(place, recipe.parts[0])
        decodes = "exp/mono/decode exp/mono/decode exp/combine" if "combine" in inner.name else "exp/mono/decode"
        words = f"{narrow} {data} lang {decodes}"
        if inner.name == "score_stm.sh":  # which begins with what another script leaves
            run_shell(f"bash local/lattice_to_ctm.sh {words}", place, environment)
        before = read_files(place)
        # Some are not marked as executable.
        code, _, said = run_shell(f"bash {inner} {words}", place, environment)
        made = [name for name, data in read_files(place).items() if before.get(name) != data and "/log/" not in name]
    if code == 0:
        return f"{RUNS} ({len(made)} files)" if made else "does nothing without data of its corpus"
    return f"ends with {code}: {said[-120:]}".replace("|", "/").replace(str(place), "")


def compare_recorded(checkout: Path, answers: Path) -> dict[bytes, str]:
    """The results of scripts of which the originals' files are recorded, by the scripts' contents."""
    tally: dict[bytes, list[bool]] = defaultdict(list)
    paths = sorted((answers / "runs").glob("*.json.gz"))
    with ThreadPoolExecutor(WORKERS) as pool:
        for script, same in pool.map(lambda path: compare_run(checkout, answers, path), paths):
            tally[script].append(same)
    return {script: describe_tally(results) for script, results in tally.items() if script}


def compare_run(checkout: Path, answers: Path, path: Path) -> tuple[bytes, bool]:
    """The script of a recorded run, and whether it left the original's files and output."""
    run = json.loads(gzip.decompress(path.read_bytes()))
    with TemporaryDirectory() as directory:
        place = Path(directory)
        environment = prepare_kaldi(checkout, answers, place, checkout / "egs/wsj/s5/local") | {"KALDI": str(checkout)}
        for own in (place / "local").glob("wer_*_filter"):  # which the recorded runs bring, where they have one
            own.unlink()
        run_shell(run["setup"] or ":", place, environment)
        code, out, _ = run_shell(run["cmd"], place, environment)
        found = read_files(place)
        # An abort of the original is a crash, for which any failure stands.
        same = (code == run["rc"] or (run["rc"] == ABORTED and code != 0)) and out.decode() == run["stdout"]
        for name, value in run["tree"].items():
            same = same and ("/log/" in name or is_same(read_recorded(answers, value), found.get(name, b"")))
        script = place / next((word for word in run["cmd"].split() if word.endswith(".sh")), "")
        return script.read_bytes() if script.is_file() else b"", same


def read_recorded(answers: Path, value: Any) -> bytes:
    if isinstance(value, dict) and "path" in value:
        data = (answers / value["path"]).read_bytes()
        return gzip.decompress(data) if value["path"].endswith(".gz") else data
    return decode_content(value)


def describe_tally(results: Sequence[bool]) -> str:
    if all(results):
        return f"{IDENTICAL} ({len(results)} of {len(results)} runs)"
    return f"differs in {results.count(False)} of {len(results)} runs"


# The page


def format_page(kaldi: Sequence[Row], espnet: Sequence[Row]) -> str:
    missing = sorted({name for row in (*kaldi, *espnet) for name in list_needs(row)})
    lines = [
        "# Recipes",
        "",
        "What came of the scoring scripts of Kaldi's and ESPnet's recipes, unchanged, with our programs under the",
        f"originals' names. *{IDENTICAL}*: every file and the output are the originals', of which the answers are",
        f"recorded or which ran beside ours; *{RUNS}*: to its end on a small recipe, of which no original results are",
        "recorded. The scripts are not copied here; where they can be had, `python tests/recipes.py` makes this page.",
        "Scripts that end with an error are shown with it; most want arguments or data of their corpus.",
        "",
        f"Not ours: {', '.join(missing) or 'nothing'}.",
    ]
    for title, rows in (("Kaldi", kaldi), ("ESPnet", espnet)):
        identical = sum(row.result.startswith(IDENTICAL) for row in rows)
        runs = sum(row.result.startswith(f"{RUNS} (") for row in rows)
        lines += ["", f"## {title}", "", f"{len(rows)} scripts: {identical} run identically, {runs} run."]
        lines += ["", "| script | recipe | result | programs |", "|---|---|---|---|"]
        lines += [f"| `{row.script}` | {row.recipes} | {row.result} | {row.programs} |" for row in rows]
    return "\n".join(lines) + "\n"


def list_needs(row: Row) -> list[str]:
    parts = [
        part.removeprefix("needs ").removeprefix("Python's ") for part in row.programs.split("; ") if "needs " in part
    ]
    return [name for part in parts for name in part.split(", ")]


if __name__ == "__main__":
    main()
