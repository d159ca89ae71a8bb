"""Original programs linked into a directory under their own names, and removed again.

A tool is a few lines of Python that start lean: without the site's modules (`-S`) and without what the user's
environment would add (`-I`), so that it starts in a recipe with a PYTHONPATH of its own too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from mondegreen.dropin import PROGRAMS
from mondegreen.errors import ScoreError
from mondegreen.output import binary_output

MARK = "# A tool of mondegreen, written by `mondegreen tools link`; `mondegreen tools unlink` removes it."
# The longest first line that every Linux takes.
MAX_SHEBANG = 127
# The mark is within so many bytes, however long the path of Python.
HEAD_SIZE = 1 << 14

TOOL = """\
{start}
{mark}
import sys
sys.path += {places!r}
from mondegreen.dropin.start import start
sys.exit(start({name!r}, sys.argv[1:]))
"""


class Linked(NamedTuple):
    """What was written, what of that replaced something, and where that is kept."""

    paths: list[Path]
    replaced: list[Path]
    companions: list[Path]


def link(
    directory: str, groups: Iterable[str], only: Iterable[str] = (), *, over: bool = False, flat: bool = False
) -> Linked:
    """Write the tools of some groups into a directory, or only those named; `flat` ones without their directories.

    If something else has one of the names, none is written, unless `over` replaces it, as in a copy of a recipe: what
    was there stays beside it as `NAME.orig`. None is written through a symbolic link, as that leads into what recipes
    share; `over` replaces such a link by a directory of links to what is in there.
    """
    root = Path(directory)
    if root.exists() and not root.is_dir():
        raise ScoreError("it is a file; tools are linked into a directory", path=directory)
    groups = list(groups)
    names = {path: path.rpartition("/")[2] for path in select_tools(groups, only)}
    tools = {root / (name if flat else path): name for path, name in names.items()}
    linked_directories = [parent for path in tools for parent in list_parents(path, root) if parent.is_symlink()]
    if linked_directories and not over:
        what = "it is a symbolic link; replace it by a directory, or let --over do that"
        raise ScoreError(what, path=str(linked_directories[0]))
    for path in tools:
        is_file = path.is_file() or path.is_symlink()
        if os.path.lexists(path) and not is_ours(path) and not (over and is_file):
            what = "something else has this name; remove it, choose tools by --only, or replace it by --over"
            raise ScoreError(what, path=str(path))
    linked = Linked([], [], [])
    for path, name in tools.items():
        linked.replaced.extend(parent for parent in list_parents(path, root) if make_own_directory(parent))
        path.parent.mkdir(parents=True, exist_ok=True)
        if os.path.lexists(path) and not is_ours(path):
            keep_original(path)
            linked.replaced.append(path)
        write_program(path, format_tool(name))
        linked.paths.append(path)
    companions = {} if flat or list(only) else {k: v for group in groups for k, v in COMPANIONS.get(group, {}).items()}
    for relative, text in companions.items():
        path = root / relative
        if not os.path.lexists(path):
            write_program(path, text.replace("\n", f"\n{MARK}\n", 1))
            linked.companions.append(path)
    return linked


def list_parents(path: Path, root: Path) -> list[Path]:
    """Return the directories between a root and a path, from the root on."""
    return list(reversed(path.parents[: len(path.relative_to(root).parts) - 1]))


def make_own_directory(path: Path) -> bool:
    """Replace a link to a directory by a directory of links to what is in that; whether it was a link."""
    if not path.is_symlink():
        return False
    shared = path.resolve()
    keep_original(path)
    path.mkdir()
    if shared.is_dir():
        for entry in sorted(shared.iterdir()):
            (path / entry.name).symlink_to(entry)
    return True


def keep_original(path: Path) -> None:
    """Move what has a name away, beside it."""
    kept = get_backup(path)
    if os.path.lexists(kept):
        raise ScoreError("it would be replaced by a backup; move it away", path=str(kept))
    path.rename(kept)


def get_backup(path: Path) -> Path:
    return path.with_name(f"{path.name}.orig")


def write_program(path: Path, text: str) -> None:
    with binary_output(path) as out:
        out.write(os.fsencode(text))
    path.chmod(0o755)


def unlink(directory: str, groups: Iterable[str], only: Iterable[str] = ()) -> list[Path]:
    """Remove the tools of some groups from a directory, or only those named, and return them; other files stay.

    What a tool had replaced comes back.
    """
    root = Path(directory)
    if not root.is_dir():
        raise ScoreError("there is no such directory", path=directory)
    groups, only = list(groups), list(only)
    tools = list(select_tools(groups, only))
    companions = [] if only else [path for group in groups for path in COMPANIONS.get(group, {})]
    flat = [path.rpartition("/")[2] for path in tools]
    places = dict.fromkeys(map(root.joinpath, [*tools, *companions, *flat]))
    removed = [path for path in places if is_ours(path)]
    for path in removed:
        path.unlink()
        if os.path.lexists(get_backup(path)):
            get_backup(path).rename(path)
        for parent in path.parents[: len(path.relative_to(root).parts) - 1]:
            if not any(parent.iterdir()):
                parent.rmdir()
    return removed


def select_tools(groups: Iterable[str], only: Iterable[str]) -> Iterator[str]:
    """Yield the relative paths of the tools of some groups, or only of those named; some have two paths."""
    paths: dict[str, list[str]] = {}
    for path in (path for group in groups for path in PROGRAMS[group]):
        paths.setdefault(path.rpartition("/")[2], []).append(path)
    for name in list(only) or list(paths):
        if name not in paths:
            raise make_unknown_error(name, paths)
        yield from paths[name]


def make_unknown_error(name: str, known: Iterable[str]) -> ScoreError:
    """Return the error for a tool that is not of the groups; it may be of another."""
    from mondegreen.component import unknown_name

    for group, paths in PROGRAMS.items():
        if any(path.rpartition("/")[2] == name for path in paths):
            return ScoreError(f"{name} is a tool of {group}; choose that too by --of {group}")
    return unknown_name("tool", name, known)


def is_ours(path: Path) -> bool:
    """Return whether a file was written by `link`."""
    try:
        with path.open("rb") as file:
            return os.fsencode(MARK) in file.read(HEAD_SIZE).split(b"\n")[:4]
    except OSError:
        return False


def format_tool(name: str) -> str:
    """Return the text of a tool; where our package is installed to be edited, others lie elsewhere."""
    home = str(Path(__file__).resolve().parents[2])
    others = (each for each in sys.path if each.endswith("-packages"))
    places = list(dict.fromkeys((home, *others)))
    return TOOL.format(start=format_shebang(sys.executable), mark=MARK, places=places, name=name)


def format_shebang(python: str) -> str:
    """Return the first lines, which start Python; through the shell if its path is too long or has spaces."""
    direct = f"#!{python} -IS"
    if len(os.fsencode(direct)) <= MAX_SHEBANG and not any(map(str.isspace, python)):
        return direct
    # A command to the shell, a string without effect to Python.
    quoted = python.replace("'", "'\"'\"'")
    return f"#!/bin/sh\n'''exec' '{quoted}' -IS \"$0\" \"$@\"\n' '''"


# Small scripts that a linked tree needs and may lack, of Kaldi's recipes. They are written anew, and do what recipes'
# scoring scripts ask of theirs: options of the form `--name value`, and jobs on this machine, each with a log.
PARSE_OPTIONS = """\
# Sets the variables of the script that sources this file from options of the form --name value.

