//! Vectors as text: a word and its numbers on each line, below a line of counts or not (word2vec, fastText, `GloVe`).

use std::io::Read;
use std::ops::ControlFlow;
use std::thread;

use super::fault::Fault;
use super::normalize;
use crate::error::Result;

/// The bytes that one thread reads at a time.
const PIECE: usize = 1 << 22;
/// Of a field that is no number, so many characters are shown.
const SHOWN: usize = 20;

/// What the first line tells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Numbers in a line.
    pub dimension: usize,
    /// Vectors promised, if any are.
    pub promised: Option<u64>,
    /// Where the first vector begins.
    pub start: usize,
    /// Whether vectors are scaled to length 1.
    pub scaled: bool,
}

impl Shape {
    /// The shape of a text. A first line of two whole numbers is taken for counts.
    pub fn of(data: &[u8]) -> Result<Self> {
        let mark = if data.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
        let end = end_of_line(data, mark);
        let fields: Vec<&[u8]> = fields(&data[mark..end]).collect();
        let counts: Vec<u64> = fields.iter().filter_map(|field| number(field)).collect();
        if let ([promised, dimension], 2) = (counts.as_slice(), fields.len()) {
            let dimension = usize::try_from(*dimension).unwrap_or(usize::MAX);
            return Ok(Self { dimension, promised: Some(*promised), start: end, scaled: true });
        }
        match fields.len() {
            0 if data.iter().all(u8::is_ascii_whitespace) => Err(Fault::Empty.into()),
            0 | 1 => Err(Fault::Fields { expected: 1, found: 0 }.at(1)),
            count => Ok(Self { dimension: count - 1, promised: None, start: mark, scaled: true }),
        }
    }
}

/// Vectors of unit length and their words, in the order of their lines.
#[derive(Debug, Default)]
pub struct Part {
    /// All numbers, one vector behind the other.
    pub values: Vec<f32>,
    /// All words, one behind the other, and where each ends.
    pub spellings: Vec<u8>,
    /// Where each word ends in `spellings`.
    pub ends: Vec<u64>,
    /// Lines, blank ones included.
    pub lines: u64,
}

/// A text that is read on as it is needed: mapped into memory, it would end the process if somebody cut it meanwhile.
pub struct Text<R> {
    input: R,
    buffer: Vec<u8>,
    ended: bool,
}

impl<R: Read> Text<R> {
    /// A text of which nothing was read.
    pub fn new(input: R) -> Self {
        Self { input, buffer: Vec::new(), ended: false }
    }

    /// The shape of the text, by its first line.
    pub fn shape(&mut self) -> Result<Shape> {
        self.fill(PIECE)?;
        self.fill_line()?;
        Shape::of(&self.buffer)
    }

    /// Reads it on some threads and hands over its parts in order, each with where it ends in the text, until no more
    /// are wanted.
    pub fn read(
        mut self,
        shape: Shape,
        threads: usize,
        mut take: impl FnMut(Part, usize) -> Result<ControlFlow<()>>,
    ) -> Result<()> {
        let mut lines = u64::from(shape.promised.is_some());
        let (mut start, mut done) = (shape.start, 0);
        loop {
            self.fill(start + threads.max(1) * PIECE)?;
            let end = self.fill_line()?;
            if end <= start {
                return Ok(());
            }
            done += end;
            for part in parts(pieces(&self.buffer[start..end]), shape) {
                let part = part.map_err(|error| error.below(lines))?;
                lines += part.lines;
                if take(part, done)?.is_break() {
                    return Ok(());
                }
            }
            self.buffer.drain(..end);
            start = 0;
        }
    }

    /// Reads on until so many bytes are there, or all.
    fn fill(&mut self, wanted: usize) -> Result<()> {
        let lacking = wanted.saturating_sub(self.buffer.len()) as u64;
        if !self.ended {
            let found = (&mut self.input).take(lacking).read_to_end(&mut self.buffer).map_err(Fault::from)?;
            self.ended = (found as u64) < lacking;
        }
        Ok(())
    }

