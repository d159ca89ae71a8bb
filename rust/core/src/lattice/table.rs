//! Archives of lattices: a key, a blank, an object, and so on; and where a script file says that one lies.

use std::fs::File;
use std::io::{self, BufReader, Read, Seek, SeekFrom};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;

use super::fault::Fault;
use super::input::Input;
use super::{Form, Lattice, binary, text};
use crate::error::{Error, Place, Result};

const GZIP_MAGIC: [u8; 2] = [0x1f, 0x8b];
/// How many packed bytes are read at once.
const PACKED: usize = 1 << 16;

/// A source of bytes.
pub type Source = Box<dyn Read + Send>;

/// Opens a file, from an offset on; what is packed by gzip is unpacked.
pub fn open(path: &Path, offset: u64) -> io::Result<Source> {
    let mut file = File::open(path)?;
    let mut magic = [0; 2];
    let packed = file.read(&mut magic)? == magic.len() && magic == GZIP_MAGIC;
    file.seek(SeekFrom::Start(if packed { 0 } else { offset }))?;
    if !packed {
        return Ok(Box::new(file));
    }
    let mut unpacked = MultiGzDecoder::new(BufReader::with_capacity(PACKED, file));
    io::copy(&mut unpacked.by_ref().take(offset), &mut io::sink())?;
    Ok(Box::new(unpacked))
}

/// An archive that is read lattice by lattice, with no more of it in memory than one of them.
#[derive(Debug)]
pub struct Archive {
    input: Input,
    name: String,
    form: Form,
}

impl Archive {
    /// Reads from a source, which errors call by this name.
    pub fn new(source: Source, name: &str) -> Self {
        Self { input: Input::new(source), name: name.to_owned(), form: Form::Compact }
    }

    /// Opens a file.
    pub fn open(path: &Path) -> Result<Self> {
        Self::open_at(path, 0)
    }

    /// Opens a file at the offset of an object.
    pub fn open_at(path: &Path, offset: u64) -> Result<Self> {
        let name = path.display().to_string();
        match open(path, offset) {
            Ok(source) => Ok(Self { input: Input::from_offset(source, offset), name, form: Form::Compact }),
            Err(error) => Err(Error::from(Fault::from(error)).at(place(&name, "", offset))),
        }
    }

    /// Gives lattices in this form, whichever they are in.
    #[must_use]
    pub fn form(self, form: Form) -> Self {
        Self { form, ..self }
    }

    /// The next key and its lattice; nothing at the end.
    pub fn next_entry(&mut self) -> Result<Option<(Vec<u8>, Lattice)>> {
        let begin = self.input.offset();
        let key = self.key().map_err(|fault| Error::from(fault).at(place(&self.name, "", begin)))?;
        key.map(|key| {
            let name = String::from_utf8_lossy(&key).into_owned();
            self.object(&name).map(|lattice| (key, lattice))
        })
        .transpose()
    }

    /// A lattice that no key precedes, as one that a script file points to.
    pub fn object(&mut self, key: &str) -> Result<Lattice> {
        let place = |fault: Error, offset| fault.at(place(&self.name, key, offset));
        let (lattice, form) =
            object(&mut self.input, self.form).map_err(|fault| place(fault.into(), self.input.offset()))?;
        match (form, self.form) {
            (Form::Compact, Form::Expanded) => Ok(lattice.expand()),
            (Form::Expanded, Form::Compact) => Ok(lattice.contract()),
            _ => Ok(lattice),
        }
    }

    /// The next key; the blank behind it is passed, a line feed stays.
    fn key(&mut self) -> Result<Option<Vec<u8>>, Fault> {
        while self.input.peek()?.is_some_and(is_space) {
            self.input.byte()?;
        }
        let mut key = Vec::new();
        loop {
            match self.input.peek()? {
                None if key.is_empty() => return Ok(None),
                Some(b'\n') => return Ok(Some(key)),
                Some(b' ' | b'\t') => {
                    self.input.byte()?;
                    return Ok(Some(key));
                }
                Some(byte) if !is_space(byte) && key.len() < LONGEST_KEY => {
                    key.push(byte);
                    self.input.byte()?;
                }
                _ => return Err(Fault::Key(String::from_utf8_lossy(&key).into_owned())),
            }
        }
    }
}

/// A file without blanks is no archive, and is not read to its end to find out.
const LONGEST_KEY: usize = 1 << 16;

fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

fn object(input: &mut Input, form: Form) -> Result<(Lattice, Form), Fault> {
    match input.peek()? {
        None => Err(Fault::Truncated),
        Some(byte) if is_space(byte) => text::read(input, form),
        Some(binary::FIRST_BYTE) => binary::read(input, form),
        Some(_) => Err(Fault::Magic),
    }
}

fn place(file: &str, key: &str, byte: u64) -> Place {
    Place::Entry { file: file.to_owned(), key: key.to_owned(), byte }
}

impl Iterator for Archive {
    type Item = Result<(Vec<u8>, Lattice)>;

    fn next(&mut self) -> Option<Self::Item> {
        self.next_entry().transpose()
    }
}
