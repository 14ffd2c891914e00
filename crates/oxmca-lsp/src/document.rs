//! Texts that are open in the editor.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use gen_lsp_types::Range;
use oxmca_asm::Interrupt;
use oxmca_queries::{Edit, EditedText, Machine, Machines, TextOnMachine};

use crate::positions::{Encoding, LineText};

/// Texts with more bytes are read by a thread after edits, and in part for the answers at hand.
const MAX_BYTES_AT_ONCE: usize = 128 << 10;

/// The kind of a document's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Language {
    /// Assembly.
    Assembly,
    /// A language that is compiled: loops are those of its object.
    Compiled,
}

/// A text that is open in the editor.
#[derive(Debug)]
pub struct Document {
    /// Its address.
    pub uri: String,
    /// Its language.
    pub language: Language,
    /// Its version, by the client's count.
    pub version: i32,
    /// Its text.
    pub text: LineText,
    /// The machine it is read for, or the reason why there is none.
    pub machine: Result<Arc<Machine>, String>,
    /// Set if it was changed since it was saved.
    pub is_changed: bool,
    /// The text as it was read as a whole last.
    base: Option<Arc<TextOnMachine>>,
    /// The lines that have changed since.
    edit: Option<Edit>,
    /// The text as it is now, if it is known.
    current: Option<Arc<EditedText>>,
    /// Stops the thread that reads it.
    stop: Arc<AtomicBool>,
    /// Set while a thread reads it.
    is_being_read: bool,
    /// Set if its messages are those of an earlier text.
    pub has_old_diagnostics: bool,
}

impl Document {
    /// Creates a document that is not read yet.
    pub fn new(uri: &str, language: Language, version: i32, text: String) -> Document {
        Document {
            uri: uri.to_owned(),
            language,
            version,
            text: LineText::new(text),
            machine: Err("the text is not read yet".to_owned()),
            is_changed: false,
            base: None,
            edit: None,
            current: None,
            stop: Arc::default(),
            is_being_read: false,
            has_old_diagnostics: true,
        }
    }

    /// Sets the machine. The reading for another one is forgotten.
    pub fn set_machine(&mut self, machine: Result<Arc<Machine>, String>) {
        let is_same = match (&self.machine, &machine) {
            (Ok(one), Ok(two)) => Arc::ptr_eq(one, two),
            _ => false,
        };
        if !is_same {
            self.forget();
        }
        self.machine = machine;
    }

    /// Forgets what was read.
    fn forget(&mut self) {
        self.stop_reading();
        (self.base, self.edit, self.current) = (None, None, None);
        self.has_old_diagnostics = true;
    }

    fn stop_reading(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        self.is_being_read = false;
    }

    /// Puts a text in the place of a range, or of all.
    ///
    /// # Errors
    /// When the text becomes too long. It stays as it was then.
    pub fn change(
        &mut self,
        range: Option<Range>,
        text: &str,
        encoding: Encoding,
    ) -> Result<(), String> {
        self.is_changed = true;
        self.has_old_diagnostics = true;
        self.current = None;
        self.stop_reading();
        let (from, to) = match range {
            Some(it) => (self.text.offset(it.start, encoding), self.text.offset(it.end, encoding)),
            None => (0, self.text.text().len()),
        };
        let to = to.max(from);
        let (first, last) = (self.text.line_of(from) + 1, self.text.line_of(to) + 1);
        if !self.text.replace(from, to, text) {
            return Err("the text is too long".to_owned());
        }
        let new_lines = memchr::memchr_iter(b'\n', text.as_bytes()).count() as u32;
        let edit = Edit { before: first..=last, after: first..=first + new_lines };
        self.edit = Some(match &self.edit {
            None => edit,
            Some(earlier) => earlier.then(&edit),
        });
        if range.is_none() {
            (self.base, self.edit) = (None, None);
        }
        Ok(())
    }

    /// Returns whether a whole reading of the text as it is now is there.
    pub fn is_read(&self) -> bool {
        self.base.is_some() && self.edit.is_none()
    }

    /// Returns the text as it is now, read as a whole if that is soon done or `in_part` forbids the other.
    ///
    /// # Errors
    /// The reason why it cannot be read.
    pub fn current(&mut self, in_part: bool) -> Result<Arc<EditedText>, String> {
        if let Some(current) = self.current.clone().filter(|it| in_part || !it.is_patched()) {
            return Ok(current);
        }
        if let (Some(base), Some(edit)) = (&self.base, &self.edit)
            && in_part
            && self.text.text().len() > MAX_BYTES_AT_ONCE
        {
            let text = self.text.text().as_bytes();
            let read = EditedText::read(base, edit, text, |line| self.text.start(line - 1));
            let read = Arc::new(read);
            self.current = Some(Arc::clone(&read));
            return Ok(read);
        }
        if !self.is_read() {
            self.stop_reading();
            let machine = self.machine.clone()?;
            let text = self.text.text();
            let read = TextOnMachine::read(machine, self.name(), text, &Interrupt::NEVER)?;
            self.base = Some(Arc::new(read));
            self.edit = None;
        }
        let base = self.base.clone().ok_or("the text cannot be read")?;
        let current = Arc::new(EditedText::unchanged(base));
        self.current = Some(Arc::clone(&current));
        Ok(current)
    }

    /// Returns whether a thread is to read it.
    pub fn wants_thread(&self) -> bool {
        self.language == Language::Assembly
            && !self.is_read()
            && !self.is_being_read
            && self.machine.is_ok()
            && self.base.is_some()
            && self.text.text().len() > MAX_BYTES_AT_ONCE
    }

    /// Returns whether a thread reads it.
    pub fn is_read_by_thread(&self) -> bool {
        self.is_being_read
    }

    /// Returns what a thread needs to read it, which is stopped by the next edit.
    pub fn begin_reading(&mut self) -> Option<WholeReading> {
        self.is_being_read = true;
        let stop = Arc::clone(&self.stop);
        Some(WholeReading {
            uri: self.uri.clone(),
            version: self.version,
            machine: self.machine.clone().ok()?,
            name: self.name().to_owned(),
            text: self.text.text().to_owned(),
            stop: Interrupt::when(move || stop.load(Ordering::Relaxed)),
        })
    }

    /// Takes what a thread has read, if the text is still the same.
    pub fn take(&mut self, version: i32, text: Option<TextOnMachine>) -> bool {
        if version != self.version || !self.is_being_read {
            return false;
        }
        self.is_being_read = false;
        let Some(text) = text else { return false };
        let base = Arc::new(text);
        self.current = Some(Arc::new(EditedText::unchanged(Arc::clone(&base))));
        (self.base, self.edit) = (Some(base), None);
        true
    }

    /// Returns the name of the file, for reports.
    pub fn name(&self) -> &str {
        self.uri.rsplit('/').next().unwrap_or_default()
    }
}

/// A text for a thread to read.
pub struct WholeReading {
    /// The address of the document.
    pub uri: String,
    /// Its version.
    pub version: i32,
    machine: Arc<Machine>,
    name: String,
    text: String,
    stop: Interrupt,
}

impl WholeReading {
    /// Reads the text and finds its loops, with the costs that are known; `None` if it was stopped.
    pub fn read(self, machines: &Machines) -> Option<TextOnMachine> {
        let text = self.text.as_str();
        let read = TextOnMachine::read(self.machine, &self.name, text, &self.stop).ok()?;
        if self.stop.is_requested() || read.code().parsed().is_interrupted {
            return None;
        }
        read.errors_of_assembler(text);
        for part in read.all_loops() {
            part.known_cost(machines, read.machine());
        }
        Some(read)
    }
}
