//! Transcripts (trn): a line an utterance, its id in the last parentheses.

use super::coding::Coding;
use super::input::{Failure, Line, Meaning, Teller, lines, meaning};
use super::pairing::Pairing;
use super::scored_system::Header;
use super::words::Notation;
use crate::vocab::Vocabulary;

/// How the speaker is found in an id (`-i`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ids {
    /// The whole id is the speaker.
    Whole,
    /// The first three letters.
    Three,
    /// What is before the first hyphen or, without one, before the first underscore; named as sclite names it.
    Hyphen(&'static str),
}

impl Ids {
    /// The kind of that name.
    pub fn named(name: &[u8]) -> Option<Self> {
        match name {
            b"sp" => Some(Self::Whole),
            b"wsj" => Some(Self::Three),
            b"rm" => Some(Self::Hyphen("RM")),
            b"swb" => Some(Self::Hyphen("SWB")),
            b"spu_id" => Some(Self::Hyphen("SPU_ID")),
            _ => None,
        }
    }
}

/// What is asked of a run.
pub struct Asked<'a> {
    /// How the speaker is found.
    pub ids: Ids,
    /// How much is told (`-f`).
    pub feedback: i32,
    /// Takes the comments of both files.
    pub comment: &'a mut dyn FnMut(&[u8]),
}

/// Aligns a hypothesis with a reference.
pub fn align(
    reference: &[u8],
    hypothesis: &[u8],
    asked: &mut Asked<'_>,
    pairing: &mut Pairing,
    teller: &mut dyn Teller,
) -> Result<(), Failure> {
    let mut texts = references(reference, hypothesis, asked, pairing, teller)?.into_iter();
    let notation = match &pairing.manner.segmented {
        Some(how) if how.reference => Notation::Unfolded,
        _ => Notation::Text,
    };
    let (mut speaker, mut last) = (Vec::new(), 0);
    let coding = pairing.manner.coding;
    let mut id = Vec::new();
    for line in data(hypothesis) {
        if !told(&line, coding, asked, teller)? {
            continue;
        }
        let (text, raw_id) = parted(line.text, pairing)?;
        id.clear();
        id.extend_from_slice(raw_id);
        fold(&mut id, pairing);
        name_speaker(&id, asked.ids, &mut speaker, teller)?;
        let number = pairing.scored.speaker(&speaker);
        if asked.feedback >= 1 {
            if number != last {
                teller.out(b"\n")?;
                last = number;
            }
            tell_progress(number, &speaker, pairing, teller)?;
        }
        let said = texts.next().unwrap_or_default();
        if asked.feedback >= 100 {
            tell_texts(said, text, pairing, teller)?;
        }
        check(said, pairing)?;
        pairing.read_text(0, said, Notation::Text)?;
        check(text, pairing)?;
        pairing.read_text(1, text, notation)?;
        let header = Header { id: id.clone(), sequence: 0, ..Header::default() };
        let utterance = pairing.finish(number, header, false, teller)?;
        if asked.feedback >= 2 {
            pairing.tell(utterance, b"", teller)?;
        }
    }
    if asked.feedback >= 1 {
        teller.out(b"\n\n")?;
    }
    Ok(())
}

fn tell_progress(number: usize, speaker: &[u8], pairing: &Pairing, teller: &mut dyn Teller) -> Result<(), Failure> {
    let count = pairing.scored.speakers[number].utterances.len() + 1;
    let said = format!("\r    Alignment# {count} for speaker ");
    teller.out(&[said.as_bytes(), speaker, b"          "].concat())
}

/// Tells both texts, that of the reference as it is compared.
fn tell_texts(said: &[u8], heard: &[u8], pairing: &Pairing, teller: &mut dyn Teller) -> Result<(), Failure> {
    let mut folded = said.to_vec();
    fold(&mut folded, pairing);
    let shown: [&[u8]; 5] = [b"\n        HYP -> ", heard, b"\n        REF -> ", &folded, b"\n"];
    teller.out(&shown.concat())
}

/// The lines that end; sclite never sees what comes after the last line end.
fn data(file: &[u8]) -> impl Iterator<Item = Line<'_>> {
    lines(file).filter(|line| line.whole)
}

/// Whether a line is data; a comment is handed on.
fn told(line: &Line<'_>, coding: Coding, asked: &mut Asked<'_>, teller: &mut dyn Teller) -> Result<bool, Failure> {
    let meaning = meaning(line.text, coding, teller)?;
    if meaning == Meaning::Comment {
        (asked.comment)(line.text);
    }
    Ok(meaning == Meaning::Data)
}

/// The text of a line and its id, parentheses included.
fn parted<'a>(line: &'a [u8], pairing: &Pairing) -> Result<(&'a [u8], &'a [u8]), Failure> {
    let place = |byte: u8| line.iter().rposition(|&each| each == byte);
    match (place(b'('), place(b')')) {
        (None, None) => Ok((line, b"")),
        (Some(open), Some(close)) => Ok((&line[..open], line.get(open..=close).unwrap_or_default())),
        _ => {
            let mut told = line.to_vec();
            fold(&mut told, pairing);
            Err(Failure::new([b"Error: Unparsable utterance id ", told.as_slice(), b"\n"].concat()))
        }
    }
}

