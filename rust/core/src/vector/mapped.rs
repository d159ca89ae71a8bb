//! A file of vectors that were read once: looked at as memory, so that opening it costs next to nothing.
//!
//! Behind a header stand the numbers, then where words end, then a table that finds a word's row by its hash, then
//! the words. The file is written under a name that no other process or thread can have, and renamed, and never changed
//! afterwards. Checksums of both parts tell whether it is whole: a map of a file with holes reads as zeros.

use std::collections::HashSet;
use std::fs::{self, File, TryLockError};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::io::{self, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, SystemTime};

use foldhash::quality::FixedState;
use memmap2::Mmap;

use super::fault::Fault;
use super::text::Text;
use crate::error::Result;

/// Tells the file from others, its layout from later ones, and the order of bytes from the other one.
const MAGIC: u64 = u64::from_le_bytes(*b"mgvect\x00\x02");
/// Whatever tells the text from what it was or will be: its size, its age, a digest.
pub type Stamp = [u8; 32];
/// Numbers in a header: the magic one, rows, dimension, repeated words, places of the table, bytes of words, a stamp
/// of four, a checksum of the values, and one of all the rest.
const HEADER: usize = 12;
/// Values are summed in blocks of so many bytes.
const BLOCK: usize = 1 << 16;
/// How long to wait before asking again whether another still writes the same file.
const PAUSE: Duration = Duration::from_millis(50);
const START: usize = 4096;
/// No row has this number.
const NONE: u32 = u32::MAX;

/// Files whose values this process has summed already, by name, size and time: it takes a second for some gigabytes.
static SUMMED: LazyLock<Mutex<HashSet<(PathBuf, u64, SystemTime)>>> = LazyLock::new(Mutex::default);

/// Words and their vectors, in a file that is mapped.
#[derive(Debug)]
pub struct MappedVectors {
    map: Mmap,
    rows: usize,
    dimension: usize,
    repeated: u64,
    places: usize,
}

impl MappedVectors {
    /// Opens what was kept of the text of this stamp; nothing if it is of another, or damaged.
    pub fn open(path: &Path, stamp: &Stamp) -> Option<Self> {
        let file = File::open(path).ok()?;
        // SAFETY: no program of ours changes such a file after it has its name, which only a whole one gets.
        let map = unsafe { Mmap::map(&file) }.ok()?;
        let header: Vec<u64> = map.get(..8 * HEADER)?.as_chunks().0.iter().copied().map(u64::from_ne_bytes).collect();
        let [magic, rows, dimension, repeated, places, spelled, rest @ ..] = header.as_slice() else {
            return None;
        };
        let size = |number: &u64| usize::try_from(*number).ok();
        let (rows, dimension, places) = (size(rows)?, size(dimension)?, size(places)?);
        let kept = Self { rows, dimension, repeated: *repeated, places, map };
        let words = kept.values_end()?;
        let whole = words.checked_add(rows.checked_mul(8)?)?.checked_add(places.checked_mul(4)?)?;
        let whole = whole.checked_add(size(spelled)?)?;
        let sound = *magic == MAGIC
            && rest[..4].iter().flat_map(|part| part.to_ne_bytes()).eq(stamp.iter().copied())
            && places.is_power_of_two()
            && kept.map.len() == whole
            && checksum(&header[..HEADER - 1], &kept.map[words..]) == rest[5];
        (sound && kept.has_sum(path, &file, rest[4])).then_some(kept)
    }

    /// Whether the values have this checksum, which is asked once for each file.
    fn has_sum(&self, path: &Path, file: &File, sum: u64) -> bool {
        let known = file.metadata().and_then(|about| Ok((path.to_owned(), about.len(), about.modified()?)));
        let mut summed = SUMMED.lock().unwrap_or_else(PoisonError::into_inner);
        if known.as_ref().is_ok_and(|known| summed.contains(known)) {
            return true;
        }
        let end = START + 4 * self.rows * self.dimension;
        let sound = self.map[START..end].chunks(BLOCK).fold(0, next_sum) == sum;
        if let (true, Ok(known)) = (sound, known) {
            summed.insert(known);
        }
        sound
    }

    fn values_end(&self) -> Option<usize> {
        START.checked_add(self.rows.checked_mul(self.dimension)?.checked_mul(4)?)
    }

    /// How many vectors there are.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Numbers in a vector.
    pub fn dimension(&self) -> usize {
        self.dimension
    }

    /// Words that had come before.
    pub fn repeated(&self) -> u64 {
        self.repeated
    }

    /// The numbers of all vectors.
    pub fn values(&self) -> &[f32] {
        let bytes = &self.map[START..START + 4 * self.rows * self.dimension];
        // SAFETY: any four bytes are a number, and a map begins at a page, so that its numbers are aligned.
        let (before, values, _) = unsafe { bytes.align_to::<f32>() };
        if before.is_empty() { values } else { &[] }
    }

