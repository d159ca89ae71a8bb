//! Many lattices decoded with many settings of scale and penalty at once: each lattice is read once, on all cores.
//!
//! What comes out is what Kaldi's pipes of `lattice-scale`, `lattice-add-penalty` and `lattice-best-path` (or
//! `lattice-prune` and `lattice-mbr-decode`) give for each setting, whose costs are rounded to single precision
//! between any two of them.

use std::path::PathBuf;
use std::sync::{Mutex, mpsc};
use std::thread;

use super::best_path::Search;
use super::mbr::{self, Options};
use super::scale::Scale;
use super::table::Archive;
use super::{Arc, Lattice, Weight};
use crate::error::{Error, Place, Result};
use crate::stop_request::StopRequest;

/// Lattices in memory for each thread: those that wait and the one it works on.
const WAITING: usize = 2;

/// A factor of acoustic costs and a penalty for each word.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Setting {
    /// The factor.
    pub acoustic: f32,
    /// The penalty.
    pub penalty: f32,
}

impl Setting {
    fn scale(self) -> Scale {
        Scale::new(1.0, f64::from(self.acoustic))
    }

    /// What an arc or an end costs with this setting.
    fn weigh(self, scale: Scale, weight: Weight, word: i32) -> Weight {
        let mut weight = if scale == Scale::IDENTITY { weight } else { scale.apply(weight) };
        if word != 0 {
            weight.graph += self.penalty;
        }
        weight
    }
}

/// What is looked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Decoding {
    /// The path that costs least.
    Best,
    /// The words of least expected errors, among paths that cost at most so much more than the best.
    LeastRisk {
        /// How much more.
        beam: f64,
    },
}

/// What was found in a lattice with a setting.
#[derive(Clone, Debug, PartialEq)]
pub struct Found {
    /// The words.
    pub words: Vec<i32>,
    /// What the path costs; nothing where words of least risk were looked for.
    pub weight: Weight,
    /// How many frames it has; none where words of least risk were looked for.
    pub frames: usize,
    /// The expected errors, where those were looked for.
    pub risk: f64,
}

/// A lattice's key and what was found with each setting; nothing where no path ends.
pub type Swept = (Vec<u8>, Vec<Option<Found>>);

struct Entry {
    file: String,
    key: Vec<u8>,
}

impl Entry {
    /// What was found under this key; a fault is told with it.
    fn with(self, found: Result<Vec<Option<Found>>>) -> Result<Swept> {
        match found {
            Ok(found) => Ok((self.key, found)),
            Err(error) => {
                let key = String::from_utf8_lossy(&self.key).into_owned();
                Err(error.at(Place::Lattice { file: self.file, key }))
            }
        }
    }
}

/// A sweep over the lattices of several archives, one behind the other.
#[derive(Debug)]
pub struct Sweep {
    paths: std::vec::IntoIter<PathBuf>,
    archive: Option<Archive>,
    name: String,
    settings: Vec<Setting>,
    decoding: Decoding,
    fault: Option<Error>,
}

impl Sweep {
    /// Sweeps over these files, packed or not.
    pub fn new(paths: Vec<PathBuf>, settings: Vec<Setting>, decoding: Decoding) -> Self {
        let paths = paths.into_iter();
        Self { paths, archive: None, name: String::new(), settings, decoding, fault: None }
    }

    fn read(&mut self) -> Result<Option<(Vec<u8>, Lattice)>> {
        loop {
            if let Some(archive) = &mut self.archive {
                if let Some(entry) = archive.next_entry()? {
                    return Ok(Some(entry));
                }
                self.archive = None;
            }
            let Some(path) = self.paths.next() else { return Ok(None) };
            self.name = path.display().to_string();
            self.archive = Some(Archive::open(&path)?);
        }
    }

