//! asclite's alignments of several streams, as Python sees them.

use std::cell::RefCell;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::to_python;
use mondegreen_core::error::{Error, ErrorKind};
use mondegreen_core::sctk::asclite::cost::{Costs, Fragment, Text, Word};
use mondegreen_core::sctk::asclite::{Effort, Step, Stream, align};

/// Text, cost alone, own times, those that it has or its segment's, and speaker.
type WordParts = (u32, i64, [i64; 2], [i64; 2], u32);
/// Words, the positions before each, and those at the end.
type StreamParts = (Vec<WordParts>, Vec<Vec<u32>>, Vec<u32>);

/// How words are compared, as `align_streams` takes it.
#[expect(clippy::struct_excessive_bools, reason = "each is an option of its own")]
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub struct Manner {
    together: bool,
    fragments: bool,
    spelling: bool,
    adaptive: Option<i64>,
    speakers: bool,
    timed: Option<i64>,
    prune: Option<i64>,
    apart: Option<i64>,
}

fn make_stream((words, before, ends): StreamParts, texts: usize) -> PyResult<Stream> {
    let is_known = |position: &u32| (*position as usize) <= words.len();
    let is_valid = before.len() == words.len()
        && before.iter().flatten().chain(&ends).all(is_known)
        && words.iter().all(|word| (word.0 as usize) < texts);
    if !is_valid {
        return Err(PyValueError::new_err("a stream names words or texts that it does not have"));
    }
    let words = words.into_iter();
    let words = words.map(|(text, alone, times, span, speaker)| Word { text, alone, times, span, speaker }).collect();
    Ok(Stream { words, before, ends })
}

fn make_text((bytes, fragment): (Vec<u8>, u8)) -> Text {
    let fragment = [Fragment::None, Fragment::Beginning, Fragment::End][usize::from(fragment.min(2))];
    Text { bytes, fragment }
}

/// The steps of the cheapest alignment of streams, each as the streams and positions of its words.
///
/// The first so many streams are hypotheses. A stream is its words, for each the positions that it may follow, and the
/// positions at its end; word `i` is at position `i + 1`. With the steps come the cost, the window in milliseconds
/// within which words were compared if all cells are more than `cells`, and how many asclite looks at if `counts`.
#[pyfunction]
#[pyo3(signature = (streams, hypotheses, texts, manner: "dict[str, object]", cells, counts))]
pub fn align_streams(
    py: Python<'_>,
    streams: Vec<StreamParts>,
    hypotheses: usize,
    texts: Vec<(Vec<u8>, u8)>,
    manner: Manner,
    cells: u64,
    counts: bool,
) -> PyResult<(Vec<Step>, i64, Option<i64>, u64)> {
    let Manner { together, fragments, spelling, adaptive, speakers, timed, prune, apart } = manner;
    if hypotheses > streams.len() || adaptive == Some(0) || timed == Some(0) {
        return Err(PyValueError::new_err("there are more hypotheses than streams, or a divisor is 0"));
    }
    let streams =
        streams.into_iter().map(|stream| make_stream(stream, texts.len())).collect::<PyResult<Vec<Stream>>>()?;
    let texts = texts.into_iter().map(make_text).collect();
    let costs = Costs {
        together,
        texts,
        fragments,
        spelling,
        adaptive,
        speakers,
        timed,
        prune,
        apart,
        known: RefCell::default(),
    };
    let mut watch = || {
        let asked: PyResult<()> = Python::attach(|py| {
            py.check_signals()?;
            Ok(())
        });
        asked.map_err(|_| Error::from(ErrorKind::Interrupted))
    };
    let found = py.detach(move || align(&streams, hypotheses, &costs, Effort { cells, counts }, &mut watch));
    let found = found.map_err(to_python)?;
    Ok((found.steps, found.cost, found.window, found.reached))
}
