//! Utterances of an sgml as sclite writes them, read one after another.
//!
//! What is written in any other way is left to the reader of single lines, which knows all that sclite accepts.

use super::scored_system::{ABSENT, Detail, Header, Item, Scored, attribute, step_of};
use super::sgml::FIELDS;
use crate::numbers::atof;
use crate::policy::Step;

/// The attributes of a path that are there or not, with their bits.
const FLAGS: [(&[u8], u16); 4] = [
    (b"char_align", attribute::CHARACTERS),
    (b"case_sense", attribute::CASE),
    (b"hyp_weight", attribute::HYPOTHESIS_WEIGHTS),
    (b"ref_weight", attribute::REFERENCE_WEIGHTS),
];
/// Those that are times: the span that they belong to, the place there, and the bit.
const TIMES: [(&[u8], usize, usize, u16); 4] = [
    (b"R_T1", 0, 0, attribute::REFERENCE_SPAN),
    (b"R_T2", 0, 1, attribute::REFERENCE_SPAN),
    (b"H_T1", 1, 0, attribute::HYPOTHESIS_SPAN),
    (b"H_T2", 1, 1, attribute::HYPOTHESIS_SPAN),
];
/// So many digits are no more than an `int` holds.
const DIGITS: usize = 9;

impl Scored {
    /// Adds the utterances of a speaker from a place of a text on; where the first stands that is written in another
    /// way, or what comes behind the last. `fields` are those of the last utterance before, and then of the last.
    pub fn read_paths(&mut self, text: &[u8], mut place: usize, speaker: usize, fields: &mut Vec<usize>) -> usize {
        if speaker < self.speakers.len() {
            while let Some(length) = text.get(place..).and_then(|rest| self.read_path(rest, speaker, fields)) {
                place += length;
            }
        }
        place
    }

    /// Adds the utterance at the beginning of a text; how long it is there.
    fn read_path(&mut self, text: &[u8], speaker: usize, fields: &mut Vec<usize>) -> Option<usize> {
        let (header, own, tag) = read_tag(text)?;
        // Fields are kept for later utterances that name none.
        if own.is_none() && !fields.is_empty() {
            return None;
        }
        let told = own.unwrap_or_default();
        let rest = text.get(tag..)?;
        let start = self.steps.len();
        let length = match self.read_items(rest, &told) {
            Some((length, details)) if rest.get(length..).is_some_and(|rest| rest.starts_with(b"\n</PATH>\n")) => {
                self.close(speaker, header, &details);
                length
            }
            _ => {
                self.steps.truncate(start);
                self.words.truncate(start);
                return None;
            }
        };
        *fields = told;
        Some(tag + length + b"\n</PATH>\n".len())
    }

    /// Adds the items of a line; how long it is, and what they tell.
    fn read_items(&mut self, text: &[u8], fields: &[usize]) -> Option<(usize, Vec<[Detail; 2]>)> {
        if fields.is_empty() {
            return Some((self.read_plain_items(text)?, Vec::new()));
        }
        let line = text.get(..text.iter().position(|&byte| byte == b'\n')?)?;
        let mut details = Vec::new();
        let is_plain = line.first() != Some(&b'<') && !line.contains(&0);
        let surplus = is_plain.then(|| self.push_sgml(line, fields, &mut details).ok()).flatten()?;
        surplus.is_empty().then_some((line.len(), details))
    }

    /// Adds items that tell nothing of their words; how long the line is.
    fn read_plain_items(&mut self, text: &[u8]) -> Option<usize> {
        let mut place = 0;
        while *text.get(place)? != b'\n' {
            let step = step_of(*text.get(place)?)?;
            if *text.get(place + 1)? != b',' {
                return None;
            }
            place += 2;
            let mut words = [ABSENT; 2];
            let mut before: &[u8] = &[];
            for (side, missing) in [Step::Insertion, Step::Deletion].into_iter().enumerate() {
                if side == 1 {
                    place += usize::from(*text.get(place)? == b',');
                }
                if step == missing {
                    continue;
                }
                let word = quoted(text.get(place..)?)?;
                place += word.len() + 2;
                // Most words are those of the reference.
                words[side] =
                    if side == 1 && step == Step::Match && word == before { words[0] } else { self.word(word) };
                before = word;
            }
            match *text.get(place)? {
                b':' if *text.get(place + 1)? != b'\n' => place += 1,
                b'\n' => {}
                _ => return None,
            }
            self.push(Item { step, words });
        }
        Some(place)
    }
}

/// The word in quotation marks at the beginning of a text.
fn quoted(text: &[u8]) -> Option<&[u8]> {
    let rest = text.strip_prefix(b"\"")?;
    let end = rest.iter().position(|&byte| byte == b'"' || byte == b'\n' || byte == 0)?;
    (rest[end] == b'"').then(|| &rest[..end])
}

