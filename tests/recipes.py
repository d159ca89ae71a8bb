"""Run the scoring scripts of Kaldi's and ESPnet's recipes with our programs, and write what came of it: egs/recipes.md.

    python tests/recipes.py --kaldi CHECKOUT --espnet CHECKOUT --answers DIR [--python DIR]

CHECKOUT is a tree of Kaldi or ESPnet; DIR of --answers holds the sets `kaldi` and `espnet` of recorded answers of the
originals; that of --python is the bin directory of an environment with what ESPnet's own Python programs import. The
scripts are not changed, and nothing of them is kept: they find our programs on the PATH, under the originals' names.
"""

import argparse
import ast
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

from recipe_runs import (
    FILTERS,
    IDENTICAL,
    RUNS,
    SCTK,
    Row,
    describe_recipes,
    find_programs,
    is_same,
    link_programs,
    read_files,
    run_shell,
)
from recorded import decode_content, write_files

TARGET = Path(__file__).parents[1] / "egs" / "recipes.md"
WORKERS = 4
ABORTED = 134
# What a stub stands for: it is imported, and no score comes from it.
STUBS = {
    "torch": "__version__ = '2.4.0'\nclass Any:\n    def __getattr__(self, name):\n        return Any()\n",
    "datasets": "",
    "s3prl": "",
}


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
    path = f"{root}/bin:{place}/utils:/usr/bin:/bin"
    (place / "path.sh").write_text(f"export KALDI_ROOT={root}\nexport LC_ALL=C\nexport PATH={path}\n", encoding="utf-8")
    (place / "cmd.sh").write_text("export cmd=run.pl decode_cmd=run.pl train_cmd=run.pl\n", encoding="utf-8")
    (place / "data/glm").write_text(";; no rules\n", encoding="utf-8")
    stm = (place / "data/stm").read_text(encoding="utf-8")
    labels = sorted({label for found in re.findall(r"<([^>]*)>", stm) for label in found.split(",")})
    head = "".join(f';; LABEL "{label}" "{label}" "{label}"\n' for label in labels)
    (place / "data/stm").write_text(f';; CATEGORY "0" "" ""\n{head}{stm}', encoding="utf-8")
    return {"PATH": path, "LC_ALL": "C", "HOME": str(place), "KALDI_ROOT": str(root)}


def run_kaldi_script(checkout: Path, answers: Path, script: Path) -> str:
    recipe = Path(*script.relative_to(checkout / "egs").parts[:2])
    inner = Path(*script.relative_to(checkout / "egs" / recipe).parts)
    text = script.read_text(encoding="utf-8", errors="replace")
    narrow = "--min-lmwt 9 --max-lmwt 10" if re.search(r"^min_lmwt=", text, re.MULTILINE) else ""
    with TemporaryDirectory() as directory:
        place = Path(directory)
        environment = prepare_kaldi(checkout, answers, place, checkout / "egs" / recipe / "local")
        before = read_files(place)
        # Some are not marked as executable.
        code, _, said = run_shell(f"bash {inner} {narrow} data lang exp/mono/decode", place, environment)
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


# ESPnet


def run_espnet(checkout: Path, answers: Path, python: Path, jiwer: Path) -> Iterator[Row]:
    """A row for each script of which answers are recorded, and one for each other script that scores."""
    results: dict[str, list[str]] = defaultdict(list)
    recipes: dict[str, set[str]] = defaultdict(set)
    paths = sorted(answers.glob("*/case.json"))
    cases = [(path.parent, json.loads(path.read_text(encoding="utf-8"))) for path in paths]
    # ESPnet 3 calls no program.
    cases = [(path, case) for path, case in cases if case.get("commands") and case["kind"] != "espnet3"]
    with ThreadPoolExecutor(WORKERS) as pool:
        told = list(pool.map(lambda each: run_case(checkout, each[0], each[1], python, jiwer), cases))
    for (_, case), result in zip(cases, told, strict=True):
        script = name_script(checkout, case)
        recipes[script].add(case["recipe"].removeprefix("egs2/"))
        results[script].append(result)
    for script in sorted(results):
        found = [each for each in results[script] if each]
        same = f"{IDENTICAL} ({len(results[script])} of {len(results[script])} cases)"
        result = f"differs in {len(found)} of {len(results[script])} cases: {found[0]}" if found else same
        yield Row(script, ", ".join(sorted(recipes[script])), result, list_espnet_programs(checkout, script))
    for paths in group_espnet(checkout):
        name = str(paths[0].relative_to(checkout))
        if name not in results:
            programs = list_espnet_programs(checkout, name)
            yield Row(name, describe_recipes(paths, checkout / "egs2"), "no answers recorded", programs)


def name_script(checkout: Path, case: dict[str, Any]) -> str:
    """The script of a case's last command, behind links, by its path in the checkout."""
    place = checkout / case["recipe"]
    words = [word for word in case["commands"][-1]["command"].split() if word.endswith((".sh", ".py"))]
    path = (place / words[0]).resolve() if words else place
    return str(path.relative_to(checkout))