    /// Where the last whole line ends, for which it reads on if need be; of all the text, its end.
    fn fill_line(&mut self) -> Result<usize> {
        loop {
            let feed = self.buffer.iter().rposition(|&byte| byte == b'\n');
            match feed {
                _ if self.ended => return Ok(self.buffer.len()),
                Some(feed) => return Ok(feed + 1),
                None => self.fill(self.buffer.len() + PIECE)?,
            }
        }
    }
}

fn pieces(data: &[u8]) -> Vec<&[u8]> {
    let (mut pieces, mut start) = (Vec::new(), 0);
    while start < data.len() {
        let end = end_of_line(data, (start + PIECE).min(data.len()));
        pieces.push(&data[start..end]);
        start = end;
    }
    pieces
}

/// What stands in the pieces, each read on its own thread.
fn parts(pieces: Vec<&[u8]>, shape: Shape) -> Vec<Result<Part>> {
    thread::scope(|scope| {
        let work: Vec<_> = pieces.into_iter().map(|piece| scope.spawn(move || part(piece, shape))).collect();
        work.into_iter().map(|thread| thread.join().unwrap_or_else(|cause| std::panic::resume_unwind(cause))).collect()
    })
}

/// Where the line at a place ends: behind its line feed.
fn end_of_line(data: &[u8], place: usize) -> usize {
    data[place..].iter().position(|&byte| byte == b'\n').map_or(data.len(), |feed| place + feed + 1)
}

fn part(piece: &[u8], shape: Shape) -> Result<Part> {
    let mut part = Part::default();
    for line in piece.split_inclusive(|&byte| byte == b'\n') {
        part.lines += 1;
        if !line.iter().all(u8::is_ascii_whitespace) {
            part.push(line, shape).map_err(|fault| fault.at(part.lines))?;
        }
    }
    Ok(part)
}

impl Part {
    fn push(&mut self, line: &[u8], shape: Shape) -> Result<(), Fault> {
        let dimension = shape.dimension;
        let mut rest = line.trim_ascii_end();
        let start = self.values.len();
        while self.values.len() < start.saturating_add(dimension) {
            let place = rest.iter().rposition(|byte| is_blank(*byte));
            let Some(place) = place else {
                return Err(Fault::Fields { expected: dimension, found: fields(line).count() - 1 });
            };
            self.values.push(finite(&rest[place + 1..])?);
            let end = rest[..place].iter().rposition(|byte| !is_blank(*byte)).map_or(0, |last| last + 1);
            rest = &rest[..end];
            if end == 0 {
                break;
            }
        }
        let found = self.values.len() - start;
        // A word may hold blanks, but not behind its first part nothing but numbers.
        let mut more = fields(rest).skip(1).peekable();
        let extra = more.peek().is_some() && fields(rest).skip(1).all(|field| finite(field).is_ok());
        if found < dimension || extra {
            return Err(Fault::Fields { expected: dimension, found: fields(line).count() - 1 });
        }
        std::str::from_utf8(rest).map_err(|_| Fault::NotUtf8)?;
        self.values[start..].reverse();
        if shape.scaled {
            normalize(&mut self.values[start..]);
        }
        self.spellings.extend_from_slice(rest);
        self.ends.push(self.spellings.len() as u64);
        Ok(())
    }
}

fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t')
}

fn fields(line: &[u8]) -> impl Iterator<Item = &[u8]> {
    line.trim_ascii_end().split(|&byte| is_blank(byte)).filter(|field| !field.is_empty())
}

fn number(field: &[u8]) -> Option<u64> {
    std::str::from_utf8(field).ok()?.parse().ok()
}

fn finite(field: &[u8]) -> Result<f32, Fault> {
    let number: Option<f32> = std::str::from_utf8(field).ok().and_then(|text| text.parse().ok());
    match number {
        Some(number) if number.is_finite() => Ok(number),
        _ => Err(Fault::Number(String::from_utf8_lossy(field).chars().take(SHOWN).collect())),
    }
}
