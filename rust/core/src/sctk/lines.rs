//! An alignment in lines, as `pra`, `prf` and their like show it.

use super::scored_system::{Detail, LETTERS, Scored, Utterance, attribute};
use crate::alignment::Counts;
use crate::numbers::fixed;
use crate::policy::Step;

/// The least that an item takes where something is known of words besides their spelling.
const NUMBER: usize = 7;
/// What stands before the lines of a block, with and without the mark of a continuation.
const MARGINS: [usize; 2] = [6, 9];

/// The attributes that are told by name, the second as sclite spells it.
const NAMED: [(u16, &str); 4] = [
    (attribute::CHARACTERS, "Character_align "),
    (attribute::CASE, "Case_sensitve "),
    (attribute::REFERENCE_WEIGHTS, "Ref_weight "),
    (attribute::HYPOTHESIS_WEIGHTS, "Hyp_weight "),
];

/// What a line of a block shows of each item: of the word of a side, something that is known of it, or the step's letter.
enum Shown {
    Word(usize),
    Number(usize, fn(&Detail) -> f64, usize),
    Letter,
}

/// The lines of a block: label, attributes of which an utterance must have one, and what is shown.
const LINES: [(&str, u16, Shown); 11] = [
    ("REF:  ", 0, Shown::Word(0)),
    ("R_T1: ", attribute::REFERENCE_TIMES, Shown::Number(0, |detail| detail.times[0], 2)),
    ("R_T2: ", attribute::REFERENCE_TIMES, Shown::Number(0, |detail| detail.times[1], 2)),
    ("RCNF: ", attribute::REFERENCE_CONFIDENCES, Shown::Number(0, |detail| detail.confidence, 4)),
    ("HYP:  ", 0, Shown::Word(1)),
    ("H_T1: ", attribute::HYPOTHESIS_TIMES, Shown::Number(1, |detail| detail.times[0], 2)),
    ("H_T2: ", attribute::HYPOTHESIS_TIMES, Shown::Number(1, |detail| detail.times[1], 2)),
    ("CONF: ", attribute::HYPOTHESIS_CONFIDENCES, Shown::Number(1, |detail| detail.confidence, 4)),
    ("R_WE: ", attribute::REFERENCE_WEIGHTS, Shown::Number(0, |detail| detail.weight, 4)),
    ("H_WE: ", attribute::HYPOTHESIS_WEIGHTS, Shown::Number(1, |detail| detail.weight, 4)),
    ("Eval: ", 0, Shown::Letter),
];

struct Cell {
    step: Step,
    words: [u32; 2],
    detail: [Detail; 2],
    lengths: [usize; 2],
    width: usize,
    /// Whether words that are wrong are shown in capitals.
    raised: bool,
}

impl Scored {
    /// An utterance: what is known of it, its counts, and its blocks. The bits of `attributes` that it has are shown.
    pub fn show(&self, utterance: usize, width: usize, attributes: u16, out: &mut Vec<u8>) {
        let Utterance { header, counts, .. } = &self.utterances[utterance];
        let known = [
            ("id: ", Some(&header.id)),
            ("Labels: ", header.labels.as_ref()),
            ("File: ", header.file.as_ref()),
            ("Channel: ", header.channel.as_ref()),
        ];
        for (name, text) in known {
            let Some(text) = text else { continue };
            out.extend_from_slice(name.as_bytes());
            out.extend_from_slice(text);
            out.push(b'\n');
        }
        let Counts { matches, substitutions, insertions, deletions } = counts;
        let scores = format!("Scores: (#C #S #D #I) {matches} {substitutions} {deletions} {insertions}\n");
        out.extend_from_slice(scores.as_bytes());
        let shown = attributes & header.attributes;
        let named: String = NAMED.iter().filter(|(bit, _)| shown & bit != 0).map(|&(_, name)| name).collect();
        if !named.is_empty() {
            out.extend_from_slice(format!("Attributes: {named}\n").as_bytes());
        }
        for (bit, name, [from, until]) in
            [(attribute::REFERENCE_SPAN, "Ref", header.spans[0]), (attribute::HYPOTHESIS_SPAN, "Hyp", header.spans[1])]
        {
            if shown & bit != 0 {
                out.extend_from_slice(format!("{name} times: t1= ").as_bytes());
                fixed(out, from, 2);
                out.extend_from_slice(b" t2= ");
                fixed(out, until, 2);
                out.push(b'\n');
            }
        }
        self.lines(utterance, width, shown, out);
    }

