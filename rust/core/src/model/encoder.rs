//! A model, and what it makes of token IDs.

use std::ops::Range;
use std::path::Path;
use std::thread;

use super::attention::{Projected, Scratch, attend};
use super::fault::Fault;
use super::functions::{activate, normalize};
use super::machine::Machine;
use super::panels::{Panels, WIDTH};
use super::pooling::Pooling;
use super::product::{Rows, multiply};
use super::shape::{Layer, Linear, Norm, Shape, Tensors};
use super::weights::Weights;
use crate::error::Result;

/// Tokens that go through the layers together: more read the weights less often, and need more memory.
const BATCH: usize = 16 * WIDTH;

/// What is wanted of each sentence.
#[derive(Clone, Debug, PartialEq)]
pub enum Wanted {
    /// The vectors of its tokens behind so many layers.
    Tokens(usize),
    /// Vectors of the whole, one behind the other.
    Sentence(Vec<Pooling>),
}

/// An encoder, whose weights stay where they are.
#[derive(Debug)]
pub struct Encoder {
    weights: Weights,
    tensors: Tensors,
    shape: Shape,
}

impl Encoder {
    /// Opens a file whose tensors are named in the order of `Shape::sizes`: the byte where each begins, and its size.
    pub fn open(path: &Path, shape: Shape, places: &[(u64, u64)]) -> Result<Self> {
        shape.check()?;
        let weights = Weights::open(path, places)?;
        let tensors = shape.tensors(&weights)?;
        Ok(Self { weights, tensors, shape })
    }

    /// Its sizes.
    pub fn shape(&self) -> &Shape {
        &self.shape
    }

    /// What is wanted of each sentence, one behind the other.
    ///
    /// `told` hears now and then how many sentences are done.
    pub fn encode(
        &self,
        machine: Machine,
        sentences: &[Vec<u32>],
        wanted: &Wanted,
        threads: usize,
        told: &mut dyn FnMut(u64) -> Result<()>,
    ) -> Result<Vec<f32>> {
        self.check(sentences, wanted)?;
        let size = |sentence: &Vec<u32>| match wanted {
            Wanted::Tokens(_) => sentence.len() * self.shape.hidden,
            Wanted::Sentence(poolings) => poolings.len() * self.shape.hidden,
        };
        let mut found = vec![0.0; sentences.iter().map(size).sum()];
        let mut rest = found.as_mut_slice();
        let mut rooms: Vec<Room> = (0..threads.max(1)).map(|_| Room::default()).collect();
        let mut batches = batches(sentences, threads.max(1)).into_iter().peekable();
        while batches.peek().is_some() {
            let mut done = 0;
            thread::scope(|scope| {
                for (room, batch) in rooms.iter_mut().zip(batches.by_ref()) {
                    let sentences = &sentences[batch.clone()];
                    let (part, behind) =
                        std::mem::take(&mut rest).split_at_mut(sentences.iter().map(size).sum::<usize>());
                    (rest, done) = (behind, batch.end);
                    scope.spawn(move || self.encode_batch(machine, sentences, wanted, room, part));
                }
            });
            told(done as u64)?;
        }
        Ok(found)
    }

    fn check(&self, sentences: &[Vec<u32>], wanted: &Wanted) -> Result<()> {
        let shape = &self.shape;
        match wanted {
            Wanted::Tokens(layer) if *layer > shape.layers => {
                return Err(Fault::Layer { layer: *layer, layers: shape.layers }.into());
            }
            _ => {}
        }
        let first = shape.padding.map_or(0, |padding| padding as usize + 1);
        let positions = shape.positions.saturating_sub(first);
        for sentence in sentences {
            if !(1..=positions).contains(&sentence.len()) {
                return Err(Fault::Long { tokens: sentence.len(), positions }.into());
            }
            if let Some(&id) = sentence.iter().find(|&&id| id as usize >= shape.vocabulary) {
                return Err(Fault::Token { id, vocabulary: shape.vocabulary }.into());
            }
        }
        Ok(())
    }

    fn encode_batch(
        &self,
        machine: Machine,
        sentences: &[Vec<u32>],
        wanted: &Wanted,
        room: &mut Room,
        found: &mut [f32],
    ) {
        let ranges = token_ranges(sentences);
        let tokens = ranges.last().map_or(0, |range| range.end);
        self.embed(machine, sentences, tokens, room);
        let layers = if let Wanted::Tokens(layer) = wanted { *layer } else { self.shape.layers };
        for layer in &self.tensors.layers[..layers] {
            self.pass(machine, layer, &ranges, room);
        }
        match wanted {
            Wanted::Tokens(_) => {
                for (token, vector) in found.chunks_exact_mut(self.shape.hidden).enumerate() {
                    vector.iter_mut().zip(room.states.column(token)).for_each(|(to, from)| *to = from);
                }
            }
            Wanted::Sentence(poolings) => {
                let parts = ranges.iter().flat_map(|range| poolings.iter().map(move |each| (each, range)));
                for (vector, (pooling, range)) in found.chunks_exact_mut(self.shape.hidden).zip(parts) {
                    vector.copy_from_slice(&pooling.pool(&room.states, range.clone()));
                }
            }
        }
    }

