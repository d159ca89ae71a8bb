//! Lattices in which each arc has the ids of one phone, or none: the first step of alignment by a lexicon.

use super::CHANGED;
use super::model::Model;
use super::unfold::{Pending, Sketch, Unfolding};
use crate::lattice::{Lattice, StateId, Weight};

const BROKEN: &str = "the utterance ends within a phone";

/// Cuts at phones a lattice with one end; its words stand on whichever phone comes next.
pub fn align(lattice: &Lattice, start: StateId, model: &Model, reorder: bool) -> (Sketch, Option<&'static str>) {
    let first = Pending { state: start, words: Vec::new(), ids: Vec::new(), weight: Weight::ONE.into() };
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
            unfolding.sketch.ends[number as usize] = Some(pending.weight.into());
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
        next.weight = Weight::ONE.into();
        let weight = Weight::from(pending.weight).times(arc.weight);
        unfolding.arc(number, next, 0, weight, &[]);
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

/// Adds an arc with so many ids, the first word if there is one, and the whole weight.
fn give(unfolding: &mut Unfolding<Pending>, pending: &Pending, number: StateId, end: usize) {
    let (given, rest) = pending.ids.split_at(end);
    let next = Pending {
        state: pending.state,
        words: pending.words.get(1..).unwrap_or_default().to_vec(),
        ids: rest.to_vec(),
        weight: Weight::ONE.into(),
    };
    let word = pending.words.first().copied().unwrap_or(0);
    unfolding.arc(number, next, word, pending.weight.into(), given);
}
