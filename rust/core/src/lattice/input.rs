//! Bytes from anywhere, a few at a time, with their offset.

use std::io::Read;

use super::fault::Fault;

/// How much is asked for at once.
const CHUNK: usize = 1 << 18;

/// A source of bytes, of which those at hand can be looked at.
///
/// Memory grows with the bytes that came, never with a size that was promised.
pub struct Input {
    source: Box<dyn Read + Send>,
    buffer: Vec<u8>,
    place: usize,
    filled: usize,
    dropped: u64,
}

impl std::fmt::Debug for Input {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Input").field("offset", &self.offset()).finish_non_exhaustive()
    }
}

impl Input {
    pub fn new(source: Box<dyn Read + Send>) -> Self {
        Self { source, buffer: Vec::new(), place: 0, filled: 0, dropped: 0 }
    }

    /// Reads a source of which so many bytes are already passed.
    pub fn from_offset(source: Box<dyn Read + Send>, offset: u64) -> Self {
        Self { dropped: offset, ..Self::new(source) }
    }

    pub fn offset(&self) -> u64 {
        self.dropped + self.place as u64
    }

    /// Brings so many bytes to hand, or all there are.
    fn fill(&mut self, wanted: usize) -> Result<&[u8], Fault> {
        while self.filled - self.place < wanted {
            if self.place > 0 {
                self.buffer.copy_within(self.place..self.filled, 0);
                self.dropped += self.place as u64;
                self.filled -= self.place;
                self.place = 0;
            }
            if self.buffer.len() < self.filled + CHUNK {
                self.buffer.resize(self.filled + CHUNK, 0);
            }
            match self.source.read(&mut self.buffer[self.filled..]) {
                Ok(0) => break,
                Ok(count) => self.filled += count,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(&self.buffer[self.place..self.filled])
    }

    /// The next byte, which stays.
    pub fn peek(&mut self) -> Result<Option<u8>, Fault> {
        Ok(self.fill(1)?.first().copied())
    }

    pub fn byte(&mut self) -> Result<Option<u8>, Fault> {
        let byte = self.peek()?;
        self.place += usize::from(byte.is_some());
        Ok(byte)
    }

    /// The next bytes, so many.
    pub fn take(&mut self, count: usize) -> Result<&[u8], Fault> {
        if self.fill(count)?.len() < count {
            return Err(Fault::Truncated);
        }
        self.place += count;
        Ok(&self.buffer[self.place - count..self.place])
    }

    #[inline]
    pub fn array<const SIZE: usize>(&mut self) -> Result<[u8; SIZE], Fault> {
        if let Some(bytes) = self.buffer[self.place..self.filled].first_chunk() {
            let bytes = *bytes;
            self.place += SIZE;
            return Ok(bytes);
        }
        self.take(SIZE)?.first_chunk().copied().ok_or(Fault::Truncated)
    }

    pub fn i32(&mut self) -> Result<i32, Fault> {
        self.array().map(i32::from_le_bytes)
    }

    pub fn i64(&mut self) -> Result<i64, Fault> {
        self.array().map(i64::from_le_bytes)
    }

    /// The rest of the line without its line feed; nothing at the end of the file.
    pub fn line(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        let mut wanted = 1;
        loop {
            let at_hand = self.fill(wanted)?;
            let feed = at_hand.iter().position(|&byte| byte == b'\n');
            let (end, whole) = (feed.unwrap_or(at_hand.len()), feed.is_some() || at_hand.len() < wanted);
            if whole {
                let line = (!at_hand.is_empty()).then(|| at_hand[..end].to_vec());
                self.place = (self.place + end + 1).min(self.filled);
                return Ok(line);
            }
            wanted = at_hand.len() + 1;
        }
    }
}
