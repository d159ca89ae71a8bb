"""What Kaldi's lattice programs say of what they cannot use, and of how much they have done: sentences of its sources.

Of three lattices one has one path of two frames, one has nothing, and one has two paths of one frame.
"""

import re
import shlex
from pathlib import Path

import pytest

from programs import ours

FILES = {
    "lat": "g \n0\t1\t5\t1,2,1_1\n1\t0,0,\n\ne \n\nh \n0\t1\t6\t1,2,1\n0\t1\t7\t3,2,1\n1\t0,0,\n\n",
    "same": "g \n0\t1\t5\t1,2,1_1\n1\t0,0,\n\n",
    "other": "g \n0\t1\t9\t1,2,1_1\n1\t0,0,\n\n",
    "other5": "g \n0\t1\t5\t5,10,1_1\n1\n\n",  # the same word at other costs
    "empty": "e \n\n",
    # Each of two words on two paths.
    "twice": "g \n0\t1\t5\t1,2,1_1\n0\t1\t5\t3,2,1_1\n0\t2\t6\t3,2,1_1\n0\t2\t6\t1,2,1_1\n1\n2\n\n",
    "ref": "g 5\n",
    "ali": "g 1 1\nx 1\n",
    "tra": "g 5\n",
    "words": "<eps> 0\na 5\n",
    "wild": "b\n",
    "list": "g-1 \n0\t1\t5\t1,2,1\n1\n\ng-x \n0\t1\t5\t1,2,1\n1\n\n",
}
MESSAGE = re.compile(r"^(\w+) \([^[]*\[5\.5\]:(\w+)\(\)\) (.*)$", re.MULTILINE)
# How each is called, its messages (the first letter of the level, the function unless it is main), and its exit code.
TRANSCRIPT = """
$ lattice-combine ark:lat ark:other ark,t:-
W Could not normalize lattice for system 1, utterance: e
W No lattice found for utterance h for system 2, rspecifier: ark:other
L Processed 3 utterances: with a total of 4 lattices across 2 different systems
L Produced output for 2 utterances; 1 total missing lattices and 1 total lattices had errors in processing.
1
$ lattice-combine ark:empty ark:empty ark,t:-
W Could not normalize lattice for system 1, utterance: e
L Processed 1 utterances: with a total of 1 lattices across 2 different systems
L Produced output for 0 utterances; 0 total missing lattices and 1 total lattices had errors in processing.
1
$ lattice-combine --lat-weights=0.5:x ark:same ark:same ark,t:-
W Expecting 2 weights, found 0: using uniform weights.
L Processed 1 utterances: with a total of 2 lattices across 2 different systems
L Produced output for 1 utterances; 0 total missing lattices and 0 total lattices had errors in processing.
0
$ lattice-combine --lat-weights=-1:2 ark:same ark:same ark,t:-
W Cannot use negative weight: -1; using uniform weights.
L Processed 1 utterances: with a total of 2 lattices across 2 different systems
L Produced output for 1 utterances; 0 total missing lattices and 0 total lattices had errors in processing.
0
$ lattice-combine --lat-weights=0:0 ark:same ark:same ark,t:-
W Weights sum to 0 instead of 1: renormalizing
L Processed 1 utterances: with a total of 2 lattices across 2 different systems
L Produced output for 1 utterances; 0 total missing lattices and 0 total lattices had errors in processing.
0
$ lattice-combine --lat-weights=1:3 ark:same ark:same ark,t:-
W Weights sum to 4 instead of 1: renormalizing
L Processed 1 utterances: with a total of 2 lattices across 2 different systems
L Produced output for 1 utterances; 0 total missing lattices and 0 total lattices had errors in processing.
0
$ lattice-interp ark:lat ark:other ark,t:-
W For utterance g, composed result is empty.
W No lattice found for utterance e in ark:other. Not producing output
W No lattice found for utterance h in ark:other. Not producing output
L Done 1 lattices; 0 had nonempty result, 1 had empty composition; in 2, had empty second lattice.
1
$ lattice-interp ark:lat ark:same ark,t:-
W No lattice found for utterance e in ark:same. Not producing output
W No lattice found for utterance h in ark:same. Not producing output
L Done 1 lattices; 1 had nonempty result, 0 had empty composition; in 2, had empty second lattice.
0
$ lattice-union ark:lat ark:other ark,t:-
W No lattice found for utterance e in ark:other. Result of union will be the lattice found in ark:lat
W No lattice found for utterance h in ark:other. Result of union will be the lattice found in ark:lat
L Total 3lattices written. Computed union for 1 pairs of lattices. Missing second lattice in 2 cases.
L Done 3 lattices.
0
$ lattice-copy-backoff ark:lat ark:other ark,t:-
L Done copying 3 lattices; backed off to 1st archive for 2 of those.
0
$ lattice-equivalent ark:lat ark:other
L Lattices were not equivalent for utterance g
W No second lattice available for utterance e
W No second lattice available for utterance h
L Done 1 lattices, 0 were equivalent, 1 were not; for 2, could not find 2nd lattice.
1
$ lattice-equivalent --max-error-proportion=1 ark:lat ark:other
L Lattices were not equivalent for utterance g
W No second lattice available for utterance e
W No second lattice available for utterance h
L Done 1 lattices, 0 were equivalent, 1 were not; for 2, could not find 2nd lattice.
0
$ lattice-equivalent ark:lat ark:same
L Lattices were equivalent for utterance g
W No second lattice available for utterance e
W No second lattice available for utterance h
L Done 1 lattices, 1 were equivalent, 0 were not; for 2, could not find 2nd lattice.
0
$ lattice-push ark:lat ark,t:-
W PushCompactLatticeWeights: Pushing weights of empty compact lattice
W Empty lattice for key e
L Pushed 2 lattices, errors on 1
0
$ lattice-minimize ark:lat ark,t:-
W PushCompactLatticeWeights: Pushing weights of empty compact lattice
W Empty lattice for key e
L Minimized 2 lattices, errors on 1
0
$ lattice-limit-depth ark:lat ark,t:-
W CompactLatticeLimitDepth: Limiting depth of empty lattice.
L Done 3 lattices.
L Overall density changed from 1.33333 to 1.33333
0
$ lattice-limit-depth --acoustic-scale=0 ark:lat ark,t:-
A Assertion failed: (acoustic_scale != 0.0)
134
$ lattice-limit-depth --max-arcs-per-frame=-1 ark:lat ark,t:-
E --max-arcs-per-frame is a number of arcs, not -1
255
$ lattice-limit-depth --max-arcs-per-frame=0 ark:lat ark,t:-
W CompactLatticeLimitDepth: Limiting depth of empty lattice.
L Done 3 lattices.
L Overall density changed from 1.33333 to 1
0
$ lattice-determinize ark:lat ark,t:-
W Detected empty lattice, skipping e
L Average input-lattice depth (measured at at state level) is 1.66667, output depth is 1.33333, over 3 frames  (average num-frames = 1.5).
L Done 2 lattices, errors on 1
0
$ lattice-determinize-pruned ark:lat ark,t:-
W For key e, determinized and trimmed lattice was empty.
L Average input-lattice depth (measured at at state level) is 1.66667, output depth is 1.33333, over 3 frames  (average num-frames = 1).
L Done 3 lattices, determinization finished earlier than specified by the beam (or output was empty) on 1 of these.
0
$ lattice-determinize-pruned --beam=0 ark:lat ark,t:-
A ComputeBackwardWeight: Assertion failed: (beam_ > 0)
134
$ lattice-determinize-pruned --retry-cutoff=1 ark:lat ark,t:-
A DeterminizeLatticePruned: Assertion failed: (opts.retry_cutoff >= 0.0 && opts.retry_cutoff < 1.0)
134
$ lattice-determinize-pruned --retry-cutoff=-0.1 ark:lat ark,t:-
A DeterminizeLatticePruned: Assertion failed: (opts.retry_cutoff >= 0.0 && opts.retry_cutoff < 1.0)
134
$ lattice-arc-post ark:lat -
E For utterance e: no path of the lattice leads from its start to an end
255
$ lattice-arc-post --min-post=0.2 ark:lat -
E For utterance e: no path of the lattice leads from its start to an end
255
$ lattice-to-post ark:lat ark,t:-
E For utterance e: no path of the lattice leads from its start to an end
255
$ lattice-confidence ark:lat ark,t:-
W Lattice for utterance e is equivalent to the empty lattice.
L Done 2 lattices, of which 1 contained only one sentence. 1 were equivalent to the empty lattice.
L Average confidence (averaged in negative-log space) is 2.69315
0
$ lattice-confidence ark:empty ark,t:-
W Lattice for utterance e is equivalent to the empty lattice.
L Done 0 lattices, of which 0 contained only one sentence. 1 were equivalent to the empty lattice.
1
$ lattice-to-nbest --n=2 ark:lat ark,t:-
W Possibly empty lattice for utterance-id e(no N-best entries)
L Done applying N-best algorithm to 2 lattices with n = 2, average actual #paths is 1.5
0
$ lattice-to-nbest --n=0 ark:lat ark,t:-
A Assertion failed: (n > 0)
134
$ nbest-to-lattice ark:list ark,t:-
E Invalid nbest utterance key g-x: expected it to end in a hyphen and a number
255
$ nbest-to-ctm ark:lat -
W Format conversion failed for key e
W Format conversion failed for key h
L Converted 1 linear lattices to ctm format; 2 had errors.
0
$ linear-to-nbest ark:ali ark:tra "" "" ark,t:-
E Value: Value() called but no such key x in archive
255
$ lattice-best-path ark:lat ark,t:-
L For utterance g, best cost 1 + 2 = 3 over 2 frames.
W Best-path failed for key e
L For utterance h, best cost 1 + 2 = 3 over 1 frames.
L Overall cost per frame is 2 = 0.666667 [graph] + 1.33333 [acoustic] over 3 frames.
L Done 2 lattices, failed for 1
0
$ lattice-1best ark:lat ark,t:-
W Possibly empty lattice for utterance-id e(no output)
L Done converting 2 to best path, 1 had errors.
0
$ lattice-to-ctm-conf ark:lat ark:x
E The output ctm file should not be a wspecifier. Please use things like 1.ctm istead of ark:x
255
$ lattice-oracle ark:lat ark:ref ark,t:-
L %WER 0 [ 0 / 1, 0 insertions, 0 deletions, 0 sub ]
L For utterance g, best cost 0
W No reference present for utterance e
W No reference present for utterance h
L Overall %WER 0 [ 0 / 1, 0 insertions, 0 deletions, 0 substitutions ]
L Scored 1 lattices, 2 not present in ref.
0
$ lattice-oracle --wildcard-symbols-list=wild ark:lat ark:ref ark,t:-
W --wildcard-symbols-list option deprecated.
E --wildcard-symbols-list option requires --word-symbol-table option
255
$ lattice-oracle --wildcard-symbols-list=wild --word-symbol-table=words ark:lat ark:ref ark,t:-
W --wildcard-symbols-list option deprecated.
E Can't find symbol in symbol table: b
255
$ lattice-oracle --wildcard-symbols=5:x ark:lat ark:ref ark,t:-
E Expected colon-separated list of integers for --wildcard-symbols option, got: 5:x
255
$ lattice-copy --include=ref --exclude=ref ark:lat ark,t:-
E should not have both --exclude and --include option!
255
$ lattice-copy --include=ref ark:lat ark,t:-
L CopySubsetLattices:  Wrote 1 out of 3 utterances.
0
$ lattice-copy --exclude=ref ark:lat ark,t:-
L CopySubsetLattices:  Wrote 2 out of 3 utterances.
0
$ lattice-prune --beam=0 ark:lat ark,t:-
A PruneLattice: Assertion failed: (beam > 0.0)
134
$ lattice-prune --beam=1 ark:lat ark,t:-
L For utterance g, pruned #states from 2 to 2 and #arcs from 1 to 1
W Error pruning lattice for utterance e
L For utterance e, pruned #states from 0 to 0 and #arcs from 0 to 0
L For utterance h, pruned #states from 2 to 2 and #arcs from 2 to 1
L Overall, pruned from on average 1.33333 to 1.33333 states, and from 1 to 0.666667 arcs, over 3 utterances.
L Done 3 lattices.
0
$ lattice-scale --acoustic-scale=2 --inv-acoustic-scale=3 ark:lat ark,t:-
A Assertion failed: (acoustic_scale == 1.0 || inv_acoustic_scale == 1.0)
134
$ ali-to-phones --per-frame --write-lengths none ark:ali ark,t:-
A Assertion failed: (!(per_frame && write_lengths) && "Incompatible options.")
134
$ lattice-determinize --max-mem=1 --beam=1 --num-loops=2 ark:twice ark,t:-
W DeterminizeLatticeWrapper: Failed to determinize lattice (presumably max-states reached), reducing lattice-beam to 0.9 and re-trying.
W DeterminizeLatticeWrapper: Determinization failed again; reducing beam again to 0.81 and re-trying.
W DeterminizeLatticeWrapper: Determinization failed again; reducing beam again to 0.729 and re-trying.
W Decreased pruning beam --num-loops=2 times and was not able to determinize: failed for g
L Done 0 lattices, errors on 1
1
$ lattice-determinize --max-loop=1 --num-loops=2 ark:twice ark,t:-
W DeterminizeLatticeWrapper: Failed to determinize lattice (presumably max-states reached), reducing lattice-beam to 9 and re-trying.
W DeterminizeLatticeWrapper: Pruning did not have an effect on the original lattice size; reducing beam to 8.1 and re-trying.
W DeterminizeLatticeWrapper: Pruning did not have an effect on the original lattice size; reducing beam to 6.561 and re-trying.
W Decreased pruning beam --num-loops=2 times and was not able to determinize: failed for g
L Done 0 lattices, errors on 1
1
$ lattice-determinize --num-loops=0 ark:twice ark,t:-
W Decreased pruning beam --num-loops=0 times and was not able to determinize: failed for g
L Done 0 lattices, errors on 1
1
$ lattice-equivalent ark:lat ark:none
W Open: Failed to open stream none
E RandomAccessTableReader: Error opening RandomAccessTableReader object  (rspecifier is: ark:none)
255
$ lattice-mbr-decode ark:lat ark,t:-
A CompactLatticeStateTimes: Assertion failed: (no path of the lattice leads from its start to an end)
134
$ nbest-to-linear ark:lat ark,t:- ark,t:- ark,t:- ark,t:-
W Lattice/nbest for key e had wrong format: note, this program expects input with one path, e.g. from lattice-to-nbest.
W Lattice/nbest for key h had wrong format: note, this program expects input with one path, e.g. from lattice-to-nbest.
L Done 1 n-best entries, 2 had errors.
0
$ lattice-to-ctm-conf --frame-shift=0.5 ark:lat -
L For utterance g, Bayes Risk 0, avg. confidence per-word 1
A CompactLatticeStateTimes: Assertion failed: (no path of the lattice leads from its start to an end)
134
$ lattice-prune --inv-acoustic-scale=0 ark:lat ark,t:-
W Error pruning lattice for utterance g
L For utterance g, pruned #states from 2 to 0 and #arcs from 1 to 0
W Error pruning lattice for utterance e
L For utterance e, pruned #states from 0 to 0 and #arcs from 0 to 0
W Error pruning lattice for utterance h
L For utterance h, pruned #states from 2 to 0 and #arcs from 2 to 0
L Overall, pruned from on average 1.33333 to 0 states, and from 1 to 0 arcs, over 3 utterances.
L Done 3 lattices.
0
$ lattice-oracle ark:empty "ark:echo e 5|" ark,t:-
W Best-path failed for key e
L Overall %WER -nan [ 0 / 0, 0 insertions, 0 deletions, 0 substitutions ]
L Scored 1 lattices, 1 not present in ref.
0
$ lattice-best-path ark:empty ark,t:-
W Best-path failed for key e
L Overall cost per frame is -nan = -nan [graph] + -nan [acoustic] over 0 frames.
L Done 0 lattices, failed for 1
1
$ lattice-determinize --max-mem=1 --num-loops=1 ark:twice ark,t:-
W DeterminizeLatticeWrapper: Failed to determinize lattice (presumably max-states reached), reducing lattice-beam to 9 and re-trying.
W DeterminizeLatticeWrapper: Pruning did not have an effect on the original lattice size; reducing beam to 8.1 and re-trying.
W Decreased pruning beam --num-loops=1 times and was not able to determinize: failed for g
L Done 0 lattices, errors on 1
1
$ lattice-determinize --max-mem=1 --beam=2.2 --num-loops=3 ark:twice ark,t:-
W DeterminizeLatticeWrapper: Failed to determinize lattice (presumably max-states reached), reducing lattice-beam to 1.98 and re-trying.
W DeterminizeLatticeWrapper: Determinization failed again; reducing beam again to 1.782 and re-trying.
W DeterminizeLatticeWrapper: Determinization failed again; reducing beam again to 1.6038 and re-trying.
W DeterminizeLatticeWrapper: Determinization failed again; reducing beam again to 1.44342 and re-trying.
W Decreased pruning beam --num-loops=3 times and was not able to determinize: failed for g
L Done 0 lattices, errors on 1
1
"""  # noqa: E501
SAID = {
    command: lines.splitlines() for command, _, lines in (block.partition("\n") for block in TRANSCRIPT.split("$ ")[1:])
}


