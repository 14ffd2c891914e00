//! Reading machine code for a session.

use std::fmt;
use std::ops::Range;

use oxmca_asm::decoder::{DecodeContext, DecodeError, Decoded};
use oxmca_asm::parser::{self, Parsed};
use oxmca_asm::region::{MarkerOutOfPlace, Region};
use oxmca_asm::source::{Loc, MAX_TEXT_BYTES, Sources};

use super::decoded_bytes::DecodedBytes;
use super::{Code, Session, TextOptions};
use crate::error::ErrorKind;

/// Instructions that are decoded before the interrupt is asked again.
const INSTRUCTIONS_PER_INTERRUPT: usize = 1 << 12;

/// Beyond the position of the end of an empty text, which is 1.
const PAST_TEXT: usize = 2;

/// Most bytes that are shown of a code that is no instruction.
const SHOWN_BYTES: usize = 16;

/// The reason why machine code cannot be analyzed. All of these are the fault of who chose the bytes, the CPU or the limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum MachineCodeError {
    /// Bytes are no instruction of the CPU.
    Invalid {
        /// Their offset in the code.
        offset: usize,
        /// The reason.
        reason: DecodeError,
        /// The bytes from there on, of which `len` are in the code.
        bytes: [u8; SHOWN_BYTES],
        /// The number of those bytes.
        len: usize,
    },
    /// The markers of regions do not come in pairs.
    Markers(MarkerOutOfPlace),
    /// No region has an instruction.
    Empty,
    /// There are more instructions than [`TextOptions::max_instructions`].
    TooManyInstructions {
        /// The most that there may be.
        limit: usize,
    },
    /// It has more than 128 MiB.
    TooLarge,
    /// [`TextOptions::interrupt`] was requested.
    Interrupted,
}

impl fmt::Display for MachineCodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            MachineCodeError::Invalid { offset, reason, bytes, len } => {
                write!(f, "offset {offset:#x}: {reason}:")?;
                bytes.iter().take(*len).try_for_each(|byte| write!(f, " {byte:02x}"))
            }
            MachineCodeError::Markers(error) => error.fmt(f),
            MachineCodeError::Empty => ErrorKind::Empty.fmt(f),
            MachineCodeError::TooManyInstructions { limit } => {
                write!(f, "there are more than {limit} instructions")
            }
            MachineCodeError::TooLarge => f.write_str("the code is too large"),
            MachineCodeError::Interrupted => f.write_str("decoding was interrupted"),
        }
    }
}

impl std::error::Error for MachineCodeError {}

impl Session {
    /// Decodes machine code whose first byte is at `base_address`. The result is as one from assembly, except that
    /// branches have addresses as targets and that no instruction has a place in a text. All of it is one region,
    /// unless markers of IACA or OSACA delimit regions: then the rest is passed over.
    ///
    /// Of the options, those of syntax are about the way in which instructions are shown.
    ///
    /// ```
    /// use oxmca::{Session, TextOptions};
    ///
    /// let session = Session::new("x86_64-unknown-unknown", "skylake", [])?;
    /// let code = session.read_machine_code([0x48, 0x01, 0xf8], 0, &TextOptions::default())?;
    /// let region = code.first_region().ok_or("no region")?;
    /// assert_eq!(region.text(0), "addq\t%rdi, %rax");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`MachineCodeError`]. Every byte of a region must be part of an instruction.
    pub fn read_machine_code(
        &self,
        bytes: impl Into<Vec<u8>>,
        base_address: u64,
        options: &TextOptions,
    ) -> Result<Code, MachineCodeError> {
        let bytes = bytes.into();
        if bytes.len() > MAX_TEXT_BYTES {
            return Err(MachineCodeError::TooLarge);
        }
        let markers =
            self.target().descriptor().byte_markers.map(|markers| markers.regions(&bytes));
        let mut ranges =
            markers.transpose().map_err(MachineCodeError::Markers)?.unwrap_or_default();
        let mut code = DecodedBytes { bytes, ..DecodedBytes::default() };
        let dialect = options.dialect.and_then(|dialect| self.dialect_number(dialect));
        let mut parsed = Parsed {
            dialect: dialect.unwrap_or_else(|| self.target().default_dialect()),
            ..Parsed::default()
        };
        let name = (!ranges.is_empty()).then_some(&b""[..]);
        if name.is_none() {
            ranges.push(0..code.bytes.len());
        }
        for range in ranges {
            let first = parsed.insts.len();
            self.decode_range(range, base_address, options, &mut code, &mut parsed)?;
            let instructions = first..parsed.insts.len();
            parsed.regions.push(Region::of_instructions(name, instructions));
        }
        if parsed.insts.is_empty() {
            return Err(MachineCodeError::Empty);
        }
        self.place_past_text(&mut parsed, options);
        let sources = Sources::new(options.name.clone(), "");
        let sources = sources.map_err(|_| MachineCodeError::TooLarge)?;
        let address = |range: &Range<u32>| base_address.wrapping_add(range.start.into());
        let addresses = code.ranges.iter().map(address).collect();
        let read = Code::new(self.clone(), sources, parsed, options);
        Ok(read.with_decoded_bytes(code).with_addresses(addresses))
    }

    /// Gives instructions that come from no text places in their order, and the instruments that they begin.
    pub(super) fn place_past_text(&self, parsed: &mut Parsed, options: &TextOptions) {
        let count = parsed.insts.len();
        parsed.locations = (0..count as u32).map(|index| Loc(index).offset(PAST_TEXT)).collect();
        parsed.originals = (0..count as u32).collect();
        if options.instruments {
            let Parsed { insts, locations, .. } = &*parsed;
            parsed.instruments = parser::instruments_of_insts(self.target(), insts, locations);
        }
    }

    fn decode_range(
        &self,
        range: Range<usize>,
        base_address: u64,
        options: &TextOptions,
        code: &mut DecodedBytes,
        parsed: &mut Parsed,
    ) -> Result<(), MachineCodeError> {
        let limit = options.max_instructions.min(options.max_instructions_in_regions);
        let mut at = range.start;
        let mut context = DecodeContext::default();
        while at < range.end {
            let count = parsed.insts.len();
            if count == limit {
                return Err(MachineCodeError::TooManyInstructions { limit });
            }
            if count.is_multiple_of(INSTRUCTIONS_PER_INTERRUPT) && options.interrupt.is_requested()
            {
                return Err(MachineCodeError::Interrupted);
            }
            let rest = &code.bytes[at..range.end];
            let address = base_address.wrapping_add(at as u64);
            let decoded =
                self.target().decode_as_written(self.subtarget(), rest, address, &mut context);
            let Decoded { inst, length_bytes, .. } =
                decoded.map_err(|reason| invalid(at, reason, rest))?;
            parsed.insts.push(inst);
            code.ranges.push(at as u32..(at + length_bytes) as u32);
            code.distance_bases.push(self.target().distance_base(address, length_bytes));
            at += length_bytes;
        }
        Ok(())
    }
}

fn invalid(offset: usize, reason: DecodeError, rest: &[u8]) -> MachineCodeError {
    let len = rest.len().min(SHOWN_BYTES);
    let mut bytes = [0; SHOWN_BYTES];
    bytes[..len].copy_from_slice(&rest[..len]);
    MachineCodeError::Invalid { offset, reason, bytes, len }
}