_script=$0
_config=
for _word in "$@"; do
  if [ "$_config" = next ]; then
    [ -r "$_word" ] || { echo "$_script: missing config '$_word'"; exit 1; }
    . "$_word"
    _config=
  elif [ "$_word" = --config ]; then
    _config=next
  fi
done

while [ $# -gt 0 ]; do
  case "$1" in
    --help|-h)
      if [ -n "${help_message:-}" ]; then printf '%s\\n' "$help_message" >&2; else echo 'No help found.' >&2; fi
      exit 0 ;;
    --*=*)
      echo "$_script: options to scripts must be of the form --name value, got '$1'"
      exit 1 ;;
    --?*)
      _name=${1#--}
      _name=${_name//-/_}
      if [ "$_name" = config ]; then shift 2; continue; fi
      if [ -z "${!_name+set}" ]; then echo "$_script: invalid option $1" >&2; exit 1; fi
      case "${!_name}" in
        true|false)
          case "${2:-}" in
            true|false) ;;
            *) echo "$_script: expected \\"true\\" or \\"false\\": $1 ${2:-}" >&2; exit 1 ;;
          esac ;;
      esac
      printf -v "$_name" '%s' "${2:-}"
      shift
      [ $# -eq 0 ] || shift ;;
    *) break ;;
  esac