def group_espnet(checkout: Path) -> list[list[Path]]:
    groups: dict[Path, list[Path]] = defaultdict(list)
    for path in sorted(checkout.glob("egs2/*/*/local/score*.sh")):
        if path.is_file():
            groups[path.resolve()].append(path)
    return [[real, *others] for real, others in sorted(groups.items())]


def list_espnet_programs(checkout: Path, script: str) -> str:
    """The programs on the PATH that a script names, and the packages that its own Python programs import."""
    path = checkout / script
    if not path.is_file():
        return ""
    text = path.read_text(encoding="utf-8", errors="replace")
    if path.suffix == ".py":
        return f"needs Python's {', '.join(find_packages(path))}" if find_packages(path) else ""
    shared = {each.name for each in (checkout / "utils").glob("*") if each.suffix in (".py", ".sh", ".pl")}
    bare = set(re.findall(r"(?m)(?:^|[|(]|\$\()\s*([\w-]+\.(?:py|sh|pl))\b", text)) & shared
    found = find_programs(text, {*SCTK, *FILTERS, *bare})
    own = [path.parents[1] / each for each in re.findall(r"\b(local/[\w./-]+\.py)\b", text)]
    packages = sorted({package for each in own if each.is_file() for package in find_packages(each)})
    return "; ".join(filter(None, [found, f"needs Python's {', '.join(packages)}" if packages else ""]))


def find_packages(path: Path) -> list[str]:
    try:
        tree = ast.parse(path.read_text(encoding="utf-8", errors="replace"))
    except SyntaxError:
        return []
    names = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    names |= {
        node.module for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.module and not node.level
    }
    tops = {name.partition(".")[0] for name in names} - {*sys.stdlib_module_names, "espnet", "espnet2", "pyscripts"}
    return sorted(
        name for name in tops if not (path.parent / f"{name}.py").exists() and not (path.parent / name).is_dir()
    )


def run_case(checkout: Path, directory: Path, case: dict[str, Any], python: Path, jiwer: Path) -> str:
    """What differs from the recorded answers of a case; nothing if its files and its output are the same."""
    with TemporaryDirectory() as name:
        root = Path(name) / "espnet"
        place = copy_recipe(checkout, root, Path(case["recipe"]))
        shutil.copytree(directory / "inputs", place, dirs_exist_ok=True)
        if case["id"].startswith(("77", "78")):  # whose own file does not parse, as the set says
            (place / "local/path.sh").write_text("", encoding="utf-8")
            (place / "db.sh").unlink()
            (place / "db.sh").write_text("SLURP=downloads/slurp\n", encoding="utf-8")
        programs, stubs = link_programs() / "bin", Path(name) / "stubs"
        write_files({f"{module}/__init__.py": text for module, text in STUBS.items()}, stubs)
        path = f"{programs}:{python}:/usr/bin:/bin"
        environment = {"PATH": path, "LC_ALL": "C", "HOME": name, "PYTHONHASHSEED": "0"}
        newer = f":{jiwer}" if "ml_superb2" in case["recipe"] else ""
        environment["PYTHONPATH"] = f"{stubs}:{root}{newer}"
        console = b""
        for each in case["commands"]:
            code, out, said = run_shell(each["command"], place, environment)
            if code != each["rc"]:
                return f"{case['id']} ends with {code}: {said[-120:]}".replace("|", "/")
            console += f"$ {each['command']}\n".encode() + out
        found = read_files(place)
    expected = read_files(directory / "expected")
    pairs = ((file, data, console if file == "console.txt" else found.get(file)) for file, data in expected.items())
    by_chance = {each.partition(":")[0] for each in case["unordered"]}
    wrong = [
        file
        for file, data, ours in pairs
        if ours is None or not is_same(data, ours, ordered=Path(file).name not in by_chance)
    ]
    return f"{case['id']} in {len(wrong)} of {len(expected)} files, {wrong[0]}" if wrong else ""


def copy_recipe(checkout: Path, root: Path, recipe: Path) -> Path:
    """The recipe in a tree of links to the checkout."""
    inside = root
    source = checkout
    for part in recipe.parts:
        inside.mkdir(parents=True)
        for entry in source.iterdir():
            if entry.name not in (part, "tools"):
                (inside / entry.name).symlink_to(entry)
        inside, source = inside / part, source / part
    shutil.copytree(source, inside, symlinks=True)
    for name in ("activate_python.sh", "extra_path.sh"):
        (root / "tools").mkdir(exist_ok=True)
        (root / "tools" / name).touch()
    return inside


# The page


def format_page(kaldi: Sequence[Row], espnet: Sequence[Row]) -> str:
    missing = sorted({name for row in (*kaldi, *espnet) for name in list_needs(row)})
    lines = [
        "# Recipes",
        "",
        "What came of the scoring scripts of Kaldi's and ESPnet's recipes, unchanged, with our programs under the",
        f"originals' names. *{IDENTICAL}*: every file and the output are the originals', of which the answers are",
        f"recorded; *{RUNS}*: to its end on a small recipe, of which no original results are recorded. The scripts are",
        "not copied here; where they can be had, `python tests/recipes.py` makes this page. Scripts that end with",
        "an error are shown with it; most want arguments or data of their corpus.",
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
