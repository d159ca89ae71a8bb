"""Small scripts that a linked tree needs and may lack: `utils/parse_options.sh` and `utils/run.pl` of Kaldi's recipes.

They are written anew, and do what recipes' scoring scripts ask of theirs: options of the form `--name value`, and jobs
on this machine, each with a log.
"""

from __future__ import annotations

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
