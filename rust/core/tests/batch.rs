//! Many pairs at once: order, threads, failures and requests to stop.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may fail loudly")]

use mondegreen_core::align::batch::{ChunkAligner, Feed, run};
use mondegreen_core::align::plain::TextAligner;
use mondegreen_core::alignment::Alignment;
use mondegreen_core::error::{Error, ErrorKind, Place, Result};
use mondegreen_core::policy::Policy;
use mondegreen_core::stop_request::StopRequest;
use mondegreen_core::text::{Texts, Unit};

/// Chunks of pairs that tell their number by their lengths; after so many pauses the caller gives up.
struct Chunks {
    next: usize,
    end: usize,
    pauses: usize,
}

const PAIRS: usize = 300;

impl Chunks {
    fn of(chunks: usize) -> Self {
        Self { next: 0, end: chunks, pauses: usize::MAX }
    }
}

impl Feed for Chunks {
    type Error = Error;

    fn next(&mut self) -> Result<Option<Texts>> {
        if self.next == self.end {
            return Ok(None);
        }
        let mut texts = Texts::default();
        for pair in 0..PAIRS {
            texts.push(&"mot ".repeat(self.next + 1));
            texts.push(&"mot ".repeat(pair % 50));
        }
        self.next += 1;
        Ok(Some(texts))
    }

    fn pause(&mut self, wait: &mut (dyn FnMut() + Send)) -> Result<()> {
        wait();
        self.pauses = self.pauses.checked_sub(1).ok_or_else(|| Error::from(ErrorKind::Interrupted))?;
        Ok(())
    }
}

fn aligner() -> TextAligner {
    TextAligner::new(Unit::Words, Policy::SCLITE)
}

#[test]
fn order_is_that_of_the_feed_for_any_number_of_threads() {
    let alone = run(&mut Chunks::of(40), 1, || Ok(aligner())).unwrap();
    assert_eq!(alone.len(), 40 * PAIRS);
    for (at, counts) in alone.counts.iter().enumerate() {
        let words = (at / PAIRS + 1) as u32;
        assert_eq!(counts.matches + counts.substitutions + counts.deletions, words, "pair {at}");
    }
    for threads in [2, 3, 7] {
        assert_eq!(run(&mut Chunks::of(40), threads, || Ok(aligner())).unwrap(), alone);
    }
}

#[test]
fn one_small_chunk_needs_no_thread() {
    struct Small(Option<Texts>);
    impl Feed for Small {
        type Error = Error;
        fn next(&mut self) -> Result<Option<Texts>> {
            Ok(self.0.take())
        }
        fn pause(&mut self, _wait: &mut (dyn FnMut() + Send)) -> Result<()> {
            panic!("a caller with nothing to wait for waits")
        }
    }
    let mut texts = Texts::default();
    texts.push("a b");
    texts.push("a");
    assert_eq!(run(&mut Small(Some(texts)), 2, || Ok(aligner())).unwrap().counts[0].deletions, 1);
    assert_eq!(run(&mut Small(None), 2, || Ok(aligner())).unwrap(), Alignment::default());
}

/// Fails at the first pair of chunks from a number on.
struct Failing {
    from: usize,
}

impl ChunkAligner for Failing {
    type Found = Alignment;

    fn align(&mut self, chunk: &Texts, stop: &StopRequest, alignment: &mut Alignment) -> Result<()> {
        TextAligner::new(Unit::Words, Policy::KALDI).align(chunk, stop, alignment)?;
        let chunk = alignment.counts[0].deletions as usize;
        if chunk > self.from { Err(Error::from(ErrorKind::CostOverflow).at(Place::Pair(5))) } else { Ok(()) }
    }
}

#[test]
fn the_first_failure_in_order_is_told() {
    for threads in [1, 2, 5] {
        let error = run(&mut Chunks::of(60), threads, || Ok(Failing { from: 7 })).unwrap_err();
        assert_eq!(error.kind, ErrorKind::CostOverflow);
        assert_eq!(error.place, Some(Place::Pair(7 * PAIRS + 5)), "{threads} threads");
    }
}

/// Works until it is asked to stop.
struct Endless;

impl ChunkAligner for Endless {
    type Found = Alignment;

    fn align(&mut self, _chunk: &Texts, stop: &StopRequest, _alignment: &mut Alignment) -> Result<()> {
        loop {
            stop.check()?;
            std::thread::yield_now();
        }
    }
}

#[test]
fn a_caller_who_gives_up_stops_the_workers() {
    let mut feed = Chunks { pauses: 3, ..Chunks::of(30) };
    let error = run(&mut feed, 2, || Ok(Endless)).unwrap_err();
    assert_eq!(error.kind, ErrorKind::Interrupted);
}

/// Panics, as no worker should.
struct Panicking;

impl ChunkAligner for Panicking {
    type Found = Alignment;

    fn align(&mut self, _chunk: &Texts, _stop: &StopRequest, _alignment: &mut Alignment) -> Result<()> {
        panic!("a worker panics")
    }
}

#[test]
#[should_panic(expected = "a scoped thread panicked")]
fn a_panic_ends_the_wait() {
    let _ = run(&mut Chunks::of(30), 2, || Ok(Panicking));
}
