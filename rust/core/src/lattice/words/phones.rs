//! Lattices in which each arc has the ids of one phone, or none: a form of its own, and the first step of alignment by
//! a lexicon.

use super::model::Model;
use super::unfold::{Pending, Sketch, Unfolding};
use super::{Aligned, CHANGED, CYCLIC, EMPTY};
use crate::error::Error;
use crate::lattice::{Lattice, Span, StateId, Weight};

const BROKEN: &str = "the utterance ends within a phone";

/// How lattices are cut at phones.
#[derive(Clone, Copy, Debug)]
pub struct Options {
    /// Self-loops come after the last transition of a phone.
    pub reorder: bool,
    /// Arcs without a word are merged into others, which so have several phones.
    pub merges_free_arcs: bool,
    /// Phones stand in the place of words.
    pub replaces_words: bool,
}

/// The lattice with a phone on each arc, or with several where no word stands between.
pub fn align_phones(lattice: &Lattice, model: &Model, options: Options) -> Result<Aligned, Error> {
    model.check(lattice.all_ids())?;
    let mut lattice = lattice.clone().with_one_end();
    lattice.strip(options.replaces_words, false);
    let Some(start) = lattice.start() else { return Ok(Aligned { lattice, complaint: Some(EMPTY) }) };
    if lattice.topological_order().is_err() {
        return Ok(Aligned { lattice: Lattice::default(), complaint: Some(CYCLIC) });
    }
    let (mut sketch, complaint) = align(&lattice, start, model, options.reorder);
    if options.replaces_words {
        for arc in sketch.arcs.iter_mut().flatten().filter(|arc| arc.ids.len > 0) {
            arc.word = model.phone(sketch.ids[arc.ids.start as usize]);
        }
    }
    let lattice = if options.merges_free_arcs { sketch.without_free_arcs(&[]) } else { sketch.whole() };
    Ok(Aligned { lattice, complaint })
}

impl Lattice {
    /// An expanded lattice with the phone that begins with an id in the place of its word.
    #[must_use]
    pub fn with_phones_as_words(mut self, model: &Model) -> Self {
        for arc in &mut self.arcs {
            let id = self.ids[arc.ids.range()].first().copied().unwrap_or(0);
            arc.word = if model.begins_phone(id) { model.phone(id) } else { 0 };
        }
        self.sorted &= self.arcs.is_empty();
        self
    }

    /// A compact lattice with the phones that end in ids in the place of the ids.
    #[must_use]
    pub fn with_phones_as_ids(mut self, model: &Model) -> Self {
        let mut ids = Vec::new();
        let mut replace = |span: Span| {
            let start = ids.len();
            ids.extend(model.phones(&self.ids[span.range()]));
            Span { start: start as u32, len: (ids.len() - start) as u32 }
        };
        for arc in &mut self.arcs {
            arc.ids = replace(arc.ids);
        }
        for end in self.states.iter_mut().filter_map(|state| state.end.as_mut()) {
            end.ids = replace(end.ids);
        }
        self.sorted &= self.arcs.is_empty();
        self.ids = ids;
        self
    }
}

impl Model {
    /// The phones of an alignment and how many ids each has; whether self-loops come last is seen from the ids.
    pub fn split(&self, ids: &[i32]) -> Result<Vec<(i32, usize)>, Error> {
        self.check(ids)?;
        let reorder = self.is_reordered(ids);
        let mut phones: Vec<(i32, usize)> = Vec::new();
        let mut begin = 0;
        let mut place = 0;
        while let Some(&id) = ids.get(place) {
            let ends = self.is_final(id);
            if ends && reorder {
                place += ids[place + 1..].iter().take_while(|&&id| self.is_self_loop(id)).count();
            }
            place += 1;
            let goes_on = ids.get(place).is_some_and(|&next| self.phone(next) == self.phone(id));
            if ends || !goes_on {
                phones.push((self.phone(ids[begin]), place - begin));
                begin = place;
            }
        }
        Ok(phones)
    }

