//! How words are compared: sclite's options, as data.

use std::cmp::Ordering;
use std::collections::HashMap;

use super::coding::Coding;
use super::input::{Line, fields, lines};

/// The options that decide what words are and what they cost.
#[derive(Clone, Debug, Default)]
#[allow(clippy::struct_excessive_bools, reason = "each is an option of the command line, and any goes with any")]
pub struct Manner {
    /// `-e`.
    pub coding: Coding,
    /// `-s`: capitals and small letters differ.
    pub case: bool,
    /// `-c`: characters are aligned rather than words.
    pub characters: Option<Characters>,
    /// `-F`: a fragment matches the words that it may be a part of.
    pub fragments: bool,
    /// `-D`: words in parentheses may be missing.
    pub optional: bool,
    /// `-w`: words cost what they weigh.
    pub weights: Option<Weights>,
    /// `-T`: words cost what their times are apart.
    pub timed: bool,
    /// `-S`: the boundaries of words are found by the way.
    pub segmented: Option<Segmented>,
}

/// How words become characters.
#[derive(Clone, Copy, Debug, Default)]
pub struct Characters {
    /// `NOASCII`: neighbors in ASCII stay together.
    pub whole_ascii: bool,
    /// `DH`: hyphens are dropped.
    pub without_hyphens: bool,
}

/// What words weigh.
#[derive(Clone, Debug, Default)]
pub struct Weights {
    /// By word.
    pub known: HashMap<Vec<u8>, f64>,
    /// Of any other word.
    pub missing: f64,
}

impl Weights {
    /// What a word weighs; one that is joined by `=` weighs what its parts do, of which those that are empty are none.
    pub fn of(&self, word: &[u8]) -> f64 {
        let part = |part: &[u8]| self.known.get(part).copied().unwrap_or(self.missing);
        if !word.contains(&b'=') {
            return part(word);
        }
        word.split(|&byte| byte == b'=').filter(|part| !part.is_empty()).map(part).sum()
    }
}

/// Which side is cut into characters, and which words may be made of these.
#[derive(Clone, Debug)]
pub struct Segmented {
    /// `algo2`: the reference is cut; else the hypothesis.
    pub reference: bool,
    /// `ASCIITOO`: neighbors in ASCII are cut as well.
    pub ascii_too: bool,
    /// The words, in the order of the file.
    pub lexicon: Vec<Vec<u8>>,
    /// The most characters that any of them has.
    pub longest: usize,
    /// Why nothing is aligned, if there is a reason.
    pub refusal: Vec<u8>,
}

impl Segmented {
    /// With the words of a lexicon's file: the first of each line.
    pub fn new(reference: bool, ascii_too: bool, lexicon: &[u8], refusal: Vec<u8>, coding: Coding) -> Self {
        let word = |line: Line<'_>| {
            fields(line.text.strip_suffix(b"\n").unwrap_or(line.text), coding)
                .next()
                .map_or(Vec::new(), |field| field.text.to_vec())
        };
        let lexicon: Vec<Vec<u8>> = lines(lexicon).map(word).collect();
        let longest = lexicon.iter().map(|word| coding.characters(word).count()).max().unwrap_or(0).max(1);
        Self { reference, ascii_too, lexicon, longest, refusal }
    }

    /// What sclite says of words of the lexicon that do not come behind the word before them.
    pub fn disorder(&self, coding: Coding) -> Vec<u8> {
        let mut said = Vec::new();
        for (place, pair) in self.lexicon.windows(2).enumerate() {
            if let [before, word] = pair
                && coding.compare(word, before).is_lt()
            {
                let item = format!("Error: Adding lexical item {} out of order '", place + 1);
                let parts: [&[u8]; 5] = [item.as_bytes(), word, b"' !> '", before, b"'\n"];
                said.extend(parts.concat());
            }
        }
        said
    }

    /// Whether the lexicon has a word: halved again and again, which finds little where it is out of order.
    pub fn has(&self, word: &[u8], coding: Coding) -> bool {
        let (mut low, mut high) = (0, self.lexicon.len());
        while low < high {
            // As C's `bsearch` does: which of two words in the middle is looked at matters out of order.
            let middle = low + (high - low) / 2;
            let Some(known) = self.lexicon.get(middle) else { return false };
            match coding.compare(known, word) {
                Ordering::Equal => return true,
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
            }
        }
        false
    }
}
