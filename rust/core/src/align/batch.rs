//! Many pairs on all cores: the caller feeds chunks of text, workers turn them into what is wanted, order is kept.
//!
//! Threads live as long as one call, so a process may fork between calls. The result does not depend on their
//! number: what is found in a chunk needs nothing but the chunk.

use std::collections::VecDeque;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

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

/// What is wanted of pairs: their alignments, or less.
pub trait Found: Default + Send {
    /// How many pairs there are.
    fn pairs(&self) -> usize;

    /// Makes room for the pairs of these parts.
    fn reserve<'a>(&mut self, parts: impl Iterator<Item = &'a Self>)
    where
        Self: 'a;

    /// Puts the pairs of another batch behind those of this one.
    fn append(&mut self, other: &Self);
}

/// Turns one chunk into what is wanted; each thread has its own.
pub trait ChunkAligner: Send {
    /// What is wanted.
    type Found: Found;

    /// Adds what a chunk's pairs are to what is still empty.
    fn align(&mut self, chunk: &Texts, stop: &StopRequest, found: &mut Self::Found) -> Result<()>;
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
) -> Result<A::Found, F::Error> {
    let Some(first) = feed.next()? else { return Ok(A::Found::default()) };
    let second = feed.next()?;
    if second.is_none() && first.cells() < QUICK {
        return align_here(feed, &first, &mut aligner()?);
    }
    let workers = (0..threads.max(1)).map(|_| aligner()).collect::<Result<Vec<_>>>()?;
    let board = Board::new();
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
fn align_here<F: Feed, A: ChunkAligner>(feed: &mut F, chunk: &Texts, aligner: &mut A) -> Result<A::Found, F::Error> {
    let mut found = A::Found::default();
    let mut outcome = Ok(());
    let mut align = || outcome = aligner.align(chunk, &StopRequest::default(), &mut found);
    if chunk.size() < SMALL {
        align();
    } else {
        feed.pause(&mut align)?;
    }
    outcome?;
    Ok(found)
}

/// Where the caller and the workers meet.
struct Board<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
    stop: StopRequest,
}

struct State<T> {
    waiting: VecDeque<(usize, Texts)>,
    results: Vec<Option<Result<T>>>,
    running: usize,
    fed: bool,
    failed: bool,
}

impl<T> State<T> {
    fn busy(&self) -> bool {
        !self.failed && !self.waiting.is_empty() || self.running > 0
    }
}

impl<T: Found> Board<T> {
    fn new() -> Self {
        let state = State { waiting: VecDeque::new(), results: Vec::new(), running: 0, fed: false, failed: false };
        Self { state: Mutex::new(state), changed: Condvar::new(), stop: StopRequest::default() }
    }

    fn lock(&self) -> MutexGuard<'_, State<T>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn update(&self, change: impl FnOnce(&mut State<T>)) {
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
        let full = |state: &State<T>| {
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
    fn doze(&self, condition: impl Fn(&State<T>) -> bool) {
        let _ = self.changed.wait_timeout_while(self.lock(), GLANCE, |state| condition(state));
    }

    fn work<A: ChunkAligner<Found = T>>(&self, mut aligner: A) {
        while let Some((index, chunk)) = self.take() {
            let running = Running(self);
            let mut found = T::default();
            let outcome = aligner.align(&chunk, &self.stop, &mut found);
            self.update(|state| {
                state.failed |= outcome.is_err();
                state.results[index] = Some(outcome.map(|()| found));
            });
            drop(running);
        }
    }

    /// The next chunk in order, so that whatever stands before a failure was tried.
    fn take(&self) -> Option<(usize, Texts)> {
        let wanting = |state: &mut State<T>| state.waiting.is_empty() && !state.fed && !state.failed;
        let mut state = self.changed.wait_while(self.lock(), wanting).unwrap_or_else(PoisonError::into_inner);
        if state.failed || self.stop.check().is_err() {
            return None;
        }
        let job = state.waiting.pop_front()?;
        state.running += 1;
        self.changed.notify_all();
        Some(job)
    }

    fn gather(self) -> Result<T> {
        let state = self.state.into_inner().unwrap_or_else(PoisonError::into_inner);
        let mut whole = T::default();
        whole.reserve(state.results.iter().flatten().flatten());
        for result in state.results {
            let part = result.unwrap_or_else(|| Err(ErrorKind::Interrupted.into()));
            whole.append(&part.map_err(|error| error.behind(whole.pairs()))?);
        }
        Ok(whole)
    }
}

/// Takes a chunk off the count even if its worker panics, so that the caller does not wait for it.
struct Running<'a, T: Found>(&'a Board<T>);

impl<T: Found> Drop for Running<'_, T> {
    fn drop(&mut self) {
        self.0.update(|state| {
            state.running -= 1;
            state.failed |= thread::panicking();
        });
    }
}
