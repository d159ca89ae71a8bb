//! An upper bound of the distance of long pairs: the cost of a real path through words that both sides share, as in
//! patience diff.
//!
//! It takes O(n log n) time.
//! Short runs of words that stand exactly once on each side are anchors; the longest chain of anchors in order cuts
//! the pair into gaps, and small gaps are aligned exactly. The bound is nearly the distance where the two sides are
//! versions of one text, and still a bound where they are not.

use std::collections::HashMap;

use foldhash::fast::FixedState;

use super::bitparallel::BitParallel;
use super::recurrence::Recurrence;

/// Gaps of up to this many cells are aligned exactly.
const SMALL: usize = 1 << 16;
/// Words in an anchor; gaps without anchors of this length are searched for shorter ones.
const ANCHOR: usize = 4;
/// Sides longer than this are searched at every fourth place only, which leaves anchors enough.
const SPARSE: usize = 1 << 13;

/// Looking for anchors stops after so many looks at each word, lest a hostile pair be cut again and again.
const LOOKS: usize = 32;

/// The cost of some path from end to end, in the scheme's own numbers.
pub fn upper_bound<R: Recurrence>(reference: &[u32], hypothesis: &[u32]) -> i64 {
    let mut kernel = BitParallel::default();
    let mut gaps = vec![(reference, hypothesis, ANCHOR)];
    let mut bound = 0;
    let mut looks = LOOKS * (reference.len() + hypothesis.len());
    while let Some((reference, hypothesis, words)) = gaps.pop() {
        if reference.is_empty() || hypothesis.is_empty() {
            bound += R::GAP * (reference.len() + hypothesis.len()) as i64;
        } else if reference.len().saturating_mul(hypothesis.len()) <= SMALL {
            bound += kernel.cost::<R>(reference, hypothesis);
        } else if words == 0 || looks == 0 {
            let (long, short) = (reference.len().max(hypothesis.len()), reference.len().min(hypothesis.len()));
            bound += R::SUBSTITUTION * short as i64 + R::GAP * (long - short) as i64;
        } else {
            looks = looks.saturating_sub(reference.len() + hypothesis.len());
            cut(reference, hypothesis, words, &mut gaps);
        }
    }
    bound
}

type Gap<'a> = (&'a [u32], &'a [u32], usize);

fn cut<'a>(mut reference: &'a [u32], mut hypothesis: &'a [u32], words: usize, gaps: &mut Vec<Gap<'a>>) {
    let chain = longest_chain(&anchors(reference, hypothesis, words));
    let shorter = if chain.is_empty() { words - 1 } else { words };
    let (mut row, mut column) = (0, 0);
    for (anchor_row, anchor_column) in chain {
        let (Some(rows), Some(columns)) = (anchor_row.checked_sub(row), anchor_column.checked_sub(column)) else {
            continue; // it overlaps the anchor before
        };
        gaps.push((&reference[..rows], &hypothesis[..columns], words));
        reference = &reference[rows + words..];
        hypothesis = &hypothesis[columns + words..];
        (row, column) = (anchor_row + words, anchor_column + words);
    }
    gaps.push((reference, hypothesis, shorter));
}

const NOWHERE: u32 = u32::MAX;
const TWICE: u32 = u32::MAX - 1;

/// Where runs of so many words stand that occur once on each side, in order of the reference.
fn anchors(reference: &[u32], hypothesis: &[u32], words: usize) -> Vec<(usize, usize)> {
    let sparse = reference.len().max(hypothesis.len()) > SPARSE;
    let mut places: HashMap<u64, [u32; 2], FixedState> = HashMap::default();
    for (side, sequence) in [reference, hypothesis].into_iter().enumerate() {
        for (place, run) in sequence.windows(words).enumerate() {
            let hash = run.iter().fold(0, |hash, &word| mix(hash, word));
            if sparse && hash >> 62 != 0 {
                continue;
            }
            let seen = &mut places.entry(hash).or_insert([NOWHERE; 2])[side];
            *seen = if *seen == NOWHERE { place as u32 } else { TWICE };
        }
    }
    let once = |[row, column]: [u32; 2]| row.max(column) < TWICE;
    let mut found: Vec<_> =
        places.into_values().filter(|&p| once(p)).map(|[row, column]| (row as usize, column as usize)).collect();
    found.sort_unstable();
    found
}

/// Two runs of one hash are taken for equal: at worst the bound is a little higher, for gaps are always aligned.
fn mix(hash: u64, word: u32) -> u64 {
    let product = u128::from(hash ^ u64::from(word) ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
    product as u64 ^ (product >> 64) as u64
}

/// The longest run of anchors that rises on both sides; they come in order of the reference.
fn longest_chain(anchors: &[(usize, usize)]) -> Vec<(usize, usize)> {
    let mut ends: Vec<usize> = Vec::new();
    let mut before = vec![usize::MAX; anchors.len()];
    for (index, &(_, column)) in anchors.iter().enumerate() {
        let length = ends.partition_point(|&end| anchors[end].1 < column);
        if length > 0 {
            before[index] = ends[length - 1];
        }
        if length == ends.len() { ends.push(index) } else { ends[length] = index }
    }
    let mut chain = Vec::with_capacity(ends.len());
    let mut next = ends.last().copied().unwrap_or(usize::MAX);
    while let Some(&anchor) = anchors.get(next) {
        chain.push(anchor);
        next = before[next];
    }
    chain.reverse();
    chain
}