    /// The blocks of an utterance, no line wider than `width` unless a word alone is.
    fn lines(&self, utterance: usize, width: usize, attributes: u16, out: &mut Vec<u8>) {
        let cells = self.cells(utterance, attributes);
        let mut used = 0;
        while used < cells.len() {
            let taken = used + fitting(&cells[used..], width, MARGINS[usize::from(used > 0)]);
            if used > 0 {
                out.push(b'\n');
            }
            for (label, _, shown) in LINES.iter().filter(|(_, needs, _)| *needs == 0 || attributes & needs != 0) {
                out.extend_from_slice(if used > 0 { b">> " } else { b"" });
                out.extend_from_slice(label.as_bytes());
                for cell in &cells[used..taken] {
                    let start = out.len();
                    cell.show(shown, self, out);
                    out.resize(out.len().max(start + cell.width) + 1, b' ');
                }
                out.push(b'\n');
            }
            used = taken;
        }
    }

    fn cells(&self, utterance: usize, attributes: u16) -> Vec<Cell> {
        let least = if attributes & attribute::DETAILS == 0 { 1 } else { NUMBER };
        let details = self.details(utterance);
        let items = self.items(utterance).enumerate();
        let cell = |(place, item): (usize, super::scored_system::Item)| {
            let lone = [Step::Insertion, Step::Deletion].map(|step| item.step == step);
            let length = |side: usize| if lone[side] { 1 } else { self.value(item.words[side]).len() };
            let lengths = [length(0), length(1)];
            let width = lengths[0].max(lengths[1]).max(if least == 1 { 0 } else { least });
            let raised = attributes & attribute::CASE == 0 && item.step != Step::Match;
            let detail = details.get(place).copied().unwrap_or_default();
            Cell { step: item.step, words: item.words, detail, lengths, width, raised }
        };
        items.map(cell).collect()
    }
}

/// How many of the items go into a line: one that fills it is put off unless it is the last.
///
/// sclite would put off a word that is as wide as the line for ever; here it takes its line.
fn fitting(cells: &[Cell], width: usize, margin: usize) -> usize {
    let (mut taken, mut filled) = (0, margin);
    while taken < cells.len() && filled < width {
        filled += 1 + cells[taken].width;
        taken += 1;
    }
    if taken < cells.len() { taken.saturating_sub(1).max(1) } else { taken }
}

impl Cell {
    fn has(&self, side: usize) -> bool {
        self.step != [Step::Insertion, Step::Deletion][side]
    }

    fn show(&self, shown: &Shown, scored: &Scored, out: &mut Vec<u8>) {
        match *shown {
            Shown::Word(side) => self.word(side, scored, out),
            Shown::Number(side, value, digits) if self.has(side) => fixed(out, value(&self.detail[side]), digits),
            Shown::Letter if self.step != Step::Match => out.push(LETTERS[self.step as usize]),
            Shown::Number(..) | Shown::Letter => {}
        }
    }

    /// The word, or asterisks for one that is missing.
    fn word(&self, side: usize, scored: &Scored, out: &mut Vec<u8>) {
        if !self.has(side) {
            out.resize(out.len() + self.lengths[1 - side], b'*');
            return;
        }
        let value = scored.value(self.words[side]);
        if self.raised {
            let mut capitals = value.to_vec();
            scored.coding.to_upper(&mut capitals);
            out.extend_from_slice(&capitals);
        } else {
            out.extend_from_slice(value);
        }
    }
}