@pytest.fixture
def place(tmp_path: Path) -> Path:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("command", SAID)
def test_what_was_done_and_what_was_not(command: str, place: Path) -> None:
    name, *arguments = shlex.split(command)
    done = ours(name, ["--print-args=false", *arguments], place)
    found = MESSAGE.findall(done.complaints.decode())
    named = [(level[0], "" if function == "main" else f"{function}: ", sentence) for level, function, sentence in found]
    assert [*(f"{level} {function}{sentence}" for level, function, sentence in named), str(done.code)] == SAID[command]


# What is written of the lattices that can be used.
WRITTEN = {
    "lattice-copy-backoff ark:same ark:other ark,t:-": "g \n0 1 9 1,2,1_1\n1\n\n",
    "lattice-copy-backoff ark:same ark:empty ark,t:-": "g \n0 1 5 1,2,1_1\n1\n\n",
    "lattice-interp --alpha=0.25 ark:same ark:other5 ark,t:-": "g \n0 1 5 4,8,1_1\n1\n\n",
    "lattice-depth ark:lat ark,t:-": "g 1 \ne 1 \nh 2 \n",
    "lattice-depth-per-frame ark:lat ark,t:-": "g 1 1 \ne \nh 2 \n",
    "lattice-confidence ark:lat ark,t:-": "g 1e+10 \nh 2 \n",
    "lattice-best-path ark:lat ark,t:-": "g 5 \nh 6 \n",
    "lattice-add-penalty --word-ins-penalty=2 ark:same ark,t:-": "g \n0 1 5 3,2,1_1\n1\n\n",
    "nbest-to-linear ark:lat ark,t:- ark,t:- ark,t:- ark,t:-": "g 2 \ng 1 \ng 5 \ng 1 1 \n",
    "lattice-copy --include=ref ark:lat ark,t:-": "g \n0 1 5 1,2,1_1\n1\n\n",
    "lattice-copy --exclude=ref ark:lat ark,t:-": "e \n\nh \n0 1 6 1,2,1\n0 1 7 3,2,1\n1\n\n",
    "lattice-limit-depth --max-arcs-per-frame=1 ark:lat ark,t:-": (
        "g \n0 1 5 1,2,1_1\n1\n\ne \n\nh \n0 1 6 1,2,1\n1\n\n"
    ),
    "lattice-prune --beam=1 ark:lat ark,t:-": "g \n0 1 5 1,2,1_1\n1\n\ne \n\nh \n0 1 6 1,2,1\n1\n\n",
    "lattice-prune --beam=2 ark:lat ark,t:-": "g \n0 1 5 1,2,1_1\n1\n\ne \n\nh \n0 1 6 1,2,1\n0 1 7 3,2,1\n1\n\n",
    "lattice-arc-post --min-post=0.1 ark:same -": "g 0 2 1 5\n",
    "lattice-arc-post --min-post=1 ark:same -": "",
}