fn fold(text: &mut Vec<u8>, pairing: &Pairing) {
    if !pairing.manner.case {
        pairing.manner.coding.to_lower(text);
    }
}

fn check(text: &[u8], pairing: &Pairing) -> Result<(), Failure> {
    Ok(pairing.manner.coding.check(text, true)?)
}

/// Finds the speaker in an id; where there is none, the last one goes on speaking.
fn name_speaker(id: &[u8], ids: Ids, speaker: &mut Vec<u8>, teller: &mut dyn Teller) -> Result<(), Failure> {
    let named = match ids {
        Ids::Whole => Some(id),
        Ids::Three => id.get(1..).map(|rest| &rest[..rest.len().min(3)]),
        Ids::Hyphen(name) => {
            let place = |byte: u8| id.iter().position(|&each| each == byte);
            let end = place(b'-').or_else(|| place(b'_'));
            if end.is_none() {
                let said: [&[u8]; 5] = [b"Error: extract_speaker can't locate ", name.as_bytes(), b" id ", id, b"\n"];
                teller.err(&said.concat())?;
            }
            end.map(|end| id.get(1..end).unwrap_or_default())
        }
    };
    if let Some(name) = named {
        speaker.clear();
        speaker.extend_from_slice(name);
    }
    Ok(())
}

/// The reference texts of all hypotheses, in the order of these.
fn references<'a>(
    reference: &'a [u8],
    hypothesis: &[u8],
    asked: &mut Asked<'_>,
    pairing: &Pairing,
    teller: &mut dyn Teller,
) -> Result<Vec<&'a [u8]>, Failure> {
    let mut ids = Vocabulary::default();
    let mut order = Vec::new();
    let mut id = Vec::new();
    for line in data(hypothesis) {
        if told(&line, pairing.manner.coding, asked, teller)? {
            id_of(&line, &mut id, pairing)?;
            order.push(ids.intern(&id));
        }
    }
    let mut texts: Vec<Option<&[u8]>> = vec![None; ids.len()];
    let (mut doubled, mut loaded) = (false, Vec::new());
    for line in data(reference) {
        if told(&line, pairing.manner.coding, asked, teller)? {
            let text = id_of(&line, &mut id, pairing)?;
            let Some(number) = ids.find(&id) else { continue };
            loaded.push(number);
            match texts[number as usize] {
                None => texts[number as usize] = Some(text),
                Some(first) if begins(first, text, pairing) => {}
                Some(_) => {
                    doubled = true;
                    let said: [&[u8]; 3] = [b"Error: double reference text for id '", &id, b"'\n"];
                    teller.err(&said.concat())?;
                }
            }
        }
    }
    if ids.len() < order.len() || texts.iter().any(Option::is_none) {
        return Err(missing(&ids, &order, &loaded, pairing.manner.coding));
    }
    if doubled {
        return Err(Failure::default());
    }
    Ok(order.iter().filter_map(|&number| texts[number as usize]).collect())
}

/// Folds the id of a line into a buffer and gives the text. A line that is folded is looked at whole.
fn id_of<'a>(line: &Line<'a>, id: &mut Vec<u8>, pairing: &Pairing) -> Result<&'a [u8], Failure> {
    if !pairing.manner.case {
        check(line.text, pairing)?;
    }
    let (text, raw) = parted(line.text, pairing)?;
    pairing.manner.coding.check(raw, false)?;
    id.clear();
    id.extend_from_slice(raw);
    fold(id, pairing);
    Ok(text)
}

/// Whether a text that comes again is the beginning of the first.
fn begins(first: &[u8], again: &[u8], pairing: &Pairing) -> bool {
    let [mut first, mut again] = [first.to_vec(), again.to_vec()];
    fold(&mut first, pairing);
    fold(&mut again, pairing);
    first.starts_with(&again)
}

/// What sclite says where hypotheses lack references, or share an id.
///
/// It looks ids up in the sorted list of all, where one that comes twice has two places of which only one is ever
/// found, and names those without a text among as many of the first as it has texts.
fn missing(ids: &Vocabulary, order: &[u32], loaded: &[u32], coding: Coding) -> Failure {
    let mut sorted: Vec<u32> = order.to_vec();
    sorted.sort_by(|&one, &other| coding.compare(ids.word(one), ids.word(other)));
    let mut found = vec![false; sorted.len()];
    for &number in loaded {
        let (mut low, mut high) = (0, sorted.len());
        while low < high {
            let middle = low.midpoint(high);
            match coding.compare(ids.word(number), ids.word(sorted[middle])) {
                std::cmp::Ordering::Less => high = middle,
                std::cmp::Ordering::Greater => low = middle + 1,
                std::cmp::Ordering::Equal => {
                    found[middle] = true;
                    break;
                }
            }
        }
    }
    let count = found.iter().filter(|&&each| each).count();
    let mut told = b"Error: Not enough Reference files loaded\nMissing:\n".to_vec();
    for place in (0..count).filter(|&place| !found[place]) {
        told.extend_from_slice(&[b"    ", ids.word(sorted[place]), b"\n"].concat());
    }
    Failure::new(told)
}
