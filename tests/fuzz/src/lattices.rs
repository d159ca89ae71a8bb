//! Archives of lattices, and models and lexicons to align them by: any bytes are read or refused, and what was read is
//! written, read again and searched.

use std::io::Cursor;

use mondegreen_core::lattice::compose::{Side, Unmatched};
use mondegreen_core::lattice::mbr::{self, Options};
use mondegreen_core::lattice::table::Archive;
use mondegreen_core::lattice::words::model::Model;
use mondegreen_core::lattice::words::{Boundaries, Lexicon};
use mondegreen_core::lattice::{Form, Lattice};

/// Larger lattices are left alone once they are read: the input is small, but paths may be many.
const MOST_ARCS: usize = 200;
/// A text may name a state far beyond those it has; most time would go into the empty ones.
const MOST_STATES: usize = 2_000;

pub fn lattices(data: &[u8]) {
    let _ = Model::read(Box::new(Cursor::new(data.to_vec())));
    if let Ok(text) = std::str::from_utf8(data) {
        let _ = (Boundaries::read(text), Lexicon::read(text));
    }
    for form in [Form::Compact, Form::Expanded, Form::Transducer] {
        let archive = Archive::new(Box::new(Cursor::new(data.to_vec())), "bytes").form(form);
        for (_, lattice) in archive.map_while(Result::ok) {
            let costs_are_numbers = lattice.all_arcs().iter().all(|arc| arc.weight.total().is_finite());
            let small = lattice.all_arcs().len() <= MOST_ARCS && lattice.states().len() <= MOST_STATES;
            if small && costs_are_numbers {
                again(&lattice, if form == Form::Transducer { Form::Expanded } else { form });
                if form == Form::Transducer {
                    compose(&lattice);
                }
                search(lattice);
            }
        }
    }
}

/// What is written is read back, and written again as it was.
fn again(lattice: &Lattice, form: Form) {
    let mut bytes = b"k ".to_vec();
    lattice.write_binary(form, &mut bytes);
    let mut archive = Archive::new(Box::new(Cursor::new(bytes)), "bytes").form(form);
    let (_, read) = archive.next_entry().unwrap().unwrap();
    let texts = [lattice, &read].map(|lattice| {
        let mut text = String::new();
        lattice.write_text(form, &mut text);
        text
    });
    assert_eq!(texts[0], texts[1]);
}

/// Read by itself, whichever arcs are special.
fn compose(automaton: &Lattice) {
    let mut automaton = automaton.clone();
    automaton.sort_arcs(Side::Input);
    let _ = automaton.clone().end_after_backoff(1);
    for unmatched in [Unmatched::Refused, Unmatched::BackedOff(1), Unmatched::Taken(1)] {
        let _ = automaton.compose_as_sorted(&automaton, unmatched).map(|composed| composed.contract());
    }
}

fn search(mut lattice: Lattice) {
    if lattice.sort_if_needed().is_err() {
        return;
    }
    let best = lattice.best_path();
    let all = lattice.nbest(3).unwrap();
    assert_eq!(best.start().is_some(), !all.is_empty());
    let _ = (lattice.times(), lattice.arc_posteriors(), lattice.depth_per_frame());
    let mut pruned = lattice.clone();
    pruned.prune(1.0).unwrap();
    let _ = mbr::decode(lattice, Options { decode: true, keep_silence: true }, None);
}