    /// The numbers of one vector.
    pub fn vector(&self, row: u32) -> &[f32] {
        self.values().get(row as usize * self.dimension..).and_then(|rest| rest.get(..self.dimension)).unwrap_or(&[])
    }

    /// The row of a word's first vector.
    pub fn row(&self, word: &[u8]) -> Option<u32> {
        let mut place = hash(word) as usize & (self.places - 1);
        loop {
            let row = self.table(place);
            if row == NONE {
                return None;
            }
            if self.word(row as usize) == Some(word) {
                return Some(row);
            }
            place = (place + 1) & (self.places - 1);
        }
    }

    fn ends(&self) -> usize {
        START + 4 * self.rows * self.dimension
    }

    fn table(&self, place: usize) -> u32 {
        let start = self.ends() + 8 * self.rows + 4 * place;
        self.map.get(start..).and_then(|rest| rest.first_chunk()).map_or(NONE, |bytes| u32::from_ne_bytes(*bytes))
    }

    /// The word of a row.
    pub fn word(&self, row: usize) -> Option<&[u8]> {
        let words = &self.map[self.ends() + 8 * self.rows + 4 * self.places..];
        let end = |row: usize| {
            let bytes = self.map.get(self.ends() + 8 * row..)?.first_chunk()?;
            usize::try_from(u64::from_ne_bytes(*bytes)).ok()
        };
        words.get(if row == 0 { 0 } else { end(row - 1)? }..end(row)?)
    }
}

/// Reads a text of vectors and keeps them under `path`, telling now and then how many bytes are done.
pub fn store(
    source: &Path,
    path: &Path,
    stamp: &Stamp,
    threads: usize,
    told: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<()> {
    let text = Text::new(File::open(source).map_err(Fault::from)?);
    let lock = Lock::wait(path, told)?;
    if lock.is_some() && MappedVectors::open(path, stamp).is_some() {
        return Ok(()); // another kept it meanwhile
    }
    if lock.is_some() {
        remove_unfinished(path);
    }
    let (place, file) = create(path).map_err(|error| Fault::stored(&error))?;
    let written = write(text, file, stamp, threads, told)
        .and_then(|()| Ok(fs::rename(&place, path).map_err(|error| Fault::stored(&error))?));
    if written.is_err() {
        let _ = fs::remove_file(&place);
    }
    written
}

/// What keeps others from writing the same file at the same time. It spares work and no more: each writes to a name of
/// its own, so that a system without locks is as safe.
struct Lock {
    place: PathBuf,
    _file: File,
}

impl Lock {
    /// Waits for those who write the file, asking `told` now and then whether to go on; none where there are no locks.
    fn wait(path: &Path, told: &mut dyn FnMut(u64) -> Result<()>) -> Result<Option<Self>> {
        let place = path.with_extension("lock");
        loop {
            let Ok(file) = File::create(&place) else { return Ok(None) };
            match file.try_lock() {
                // Whoever held it before has removed it meanwhile: others may hold a new one by its name.
                Ok(()) if !is_at(&file, &place) => {}
                Ok(()) => return Ok(Some(Self { place, _file: file })),
                Err(TryLockError::WouldBlock) => {
                    told(0)?;
                    thread::sleep(PAUSE);
                }
                Err(TryLockError::Error(_)) => return Ok(None),
            }
        }
    }
}

/// Whether a path still leads to an open file.
#[cfg(unix)]
fn is_at(file: &File, path: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;

    let inode = |found: io::Result<fs::Metadata>| found.ok().map(|each| (each.dev(), each.ino()));
    inode(file.metadata()) == inode(fs::metadata(path))
}

/// Elsewhere a file that is open cannot be removed.
#[cfg(not(unix))]
fn is_at(_: &File, _: &Path) -> bool {
    true
}

impl Drop for Lock {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.place);
    }
}

/// A new file beside the one that it will replace.
fn create(path: &Path) -> io::Result<(PathBuf, File)> {
    loop {
        // A process number is not enough: containers have the same ones, and threads share theirs.
        let place = path.with_extension(format!("{:016x}.part", RandomState::new().build_hasher().finish()));
        match File::options().write(true).create_new(true).open(&place) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
            made => return made.map(|file| (place, file)),
        }
    }
}

/// Removes what processes that were killed left of this file; nobody else is writing it.
fn remove_unfinished(path: &Path) {
    let (Some(folder), Some(stem)) = (path.parent(), path.file_stem()) else { return };
    let entries = fs::read_dir(folder).into_iter().flatten().filter_map(io::Result::ok);
    for place in entries.map(|entry| entry.path()) {
        let own = place.extension().is_some_and(|ending| ending == "part")
            && place.file_stem().map(Path::new).and_then(Path::file_stem) == Some(stem);
        if own {
            let _ = fs::remove_file(place);
        }
    }
}