@pytest.mark.parametrize("command", WRITTEN)
def test_what_is_written(command: str, place: Path) -> None:
    name, *arguments = shlex.split(command)
    assert ours(name, arguments, place).output.decode().replace("\t", " ") == WRITTEN[command]


@pytest.mark.parametrize(
    ("shift", "decimals", "times"),
    [
        ("0.01", "2", "0.000 0.020"),  # as a float it is less than 0.01
        ("0.02", "2", "0.00 0.04"),
        ("0.02", "0", "0 0"),
        ("0.02", "-1", "0.000000 0.040000"),  # a negative precision is none, and a stream's own is six
        ("0.005", "2", "0.000 0.010"),
        ("0.005", "-1", "0.000 0.010"),
        ("0.005", "4", "0.0000 0.0100"),
        ("0.0005", "3", "0.0000 0.0010"),
        ("0.0005", "4", "0.0000 0.0010"),
        ("0.0005", "5", "0.00000 0.00100"),
    ],
)
def test_times_have_as_many_decimals_as_kaldi_writes(shift: str, decimals: str, times: str, place: Path) -> None:
    done = ours("nbest-to-ctm", [f"--frame-shift={shift}", f"--precision={decimals}", "ark:same", "-"], place)
    assert done.output.decode() == f"g 1 {times} 5\n"


@pytest.mark.parametrize(("decimals", "line"), [("1", "0.0 1.0 5 1.0"), ("-1", "0.000000 1.000000 5 1.000000")])
def test_confidences_have_the_decimals_of_times(decimals: str, line: str, place: Path) -> None:
    words = ["--frame-shift=0.5", f"--confidence-digits={decimals}", "ark:same", "-"]
    assert ours("lattice-to-ctm-conf", words, place).output.decode() == f"g 1 {line}\n"
