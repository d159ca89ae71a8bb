//! What happens where memory ends. Rust aborts the process; a command says so in a sentence and ends as it otherwise
//! does.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::OnceLock;

use pyo3::prelude::*;

/// The system's allocator, which ends the process in the way that was asked for where it has no more to give.
struct Reporting;

#[global_allocator]
static ALLOCATOR: Reporting = Reporting;

/// The sentence, and the exit code after it.
static LAST_WORDS: OnceLock<(Vec<u8>, i32)> = OnceLock::new();

unsafe extern "C" {
    fn write(descriptor: i32, bytes: *const u8, count: usize) -> isize;
    fn _exit(code: i32) -> !;
}

// SAFETY: all is done by the system's allocator; nothing here allocates, and where it gives nothing the process ends or
// the null pointer is returned as it is.
unsafe impl GlobalAlloc for Reporting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the promises of this very method.
        checked(unsafe { System.alloc(layout) })
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.alloc_zeroed(layout) })
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        // SAFETY: as above.
        checked(unsafe { System.realloc(pointer, layout, size) })
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe { System.dealloc(pointer, layout) }
    }
}

fn checked(pointer: *mut u8) -> *mut u8 {
    if pointer.is_null() {
        report();
    }
    pointer
}

#[cold]
fn report() {
    if let Some((sentence, code)) = LAST_WORDS.get() {
        // SAFETY: the bytes live as long as the process, which neither function gives back to code that could fail.
        unsafe {
            write(2, sentence.as_ptr(), sentence.len());
            _exit(*code);
        }
    }
}

pub fn is_available(bytes: usize) -> bool {
    let Ok(layout) = Layout::from_size_align(bytes.max(1), 8) else { return false };
    // SAFETY: the size is not 0, and what was given is given back unused.
    unsafe {
        let pointer = System.alloc(layout);
        let found = !pointer.is_null();
        if found {
            System.dealloc(pointer, layout);
        }
        found
    }
}

/// Let the process end with this line on standard error and this exit code where the core finds no memory.
#[pyfunction]
pub fn end_without_memory(line: String, code: i32) {
    LAST_WORDS.get_or_init(|| (line.into_bytes(), code));
}