/// The header of a path, the fields that it names, and how long the tag is with its line end.
fn read_tag(text: &[u8]) -> Option<(Header, Option<Vec<usize>>, usize)> {
    let mut rest = text.strip_prefix(b"<PATH ")?;
    let mut header = Header { sequence: -1, ..Header::default() };
    let (mut fields, mut seen) = (None, 0u32);
    loop {
        let equals = rest.iter().position(|&byte| matches!(byte, b'=' | b'\n'))?;
        let name = &rest[..equals];
        let value = quoted(rest.get(equals + 1..)?)?;
        let bit = read_attribute(&mut header, &mut fields, name, value)?;
        if seen & bit != 0 {
            return None;
        }
        seen |= bit;
        rest = rest.get(equals + value.len() + 3..)?;
        match *rest.first()? {
            b' ' => rest = &rest[1..],
            b'>' if rest.get(1) == Some(&b'\n') => {
                return Some((header, fields, text.len() - rest.len() + 2));
            }
            _ => return None,
        }
    }
}

/// Reads an attribute into the header; a bit of its own.
fn read_attribute(header: &mut Header, fields: &mut Option<Vec<usize>>, name: &[u8], value: &[u8]) -> Option<u32> {
    let text = || (!value.is_empty()).then(|| value.to_vec());
    match name {
        b"id" => header.id = value.to_vec(),
        b"word_cnt" => return Some(1 << 1),
        b"labels" => header.labels = text(),
        b"file" => header.file = text(),
        b"channel" => header.channel = text(),
        b"sequence" => {
            let is_number = value.len() <= DIGITS && value.iter().all(u8::is_ascii_digit);
            header.sequence = std::str::from_utf8(value).ok().filter(|_| is_number)?.parse().ok()?;
        }
        b"word_aux" => {
            let place = |part: &[u8]| FIELDS.iter().position(|(known, _, _)| known.as_bytes() == part);
            let found = value.split(|&byte| byte == b',').map(place).collect::<Option<Vec<usize>>>()?;
            header.attributes |= found.iter().fold(0, |bits, &field| bits | FIELDS[field].1);
            *fields = Some(found);
        }
        _ => return read_flag_or_time(header, name, value),
    }
    let known: [&[u8]; 7] = [b"id", b"word_cnt", b"labels", b"file", b"channel", b"sequence", b"word_aux"];
    known.iter().position(|each| *each == name).map(|index| 1 << index)
}

fn read_flag_or_time(header: &mut Header, name: &[u8], value: &[u8]) -> Option<u32> {
    if let Some(index) = FLAGS.iter().position(|(known, _)| *known == name) {
        header.attributes |= if value.is_empty() { 0 } else { FLAGS[index].1 };
        return Some(1 << (8 + index));
    }
    let index = TIMES.iter().position(|(known, ..)| *known == name)?;
    let (_, side, end, bit) = TIMES[index];
    header.spans[side][end] = atof(value);
    header.attributes |= if value.is_empty() { 0 } else { bit };
    Some(1 << (16 + index))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &[u8]) -> (Scored, usize) {
        let mut scored = Scored::default();
        let speaker = scored.speaker(b"s");
        let end = scored.read_paths(text, 0, speaker, &mut Vec::new());
        (scored, end)
    }

    #[test]
    fn utterances_are_read_up_to_the_first_that_is_odd() {
        let path = b"<PATH id=\"(s-1)\" word_cnt=\"4\" labels=\"<o>\" sequence=\"3\" R_T1=\"1.5\">\nC,\"a\",\"a\":S,\"b\",\"c\":I,,\"d\":D,\"e\",\n</PATH>\n";
        let text = [&path[..], path, b"<PATH id=\"x\"  word_cnt=\"0\">\n\n</PATH>\n"].concat();
        let (scored, end) = read(&text);
        assert_eq!((scored.utterances.len(), end), (2, 2 * path.len()));
        let header = &scored.utterances[1].header;
        assert_eq!((header.id.as_slice(), header.sequence, header.spans[0][0]), (&b"(s-1)"[..], 3, 1.5));
        assert_eq!(scored.steps(1), [Step::Match, Step::Substitution, Step::Insertion, Step::Deletion]);
        let words: Vec<_> = scored.items(1).map(|item| item.words.map(|word| scored.value(word).to_vec())).collect();
        assert_eq!(words[2], [b"".to_vec(), b"d".to_vec()]);
    }

    #[test]
    fn what_is_half_there_leaves_nothing() {
        for text in [
            &b"<PATH id=\"x\">\nC,\"a\",\"a\"\n"[..],
            b"<PATH id=\"x\">\nC,\"a\",\"a\":\n</PATH>\n",
            b"<PATH id=\"x\">\nX,\"a\",\"a\"\n</PATH>\n",
            b"<PATH id=\"x\" id=\"y\">\n\n</PATH>\n",
            b"<PATH id=\"x\" sequence=\"-1\">\n\n</PATH>\n",
            b"<PATH id=\"x\" word_aux=\"what\">\n\n</PATH>\n",
            b"<PATH id=\"x\" word_aux=\"r_conf\">\nC,\"a\",\"a\",1,2\n</PATH>\n",
        ] {
            let (scored, end) = read(text);
            assert_eq!((scored.utterances.len(), scored.steps.len(), end), (0, 0, 0));
        }
    }
}
