"""ESPnet's scoring scripts for `tests/recipes.py`: against recorded answers, or beside the originals on little data."""

import ast
import json
import re
import shutil
import sys
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

from recipe_runs import (
    FILTERS,
    IDENTICAL,
    SCTK,
    WORKERS,
    Row,
    describe_recipes,
    find_programs,
    hide_changing,
    is_same,
    link_programs,
    read_files,
    run_shell,
)
from recorded import decode_contents, read_cases, write_files

# What a stub stands for: it is imported, and no score comes from it.
STUBS = {
    "torch": "__version__ = '2.4.0'\nclass Any:\n    def __getattr__(self, name):\n        return Any()\n",
    "datasets": "",
    "s3prl": "",
}


def run_espnet(checkout: Path, answers: Path, python: Path, jiwer: Path) -> Iterator[Row]:
    """A row for each script of which answers are recorded, and one for each other script that scores."""
    results: dict[str, list[str]] = defaultdict(list)
    recipes: dict[str, set[str]] = defaultdict(set)
    cases = list(read_espnet_cases(answers))
    with ThreadPoolExecutor(WORKERS) as pool:
        told = list(pool.map(lambda each: run_case(checkout, each, python, jiwer), cases))
    for each, result in zip(cases, told, strict=True):
        for script in name_scripts(checkout, each.case):
            recipes[script].add(each.case["recipe"].removeprefix("egs2/"))
            results[script].append(result)
    groups = {str(paths[0].relative_to(checkout)): paths for paths in group_espnet(checkout)}
    others = [paths[0] for name, paths in groups.items() if name not in results]
    with ThreadPoolExecutor(WORKERS) as pool:
        beside = dict(zip(others, pool.map(lambda path: compare_espnet(checkout, path, python), others), strict=True))

    def make_row(script: str, result: str) -> Row:
        named = ", ".join(sorted(recipes[script]))
        if script in groups:
            named = describe_recipes(groups[script], checkout / "egs2")
        return Row(script, named, result, list_espnet_programs(checkout, script))

    for script in sorted(results):
        found = [each for each in results[script] if each]
        same = f"{IDENTICAL} ({len(results[script])} of {len(results[script])} cases)"
        yield make_row(
            script, f"differs in {len(found)} of {len(results[script])} cases: {found[0]}" if found else same
        )
    for path, result in beside.items():
        yield make_row(str(path.relative_to(checkout)), result)


class Case(NamedTuple):
    """How ESPnet scored, what lay there before, and what it left."""

    case: dict[str, Any]
    before: dict[str, bytes]
    after: dict[str, bytes]


def read_espnet_cases(answers: Path) -> Iterator[Case]:
    """Those of the recorded set and of tests/golden with their commands; ESPnet 3 calls no program."""
    for path in sorted(answers.glob("*/case.json")):
        case = json.loads(path.read_text(encoding="utf-8"))
        if case.get("commands") and case["kind"] != "espnet3":
            yield Case(case, read_files(path.parent / "inputs"), read_files(path.parent / "expected"))
    for record in read_cases("espnet"):
        if "commands" in record["case"] and not (answers / record["id"]).exists():
            yield Case(
                {"unordered": [], "id": record["id"], **record["case"]},
                decode_contents(record["in"]),
                decode_contents(record["files"]),
            )


def name_scripts(checkout: Path, case: dict[str, Any]) -> list[str]:
    """The script of a case's last command, behind links, by its path in the checkout, and what that calls."""
    place = checkout / case["recipe"]
    words = [word for word in case["commands"][-1]["command"].split() if word.endswith((".sh", ".py"))]
    path = (place / words[0]).resolve() if words else place
    own = (place / "local/score.sh").resolve()
    called = [own] if path.name in ("asr.sh", "slu.sh", "s2t.sh") and own.exists() else []
    return [str(each.relative_to(checkout)) for each in (path, *called)]