fn write(
    mut text: Text<File>,
    file: File,
    stamp: &Stamp,
    threads: usize,
    told: &mut dyn FnMut(u64) -> Result<()>,
) -> Result<()> {
    let shape = text.shape()?;
    let mut out = BufWriter::with_capacity(1 << 20, file);
    out.seek(SeekFrom::Start(START as u64)).map_err(|error| Fault::stored(&error))?;
    let mut words = Words::default();
    let mut sum = Sum::default();
    text.read(shape, threads, |part, done| {
        let bytes: Vec<u8> = part.values.iter().flat_map(|value| value.to_ne_bytes()).collect();
        sum.add(&bytes);
        out.write_all(&bytes).map_err(|error| Fault::stored(&error))?;
        words.add(&part.spellings, &part.ends);
        told(done as u64).map(ControlFlow::Continue)
    })?;
    let rows = words.ends.len();
    match shape.promised {
        Some(promised) if promised != rows as u64 => {
            return Err(Fault::Count { promised, found: rows as u64 }.at(1));
        }
        _ if rows == 0 => return Err(Fault::Empty.into()),
        _ if rows >= NONE as usize => return Err(Fault::TooMany.into()),
        _ => {}
    }
    let (table, repeated) = words.table();
    let rest: Vec<u8> = (words.ends.iter().flat_map(|end| end.to_ne_bytes()))
        .chain(table.iter().flat_map(|row| row.to_ne_bytes()))
        .chain(words.spellings.iter().copied())
        .collect();
    let counts = [rows, shape.dimension].map(|count| count as u64);
    let mut header = vec![MAGIC, counts[0], counts[1], repeated, table.len() as u64, words.spellings.len() as u64];
    header.extend(stamp.as_chunks().0.iter().copied().map(u64::from_ne_bytes));
    header.push(sum.finish());
    header.push(checksum(&header, &rest));
    out.write_all(&rest).map_err(|error| Fault::stored(&error))?;
    out.seek(SeekFrom::Start(0)).map_err(|error| Fault::stored(&error))?;
    let header: Vec<u8> = header.into_iter().flat_map(u64::to_ne_bytes).collect();
    out.write_all(&header).and_then(|()| out.flush()).map_err(|error| Fault::stored(&error))?;
    Ok(())
}

#[derive(Default)]
struct Words {
    spellings: Vec<u8>,
    ends: Vec<u64>,
}

impl Words {
    fn add(&mut self, spellings: &[u8], ends: &[u64]) {
        let start = self.spellings.len() as u64;
        self.ends.extend(ends.iter().map(|end| start + end));
        self.spellings.extend_from_slice(spellings);
    }

    fn word(&self, row: usize) -> &[u8] {
        let start = if row == 0 { 0 } else { self.ends[row - 1] };
        &self.spellings[start as usize..self.ends[row] as usize]
    }

    /// Rows by the hashes of their words, and how many words had come before.
    fn table(&self) -> (Vec<u32>, u64) {
        let mut table = vec![NONE; (2 * self.ends.len()).next_power_of_two()];
        let mut repeated = 0;
        for row in 0..self.ends.len() {
            let word = self.word(row);
            let mut place = hash(word) as usize & (table.len() - 1);
            while table[place] != NONE && self.word(table[place] as usize) != word {
                place = (place + 1) & (table.len() - 1);
            }
            if table[place] == NONE {
                table[place] = row as u32;
            } else {
                repeated += 1;
            }
        }
        (table, repeated)
    }
}

/// A checksum of bytes in whatever portions they come.
#[derive(Default)]
struct Sum {
    sum: u64,
    block: Vec<u8>,
}

impl Sum {
    fn add(&mut self, mut bytes: &[u8]) {
        while !bytes.is_empty() {
            let (now, later) = bytes.split_at(bytes.len().min(BLOCK - self.block.len()));
            self.block.extend_from_slice(now);
            bytes = later;
            if self.block.len() == BLOCK {
                self.sum = next_sum(self.sum, &self.block);
                self.block.clear();
            }
        }
    }

    fn finish(self) -> u64 {
        if self.block.is_empty() { self.sum } else { next_sum(self.sum, &self.block) }
    }
}

/// The checksum of a block and of all before it.
fn next_sum(sum: u64, block: &[u8]) -> u64 {
    checksum(&[sum], block)
}

fn hash(word: &[u8]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    hasher.write(word);
    hasher.finish()
}

fn checksum(header: &[u64], rest: &[u8]) -> u64 {
    let mut hasher = FixedState::default().build_hasher();
    for &number in header {
        hasher.write_u64(number);
    }
    hasher.write(rest);
    hasher.finish()
}