    /// The vectors of tokens by themselves: of the word, of its type and of its position, in sum.
    fn embed(&self, machine: Machine, sentences: &[Vec<u32>], tokens: usize, room: &mut Room) {
        let hidden = self.shape.hidden;
        let (words, positions) =
            (self.weights.values(&self.tensors.words), self.weights.values(&self.tensors.positions));
        let first_type = self.tensors.types.as_ref().map(|types| &self.weights.values(types)[..hidden]);
        room.states.resize(hidden, tokens);
        room.more.resize(0, 0);
        let mut token = 0;
        for sentence in sentences {
            for (position, &id) in number_positions(sentence, self.shape.padding) {
                let word = &words[id as usize * hidden..][..hidden];
                let place = &positions[position * hidden..][..hidden];
                let typed = |feature: usize| first_type.map_or(0.0, |each| each[feature]);
                let column = (0..hidden).map(|feature| word[feature] + typed(feature) + place[feature]);
                room.states.set_column(token, column);
                token += 1;
            }
        }
        self.normalize(machine, &self.tensors.norm, room);
    }

    /// Puts the states through a layer.
    fn pass(&self, machine: Machine, layer: &Layer, ranges: &[Range<usize>], room: &mut Room) {
        let tokens = ranges.last().map_or(0, |range| range.end);
        let Projected { queries, keys, values } = &mut room.projected;
        for (linear, to) in [(&layer.query, queries), (&layer.key, keys), (&layer.value, values)] {
            self.multiply(machine, linear, &room.states, to, tokens);
        }
        room.mixed.resize(self.shape.hidden, tokens);
        let distances = self.tensors.distances.as_ref().map(|each| self.weights.values(each));
        for range in ranges {
            let (scratch, mixed) = (&mut room.scratch, &mut room.mixed);
            attend(machine, &self.shape, distances, &room.projected, range.clone(), scratch, mixed);
        }
        self.multiply(machine, &layer.output, &room.mixed, &mut room.more, tokens);
        self.normalize(machine, &layer.attention_norm, room);
        self.multiply(machine, &layer.up, &room.states, &mut room.inner, tokens);
        activate(machine, self.shape.activation, room.inner.values_mut());
        self.multiply(machine, &layer.down, &room.inner, &mut room.more, tokens);
        self.normalize(machine, &layer.output_norm, room);
    }

    fn multiply(&self, machine: Machine, linear: &Linear, from: &Panels, to: &mut Panels, tokens: usize) {
        let (values, bias) = (self.weights.values(&linear.weights), self.weights.values(&linear.bias));
        let (count, depth) = (bias.len(), from.features());
        to.resize(count, tokens);
        multiply(machine, Rows { values, stride: depth, count, depth }, bias, from.values(), to.values_mut());
    }

    /// Normalizes the states, after `more` was added.
    fn normalize(&self, machine: Machine, norm: &Norm, room: &mut Room) {
        let (scale, shift) = (self.weights.values(&norm.scale), self.weights.values(&norm.shift));
        let mut more = room.more.panels_mut();
        for panel in room.states.panels_mut() {
            let residual = more.next().unwrap_or_default();
            normalize(machine, panel, residual, scale, shift, self.shape.epsilon);
        }
    }
}

/// Memory that a thread uses for one batch after the other.
#[derive(Debug, Default)]
struct Room {
    states: Panels,
    /// What is added to them.
    more: Panels,
    projected: Projected,
    mixed: Panels,
    inner: Panels,
    scratch: Scratch,
}

/// Sentences in a row that go through the layers together, about equal shares for all threads.
fn batches(sentences: &[Vec<u32>], threads: usize) -> Vec<Range<usize>> {
    let tokens: usize = sentences.iter().map(Vec::len).sum();
    let turns = tokens.div_ceil(threads * BATCH).max(1);
    let share = tokens.div_ceil(threads * turns);
    let (mut found, mut start, mut taken) = (Vec::new(), 0, 0);
    for (place, sentence) in sentences.iter().enumerate() {
        if taken > 0 && taken + sentence.len() / 2 > share {
            found.push(start..place);
            (start, taken) = (place, 0);
        }
        taken += sentence.len();
    }
    if start < sentences.len() {
        found.push(start..sentences.len());
    }
    found
}

/// Where the tokens of each sentence stand.
fn token_ranges(sentences: &[Vec<u32>]) -> Vec<Range<usize>> {
    let mut end = 0;
    let next = |sentence: &Vec<u32>| {
        let start = end;
        end += sentence.len();
        start..end
    };
    sentences.iter().map(next).collect()
}

/// The position of each token. Where one has none, others are counted from behind its ID on, and it stays there.
fn number_positions(sentence: &[u32], padding: Option<u32>) -> impl Iterator<Item = (usize, &u32)> {
    let mut counted = 0;
    sentence.iter().enumerate().map(move |(place, id)| match padding {
        None => (place, id),
        Some(padding) if *id == padding => (padding as usize, id),
        Some(padding) => {
            counted += 1;
            (padding as usize + counted, id)
        }
    })
}