# Where Debian has NIST's programs, and how scripts are called that want other words than asr.sh gives.
DEBIAN = Path("/usr/lib/sctk")
DECODE = "exp/x/decode_a"
WORDS = {
    "aphasiabank": f"--decode_dir {DECODE}/test",
    "dynamic_superb": f"dump/raw/test/text {DECODE}/test/text exp/x",
    "ksponspeech": "--wer true exp/old data/units.txt",
    "ml_superb": "true false normal exp/x",
    "speechcommands": "--inference_tag decode_a exp/x",
}
# Scripts that no run shows, and why.
NEEDS = {
    "chime7_task1/asr1": "pyannote.metrics, by whose map of speakers it assigns words",
    "chime8_task1/asr1": "pyannote.metrics, by whose map of speakers it assigns words",
    "clotho_v2/asr1": "aac-metrics and the models that it fetches (SPICE, FENSE)",
    "gigaspeech/asr1": "the repository GigaSpeech beside the recipe; `espnet score` does without",
    "how2_2000h/sum1": "evaluate and the model of BERTScore that it fetches",
    "interspeech2024_dsu_challenge/asr2": "gawk, for arrays in arrays; `espnet score` does without",
    "swbd/slu1": "scikit-learn and matplotlib; it counts turns of speakers, not words",
}


def compare_espnet(checkout: Path, script: Path, python: Path) -> str:
    """What a script does on a small recipe with our programs, and whether that is what it does with the originals."""
    recipe = Path(*script.relative_to(checkout).parts[:3])
    if reason := NEEDS.get("/".join(recipe.parts[1:])):
        return f"needs {reason}"
    ours, theirs = (run_small(checkout, script, python, is_ours=is_ours) for is_ours in (True, False))
    code, said = ours.code, ours.said[-120:].replace("|", "/")
    if (code, ours.printed, ours.left.keys()) != (theirs.code, theirs.printed, theirs.left.keys()):
        return f"differs: ends with {code}, with the originals with {theirs.code}: {said}"
    if wrong := [name for name, data in ours.left.items() if not is_same(theirs.left[name], data)]:
        return f"differs in {len(wrong)} of {len(ours.left)} files, {wrong[0]}"
    if code or re.search(r"\w(Error|Warning)\b|[Ee]rror:", said):
        return f"ends with {code}, with the originals, too: {said}"
    return f"{IDENTICAL} ({len(ours.left)} files beside the originals)"


class Small(NamedTuple):
    """What a run left."""

    code: int
    printed: bytes
    said: str
    left: dict[str, bytes]


def run_small(checkout: Path, script: Path, python: Path, *, is_ours: bool) -> Small:
    recipe = Path(*script.relative_to(checkout).parts[:3])
    inner = Path(*script.relative_to(checkout / recipe).parts)
    with TemporaryDirectory() as name:
        root = Path(name) / "espnet"
        place = copy_recipe(checkout, root, recipe)
        write_files(make_material(), place)
        own = link_programs()
        (root / "tools/sctk").symlink_to(own / "tools/sctk" if is_ours else DEBIAN)
        theirs = "" if is_ours else f"{DEBIAN}/bin:{checkout}/utils:"
        environment = {"PATH": f"{theirs}{own}/bin:{python}:/usr/bin:/bin", "LC_ALL": "C", "HOME": name}
        environment |= {"PYTHONPATH": str(root), "PYTHONHASHSEED": "0"}
        text = script.read_text(encoding="utf-8", errors="replace")
        tags = " ".join(f"decode_a/{part}/" for part in ("valid", "test", "utt_test"))
        words = WORDS.get(recipe.parts[1], f"exp/x {tags}" if "test_inference_folder" in text else "exp/x")
        before = read_files(place)
        code, out, said = run_shell(f"bash {inner} {words}", place, environment)
        left = {path: data for path, data in read_files(place).items() if before.get(path) != data}
        left = {path: data for path, data in left.items() if "__pycache__" not in path}
        hidden = [hide_changing(each).replace(str(root).encode(), b"<espnet>") for each in (out, said.encode())]
    return Small(code, hidden[0], hidden[1].decode(), left)


