//! Timed words against segments (stm/ctm): channel by channel, words are dealt out to segments by their middles.

use super::ctm::{self, Words};
use super::input::{Failure, Teller};
use super::pairing::Pairing;
use super::scored_system::{Header, attribute};
use super::stm::Segment;
use super::timed::read_words;
use super::words::Notation;
use std::ops::Range;

/// What C prints of a text that is not there.
const NOTHING: &[u8] = b"(null)";

/// What of either side is left out (`-m`).
#[derive(Clone, Copy, Debug, Default)]
pub struct Reduced {
    /// Segments outside of the time of the words.
    pub segments: bool,
    /// Words outside of the time of the segments.
    pub words: bool,
}

/// A run.
pub struct Channels<'a> {
    /// The reference.
    pub segments: Vec<Segment>,
    /// The hypothesis.
    pub words: Words,
    /// What is left out.
    pub reduced: Reduced,
    /// How much is told (`-f`).
    pub feedback: i32,
    /// What aligns.
    pub pairing: &'a mut Pairing,
    /// Where it is told.
    pub teller: &'a mut dyn Teller,
}

/// What was left out of a channel so far.
#[derive(Default)]
struct Left {
    segments: usize,
    words: usize,
    ignored_segments: usize,
    ignored_words: i64,
}

