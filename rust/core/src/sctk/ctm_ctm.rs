//! Timed words against timed words (ctm/ctm): recording by recording, channel by channel, piece by piece.

use super::chop::{Chopper, Rest};
use super::ctm::{Word, Words};
use super::input::{Failure, Teller};
use super::pairing::Pairing;
use super::scored_system::{Header, attribute};
use super::timed::read_words;

/// A run.
pub struct Chunks<'a> {
    /// The reference and the hypothesis.
    pub words: [Words; 2],
    /// Where they come from, for what is said of them.
    pub paths: [&'a [u8]; 2],
    /// How much is told (`-f`).
    pub feedback: i32,
    /// Whether the slip of the distributed versions is made.
    pub slips: bool,
    /// What aligns.
    pub pairing: &'a mut Pairing,
    /// Where it is told.
    pub teller: &'a mut dyn Teller,
}

impl Chunks<'_> {
    /// Aligns all recordings.
    pub fn align(&mut self) -> Result<(), Failure> {
        self.pairing.manner.characters = None;
        self.pairing.manner.segmented = None;
        let mut starts = [0, 0];
        while [0, 1].iter().any(|&side| starts[side] < self.words[side].words.len()) {
            self.check_together(starts)?;
            let ends = [0, 1].map(|side| self.recording_end(side, starts[side]));
            let channels = self.channels(starts)?;
            self.announce(starts[0])?;
            for rest in channels {
                self.channel(rest)?;
            }
            starts = ends;
        }
        Ok(())
    }

    fn word(&self, side: usize, place: usize) -> Option<&Word> {
        self.words[side].words.get(place)
    }

    fn recording_end(&self, side: usize, start: usize) -> usize {
        let Some(first) = self.word(side, start) else { return start };
        start + self.words[side].words[start..].iter().take_while(|word| word.file == first.file).count()
    }

    /// Refuses sides of which one ends before the other or has another recording next.
    fn check_together(&self, starts: [usize; 2]) -> Result<(), Failure> {
        let [reference, hypothesis] = self.paths;
        let said: Vec<&[u8]> = match [0, 1].map(|side| self.word(side, starts[side])) {
            [Some(said), None] => vec![
                b"Error: premature EOF in hyp file '",
                hypothesis,
                b"' at conversation '",
                &said.file,
                b"' of ref file '",
                reference,
                b"'\n",
            ],
            [None, Some(heard)] => vec![
                b"Error: premature EOF in ref file '",
                reference,
                b"' at conversation '",
                &heard.file,
                b"' of hyp file '",
                hypothesis,
                b"'\n",
            ],
            [Some(said), Some(heard)] if said.file != heard.file => vec![
                b"Error: in ref file '",
                reference,
                b"' and hyp file '",
                hypothesis,
                b"'\n       file strings out of synchronization around ref-file='",
                &said.file,
                b"'  hyp-file='",
                &heard.file,
                b"'\n",
            ],
            _ => return Ok(()),
        };
        Err(Failure::new(said.concat()))
    }

    /// The one or two channels of a recording; sclite does not look at a third.
    fn channels(&self, starts: [usize; 2]) -> Result<Vec<Rest>, Failure> {
        let ends = [0, 1].map(|side| self.words[side].run_end(starts[side]));
        let seconds = [0, 1].map(|side| self.second_channel(side, starts[side], ends[side]));
        let rest = |starts: [usize; 2], ends: [usize; 2]| Rest {
            first: starts.map(|place| place as i64),
            last: ends.map(|place| place as i64 - 1),
        };
        match seconds {
            [None, None] => Ok(vec![rest(starts, ends)]),
            [Some(reference), Some(hypothesis)] => Ok(vec![rest(starts, ends), rest(ends, [reference, hypothesis])]),
            [_, missing] => {
                let [name, other] = if missing.is_none() { ["Hyp", "ref"] } else { ["ref", "hyp"] };
                let side = usize::from(other == "hyp");
                let file = self.word(side, starts[side]).map_or(b"".as_slice(), |word| &word.file);
                let said: [&[u8]; 9] = [
                    b"Error: in ref file '",
                    self.paths[0],
                    b"' and hyp file '",
                    self.paths[1],
                    b"'\n       ",
                    name.as_bytes(),
                    b" is missing second channel of file '",
                    file,
                    b"'\n",
                ];
                Err(Failure::new(said.concat()))
            }
        }
    }

    /// Where the second channel of a recording ends; sclite takes the last word of a file for no channel of its own.
    fn second_channel(&self, side: usize, start: usize, end: usize) -> Option<usize> {
        let words = &self.words[side].words;
        let found = end + 1 < words.len() && words.get(start)?.file == words.get(end)?.file;
        found.then(|| self.words[side].run_end(end))
    }

    fn announce(&mut self, start: usize) -> Result<(), Failure> {
        if self.feedback < 1 {
            return Ok(());
        }
        let kind: &[u8] = if self.pairing.manner.timed { b"Time-mediated" } else { b"Word" };
        let file = self.word(0, start).map_or(b"".as_slice(), |word| &word.file);
        let said: [&[u8]; 5] = [b"    Performing ", kind, b" alignments for file '", file, b"'.\n"];
        self.teller.out(&said.concat())
    }

    fn channel(&mut self, mut rest: Rest) -> Result<(), Failure> {
        let mut chunk = 0;
        while rest.first[0] <= rest.last[0] || rest.first[1] <= rest.last[1] {
            let chopper = Chopper { words: [&self.words[0], &self.words[1]], slips: self.slips };
            let ends = chopper.piece(rest);
            self.piece(rest.first, ends, chunk)?;
            rest.first = ends.map(|end| end + 1);
            chunk += 1;
        }
        Ok(())
    }

    fn piece(&mut self, starts: [i64; 2], ends: [i64; 2], chunk: usize) -> Result<(), Failure> {
        let Self { words, pairing, teller, .. } = self;
        // Where no reference is left sclite names the piece by the word that would come next, or as C prints nothing.
        let named = usize::try_from(starts[0]).ok().and_then(|place| words[0].words.get(place));
        let [file, channel] = [named.map(|word| word.file.clone()), named.map(|word| word.channel.clone())];
        let printed = |name: &Option<Vec<u8>>| name.clone().unwrap_or_else(|| b"(null)".to_vec());
        let name = [printed(&file), printed(&channel)].join(b"-".as_slice());
        let speaker = pairing.scored.speaker(&name);
        for side in [0, 1] {
            let stretch = starts[side].max(0) as usize..(ends[side] + 1).max(starts[side]).max(0) as usize;
            pairing.fill(side, |each, reader| read_words(each, &words[side], stretch, reader))?;
        }
        let mut attributes = attribute::REFERENCE_TIMES | attribute::HYPOTHESIS_TIMES;
        for (side, bit) in [attribute::REFERENCE_CONFIDENCES, attribute::HYPOTHESIS_CONFIDENCES].into_iter().enumerate()
        {
            attributes |= if words[side].confident { bit } else { 0 };
        }
        let id = [b"(", name.as_slice(), format!("-{chunk:04})").as_bytes()].concat();
        let header = Header { id, file, channel, attributes, ..Header::default() };
        pairing.finish(speaker, header, true, *teller)?;
        Ok(())
    }
}
