//! Many pairs on all cores: the caller feeds chunks of text, workers turn them into alignments, order is kept.
//!
//! Threads live as long as one call, so a process may fork between calls. The result does not depend on their
//! number: a chunk's alignment needs nothing but the chunk.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use crate::alignment::Alignment;
use crate::error::{Error, ErrorKind, Result};
use crate::stop_request::StopRequest;
use crate::text::Texts;

/// Where chunks come from, and what the caller does while it waits for the workers.
pub trait Feed {
    /// What can go wrong on the caller's side.
    type Error: From<Error>;

    /// The next chunk, reference and hypothesis in turn, or `None` at the end.
    fn next(&mut self) -> Result<Option<Texts>, Self::Error>;

    /// Calls `wait` once; an error ends the batch.
    fn pause(&mut self, wait: &mut (dyn FnMut() + Send)) -> Result<(), Self::Error>;
}

/// Turns one chunk into alignments; each thread has its own.
pub trait ChunkAligner: Send {
    /// Adds the alignments of a chunk's pairs to an empty `Alignment`.
    fn align(&mut self, chunk: &Texts, stop: &StopRequest, alignment: &mut Alignment) -> Result<()>;
}

/// A chunk is full when it holds this many pairs.
pub const CHUNK_PAIRS: usize = 2_048;
/// A chunk is full when it holds this many characters.
pub const CHUNK_SIZE: usize = 1 << 19;
/// Below this size the caller's own threads need not be let go on.
const SMALL: usize = 1 << 13;
/// Below so many cells, counted in characters, no thread is worth its start, and no interruption comes too late.
const QUICK: usize = 1 << 26;
/// How often the caller looks up while it waits.
const GLANCE: Duration = Duration::from_millis(50);

/// Aligns everything `feed` gives on `threads` threads, each with an aligner of its own.
pub fn run<F: Feed, A: ChunkAligner>(
    feed: &mut F,
    threads: usize,
    mut aligner: impl FnMut() -> Result<A>,
) -> Result<Alignment, F::Error> {
    let Some(first) = feed.next()? else { return Ok(Alignment::default()) };
    let second = feed.next()?;
    if second.is_none() && first.cells() < QUICK {
        return align_here(feed, &first, &mut aligner()?);
    }
    let workers = (0..threads.max(1)).map(|_| aligner()).collect::<Result<Vec<_>>>()?;
    let board = Board::default();
    thread::scope(|scope| {
        for worker in workers {
            scope.spawn(|| board.work(worker));
        }
        let begun = [Some(first), second].into_iter().flatten();
        let outcome = board.supply(feed, begun, threads).and_then(|()| board.wait(feed));
        if outcome.is_err() {
            board.stop.request();
        }
        board.update(|state| state.fed = true);
        outcome
    })?;
    Ok(board.gather()?)
}

/// Aligns a chunk on the caller's thread, which lets others go on meanwhile unless there is next to nothing to do.
fn align_here<F: Feed, A: ChunkAligner>(feed: &mut F, chunk: &Texts, aligner: &mut A) -> Result<Alignment, F::Error> {
    let mut alignment = Alignment::default();
    let mut outcome = Ok(());
    let mut align = || outcome = aligner.align(chunk, &StopRequest::default(), &mut alignment);
    if chunk.size() < SMALL {
        align();
    } else {
        feed.pause(&mut align)?;
    }
    outcome?;
    Ok(alignment)
}

/// Where the caller and the workers meet.
#[derive(Default)]
struct Board {
    state: Mutex<State>,
    changed: Condvar,
    stop: StopRequest,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<(usize, Texts)>,
    results: Vec<Option<Result<Alignment>>>,
    running: usize,
    fed: bool,
    failed: bool,
}

impl State {
    fn busy(&self) -> bool {
        !self.failed && !self.waiting.is_empty() || self.running > 0
    }
}

impl Board {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, change: impl FnOnce(&mut State)) {
        change(&mut self.lock());
        self.changed.notify_all();
    }

    /// Puts chunks up for the workers, a few more than they took. A single thread takes turns with the caller: who
    /// asks for one thread does not mean two.
    fn supply<F: Feed>(
        &self,
        feed: &mut F,
        mut begun: impl Iterator<Item = Texts>,
        threads: usize,
    ) -> Result<(), F::Error> {
        let full = |state: &State| {
            let enough = if threads > 1 { state.waiting.len() >= 2 * threads } else { state.busy() };
            enough && !state.failed
        };
        loop {
            while full(&self.lock()) {
                feed.pause(&mut || self.doze(full))?;
            }
            let next = begun.next().map_or_else(|| feed.next(), |chunk| Ok(Some(chunk)))?;
            let Some(chunk) = next.filter(|_| !self.lock().failed) else { return Ok(()) };
            self.update(|state| {
                state.waiting.push_back((state.results.len(), chunk));
                state.results.push(None);
            });
        }
    }

    fn wait<F: Feed>(&self, feed: &mut F) -> Result<(), F::Error> {
        while self.lock().busy() {
            feed.pause(&mut || self.doze(State::busy))?;
        }
        Ok(())
    }

    /// Sleeps while the condition holds, but no longer than a glance.
    fn doze(&self, condition: impl Fn(&State) -> bool) {
        let _ = self.changed.wait_timeout_while(self.lock(), GLANCE, |state| condition(state));
    }

    fn work<A: ChunkAligner>(&self, mut aligner: A) {
        while let Some((index, chunk)) = self.take() {
            let running = Running(self);
            let mut alignment = Alignment::default();
            let outcome = aligner.align(&chunk, &self.stop, &mut alignment);
            self.update(|state| {
                state.failed |= outcome.is_err();
                state.results[index] = Some(outcome.map(|()| alignment));
            });
            drop(running);
        }
    }

    /// The next chunk in order, so that whatever stands before a failure was tried.
    fn take(&self) -> Option<(usize, Texts)> {
        let wanting = |state: &mut State| state.waiting.is_empty() && !state.fed && !state.failed;
        let mut state = self.changed.wait_while(self.lock(), wanting).unwrap_or_else(PoisonError::into_inner);
        if state.failed || self.stop.check().is_err() {
            return None;
        }
        let job = state.waiting.pop_front()?;
        state.running += 1;
        self.changed.notify_all();
        Some(job)
    }

    fn gather(self) -> Result<Alignment> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut whole = Alignment::default();
        whole.reserve(state.results.iter().flatten().flatten());
        for result in state.results {
            let part = result.unwrap_or_else(|| Err(ErrorKind::Interrupted.into()));
            whole.append(&part.map_err(|error| error.behind(whole.len()))?);
        }
        Ok(whole)
    }
}

/// Takes a chunk off the count even if its worker panics, so that the caller does not wait for it.
struct Running<'a>(&'a Board);

impl Drop for Running<'_> {
    fn drop(&mut self) {
        self.0.update(|state| {
            state.running -= 1;
            state.failed |= thread::panicking();
        });
    }
}
