//! What the kernels promise, against enumeration: all permutations, all combinations, whole tables of costs.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use proptest::collection::vec;
use proptest::prelude::*;

use super::combination::{Effort, best};
use super::{Span, Spoken, assignment, timed};

/// The least cost of a pair of texts, cell by cell.
fn naive(reference: &[&Spoken], hypothesis: &Spoken) -> u64 {
    let mut row: Vec<u64> = (0..=hypothesis.len() as u64).collect();
    for one in reference {
        for word in 0..one.len() {
            let above = row.clone();
            row[0] += 1;
            for place in 0..hypothesis.len() {
                row[place + 1] = (above[place + 1] + 1).min(row[place] + 1);
                let near = one.spans.is_empty() || {
                    let (a, b) = (one.spans[word], hypothesis.spans[place]);
                    a.start < b.end && b.start < a.end
                };
                if near {
                    let wrong = one.words[word] != hypothesis.words[place];
                    row[place + 1] = row[place + 1].min(above[place] + u64::from(wrong));
                }
            }
        }
    }
    row[hypothesis.len()]
}

/// The fewest errors of all combinations, tried one by one.
fn all_combinations(utterances: &[Spoken], streams: &[Spoken]) -> u64 {
    let count = streams.len().pow(utterances.len() as u32);
    (0..count)
        .map(|number| {
            let stream_of = |at: usize| number / streams.len().pow(at as u32) % streams.len();
            let errors = streams.iter().enumerate().map(|(place, stream)| {
                let theirs: Vec<&Spoken> =
                    utterances.iter().enumerate().filter(|&(at, _)| stream_of(at) == place).map(|(_, u)| u).collect();
                naive(&theirs, stream)
            });
            errors.sum()
        })
        .min()
        .unwrap()
}

fn errors(utterances: &[Spoken], streams: &[Spoken], combination: &[usize]) -> u64 {
    let of_stream = |(place, stream)| {
        let theirs = utterances.iter().zip(combination).filter(|&(_, &chosen)| chosen == place);
        naive(&theirs.map(|(utterance, _)| utterance).collect::<Vec<_>>(), stream)
    };
    streams.iter().enumerate().map(of_stream).sum()
}

fn spoken(most: usize, with_times: bool) -> impl Strategy<Value = Spoken> {
    vec((0..4u32, 0..12i64, 0..4i64), 0..=most).prop_map(move |words| {
        let spans = words.iter().map(|&(_, start, long)| Span { start, end: start + long });
        let spans = if with_times { spans.collect() } else { Vec::new() };
        Spoken::new(words.iter().map(|&(word, ..)| word).collect(), spans).unwrap()
    })
}

fn recording() -> impl Strategy<Value = (Vec<Spoken>, Vec<Spoken>)> {
    any::<bool>().prop_flat_map(|with_times| (vec(spoken(4, with_times), 0..=6), vec(spoken(8, with_times), 1..=3)))
}

/// All orders of so many things.
fn permutations(size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let shorter = permutations(size - 1);
    shorter
        .iter()
        .flat_map(|order| {
            (0..size).map(|at| {
                let mut order = order.clone();
                order.insert(at, size - 1);
                order
            })
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn no_permutation_costs_less_than_the_assignment(
        (size, costs) in (0..=5usize).prop_flat_map(|size| (Just(size), vec(0..6u8, size * size)))
    ) {
        let cost = |order: &[usize]| {
            order.iter().enumerate().map(|(row, &at)| u32::from(costs[row * size + at])).sum::<u32>()
        };
        let floats: Vec<f64> = costs.iter().copied().map(f64::from).collect();
        let found = assignment::least(&floats, size).unwrap();
        let mut columns = found.clone();
        columns.sort_unstable();
        prop_assert_eq!(columns, (0..size).collect::<Vec<_>>());
        let least = permutations(size).iter().map(|order| cost(order)).min().unwrap();
        prop_assert_eq!(cost(&found), least);
    }

    #[test]
    fn timed_errors_are_those_of_the_whole_table(
        (left, right) in any::<bool>().prop_flat_map(|timed| (spoken(12, timed), spoken(12, timed)))
    ) {
        let counts = timed::counts(&left, &right);
        prop_assert_eq!(u64::from(counts.errors()), naive(&[&left], &right));
        prop_assert_eq!((counts.matches + counts.substitutions + counts.deletions) as usize, left.len());
        prop_assert_eq!((counts.matches + counts.substitutions + counts.insertions) as usize, right.len());
    }

    #[test]
    fn no_combination_has_fewer_errors((utterances, streams) in recording(), searched in any::<bool>()) {
        let usual = Effort::default();
        let effort = if searched { Effort { cells: 1, ..usual } } else { usual };
        let found = best(&utterances, &streams, effort, &mut || Ok(())).unwrap();
        prop_assert_eq!(found.errors, all_combinations(&utterances, &streams));
        prop_assert_eq!(found.bound, found.errors);
        prop_assert_eq!(errors(&utterances, &streams, &found.streams), found.errors);
    }

    #[test]
    fn bounds_hold_where_effort_is_little((utterances, streams) in recording(), positions in 1..4usize) {
        let effort = Effort { cells: 1, positions };
        let found = best(&utterances, &streams, effort, &mut || Ok(())).unwrap();
        prop_assert!(found.bound <= all_combinations(&utterances, &streams));
        prop_assert!(found.errors >= all_combinations(&utterances, &streams));
        prop_assert_eq!(errors(&utterances, &streams, &found.streams), found.errors);
    }
}

/// The search goes on from one position only, which is not the one from which its combination costs least.
#[test]
fn a_combination_costs_what_its_best_alignment_does() {
    let made = |words: &[(u32, i64, i64)]| {
        let spans = words.iter().map(|&(_, start, end)| Span { start, end }).collect();
        Spoken::new(words.iter().map(|&(word, ..)| word).collect(), spans).unwrap()
    };
    let utterances = [
        made(&[(1, 4, 6), (3, 0, 2), (0, 0, 0)]),
        made(&[(0, 4, 6), (2, 6, 9)]),
        made(&[(0, 7, 7), (0, 4, 4)]),
        made(&[(3, 9, 12), (0, 6, 6), (0, 10, 10)]),
        made(&[(3, 2, 2)]),
    ];
    let streams = [
        made(&[(0, 4, 5), (3, 7, 10), (0, 0, 0), (0, 5, 8), (1, 8, 11)]),
        made(&[(2, 2, 5), (0, 7, 7), (0, 3, 5), (3, 0, 3)]),
    ];
    let effort = Effort { cells: 1, positions: 1 };
    let found = best(&utterances, &streams, effort, &mut || Ok(())).unwrap();
    assert_eq!(errors(&utterances, &streams, &found.streams), found.errors);
}

#[test]
fn whoever_watches_can_stop_the_search() {
    let word = |word| Spoken::new(vec![word], Vec::new()).unwrap();
    let stop = crate::stop_request::StopRequest::default();
    stop.request();
    let found = best(&[word(1)], &[word(1), word(2)], Effort::default(), &mut || stop.check());
    assert_eq!(found.unwrap_err().kind, crate::error::ErrorKind::Interrupted);
}