impl Channels<'_> {
    /// Aligns all channels.
    pub fn align(&mut self) -> Result<(), Failure> {
        let (mut segment, mut word) = (0, 0);
        let mut begun = false;
        loop {
            let segments = segment..segment + self.segments_beside(segment);
            let words = word..self.words.words.len().min(self.words.run_end(word));
            self.announce(segment)?;
            let words = self.matching(&segments, words, begun)?;
            begun = true;
            self.channel(segments.clone(), words.clone())?;
            (segment, word) = (segments.end, words.end);
            if segment >= self.segments.len() && word >= self.words.words.len() {
                return Ok(());
            }
        }
    }

    /// How many segments from one on are of its channel.
    fn segments_beside(&self, start: usize) -> usize {
        let Some(first) = self.segments.get(start) else { return 0 };
        self.segments[start..].iter().take_while(|segment| segment.is_beside(first)).count()
    }

    fn announce(&mut self, segment: usize) -> Result<(), Failure> {
        let file = self.segments.get(segment).map_or(NOTHING, |segment| &segment.file);
        if self.feedback >= 1 {
            let said: [&[u8]; 3] = [b"    Performing alignments for file '", file, b"'.\n"];
            self.teller.out(&said.concat())?;
        }
        Ok(())
    }

    /// The words if they are of the channel of the segments; else none, and it is told.
    ///
    /// Of a reference without any segment sclite notes only behind its first channel that it has ended.
    fn matching(&mut self, segments: &Range<usize>, words: Range<usize>, begun: bool) -> Result<Range<usize>, Failure> {
        let segment = self.segments.get(segments.start);
        let word = self.words.words.get(words.start);
        let said = match (segment, word) {
            (Some(segment), Some(word)) if segment.file == word.file && segment.channel == word.channel => {
                return Ok(words);
            }
            (Some(segment), None) => ended(&segment.file, &segment.channel),
            // Only where both files are empty: else the run ends behind the last of either.
            (None, None) => ended(NOTHING, NOTHING),
            (Some(segment), Some(word)) => differing([&segment.file, &segment.channel], word),
            (None, Some(word)) if !begun => differing([NOTHING, NOTHING], word),
            (None, Some(word)) => {
                let said: [&[u8]; 5] = [
                    b"align_ctm_to_stm: Error: Hyp file has more data than ref file, beginning at hyp file/channel '",
                    &word.file,
                    b"' '",
                    &word.channel,
                    b"'.\nsclite: Alignment failed.  Exiting.\n",
                ];
                return Err(Failure::new(said.concat()));
            }
        };
        self.teller.err(&said)?;
        Ok(words.start..words.start)
    }

    fn channel(&mut self, segments: Range<usize>, words: Range<usize>) -> Result<(), Failure> {
        let mut left = Left::default();
        if self.reduced.segments {
            self.drop_segments(segments.clone(), &words)?;
        }
        if self.reduced.words {
            left.words = self.ignore_words(segments.clone(), words.clone())?;
        }
        let mut next = words.start;
        for place in segments.clone() {
            let dropped = self.segments[place].dropped;
            left.segments += usize::from(dropped);
            self.tell_progress(place, &segments, &left)?;
            if dropped {
                if left.ignored_segments > 0 {
                    self.teller.out(left.ignored().as_bytes())?;
                }
                continue;
            }
            let last = place + 1 == segments.end;
            let end = if last { words.end } else { self.dealt(place, next, words.end) };
            if self.pairing.manner.case {
                self.pairing.manner.coding.check(&self.segments[place].text, true)?;
            }
            let ignored = self.segments[place].ignored;
            if ignored {
                left.ignored_segments += 1;
                left.ignored_words += end as i64 - next as i64;
            }
            if self.feedback >= 1 {
                let said = if left.ignored_segments > 0 { left.ignored() } else { "    ".to_owned() };
                self.teller.out(said.as_bytes())?;
            }
            if !ignored {
                self.segment(place, next.min(end)..end)?;
            }
            next = end;
        }
        if self.feedback >= 1 {
            self.teller.out(b"\n")?;
        }
        Ok(())
    }

    fn tell_progress(&mut self, place: usize, segments: &Range<usize>, left: &Left) -> Result<(), Failure> {
        if self.feedback < 1 {
            return Ok(());
        }
        let mut said = format!("\r        {} of {} Segments ", place + 1 - segments.start, segments.len()).into_bytes();
        let Reduced { segments, words } = self.reduced;
        if segments || words {
            let mut parts = Vec::new();
            parts.extend(segments.then(|| format!("{} skipped segs", left.segments)));
            parts.extend(words.then(|| format!("{} skipped words", left.words)));
            said.extend_from_slice(format!("({}) For Channel 1. ", parts.join(", ")).as_bytes());
        } else {
            said.extend_from_slice(&[b"For Channel ", self.segments[place].channel.as_slice(), b". "].concat());
        }
        self.teller.out(&said)
    }

    /// Drops segments that end before the first word or begin after the last.
    fn drop_segments(&mut self, segments: Range<usize>, words: &Range<usize>) -> Result<(), Failure> {
        let Some([first, last]) = self.words.words.get(words.clone()).and_then(ends) else { return Ok(()) };
        let (start, end) = (first.start, last.end());
        for (place, segment) in segments.clone().zip(&mut self.segments[segments]) {
            segment.dropped = start >= f64::from(segment.end) || end <= f64::from(segment.start);
            if segment.dropped && self.feedback >= 10 {
                self.teller.out(format!("Segment {place} Ignored\n").as_bytes())?;
            }
        }
        Ok(())
    }

    /// Ignores words that begin after the last segment or end before the first, and tells how many; alternatives stay
    /// or go together.
    fn ignore_words(&mut self, segments: Range<usize>, words: Range<usize>) -> Result<usize, Failure> {
        let (mut from, mut until) = (9_999_999.0_f32, -999_999.0_f32);
        for segment in self.segments[segments].iter().filter(|segment| !segment.dropped) {
            from = from.min(segment.start);
            until = until.max(segment.end);
        }
        let first = words.start + 1;
        let words = &mut self.words.words[words];
        for (number, word) in (first..).zip(words.iter_mut()).filter(|(_, word)| !word.is_mark()) {
            word.ignored = word.start > f64::from(until) || word.end() < f64::from(from);
            if word.ignored && self.feedback >= 10 {
                let said = [format!("Ignore word {number} ").as_bytes(), &word.text, b"\n"].concat();
                self.teller.out(&said)?;
            }
        }
        for place in 0..words.len() {
            if words[place].begins {
                // The mark at the end stays, and begins alternatives of its own.
                let length = words[place..].iter().take_while(|word| !word.is(ctm::END)).count();
                let group = &mut words[place..place + length];
                let usable = group.iter().any(|word| !word.is_mark() && !word.ignored);
                for word in group {
                    word.ignored = !usable;
                }
            }
        }
        Ok(words.iter().filter(|word| word.ignored && !word.is_mark()).count())
    }

    /// Where the words end that are dealt to a segment: at the first whose middle is not before its end.
    fn dealt(&self, segment: usize, start: usize, end: usize) -> usize {
        let until = f64::from(self.segments[segment].end);
        let words = &self.words.words;
        let mut next = start;
        while next < end {
            // Where alternatives do not end in the channel sclite takes the first word of the next one to them.
            let group = if words[next].alternative {
                let length = words[next..end].iter().take_while(|word| !word.is(ctm::END)).count();
                next..(next + length + 1).min(words.len())
            } else {
                next..next + 1
            };
            let spoken = words[next..group.end.min(end)].iter().filter(|word| !word.alternative || !word.is_mark());
            let middle = spoken.map(ctm::Word::middle).fold(None, |most: Option<f64>, middle| {
                Some(most.map_or(middle, |most| if middle > most { middle } else { most }))
            });
            let least = if words[next].alternative { 0.0 } else { f64::NEG_INFINITY };
            if middle.map_or(least, |middle| if middle < least { least } else { middle }) >= until {
                break;
            }
            next = group.end;
        }
        next
    }

    fn segment(&mut self, place: usize, words: Range<usize>) -> Result<(), Failure> {
        let Self { segments, words: all, pairing, teller, .. } = self;
        let segment = &segments[place];
        let speaker = pairing.scored.speaker(&segment.speaker);
        pairing.read_text(0, &segment.text, Notation::Text)?;
        pairing.fill(1, |side, reader| read_words(side, all, words, reader))?;
        let count = pairing.scored.speakers[speaker].utterances.len();
        let confident = if all.confident { attribute::HYPOTHESIS_CONFIDENCES } else { 0 };
        let characters = if pairing.manner.characters.is_some() { attribute::CHARACTERS } else { 0 };
        let header = Header {
            id: [b"(", segment.speaker.as_slice(), format!("-{count:03})").as_bytes()].concat(),
            labels: segment.labels.clone(),
            file: Some(segment.file.clone()),
            channel: Some(segment.channel.clone()),
            spans: [[f64::from(segment.start), f64::from(segment.end)], [0.0; 2]],
            attributes: attribute::HYPOTHESIS_TIMES | attribute::REFERENCE_SPAN | confident | characters,
            ..Header::default()
        };
        let utterance = pairing.finish(speaker, header, false, *teller)?;
        if self.feedback >= 2 {
            let times = format!("REFTIMES:  T1: {:.6}  T2: {:.6}\n", segment.start, segment.end);
            let before = if self.feedback >= 4 { times.as_bytes() } else { b"" };
            pairing.tell(utterance, before, *teller)?;
        }
        Ok(())
    }
}

impl Left {
    fn ignored(&self) -> String {
        let Self { ignored_segments, ignored_words, .. } = self;
        format!(" ({ignored_segments} Ignored Segments, {ignored_words} Ignored Hyp Words.)    ")
    }
}

fn ends(words: &[ctm::Word]) -> Option<[&ctm::Word; 2]> {
    Some([words.first()?, words.last()?])
}

/// What is told where the words end before a channel of the segments.
fn ended(file: &[u8], channel: &[u8]) -> Vec<u8> {
    let said: &[u8] = b"align_ctm_to_stm: Hyp files ends before ref but continuing for ref file/channel '";
    [said, file, b"' '", channel, b"'.\n"].concat()
}

/// What is told where words are of another channel than the segments, whose file and channel these are.
fn differing([file, channel]: [&[u8]; 2], word: &ctm::Word) -> Vec<u8> {
    let said: &[u8] = b"align_ctm_to_stm: File identifiers do not match but continuing. ref file/channel '";
    [said, file, b"' '", channel, b"', next hyp '", &word.file, b"' '", &word.channel, b"'.\n"].concat()
}