    /// What is found in the next lattices, at most so many, in their order; nothing at the end.
    ///
    /// A fault comes after all that was found before it.
    pub fn batch(&mut self, count: usize, threads: usize, stop: &StopRequest) -> Result<Vec<Swept>> {
        if let Some(fault) = self.fault.take() {
            return Err(fault);
        }
        let (settings, decoding) = (self.settings.clone(), self.decoding);
        let (jobs, waiting) = mpsc::sync_channel::<(usize, Entry, Lattice)>(WAITING * threads.max(1));
        let waiting = Mutex::new(waiting);
        let (done, results) = mpsc::channel();
        let mut swept: Vec<(usize, Result<Swept>)> = thread::scope(|scope| {
            for _ in 0..threads.max(1) {
                let (waiting, settings, done) = (&waiting, &settings, done.clone());
                scope.spawn(move || {
                    let mut search = Search::default();
                    let next = || waiting.lock().ok().and_then(|waiting| waiting.recv().ok());
                    while let Some((place, entry, lattice)) = next() {
                        let found = stop.check().and_then(|()| sweep(lattice, settings, decoding, &mut search));
                        if done.send((place, entry.with(found))).is_err() {
                            break;
                        }
                    }
                });
            }
            drop(done);
            self.read_into(&jobs, count);
            drop(jobs);
            results.into_iter().collect()
        });
        swept.sort_by_key(|(place, _)| *place);
        self.whole(swept)
    }

    /// Hands lattices out, at most so many.
    fn read_into(&mut self, jobs: &mpsc::SyncSender<(usize, Entry, Lattice)>, count: usize) {
        for place in 0..count {
            match self.read() {
                Ok(Some((key, lattice))) => {
                    let entry = Entry { file: self.name.clone(), key };
                    if jobs.send((place, entry, lattice)).is_err() {
                        break;
                    }
                }
                Ok(None) => break,
                Err(fault) => {
                    self.fault = Some(fault);
                    break;
                }
            }
        }
    }

    /// All before the first fault, which is kept for later if anything comes before it.
    fn whole(&mut self, swept: Vec<(usize, Result<Swept>)>) -> Result<Vec<Swept>> {
        let mut whole = Vec::with_capacity(swept.len());
        for (_, found) in swept {
            match found {
                Ok(found) => whole.push(found),
                Err(fault) => {
                    self.fault = Some(fault);
                    self.archive = None;
                    self.paths = Vec::new().into_iter();
                    break;
                }
            }
        }
        match self.fault.take_if(|_| whole.is_empty()) {
            Some(fault) => Err(fault),
            None => Ok(whole),
        }
    }
}

/// What is found in a lattice with each setting.
fn sweep(
    mut lattice: Lattice,
    settings: &[Setting],
    decoding: Decoding,
    search: &mut Search,
) -> Result<Vec<Option<Found>>> {
    match decoding {
        Decoding::Best => {
            lattice.sort_if_needed()?;
            Ok(settings.iter().map(|&setting| best(&lattice, setting, search)).collect())
        }
        Decoding::LeastRisk { beam } => {
            settings.iter().map(|&setting| least_risk(lattice.clone(), setting, beam)).collect()
        }
    }
}

fn best(lattice: &Lattice, setting: Setting, search: &mut Search) -> Option<Found> {
    let scale = setting.scale();
    let of_arc = |arc: &Arc| setting.weigh(scale, arc.weight, arc.word);
    let of_end = |weight| setting.weigh(scale, weight, 0);
    let (arcs, end) = search.best(lattice, |arc| of_arc(arc).total(), |weight| of_end(weight).total())?;
    let end = lattice.end(end)?;
    let sum = arcs.iter().fold(Weight::ONE, |sum, arc| sum.times(of_arc(arc)));
    Some(Found {
        words: arcs.iter().map(|arc| arc.word).filter(|&word| word != 0).collect(),
        weight: sum.times(of_end(end.weight)),
        frames: arcs.iter().map(|arc| arc.ids.len as usize).sum::<usize>() + end.ids.len as usize,
        risk: 0.0,
    })
}

fn least_risk(mut lattice: Lattice, setting: Setting, beam: f64) -> Result<Option<Found>> {
    lattice.scale(setting.scale());
    lattice.add_penalty(setting.penalty);
    lattice.prune(beam)?;
    if lattice.start().is_none() {
        return Ok(None);
    }
    let decoded = mbr::decode(lattice, Options { decode: true, keep_silence: false }, None)?;
    Ok(Some(Found { words: decoded.words, weight: Weight::ONE, frames: 0, risk: decoded.risk }))
}
