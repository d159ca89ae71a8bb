//! Batches: chunks of any size on any number of threads, with feeds and chunks that fail.

use mondegreen_core::align::batch::{ChunkAligner, Feed, run};
use mondegreen_core::align::plain::TextAligner;
use mondegreen_core::alignment::{Alignment, Counts};
use mondegreen_core::error::{Error, ErrorKind, Place, Result};
use mondegreen_core::policy::Policy;
use mondegreen_core::stop_request::StopRequest;
use mondegreen_core::text::{Sequences, Texts, Unit};
use mondegreen_core::vocab::Vocabulary;

use super::input::Input;

pub fn batch(data: &[u8]) {
    let mut input = Input(data);
    let policy = Policy::NAMED[input.below(4)].1;
    let unit = Unit::NAMED[input.below(3)].1;
    let threads = input.below(5);
    let fault = Fault::of(input.byte());
    let chunks = chunks(&mut input);
    let all = || Chunks { chunks: chunks.clone().into_iter(), left: None };
    let alone = run(&mut all(), 1, || Ok(TextAligner::new(unit, policy))).unwrap();
    check(&alone, &chunks);
    let together = match fault {
        Fault::None => run(&mut all(), threads, || Ok(TextAligner::new(unit, policy))).unwrap(),
        Fault::Feed(at) => {
            let mut feed = Chunks { left: Some(at), ..all() };
            let outcome = run(&mut feed, threads, || Ok(TextAligner::new(unit, policy)));
            if at < chunks.len() {
                assert_eq!(outcome.unwrap_err().kind, ErrorKind::NoPath, "the feed's own error");
                return;
            }
            outcome.unwrap()
        }
        Fault::Letter(letter) => {
            let outcome = run(&mut all(), threads, || Ok(Fussy { letter, aligner: TextAligner::new(unit, policy) }));
            if let Some(pair) = first_pair_with(letter, &chunks) {
                let error = outcome.unwrap_err();
                assert_eq!((error.kind, error.place), (ErrorKind::CostOverflow, Some(Place::Pair(pair))));
                return;
            }
            outcome.unwrap()
        }
    };
    assert_eq!(alone, together);
}

/// What goes wrong.
#[derive(Clone, Copy)]
enum Fault {
    None,
    /// The feed, after so many chunks.
    Feed(usize),
    /// Any pair whose reference has this letter.
    Letter(u8),
}

impl Fault {
    fn of(byte: u8) -> Self {
        match byte % 4 {
            0 | 1 => Self::None,
            2 => Self::Feed(usize::from(byte / 4)),
            _ => Self::Letter(b'a' + byte / 4 % 26),
        }
    }
}

type Pairs = Vec<(String, String)>;

/// Chunks of any sizes, empty ones too.
fn chunks(input: &mut Input) -> Vec<Pairs> {
    let mut chunks = Vec::new();
    while !input.is_empty() && chunks.len() < 40 {
        let pairs = input.below(6);
        let mut text = || {
            let length = input.below(24);
            String::from_utf8_lossy(input.take(length)).into_owned()
        };
        chunks.push((0..pairs).map(|_| (text(), text())).collect());
    }
    chunks
}

struct Chunks {
    chunks: std::vec::IntoIter<Pairs>,
    /// How many chunks are given before one fails, if one does.
    left: Option<usize>,
}

impl Feed for Chunks {
    type Error = Error;

    fn next(&mut self) -> Result<Option<Texts>> {
        let Some(pairs) = self.chunks.next() else { return Ok(None) };
        if self.left == Some(0) {
            return Err(ErrorKind::NoPath.into());
        }
        self.left = self.left.map(|left| left - 1);
        let mut texts = Texts::default();
        for (reference, hypothesis) in pairs {
            texts.push(&reference);
            texts.push(&hypothesis);
        }
        Ok(Some(texts))
    }

    fn pause(&mut self, wait: &mut (dyn FnMut() + Send)) -> Result<()> {
        wait();
        Ok(())
    }
}

/// Fails at a letter, as a kernel does at what it cannot align.
struct Fussy {
    letter: u8,
    aligner: TextAligner,
}

impl ChunkAligner for Fussy {
    type Found = Alignment;

    fn align(&mut self, chunk: &Texts, stop: &StopRequest, alignment: &mut Alignment) -> Result<()> {
        let mut letters = Sequences::default();
        chunk.intern(Unit::Letters, &mut Vocabulary::default(), &mut letters);
        let fails = |pair: &usize| letters.get(2 * pair).contains(&self.letter.into());
        match (0..letters.len() / 2).find(fails) {
            Some(pair) => Err(Error::from(ErrorKind::CostOverflow).at(Place::Pair(pair))),
            None => self.aligner.align(chunk, stop, alignment),
        }
    }
}

fn first_pair_with(letter: u8, chunks: &[Pairs]) -> Option<usize> {
    chunks.iter().flatten().position(|(reference, _)| reference.as_bytes().contains(&letter))
}

/// The flat arrays hang together.
fn check(alignment: &Alignment, chunks: &[Pairs]) {
    assert_eq!(alignment.len(), chunks.iter().flatten().count());
    assert_eq!(alignment.offsets.last(), Some(&(alignment.steps.len() as u64)));
    for index in 0..alignment.len() {
        assert_eq!(alignment.counts[index], Counts::of(alignment.pair(index)));
    }
}
