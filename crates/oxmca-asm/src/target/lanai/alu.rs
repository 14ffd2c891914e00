//! Operations that addresses have between base and offset, as machine operands hold them.

/// The base is changed before the access.
pub const BEFORE: i64 = 0x40;
/// The base is changed after the access.
pub const AFTER: i64 = 0x80;
/// Addition, the only operation with an offset that is a constant.
pub const ADD: i64 = 0;
/// A logical shift to the right, as decoded.
pub const SHIFT_RIGHT: i64 = 0x27;

const SHIFT_LEFT: i64 = 0x17;
const ARITHMETIC_SHIFT: i64 = 0x37;
const OPERATION: i64 = 0x3f;

/// Names as they are read, which are not all as they are shown.
const READ: [(&str, i64); 10] = [
    ("add", ADD),
    ("addc", 1),
    ("sub", 2),
    ("subb", 3),
    ("and", 4),
    ("or", 5),
    ("xor", 6),
    ("sh", SHIFT_LEFT),
    ("srl", SHIFT_RIGHT),
    ("sha", ARITHMETIC_SHIFT),
];

/// Returns the operation of a name.
pub fn named(name: &[u8]) -> Option<i64> {
    READ.iter().find(|(known, _)| known.as_bytes() == name).map(|(_, operation)| *operation)
}

/// Returns the name that an operation is shown with.
pub fn shown(operation: i64) -> &'static str {
    match operation & OPERATION {
        SHIFT_LEFT | SHIFT_RIGHT => "sh",
        plain => READ.iter().find(|(_, known)| *known == plain).map_or("", |(name, _)| name),
    }
}

/// Returns whether an access changes its base.
pub fn changes_base(operation: i64) -> bool {
    operation & (BEFORE | AFTER) != 0
}

/// Returns the three bits of an operation in machine code; all of shifts are 7.
pub fn code(operation: i64) -> u64 {
    operation as u64 & 7
}

/// Returns the five bits that tell shifts apart in machine code.
pub fn shift_code(operation: i64) -> u64 {
    match operation & OPERATION {
        SHIFT_LEFT | SHIFT_RIGHT => 0x10,
        ARITHMETIC_SHIFT => 0x18,
        _ => 0,
    }
}

/// Returns the operation of the bits of machine code.
pub fn of_code(code: u64, shift_code: u64) -> i64 {
    match code & 7 {
        7 => SHIFT_RIGHT | (shift_code as i64 >> 3 & 0xf) << 1,
        plain => plain as i64,
    }
}