def make_material() -> dict[str, str]:
    """A small experiment: transcripts that begin with a label, and texts that begin with a language."""
    ids = [f"cv_eng_{at}" for at in range(9)]
    kinds = [("aph", kind) for kind in ("mild", "moderate", "severe", "very_severe")] + [("nonaph", "")]
    people = [",".join((name, *kinds[at % 5], "English", "test")) for at, name in enumerate(ids)]
    found = {"data/split.csv": "\n".join(["spk,aph_tag,severity,lang,split", *people, ""])}
    output = {"rec_tokenid": "1 2 4 1", "token": "a b <space> a", "rec_text": "ab a", "text": "ab a"}
    utterances = {name: {"output": [output], "utt2spk": name[:2]} for name in ids}
    found |= {"exp/old/data.1.json": json.dumps({"utts": utterances}), "data/units.txt": "a 1\nb 2\nc 3\n<space> 4\n"}
    labels, words = ("Positive", "Neutral", "Negative"), "one two three four five six".split()  # noqa: SIM905 - a line
    for shift, part in enumerate(("valid", "test", "utt_test")):
        sides: dict[str, list[str]] = {"ref": [], "hyp": []}
        for at in range(9):
            said = [labels[at % 3], *words[at % 4 : at % 4 + 1 + (at + shift) % 3]]
            heard = [labels[(at + at // 7) % 3], *said[1 + (at == 4) :]]
            sides["ref"].append(" ".join(said))
            sides["hyp"].append(" ".join(heard))
        for side, texts in sides.items():
            lines = "".join(f"{text}\t({name}-{name})\n" for text, name in zip(texts, ids, strict=True))
            found |= {f"{DECODE}/{part}/score_{unit}/{side}.trn": lines for unit in ("wer", "cer")}
            table = "".join(f"{name} [eng] {text}\n" for text, name in zip(texts, ids, strict=True))
            paths = (
                [f"{DECODE}/{part}/text"] if side == "hyp" else [f"{top}/{part}/text" for top in ("dump/raw", "data")]
            )
            found |= dict.fromkeys(paths, table)
        found[f"dump/raw/{part}/utt2spk"] = "".join(f"{name} {name}\n" for name in ids)
        found |= {f"{DECODE}/{part}/score_{unit}/result.txt": "" for unit in ("wer", "cer")}
    return found


def group_espnet(checkout: Path) -> list[list[Path]]:
    groups: dict[Path, list[Path]] = defaultdict(list)
    paths = [path for name in ("score*.sh", "*_scoring.py") for path in checkout.glob(f"egs2/*/*/local/{name}")]
    for path in sorted(paths):
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


def run_case(checkout: Path, recorded: Case, python: Path, jiwer: Path) -> str:
    """What differs from the recorded answers of a case; nothing if its files and its output are the same."""
    case, expected = recorded.case, recorded.after
    with TemporaryDirectory() as name:
        root = Path(name) / "espnet"
        place = copy_recipe(checkout, root, Path(case["recipe"]))
        for path, data in recorded.before.items():
            (place / path).parent.mkdir(parents=True, exist_ok=True)
            (place / path).unlink(missing_ok=True)  # some are links of the recipe
            (place / path).write_bytes(data)
        (root / "tools/sctk").symlink_to(link_programs() / "tools/sctk")
        if case["id"].startswith(("77", "78", "118")):  # whose own file does not parse, as the set says
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
    kaldi = root / "tools/kaldi/egs/wsj/s5"
    kaldi.mkdir(parents=True)
    for name in ("utils", "steps"):
        (kaldi / name).symlink_to(checkout / "egs2/TEMPLATE/asr1" / name)
    for name in ("activate_python.sh", "extra_path.sh"):
        (root / "tools").mkdir(exist_ok=True)
        (root / "tools" / name).touch()
    return inside
