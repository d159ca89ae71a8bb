//! Files as C programs read them, and what is said while they are read.

use super::coding::{Coding, Strange};
use super::words::is_blank;

/// Why nothing more is done; the exit code is 1.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Failure {
    /// What goes to standard output.
    pub out: Vec<u8>,
    /// What goes to standard error.
    pub err: Vec<u8>,
}

impl Failure {
    /// A failure that is told on standard error.
    pub fn new(err: impl Into<Vec<u8>>) -> Self {
        Self { out: Vec::new(), err: err.into() }
    }
}

impl From<crate::error::Error> for Failure {
    fn from(error: crate::error::Error) -> Self {
        Self::new(format!("sclite: {error}\n"))
    }
}

impl From<Strange> for Failure {
    fn from(strange: Strange) -> Self {
        Self::new([&strange.0, b"\n".as_slice()].concat())
    }
}

/// Where the program writes while it works.
pub trait Teller {
    /// To standard output.
    fn out(&mut self, text: &[u8]) -> Result<(), Failure>;
    /// To standard error.
    fn err(&mut self, text: &[u8]) -> Result<(), Failure>;
}

/// A line of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line<'a> {
    /// With its end, if it has one, but only up to a NUL.
    pub text: &'a [u8],
    /// Whether it ends; only the last line may not.
    pub whole: bool,
    /// Counted from 1.
    pub number: usize,
}

/// The lines of a file.
pub fn lines(data: &[u8]) -> impl Iterator<Item = Line<'_>> {
    data.split_inclusive(|&byte| byte == b'\n').enumerate().map(|(index, line)| Line {
        text: line.split(|&byte| byte == 0).next().unwrap_or_default(),
        whole: line.ends_with(b"\n"),
        number: index + 1,
    })
}

/// What a line of a trn or an stm is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// `;;`: a comment, which may define a label.
    Comment,
    /// `**`, or nothing but blanks.
    Nothing,
    /// Data.
    Data,
}

/// What a line is; one that may have been meant as a comment is warned of.
pub fn meaning(line: &[u8], coding: Coding, teller: &mut dyn Teller) -> Result<Meaning, Failure> {
    Ok(match line {
        [b';', b';', ..] => Meaning::Comment,
        [b'*', b'*', ..] => Meaning::Nothing,
        [b';', ..] => {
            teller.err(&suspicion(line, ';', "comment"))?;
            Meaning::Data
        }
        [b'*', ..] => {
            teller.err(&suspicion(line, '*', "comment info"))?;
            Meaning::Data
        }
        _ => match line.iter().position(|&byte| !is_blank(byte)) {
            None => Meaning::Nothing,
            Some(start) => {
                coding.check_first(&line[start..])?;
                Meaning::Data
            }
        },
    })
}

/// Hands on the comments of a file, whatever else is in it.
pub fn comments(data: &[u8], comment: &mut dyn FnMut(&[u8]), teller: &mut dyn Teller) -> Result<(), Failure> {
    for line in lines(data) {
        match line.text {
            [b';', b';', ..] => comment(line.text),
            [b';', ..] => teller.err(&suspicion(line.text, ';', "comment"))?,
            _ => {}
        }
    }
    Ok(())
}

/// The warning of a line that begins with one character where two would make it a comment.
pub fn suspicion(line: &[u8], character: char, what: &str) -> Vec<u8> {
    let mut told = format!(
        "Warning: The comment designation is now {character}{character}, the line below\n         \
         has only one {what} character, this may be an error\n         "
    )
    .into_bytes();
    told.extend_from_slice(line);
    told.push(b'\n');
    told
}

/// The fields of a line, which blanks, tabs and line ends part; a wide character has none of them.
pub fn fields(line: &[u8], coding: Coding) -> impl Iterator<Item = Field<'_>> {
    let ends = |byte: u8| matches!(byte, b' ' | b'\t' | b'\n');
    let mut place = 0;
    std::iter::from_fn(move || {
        while line.get(place).is_some_and(|&byte| ends(byte)) {
            place += 1;
        }
        let start = place;
        while let Some(&byte) = line.get(place).filter(|&&byte| !ends(byte)) {
            place += if byte < 0x80 { 1 } else { coding.width(byte).max(1) };
        }
        place = place.min(line.len());
        (start < place).then(|| Field { text: &line[start..place], start })
    })
}

/// Refuses bytes that are not in the encoding as far as so many fields go.
pub fn check_fields(line: &[u8], coding: Coding, count: usize) -> Result<(), Strange> {
    let last = fields(line, coding).take(count).last();
    coding.check_until(line, last.map_or(0, |field| field.start + field.text.len()))
}

/// A field of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Field<'a> {
    /// What it says.
    pub text: &'a [u8],
    /// Where it begins.
    pub start: usize,
}
