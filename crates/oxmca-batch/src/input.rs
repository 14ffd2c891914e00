//! The code that a request asks about.

use oxmca::oxmca_asm::hex::{self, HexError};
use oxmca::session::Place;
use oxmca_loops::Selection;

use crate::answer::Failure;
use crate::block::{Block, BlockCode};
use crate::request::{Address, Choices, Request};

/// The code to analyze.
#[derive(Clone, PartialEq, Eq, Hash)]
pub enum Input {
    /// Assembly, and the parts of it that are chosen.
    Assembly { text: Box<str>, selection: Box<Selection> },
    /// Machine code, and the address of its first byte.
    MachineCode { bytes: Box<[u8]>, base_address: u64 },
}

impl Input {
    /// Returns the bytes of the code.
    pub fn len(&self) -> usize {
        match self {
            Input::Assembly { text, .. } => text.len(),
            Input::MachineCode { bytes, .. } => bytes.len(),
        }
    }

    /// Returns the code of a block.
    ///
    /// # Errors
    /// There is none, or it is no machine code.
    pub fn of_block(block: &Block<'_>) -> Result<Input, Failure> {
        match &block.code {
            BlockCode::Absent => Err(no_code()),
            BlockCode::Unreadable(reason) => Err(Failure::new("request", reason.clone())),
            BlockCode::Assembly(text) => {
                Ok(Input::Assembly { text: (*text).into(), selection: Box::default() })
            }
            BlockCode::Hex { digits, base_address } => Input::of_hex(digits, *base_address),
            BlockCode::MachineCode { bytes, base_address } => {
                Ok(Input::MachineCode { bytes: (*bytes).into(), base_address: *base_address })
            }
        }
    }

    /// Returns machine code from hexadecimal digits.
    fn of_hex(digits: &str, base_address: u64) -> Result<Input, Failure> {
        let bytes = hex::bytes(digits.as_bytes()).map_err(|error| {
            let HexError { line, column, .. } = error;
            Failure::new("hex", error.to_string()).at(Some(Place { line, column }))
        })?;
        Ok(Input::MachineCode { bytes: bytes.into(), base_address })
    }

    /// Returns the code of a request.
    ///
    /// # Errors
    /// There is none, or it is no machine code.
    pub fn of(request: &mut Request<'_>) -> Result<Input, Failure> {
        let selection = selection(request)?;
        if request.asm.is_none() && !selection.is_empty() {
            let message = "\"loop\", \"function\", \"line\" and \"range\" belong to \"asm\"";
            return Err(Failure::new("request", message));
        }
        match (request.asm.take(), request.hex.take(), request.base) {
            (Some(asm), None, None) => {
                Ok(Input::Assembly { text: asm.into(), selection: Box::new(selection) })
            }
            (None, Some(hex), base) => {
                Input::of_hex(&hex, base.map_or(0, |Address(address)| address))
            }
            (Some(_), Some(_), _) => {
                Err(Failure::new("request", "there are both \"asm\" and \"hex\""))
            }
            (Some(_), None, Some(_)) => Err(Failure::new("request", "\"base\" belongs to \"hex\"")),
            (None, None, _) => Err(no_code()),
        }
    }
}

fn no_code() -> Failure {
    Failure::new("request", "there is no \"asm\" and no \"hex\"")
}

/// Returns the parts of assembly that a request chooses.
///
/// # Errors
/// A part is written in another way than the command line has it.
fn selection(request: &Request<'_>) -> Result<Selection, Failure> {
    let mut selection = Selection::default();
    let mut add = |choices: &Option<Choices>, add: AddPart| {
        let texts = choices.iter().flat_map(Choices::texts);
        texts.into_iter().try_for_each(|text| {
            let problem = |reason| Failure::new("request", format!("'{text}': {reason}"));
            add(&mut selection, &text).map_err(problem)
        })
    };
    add(&request.loops, Selection::add_loop)?;
    add(&request.functions, |selection, text| {
        selection.add_function(text);
        Ok(())
    })?;
    add(&request.lines, Selection::add_line)?;
    add(&request.ranges, Selection::add_range)?;
    Ok(selection)
}

/// Adds a part that a text names.
type AddPart = fn(&mut Selection, &str) -> Result<(), &'static str>;