    /// Whether self-loops come after the transition that leaves their state.
    fn is_reordered(&self, ids: &[i32]) -> bool {
        let change = ids
            .windows(2)
            .find(|pair| self.state(pair[0]) != self.state(pair[1]) && pair.iter().any(|&id| self.is_self_loop(id)));
        match (change, ids) {
            (Some(pair), _) => self.is_self_loop(pair[0]),
            (None, [first, .., last]) => !self.is_self_loop(*first) && self.is_self_loop(*last),
            _ => false,
        }
    }
}

/// Cuts at phones a lattice with one end; its words stand on whichever phone comes next.
pub fn align(lattice: &Lattice, start: StateId, model: &Model, reorder: bool) -> (Sketch, Option<&'static str>) {
    let first = Pending { state: start, words: Vec::new(), ids: Vec::new() };
    let mut unfolding = Unfolding::new(first);
    let mut complaint = None;
    while let Some((pending, number)) = unfolding.next() {
        if let Some(excess) = unfolding.excess(None) {
            complaint = Some(excess);
            break;
        }
        if let Some(end) = phone_end(&pending.ids, model, reorder, &mut complaint) {
            give(&mut unfolding, &pending, number, end);
        } else if pending.words.len() > 1 {
            give(&mut unfolding, &pending, number, 0);
        } else {
            advance(lattice, model, &mut unfolding, &pending, number, &mut complaint);
        }
    }
    (unfolding.sketch, complaint)
}

/// Reads on, or at the end gives out what is left.
fn advance(
    lattice: &Lattice,
    model: &Model,
    unfolding: &mut Unfolding<Pending>,
    pending: &Pending,
    number: StateId,
    complaint: &mut Option<&'static str>,
) {
    if lattice.end(pending.state).is_some() {
        if pending.ids.is_empty() && pending.words.is_empty() {
            unfolding.end(number);
        } else {
            let phones = pending.ids.iter().filter(|&&id| model.is_final(id)).count();
            let changes = pending.ids.windows(2).any(|pair| model.phone(pair[0]) != model.phone(pair[1]));
            if !pending.ids.is_empty() && (phones != 1 || changes) {
                complaint.get_or_insert(BROKEN);
            }
            give(unfolding, pending, number, pending.ids.len());
        }
    }
    for arc in lattice.arcs(pending.state) {
        let mut next = pending.clone();
        next.state = arc.next;
        next.ids.extend_from_slice(lattice.ids(arc.ids));
        next.words.extend((arc.word != 0).then_some(arc.word));
        unfolding.arc(number, next, 0, arc.weight, &[]);
    }
}

/// Behind the last id of the first phone; nothing unless an id follows.
fn phone_end(ids: &[i32], model: &Model, reorder: bool, complaint: &mut Option<&'static str>) -> Option<usize> {
    let phone = model.phone(*ids.first()?);
    let last = ids.iter().position(|&id| model.is_final(id));
    if ids[..last.map_or(ids.len(), |last| last + 1)].iter().any(|&id| model.phone(id) != phone) {
        complaint.get_or_insert(CHANGED);
    }
    let mut end = last? + 1;
    if reorder {
        end += ids[end..].iter().take_while(|&&id| model.is_self_loop(id)).count();
    }
    (end < ids.len()).then_some(end)
}

/// Adds an arc with so many ids, and the first word if there is one.
fn give(unfolding: &mut Unfolding<Pending>, pending: &Pending, number: StateId, end: usize) {
    let (given, rest) = pending.ids.split_at(end);
    let next = Pending {
        state: pending.state,
        words: pending.words.get(1..).unwrap_or_default().to_vec(),
        ids: rest.to_vec(),
    };
    let word = pending.words.first().copied().unwrap_or(0);
    unfolding.arc(number, next, word, Weight::ONE, given);
}
