//! Branch and bound where the bounds leave a gap, as in A*: utterance after utterance, over the positions that all
//! streams may be at.
//!
//! A position is dropped if what it cost so far and what the streams cost from there on, each for itself, is no
//! better than the best combination known. What is left is exact. Where there is more of it than memory may hold, the
//! most promising positions go on, and the best of those given up becomes the bound that is proven.

use super::row::{Cell, Row};
use super::stream::{NEVER, Rest, within};
use super::{Combination, ERROR, Watch, improve, whole};
use crate::error::Result;
use crate::meetings::Spoken;

/// Where all streams are after an utterance, packed into one number, and what that cost.
#[derive(Clone, Copy)]
struct State {
    places: u128,
    cost: i64,
    /// The state before the utterance, by its number there, and the stream that took it.
    before: u32,
    stream: u32,
}

/// Looks for a better combination than the one that is known, and for a better bound.
pub fn better(
    utterances: &[Spoken],
    streams: &[Spoken],
    duals: &[i64],
    known: Combination,
    positions: usize,
    watch: Watch<'_>,
) -> Result<Combination> {
    let Some(packing) = Packing::of(streams) else { return Ok(known) };
    let rest = streams.iter().map(|stream| Rest::relaxed(utterances, stream, duals)).collect();
    let limit = (known.errors as i64 - 1) * ERROR;
    let mut search = Search { utterances, streams, packing, rest, limit, positions, given_up: NEVER };
    let mut duals_left: i64 = duals.iter().sum();
    let mut states = vec![State { places: 0, cost: 0, before: 0, stream: 0 }];
    let mut path: Vec<Vec<(u32, u32)>> = Vec::with_capacity(utterances.len());
    for (at, dual) in duals.iter().enumerate() {
        watch()?;
        duals_left -= dual;
        states = search.over(at, &states, duals_left, watch)?;
        path.push(states.iter().map(|state| (state.before, state.stream)).collect());
    }
    let best =
        states.iter().enumerate().map(|(number, state)| (search.least(utterances.len(), state, 0), number)).min();
    let bound = whole(search.given_up.min(known.errors as i64 * ERROR)).max(known.bound);
    Ok(match best {
        Some((cost, number)) if whole(cost) < known.errors => {
            let streams_of = traced(&path, number);
            // Positions that were given up may align the same combination with fewer errors.
            let errors = whole(improve::cost(utterances, streams, &streams_of));
            Combination { streams: streams_of, errors, bound: bound.min(errors) }
        }
        _ => Combination { bound, ..known },
    })
}

/// The streams on the path to the last state of that number.
fn traced(path: &[Vec<(u32, u32)>], mut number: usize) -> Vec<usize> {
    let mut streams: Vec<usize> = Vec::with_capacity(path.len());
    for states in path.iter().rev() {
        let (before, stream) = states[number];
        number = before as usize;
        streams.push(stream as usize);
    }
    streams.reverse();
    streams
}

/// The bits of each stream's place.
struct Packing(Vec<(u32, u32)>);

impl Packing {
    fn of(streams: &[Spoken]) -> Option<Self> {
        let (mut fields, mut first) = (Vec::new(), 0);
        for stream in streams {
            let bits = usize::BITS - stream.len().leading_zeros();
            fields.push((first, bits));
            first += bits;
        }
        (first <= u128::BITS).then_some(Self(fields))
    }

    fn mask(&self, stream: usize) -> u128 {
        let (first, bits) = self.0[stream];
        if bits == 0 { 0 } else { (u128::MAX >> (u128::BITS - bits)) << first }
    }

    fn place(&self, places: u128, stream: usize) -> usize {
        let (first, bits) = self.0[stream];
        // Streams without words have no bits, and so perhaps no bit to begin at.
        if bits == 0 { 0 } else { (places >> first) as usize & ((1 << bits) - 1) }
    }

    fn put(&self, others: u128, stream: usize, place: usize) -> u128 {
        let (first, bits) = self.0[stream];
        if bits == 0 { others } else { others | (place as u128) << first }
    }
}

struct Search<'a> {
    utterances: &'a [Spoken],
    streams: &'a [Spoken],
    packing: Packing,
    rest: Vec<Rest>,
    limit: i64,
    positions: usize,
    /// The least that any state may have led to that was given up.
    given_up: i64,
}

impl Search<'_> {
    /// What a state before an utterance leads to at least, with the duals from there on.
    fn least(&self, utterance: usize, state: &State, duals: i64) -> i64 {
        let rest = self.rest.iter().enumerate();
        let rest = rest.map(|(stream, rest)| rest.before(utterance)[self.packing.place(state.places, stream)]);
        state.cost + duals + rest.sum::<i64>()
    }

    /// The states after an utterance, with the duals of those behind it.
    fn over(&mut self, at: usize, states: &[State], duals: i64, watch: Watch<'_>) -> Result<Vec<State>> {
        let mut found = Vec::new();
        for stream in 0..self.streams.len() {
            watch()?;
            self.taken(at, stream, states, duals, &mut found);
            found.sort_unstable_by_key(|state: &State| (state.places, state.cost));
            found.dedup_by_key(|state| state.places);
        }
        if found.len() <= self.positions {
            return Ok(found);
        }
        let rate = |state| (self.least(at + 1, &state, duals), state);
        let mut rated: Vec<(i64, State)> = found.into_iter().map(rate).collect();
        let (_, &mut (least, _), _) = rated.select_nth_unstable_by_key(self.positions, |&(least, _)| least);
        self.given_up = self.given_up.min(least);
        Ok(rated.into_iter().take(self.positions).map(|(_, state)| state).collect())
    }

    /// Adds the states after a stream took an utterance.
    fn taken(&self, at: usize, stream: usize, states: &[State], duals: i64, found: &mut Vec<State>) {
        let after = self.rest[stream].after(at);
        let within = within(after, &self.utterances[at], &self.streams[stream]);
        let mask = self.packing.mask(stream);
        let mut sorted: Vec<(u128, Cell, usize)> = states
            .iter()
            .zip(0..)
            .map(|(state, number)| {
                let cell = Cell { cost: state.cost, state: number };
                (state.places & !mask, cell, self.packing.place(state.places, stream))
            })
            .collect();
        sorted.sort_unstable_by_key(|&(others, _, place)| (others, place));
        let (mut row, mut next) = (Row::default(), Row::default());
        // A line of states differs in this stream's place alone.
        for line in sorted.chunk_by(|(one, ..), (other, ..)| one == other) {
            let (others, cell, place) = line[0];
            let elsewhere = self.least(at + 1, &states[cell.state as usize], duals) - cell.cost - after[place];
            let limit = self.limit - elsewhere;
            row.fill(line.iter().map(|&(_, cell, place)| (place, cell)), limit, &within[0]);
            for word in 0..self.utterances[at].len() {
                let pairs = |place| self.utterances[at].pairs(word, &self.streams[stream], place);
                next.follow(&row, limit, &within[word + 1], pairs);
                std::mem::swap(&mut row, &mut next);
            }
            found.extend(row.ends().map(|(place, Cell { cost, state })| State {
                places: self.packing.put(others, stream, place),
                cost,
                before: state,
                stream: stream as u32,
            }));
        }
    }
}