done

[ -n "${cmd-run.pl}" ] || { echo "$_script: empty argument to --cmd option" >&2; exit 1; }
true
"""

RUN_PL = """\
#!/bin/bash
# Runs jobs on this machine: run.pl [options] [NAME=first:last] log command ...
# NAME in the log and the command becomes the number of each job; options of queues are read over.

first=1 last=1 name=
while [ $# -gt 0 ]; do
  case "$1" in
    -V) shift ;;
    --max-jobs-run|-*) shift 2 ;;
    [A-Za-z_]*=*:*) name=${1%%=*}; range=${1#*=}; first=${range%%:*}; last=${range##*:}; shift ;;
    [A-Za-z_]*=[0-9]*) name=${1%%=*}; first=${1#*=}; last=$first; shift ;;
    *) break ;;
  esac
done
[ $# -ge 2 ] || { echo 'usage: run.pl [options] [NAME=first:last] log command ...' >&2; exit 1; }
if [ -n "$name" ] && ! [ "$first" -gt 0 -a "$last" -ge "$first" ] 2>/dev/null; then
  echo "run.pl: invalid job range $name=$first:$last, start must be strictly positive" >&2
  exit 1
fi
log=$1
shift
command=
for word in "$@"; do
  # Words of the shell stay as they are; others with spaces are kept together.
  case "$word" in
    '') word='""' ;;
    *[[:space:]]*) case "$word" in *'"'*) word="'$word'" ;; *) word="\\"$word\\"" ;; esac ;;
  esac
  command+="$word "
done

run_job() {
  local job_log=$log job_command=$command begin end code
  if [ -n "$name" ]; then job_log=${log//$name/$1}; job_command=${command//$name/$1}; fi
  mkdir -p "$(dirname "$job_log")"
  begin=$(date +%s)
  printf '# %s\\n# Started at %s\\n#\\n' "$job_command" "$(date)" > "$job_log"
  bash -c "( $job_command) 2>>'$job_log' >>'$job_log'"
  code=$?
  end=$(( $(date +%s) - begin ))
  {
    echo "# Accounting: time=$end threads=1"
    echo "# Ended (code $code) at $(date), elapsed time $end seconds"
  } >> "$job_log"
  return $code
}

pids=()
for (( job = first; job <= last; job++ )); do
  run_job "$job" &
  pids+=($!)
done
failed=0
for pid in "${pids[@]}"; do
  wait "$pid" || failed=$(( failed + 1 ))
done
if [ "$failed" -gt 0 ]; then
  count=$(( last - first + 1 ))
  if [ "$count" -eq 1 ]; then
    [ -z "$name" ] || log=${log//$name/$first}
    echo "run.pl: job failed, log is in $log" >&2
  else
    echo "run.pl: $failed / $count failed, log is in ${log//$name/*}" >&2
  fi
  exit 1
fi
"""

COMPANIONS = {"kaldi": {"utils/parse_options.sh": PARSE_OPTIONS, "utils/run.pl": RUN_PL}}
