//! What was said at each place of the reference.

use super::{Decoded, Times};

/// A word at a place: how likely it is, and its begin and end weighed by that.
#[derive(Clone, Copy)]
struct Sum {
    word: i32,
    likelihood: f64,
    begin: f64,
    end: f64,
}

pub struct Bins(Vec<Vec<Sum>>);

pub struct Done {
    bins: Vec<Vec<(i32, f32)>>,
    times: Vec<Vec<Times>>,
    bin_times: Vec<Times>,
}

impl Bins {
    pub fn new(places: usize) -> Self {
        Self(vec![Vec::new(); places])
    }

    pub fn add(&mut self, place: usize, word: i32, likelihood: f64, (begin, end): (i32, i32)) {
        if likelihood == 0.0 {
            return;
        }
        let sums = &mut self.0[place];
        let place = sums.iter().position(|sum| sum.word == word).unwrap_or_else(|| {
            sums.push(Sum { word, likelihood: 0.0, begin: 0.0, end: 0.0 });
            sums.len() - 1
        });
        let sum = &mut sums[place];
        sum.likelihood += likelihood;
        sum.begin += f64::from(begin) * likelihood;
        sum.end += f64::from(end) * likelihood;
    }

    /// Sorts by likelihood in single precision, of equal ones the word of higher number first; and finds mean times.
    pub fn finish(mut self) -> Done {
        let mut done = Done { bins: Vec::new(), times: Vec::new(), bin_times: Vec::new() };
        for sums in &mut self.0 {
            sums.sort_by(|left, right| {
                let (l, r) = (left.likelihood as f32, right.likelihood as f32);
                r.total_cmp(&l).then(right.word.cmp(&left.word))
            });
            done.bins.push(sums.iter().map(|sum| (sum.word, sum.likelihood as f32)).collect());
            done.times.push(sums.iter().map(mean_times).collect());
            let begin = sums.iter().fold(0.0, |sum, part| sum + part.begin) as f32;
            let end = sums.iter().fold(0.0, |sum, part| sum + part.end) as f32;
            done.add_bin_times(begin, end);
        }
        done
    }
}

/// The times of a word, by the likelihood in single precision.
fn mean_times(sum: &Sum) -> Times {
    let likelihood = f64::from(sum.likelihood as f32);
    ((sum.begin / likelihood) as f32, (sum.end / likelihood) as f32)
}

impl Done {
    /// Two places of which the first ends after the second begins meet in the middle.
    fn add_bin_times(&mut self, mut begin: f32, end: f32) {
        if let Some(last) = self.bin_times.last_mut()
            && last.1 > begin
        {
            let middle = (0.5 * f64::from(last.1 + begin)) as f32;
            last.1 = middle;
            begin = middle;
        }
        self.bin_times.push((begin, end));
    }

    /// Puts the most likely word at each place; gives by how much likelihood that grew, as a number not above 0.
    pub fn improve(&self, words: &mut [i32]) -> f64 {
        let mut change = 0.0;
        for (word, bin) in words.iter_mut().zip(&self.bins) {
            let Some(&(best, likelihood)) = bin.first() else { continue };
            let old = bin.iter().find(|(other, _)| other == word).map_or(0.0, |&(_, old)| old);
            change += f64::from(old) - f64::from(likelihood);
            *word = best;
        }
        change
    }

    pub fn describe(&self, words: &[i32], keep_silence: bool, decoded: &mut Decoded) {
        decoded.times.clear();
        decoded.confidences.clear();
        for (place, &word) in words.iter().enumerate().filter(|(_, word)| **word != 0 || keep_silence) {
            let found = self.bins[place].iter().position(|(other, _)| *other == word);
            let times = self.times[place].get(found.unwrap_or(0)).copied().unwrap_or_default();
            decoded.times.push(times);
            decoded.confidences.push(found.map_or(0.0, |found| self.bins[place][found].1));
            cut_apart(&mut decoded.times);
        }
        decoded.bins.clone_from(&self.bins);
        decoded.bin_times.clone_from(&self.bin_times);
    }
}

/// If the last word begins before the one before it ends, they share their time in proportion to their lengths.
fn cut_apart(times: &mut [Times]) {
    let (earlier, last) = match times {
        [.., before, first, second] if first.1 > second.0 => (before.1, [*first, *second]),
        [first, second] if first.1 > second.0 => (0.0, [*first, *second]),
        _ => return,
    };
    let [first, second] = last;
    let left = earlier.max(first.0.min(second.0));
    let right = first.1.max(second.1);
    let (first_length, second_length) = (first.1 - first.0, second.1 - second.0);
    let middle =
        if first_length > 0.0 { left + (right - left) * first_length / (first_length + second_length) } else { left };
    if let [.., first, second] = times {
        *first = (left, middle);
        *second = (middle, right);
    }
}
