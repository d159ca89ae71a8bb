//! Segment time marks (stm): a line a segment, with recording, channel, speaker, times, perhaps labels, and text.

use super::coding::Coding;
use super::input::{Failure, Meaning, Teller, check_fields, fields, lines, meaning};
use crate::numbers::atof;

/// A segment of an stm.
#[derive(Clone, Debug, PartialEq)]
pub struct Segment {
    /// The recording.
    pub file: Vec<u8>,
    /// Its channel.
    pub channel: Vec<u8>,
    /// Who speaks.
    pub speaker: Vec<u8>,
    /// From when, in seconds.
    pub start: f32,
    /// Until when.
    pub end: f32,
    /// Such as `<o,f0,male>`.
    pub labels: Option<Vec<u8>>,
    /// What was said.
    pub text: Vec<u8>,
    /// Whether nothing is scored in it.
    pub ignored: bool,
    /// Whether it is left out (`-m`).
    pub dropped: bool,
}

/// What stands in a segment in which nothing is scored.
const MARKS: [&[u8]; 2] = [b"IGNORE_TIME_SEGMENT_IN_SCORING", b"IGNORETIMESEGMENTINSCORING"];

impl Segment {
    /// Whether another is of the same channel of the same recording.
    pub fn is_beside(&self, other: &Self) -> bool {
        self.file == other.file && self.channel == other.channel
    }
}

/// Reads a file; the path is for what is said of it.
pub fn read(
    data: &[u8],
    path: &[u8],
    coding: Coding,
    case: bool,
    teller: &mut dyn Teller,
) -> Result<Vec<Segment>, Failure> {
    let mut segments = Vec::new();
    for line in lines(data) {
        if meaning(line.text, coding, teller)? != Meaning::Data {
            continue;
        }
        let mut text = line.text.to_vec();
        if !case {
            coding.check(&text, true)?;
            coding.to_lower(&mut text);
        }
        // The fields are looked at here, and the text when it is aligned.
        let labelled = fields(&text, coding).nth(5).is_some_and(|field| field.text.starts_with(b"<"));
        check_fields(&text, coding, if labelled { 7 } else { 6 })?;
        segments.push(segment(&text, coding).ok_or_else(|| {
            let place =
                format!(":{}: a line of an stm needs recording, channel, speaker, start and end\n", line.number);
            Failure::new([b"sclite: ", path, place.as_bytes()].concat())
        })?);
    }
    Ok(segments)
}

fn segment(line: &[u8], coding: Coding) -> Option<Segment> {
    let mut known = fields(line, coding);
    let [file, channel, speaker] = [known.next()?, known.next()?, known.next()?].map(|field| field.text.to_vec());
    let [start, end] = [known.next()?, known.next()?].map(|field| atof(field.text) as f32);
    let mut next = known.next();
    let labels = next.filter(|field| field.text.starts_with(b"<")).map(|field| field.text.to_vec());
    if labels.is_some() {
        next = known.next();
    }
    let text = next.map_or(b"".as_slice(), |field| &line[field.start..]);
    let text = text.strip_suffix(b"\n").unwrap_or(text).to_vec();
    let ignored = is_ignored(&text, coding);
    Some(Segment { file, channel, speaker, start, end, labels, text, ignored, dropped: false })
}

/// Whether a text holds a mark, in whatever case: that of the encoding's profile, so that Turkish has no mark with an
/// i.
fn is_ignored(text: &[u8], coding: Coding) -> bool {
    let lower = |text: &[u8]| {
        let mut text = text.to_vec();
        coding.to_lower(&mut text);
        text
    };
    let text = lower(text);
    MARKS.iter().map(|mark| lower(mark)).any(|mark| text.windows(mark.len()).any(|part| part == mark))
}
