//! What NIST's `csrfilt.sh` does to lines before and after rules are applied to their texts.

use std::borrow::Cow;

use fields::{find_fields, split_fields};
pub use join::join;

mod fields;
mod join;

/// What a file holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "they are called by their suffixes")]
pub enum Kind {
    Ctm,
    Stm,
    Trn,
    Txt,
    Rttm,
}

impl Kind {
    /// The kind of a name.
    pub fn from_name(name: &str) -> Option<Self> {
        let named =
            [("ctm", Self::Ctm), ("stm", Self::Stm), ("trn", Self::Trn), ("txt", Self::Txt), ("rttm", Self::Rttm)];
        named.iter().find(|(known, _)| *known == name).map(|&(_, kind)| kind)
    }
}

/// Which letters get upper case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Upper {
    None,
    Ascii,
    Latin1,
}

/// A file in two: texts, with spaces around them and within parentheses, and the rests of their lines.
#[derive(Debug, Default)]
pub struct Parts {
    /// One a line, as are the rests.
    pub texts: Vec<u8>,
    /// What texts were taken from.
    pub rests: Vec<u8>,
    /// What is left of texts whose parentheses are not in order.
    pub unpaired: Vec<u8>,
    /// The number of the first line that cannot be split, at which the file ends.
    pub failed: Option<usize>,
}

const KINDS_OF_WORDS: [&[u8]; 9] =
    [b"lex", b"fp", b"un-lex", b"for-lex", b"alpha", b"acronym", b"interjection", b"propernoun", b"other"];

/// The lines with their ends; the last may have none.
pub fn lines(data: &[u8]) -> impl Iterator<Item = &[u8]> {
    data.split_inclusive(|&byte| byte == b'\n')
}

fn is_space(byte: u8) -> bool {
    matches!(byte, b'\t'..=b'\r' | b' ')
}

fn chomp(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

/// Splits all lines, and prepares their texts.
pub fn split(data: &[u8], kind: Kind, upper: Upper) -> Parts {
    let mut parts = Parts::default();
    let (mut padded, mut text) = (Vec::new(), Vec::new());
    for (number, line) in (1..).zip(lines(data)) {
        text.clear();
        if line.starts_with(b";;") {
            text.push(b'\n');
            parts.rests.extend_from_slice(line);
        } else {
            padded.clear();
            squeeze(&pad(line), &mut padded);
            if !split_line(&padded, kind, &mut text, &mut parts.rests) {
                parts.failed = Some(number);
                break;
            }
        }
        add_text(&mut text, upper, &mut parts);
    }
    parts
}

/// Adds a text to the others.
fn add_text(text: &mut [u8], upper: Upper, parts: &mut Parts) {
    let has_parentheses = text.iter().any(|byte| matches!(byte, b'(' | b')'));
    if has_parentheses {
        find_unpaired(text, &mut parts.unpaired);
    }
    if upper != Upper::None && !text.starts_with(b";;") {
        text.make_ascii_uppercase();
        if upper == Upper::Latin1 {
            text.iter_mut().filter(|byte| **byte >= 0xe0).for_each(|byte| *byte -= 0x20);
        }
    }
    let spaced = if has_parentheses { Cow::Owned(space_parentheses(text)) } else { Cow::Borrowed(&*text) };
    parts.texts.extend_from_slice(&pad(&spaced));
}

/// A line with spaces around it.
fn pad(line: &[u8]) -> Vec<u8> {
    let mut padded = Vec::with_capacity(line.len() + 2);
    padded.push(b' ');
    padded.extend_from_slice(chomp(line));
    padded.push(b' ');
    if line.ends_with(b"\n") {
        padded.push(b'\n');
    }
    padded
}

/// Adds a line with one space where there were several, or tabs.
fn squeeze(line: &[u8], output: &mut Vec<u8>) {
    let mut in_space = false;
    for &byte in line {
        let is_blank = matches!(byte, b' ' | b'\t');
        if !is_blank {
            output.push(byte);
        } else if !in_space {
            output.push(b' ');
        }
        in_space = is_blank;
    }
}

fn space_parentheses(text: &[u8]) -> Vec<u8> {
    let mut spaced = Vec::with_capacity(text.len() + 8);
    for &byte in text {
        match byte {
            b'(' => spaced.extend_from_slice(b"( "),
            b')' => spaced.extend_from_slice(b" )"),
            _ => spaced.push(byte),
        }
    }
    spaced
}

/// Splits a line, if that can be done.
fn split_line(line: &[u8], kind: Kind, text: &mut Vec<u8>, rests: &mut Vec<u8>) -> bool {
    match kind {
        Kind::Txt => {
            text.extend_from_slice(line);
            rests.push(b'\n');
        }
        // Text follows five fields and the labels, if there are any.
        Kind::Stm => {
            let Some(end) = find_fields(line, true).or_else(|| find_fields(line, false)) else { return false };
            rests.extend_from_slice(&line[..end]);
            rests.push(b'\n');
            text.extend_from_slice(chomp(&line[end..]));
            text.push(b'\n');
        }
        // It ends before the last parenthesis.
        Kind::Trn => {
            let closed = line.iter().rposition(|&byte| !is_space(byte)).filter(|&place| line[place] == b')');
            let opened = closed.and_then(|end| line[..end].iter().rposition(|&byte| byte == b'('));
            let (Some(end), Some(start)) = (closed, opened) else { return false };
            text.extend_from_slice(&line[..start]);
            text.push(b'\n');
            rests.extend_from_slice(&line[start..=end]);
            rests.push(b'\n');
        }
        Kind::Ctm => split_field(line, 5, text, rests),
        Kind::Rttm if is_word(line) => split_field(line, 6, text, rests),
        Kind::Rttm => {
            text.push(b'\n');
            rests.extend_from_slice(line);
        }
    }
    true
}

/// Whether a line of an rttm file is that of a word.
fn is_word(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b" LEXEME") else { return false };
    let spaces: Vec<usize> = (0..rest.len()).filter(|&place| rest[place] == b' ').collect();
    spaces.windows(2).any(|pair| KINDS_OF_WORDS.contains(&&rest[pair[0] + 1..pair[1]]))
}

