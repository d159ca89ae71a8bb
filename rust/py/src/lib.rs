//! The Python face of the core: conversions only, and the GIL is free while the core works.
//!
//! Documentation of what Python sees is written for Python. Types that Rust does not tell stand in signatures; of both
//! `just gen` makes `python/mondegreen/_core.pyi`.
#![allow(missing_docs, reason = "what has a name in Python and needs no more has none")]
#![allow(clippy::doc_markdown, rustdoc::broken_intra_doc_links, reason = "it is written for Python's readers")]
#![allow(clippy::needless_pass_by_value, reason = "pyo3 hands arguments over by value")]

mod align;
mod alignment;
mod array;
mod asclite;
mod convert;
mod digest;
mod encoder;
mod feed;
mod filter;
mod lattice;
mod list;
mod mapped_vectors;
mod meetings;
mod memory;
mod ngrams;
mod policy;
mod progress;
mod push;
mod resample;
mod rover;
mod sclite;
mod scored_system;
mod side;
mod simulation;
mod strings;
mod vectors;
mod weights;

use pyo3::exceptions::PyKeyboardInterrupt;
use pyo3::prelude::*;

use mondegreen_core::error::{Error, ErrorKind, Place};

pyo3::import_exception!(mondegreen.errors, CoreError);

/// A core error as Python's, with its kind and its place, to which the caller adds what only it knows.
fn to_python(error: Error) -> PyErr {
    if error.kind == ErrorKind::Interrupted {
        return PyKeyboardInterrupt::new_err(());
    }
    let described = format!("{:?}", error.kind);
    let kind = described.split(|letter: char| !letter.is_alphanumeric()).next().unwrap_or_default();
    let mut place = (None, None, None, None, None);
    match error.place {
        Some(Place::Pair(pair)) => place.0 = Some(pair),
        Some(Place::Line(line)) => place.1 = Some(line),
        Some(Place::Lattice { file, key }) => (place.2, place.3) = (Some(file), Some(key)),
        Some(Place::Entry { file, key, byte }) => {
            (place.2, place.3, place.4) = (Some(file), Some(key).filter(|key| !key.is_empty()), Some(byte));
        }
        None => {}
    }
    let (pair, line, path, key, byte) = place;
    CoreError::new_err((error.kind.to_string(), kind.to_owned(), pair, line, path, key, byte))
}

/// The compiled core: words and characters in, flat alignments out.
// Free-threaded Python needs no lock here. The three statics are the allocator, a `OnceLock` and a `Mutex`. Classes are
// frozen, or PyO3 checks at run time that none is borrowed twice. Lists are read by calls that take a reference of an item
// or fail, never by address. Strings do not change. Who writes to a numpy array while the core reads it gets numbers of
// before or after, as in numpy itself.
#[pymodule(gil_used = false)]
mod _core {
    #[pymodule_export]
    use crate::align::align;
    #[pymodule_export]
    use crate::align::count_errors;
    #[pymodule_export]
    use crate::align::distinct_words;
    #[pymodule_export]
    use crate::alignment::Alignment;
    #[pymodule_export]
    use crate::array::Array;
    #[pymodule_export]
    use crate::asclite::align_streams;
    #[pymodule_export]
    use crate::digest::Digest;
    #[pymodule_export]
    use crate::encoder::Encoder;
    #[pymodule_export]
    use crate::filter::{join_transcripts, rewrite_by_rules, split_transcripts};
    #[pymodule_export]
    use crate::lattice::Lattice;
    #[pymodule_export]
    use crate::lattice::archive::LatticeArchive;
    #[pymodule_export]
    use crate::lattice::decode::{
        Decoded, Oracle, any_paths, arc_posteriors, are_equivalent, best_paths, frame_posteriors, least_errors,
        least_errors_as_kaldi, least_risk,
    };
    #[pymodule_export]
    use crate::lattice::parameter_sweep::LatticeSweep;
    #[pymodule_export]
    use crate::lattice::words::{AlignmentLexicon, TransitionModel, WordBoundaries};
    #[pymodule_export]
    use crate::list::{list_costs, nearest_path};
    #[pymodule_export]
    use crate::mapped_vectors::KeptVectors;
    #[pymodule_export]
    use crate::meetings::{best_combination, least_assignment, timed_counts};
    #[pymodule_export]
    use crate::memory::end_without_memory;
    #[pymodule_export]
    use crate::ngrams::shared_ngrams;
    #[pymodule_export]
    use crate::policy::Policy;
    #[pymodule_export]
    use crate::resample::KaldiBootstrap;
    #[pymodule_export]
    use crate::resample::Resampler;
    #[pymodule_export]
    use crate::rover::pair_arcs;
    #[pymodule_export]
    use crate::sclite::{Sclite, atof};
    #[pymodule_export]
    use crate::scored_system::{Scored, format_det_curve};
    #[pymodule_export]
    use crate::simulation::model::ErrorModel;
    #[pymodule_export]
    use crate::simulation::phrases::{phrases_heard, plain_texts};
    #[pymodule_export]
    use crate::simulation::{Sounds, Spoken, confusable};
    #[pymodule_export]
    use crate::strings::Strings;
    #[pymodule_export]
    use crate::vectors::{Inducer, csls, load_vectors, nearest, neighborhoods};
    #[pymodule_export]
    use crate::weights::Weights;

    #[pymodule_export]
    #[allow(non_upper_case_globals, reason = "Python's name for it")]
    const __version__: &str = env!("CARGO_PKG_VERSION");
}
