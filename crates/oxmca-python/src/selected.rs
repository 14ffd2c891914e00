//! Parts of object files.

use oxmca::oxmca_asm::Interrupt;
use oxmca::{Code, SessionBuilder, TextOptions};
use oxmca_loops::{ObjectCode, Selection, list};
use oxmca_object::ObjectFile;
use pyo3::prelude::*;

use crate::errors::{ObjectError, OptionError, SelectionError};
use crate::pools::{self, pool};

/// Reads an object.
///
/// # Errors
/// It is none that can be read.
pub fn parse<'b>(bytes: &'b [u8], name: &str) -> PyResult<ObjectFile<'b>> {
    ObjectFile::parse(bytes).map_err(|error| ObjectError::new_err(format!("{name}: {error}")))
}

/// Adds a part that a text names.
type AddPart = fn(&mut Selection, &str) -> Result<(), &'static str>;

/// Returns the parts that texts name as on the command line.
///
/// # Errors
/// A text names none.
pub fn selection(
    loops: &[String],
    functions: &[String],
    lines: &[String],
    ranges: &[String],
) -> PyResult<Selection> {
    let mut selection = Selection::default();
    let add_function: AddPart = |selection, text| {
        selection.add_function(text);
        Ok(())
    };
    let parts: [(&[String], AddPart); 4] = [
        (loops, Selection::add_loop),
        (functions, add_function),
        (lines, Selection::add_line),
        (ranges, Selection::add_range),
    ];
    for (texts, add) in parts {
        for text in texts {
            let problem = |reason| OptionError::new_err(format!("'{text}': {reason}"));
            add(&mut selection, text).map_err(problem)?;
        }
    }
    Ok(selection)
}

/// Reads the parts of an object that are chosen, each as a region.
///
/// # Errors
/// It is no object for the session's target, or something is chosen that is not there.
pub fn read(
    session: &oxmca::Session,
    bytes: &[u8],
    selection: &Selection,
    options: &TextOptions,
    stop: &Interrupt,
) -> PyResult<Code> {
    let object = parse(bytes, &options.name)?;
    let arch = SessionBuilder::new(object.triple()).triple().arch();
    if arch != session.target().triple().arch() {
        let message = format!("{} is for {}", options.name, object.triple());
        return Err(ObjectError::new_err(message));
    }
    let program = ObjectCode::new(session, &object);
    let selected = selection
        .regions(session, &program, &pool(pools::threads(0)), stop)
        .map_err(|error| SelectionError::new_err(format!("{}: {error}", options.name)))?;
    list(session, selected, options)
        .map_err(|_| SelectionError::new_err("too many instructions are chosen"))
}
