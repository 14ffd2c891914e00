//! Registers of a sample, from the bytes that perf stores of it.
//!
//! A payload is the capability word, then registers of eight bytes each, all little endian. Their
//! number follows from its length, and their meaning from the capabilities.

use thiserror::Error;

use crate::cpu::Capabilities;

/// The registers of a sampled op.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OpRegisters {
    /// `IBS_OP_CTL`.
    pub ctl: u64,
    /// `IBS_OP_RIP`: address of the instruction.
    pub rip: u64,
    /// `IBS_OP_DATA`: retirement and branches.
    pub data: u64,
    /// `IBS_OP_DATA2`: where data came from.
    pub data2: u64,
    /// `IBS_OP_DATA3`: memory access.
    pub data3: u64,
    /// `IBS_DC_LINAD`: virtual address of the access.
    pub linear_address: u64,
    /// `IBS_DC_PHYSAD`: physical address of the access.
    pub physical_address: u64,
    /// `IBS_BR_TARGET`, where it was stored.
    pub branch_target: Option<u64>,
    /// `IBS_OP_DATA4`, where it was stored.
    pub data4: Option<u64>,
}

/// The registers of a sampled fetch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FetchRegisters {
    /// `IBS_FETCH_CTL`.
    pub ctl: u64,
    /// `IBS_FETCH_LINAD`: virtual address of the fetch.
    pub linear_address: u64,
    /// `IBS_FETCH_PHYSAD`: its physical address.
    pub physical_address: u64,
    /// `IBS_FETCH_CTL_EXTD`, where it was stored.
    pub extended: Option<u64>,
}

/// The reason for which a payload is no sample.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
pub enum PayloadError {
    /// Not the capability word and whole registers.
    #[error("{0} bytes are not a capability word and whole registers")]
    Length(usize),
    /// Registers that every sample of the kind has are missing.
    #[error("{found} registers, where a sample has at least {least}")]
    Registers {
        /// The number of registers in the payload.
        found: usize,
        /// The number of registers that every sample of the kind has.
        least: usize,
    },
    /// The registers say that they hold no sample.
    #[error("the sample is not marked valid")]
    NotValid,
}

const OP_LEAST: usize = 7;
const FETCH_LEAST: usize = 3;

/// Returns the capability word and the registers, of which there are at least so many.
fn split(payload: &[u8], least: usize) -> Result<(Capabilities, &[[u8; 8]]), PayloadError> {
    let (caps, rest) = payload.split_first_chunk().ok_or(PayloadError::Length(payload.len()))?;
    let (registers, []) = rest.as_chunks() else {
        return Err(PayloadError::Length(payload.len()));
    };
    if registers.len() < least {
        return Err(PayloadError::Registers { found: registers.len(), least });
    }
    Ok((Capabilities::from_bits_retain(u32::from_le_bytes(*caps)), registers))
}

impl OpRegisters {
    /// Reads a payload of event source `ibs_op`, without the length that precedes it.
    ///
    /// # Errors
    /// When it is no sample.
    pub fn parse(payload: &[u8]) -> Result<(Capabilities, Self), PayloadError> {
        let (caps, registers) = split(payload, OP_LEAST)?;
        let at = |index: usize| u64::from_le_bytes(registers[index]);
        let mut rest = registers[OP_LEAST..].iter().map(|bytes| u64::from_le_bytes(*bytes));
        let mut optional = |capability| caps.contains(capability).then(|| rest.next()).flatten();
        let sample = Self {
            ctl: at(0),
            rip: at(1),
            data: at(2),
            data2: at(3),
            data3: at(4),
            linear_address: at(5),
            physical_address: at(6),
            branch_target: optional(Capabilities::BRANCH_TARGET),
            data4: optional(Capabilities::OP_DATA4),
        };
        let is_valid = sample.ctl >> 17 & 0b11 == 0b11;
        if is_valid { Ok((caps, sample)) } else { Err(PayloadError::NotValid) }
    }
}

impl FetchRegisters {
    /// Reads a payload of event source `ibs_fetch`, without the length that precedes it.
    ///
    /// # Errors
    /// When it is no sample.
    pub fn parse(payload: &[u8]) -> Result<(Capabilities, Self), PayloadError> {
        let (caps, registers) = split(payload, FETCH_LEAST)?;
        let at = |index: usize| u64::from_le_bytes(registers[index]);
        let has_extended =
            caps.contains(Capabilities::FETCH_EXTENDED) && registers.len() > FETCH_LEAST;
        let sample = Self {
            ctl: at(0),
            linear_address: at(1),
            physical_address: at(2),
            extended: has_extended.then(|| at(FETCH_LEAST)),
        };
        let is_valid = sample.ctl >> 48 & 0b11 == 0b11;
        if is_valid { Ok((caps, sample)) } else { Err(PayloadError::NotValid) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn payload(caps: u32, registers: &[u64]) -> Vec<u8> {
        let mut bytes = caps.to_le_bytes().to_vec();
        bytes.extend(registers.iter().flat_map(|it| it.to_le_bytes()));
        bytes
    }

    #[test]
    fn optional_registers_follow_the_capabilities_and_the_length() {
        let op = |caps, count: usize| {
            let mut registers = [6 << 16, 1, 2, 3, 4, 5, 6, 7, 8];
            registers[0] |= 0x10;
            OpRegisters::parse(&payload(caps, &registers[..count])).map(|it| it.1)
        };
        let optional = |caps, count| op(caps, count).map(|it| (it.branch_target, it.data4));
        assert_eq!(optional(0x1f, 7), Ok((None, None)));
        assert_eq!(optional(0xbff, 8), Ok((Some(7), None)));
        assert_eq!(optional(0x7ff, 9), Ok((Some(7), Some(8))));
        assert_eq!(optional(0x7df, 8), Ok((None, Some(7))));
        assert_eq!(optional(0x7ff, 8), Ok((Some(7), None)));
        assert_eq!(optional(0x7ff, 7), Ok((None, None)));
        assert_eq!(op(0x7ff, 6), Err(PayloadError::Registers { found: 6, least: 7 }));
    }

    #[test]
    fn lengths_that_are_no_sample_are_refused() {
        let whole = payload(0xbff, &[3 << 48, 1, 2, 3]);
        assert_eq!(FetchRegisters::parse(&whole).map(|it| it.1.extended), Ok(Some(3)));
        assert_eq!(FetchRegisters::parse(&whole[..28]).map(|it| it.1.extended), Ok(None));
        for len in [0, 3, 5, 27, 29, 35] {
            assert_eq!(FetchRegisters::parse(&whole[..len]), Err(PayloadError::Length(len)));
        }
        let idle = payload(0xbff, &[1 << 49, 1, 2, 3]);
        assert_eq!(FetchRegisters::parse(&idle), Err(PayloadError::NotValid));
    }
}
