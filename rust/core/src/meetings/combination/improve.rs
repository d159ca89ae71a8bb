//! Combinations made by giving one utterance after the other to the stream where it costs least.

use super::ERROR;
use super::stream::{Rest, forwards, insert_forwards};
use crate::meetings::Spoken;

pub fn cost(utterances: &[Spoken], streams: &[Spoken], combination: &[usize]) -> i64 {
    let of_stream = |(place, stream): (usize, &Spoken)| {
        let mut row = beginning(stream);
        for (utterance, &chosen) in utterances.iter().zip(combination) {
            if chosen == place {
                forwards(&mut row, utterance, stream);
            }
        }
        insert_forwards(&mut row);
        row[stream.len()]
    };
    streams.iter().enumerate().map(of_stream).sum()
}

/// Costs by position before anything was said: only the words that stand alone before it.
fn beginning(stream: &Spoken) -> Vec<i64> {
    (0..=stream.len() as i64).map(|place| place * ERROR).collect()
}

/// Goes through the utterances once and gives each to the stream where it costs least, given what was chosen before
/// and what the `rest` of each stream costs.
pub fn chosen(utterances: &[Spoken], streams: &[Spoken], rest: &[Rest]) -> Vec<usize> {
    let mut rows: Vec<Vec<i64>> = streams.iter().map(beginning).collect();
    let mut combination = Vec::with_capacity(utterances.len());
    for (at, utterance) in utterances.iter().enumerate() {
        let mut best = (i64::MAX, 0, Vec::new());
        for (place, (row, stream)) in rows.iter().zip(streams).enumerate() {
            let after = rest[place].after(at);
            let mut taken = row.clone();
            forwards(&mut taken, utterance, stream);
            let more = joined(&taken, after) - joined(row, after);
            if more < best.0 {
                best = (more, place, taken);
            }
        }
        let (_, place, taken) = best;
        rows[place] = taken;
        combination.push(place);
    }
    combination
}

/// The least cost of a stream whose costs up to each position and from there on are known.
fn joined(before: &[i64], after: &[i64]) -> i64 {
    before.iter().zip(after).map(|(one, other)| one + other).min().unwrap_or(0)
}

/// The combination after as many rounds of changing one utterance at a time as make it better, and its cost.
pub fn improved(utterances: &[Spoken], streams: &[Spoken], mut combination: Vec<usize>) -> (i64, Vec<usize>) {
    let mut least = i64::MAX;
    loop {
        let rest = |(place, stream)| Rest::fixed(utterances, stream, |at| combination[at] == place);
        let rest: Vec<Rest> = streams.iter().enumerate().map(rest).collect();
        let cost = rest.iter().map(Rest::whole).sum();
        if cost >= least {
            return (cost, combination);
        }
        least = cost;
        combination = chosen(utterances, streams, &rest);
    }
}
