//! Timed words (ctm): a line a word, with recording, channel, start and duration, and perhaps a confidence.

use super::coding::Coding;
use super::input::{Failure, check_fields, fields, lines};
use crate::numbers::atof;

/// A word of a ctm.
#[derive(Clone, Debug, PartialEq)]
pub struct Word {
    /// The recording.
    pub file: Vec<u8>,
    /// Its channel.
    pub channel: Vec<u8>,
    /// From when, in seconds.
    pub start: f64,
    /// How long.
    pub duration: f64,
    /// What was said.
    pub text: Vec<u8>,
    /// How sure the recognizer was; 0 where nothing is told.
    pub confidence: f32,
    /// Whether it stands among alternatives, their marks included.
    pub alternative: bool,
    /// Whether it is left out (`-m`).
    pub ignored: bool,
    /// Whether it is the mark before alternatives.
    pub begins: bool,
}

/// The words of a file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// In order.
    pub words: Vec<Word>,
    /// Whether any of them tells how sure its recognizer was.
    pub confident: bool,
}

/// The mark between alternatives.
pub const OR: &[u8] = b"<alt>";
/// The mark after alternatives.
pub const END: &[u8] = b"<alt_end>";

impl Word {
    /// Whether it is a mark, in any case.
    pub fn is(&self, mark: &[u8]) -> bool {
        self.text.eq_ignore_ascii_case(mark)
    }

    /// Whether it is any mark of alternatives.
    pub fn is_mark(&self) -> bool {
        self.text.get(..4).is_some_and(|start| start.eq_ignore_ascii_case(b"<alt"))
    }

    /// Until when.
    pub fn end(&self) -> f64 {
        self.start + self.duration
    }

    /// Halfway.
    pub fn middle(&self) -> f64 {
        self.start + self.duration / 2.0
    }

    /// Whether two words are of one channel of one recording.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.file == other.file && self.channel == other.channel
    }
}

impl Words {
    /// Reads a file; the path is for what is said of it.
    pub fn read(data: &[u8], path: &[u8], coding: Coding, case: bool) -> Result<Self, Failure> {
        let mut read = Self::default();
        let begin = lower(b"<ALT_BEGIN>", coding);
        for line in lines(data).filter(|line| line.text.first() != Some(&b';')) {
            let text = if case {
                line.text.to_vec()
            } else {
                coding.check(line.text, true)?;
                lower(line.text, coding)
            };
            let told = text.strip_suffix(b"\n").unwrap_or(&text);
            let mut known = fields(told, coding).map(|field| field.text);
            check_fields(told, coding, 7)?;
            let needed: Vec<&[u8]> = known.by_ref().take(5).collect();
            let [file, channel, start, duration, spelled] = needed[..] else {
                return Err(refused(&text, path, line.number));
            };
            let confidence = known.next().filter(|told| !told.eq_ignore_ascii_case(b"na"));
            read.confident |= confidence.is_some();
            let start = atof(start.strip_prefix(b"&&").unwrap_or(start));
            coding.check(spelled, true)?;
            // By the letters of the profile: in Turkish the mark has an i without a dot, and with one it is a word.
            let begins = spelled.starts_with(b"<") && lower(spelled, coding) == begin;
            let spelled = if begins { b"<alt_begin>" } else { spelled };
            let mut word = Word {
                file: file.to_vec(),
                channel: channel.to_vec(),
                start,
                duration: atof(duration),
                text: spelled.to_vec(),
                confidence: confidence.map_or(0.0, |told| atof(told) as f32),
                alternative: false,
                ignored: false,
                begins,
            };
            word.alternative =
                word.is_mark() || read.words.last().is_some_and(|last| last.alternative && !last.is(END));
            read.words.push(word);
        }
        Ok(read)
    }

    /// Where the run of words of one channel ends that begins at a place.
    pub fn run_end(&self, start: usize) -> usize {
        let Some(first) = self.words.get(start) else { return start };
        start + self.words[start..].iter().take_while(|word| word.is_beside(first)).count()
    }

    /// What sclite tells of how sure the recognizer was of a word.
    pub fn confidence(&self, word: &Word) -> f32 {
        if self.confident { word.confidence } else { -1.0 }
    }
}

fn lower(text: &[u8], coding: Coding) -> Vec<u8> {
    let mut text = text.to_vec();
    coding.to_lower(&mut text);
    text
}

/// What is said of a line without all its fields: sclite's words if it is empty, else, where that crashes, ours.
fn refused(line: &[u8], path: &[u8], number: usize) -> Failure {
    if line == b"\n" || line.is_empty() {
        let said: [&[u8]; 3] =
            [b"; *ERR: Conversation is empty ''.\n; *Err: Error detected in ctm file '", path, b"'\n"];
        return Failure { out: said.concat(), err: Vec::new() };
    }
    let place = format!(":{number}: a line of a ctm needs recording, channel, start, duration and word\n");
    Failure::new([b"sclite: ", path, place.as_bytes()].concat())
}