fn split_field(line: &[u8], index: usize, text: &mut Vec<u8>, rests: &mut Vec<u8>) {
    let mut parts = split_fields(line);
    if index < parts.len() {
        text.extend_from_slice(parts.remove(index));
    }
    text.push(b'\n');
    rests.extend_from_slice(&parts.join(&b' '));
    rests.push(b'\n');
}

/// Adds what is left of a text whose parentheses are not in order once pairs are taken out.
fn find_unpaired(text: &[u8], output: &mut Vec<u8>) {
    let spaced = pad(&space_parentheses(text));
    let mut wide = Vec::with_capacity(2 * spaced.len());
    let mut is_first = true;
    for &byte in &spaced {
        match byte {
            b'(' => wide.extend_from_slice(b"   ("),
            b')' if is_first => {
                wide.extend_from_slice(b")  ");
                is_first = false;
            }
            _ => wide.push(byte),
        }
    }
    let (mut rest, mut place) = (Vec::new(), 0);
    while place < wide.len() {
        if let Some(length) = find_optional(&wide[place..]) {
            place += length;
        } else {
            rest.push(wide[place]);
            place += 1;
        }
    }
    if rest.iter().any(|byte| matches!(byte, b'(' | b')')) {
        output.extend_from_slice(&rest);
    }
}

/// How long a pair of parentheses is that the text begins with, after a space.
fn find_optional(text: &[u8]) -> Option<usize> {
    if !is_space(*text.first()?) || *text.get(1)? != b'(' {
        return None;
    }
    let length = text[2..].iter().position(|byte| matches!(byte, b'(' | b')'))?;
    (length > 0 && text[2 + length] == b')').then_some(length + 3)
}

/// The texts after the rules, without the spaces that were put in, and perhaps without hyphens.
pub fn clean(texts: &[u8], splits_hyphens: bool) -> Vec<u8> {
    let mut output = Vec::with_capacity(texts.len());
    for line in lines(texts) {
        let line = if splits_hyphens && line.contains(&b'-') { Cow::Owned(split_hyphens(line)) } else { line.into() };
        remove_spaces(&line, &mut output);
    }
    output
}

/// The line with spaces for hyphens within words.
fn split_hyphens(line: &[u8]) -> Vec<u8> {
    let mut output = line.to_vec();
    let mut place = 1;
    while place + 1 < line.len() {
        let is_inside = !matches!(line[place - 1], b'(' | b' ') && !matches!(line[place + 1], b')' | b' ');
        if line[place] == b'-' && is_inside {
            output[place] = b' ';
            place += 1; // what is before a hyphen is not one that was split
        }
        place += 1;
    }
    output
}

/// Adds a line without what was put in, each word of several in parentheses in a pair of its own.
fn remove_spaces(line: &[u8], output: &mut Vec<u8>) {
    let has_parentheses = line.iter().any(|byte| matches!(byte, b'(' | b')'));
    let divided = if has_parentheses { Cow::Owned(divide_optional(line)) } else { Cow::Borrowed(line) };
    let line = divided.strip_prefix(b" ").unwrap_or(&divided);
    let body = match line.strip_suffix(b" \n") {
        Some(body) => [body, b"\n"].concat(),
        None => line.strip_suffix(b" ").unwrap_or(line).to_vec(),
    };
    if !has_parentheses {
        output.extend_from_slice(&body);
        return;
    }
    let mut place = 0;
    while place < body.len() {
        let spaces = body[place..].iter().take_while(|&&byte| is_space(byte)).count();
        if spaces > 0 {
            if body.get(place + spaces) != Some(&b')') {
                output.extend_from_slice(&body[place..place + spaces]);
            }
            place += spaces;
            continue;
        }
        output.push(body[place]);
        place += 1;
        if output.last() == Some(&b'(') {
            place += body[place..].iter().take_while(|&&byte| is_space(byte)).count();
        }
    }
}

/// The line with a pair of parentheses for each word of several in one.
fn divide_optional(line: &[u8]) -> Vec<u8> {
    let mut line = line.to_vec();
    let mut place = 0;
    // Each pair that is written begins behind the last: what is before it does not fit again.
    while let Some(opened) = line[place..].iter().position(|&byte| byte == b'(') {
        let start = place + opened;
        match find_two(&line[start..]) {
            Some(first) => {
                line.splice(start + first..start + first, *b") ( ");
                place = start + first + 2;
            }
            None => place = start + 1,
        }
    }
    line
}

/// Where the second of two words in parentheses begins, in a text that begins with one.
fn find_two(text: &[u8]) -> Option<usize> {
    let count = |from: usize, wanted: fn(u8) -> bool| text[from..].iter().take_while(|&&byte| wanted(byte)).count();
    let is_letter = |byte| !is_space(byte) && !matches!(byte, b'(' | b')');
    let (word, space) = (1 + count(1, is_space), is_letter as fn(u8) -> bool);
    let end = word + count(word, space);
    let second = end + count(end, is_space);
    (word > 1 && end > word && second > end && count(second, space) > 0).then_some(second)
}
