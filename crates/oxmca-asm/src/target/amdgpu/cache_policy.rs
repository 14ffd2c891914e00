//! Cache policies: `glc slc`, `sc0 nt`, `th:TH_LOAD_NT scope:SCOPE_SYS`.

use super::flag;
use super::generation::Generation;

/// Bits of policies before the twelfth generation.
pub const GLC: i64 = 1;
pub const SLC: i64 = 2;
pub const DLC: i64 = 4;
pub const SCC: i64 = 16;

/// The temporal hint, as of the twelfth generation.
pub const HINT: i64 = 7;
pub const SCOPE: i64 = 3 << 3;
/// The hint that bypasses caches.
pub const HINT_BYPASS: i64 = 3;
const SCOPE_DEVICE: i64 = 2 << 3;
pub const SCOPE_SYSTEM: i64 = 3 << 3;
pub const NON_VOLATILE: i64 = 1 << 5;
pub const SCALE_OFFSET: i64 = 1 << 11;
/// Bits that say how the hint was written. They are no part of the machine code.
pub const OF_LOAD: i64 = 1 << 7;
pub const OF_STORE: i64 = 1 << 8;
pub const OF_ATOMIC: i64 = 1 << 9;
pub const BYPASS: i64 = 1 << 10;

pub const SCOPES: &[&str] = &["SCOPE_CU", "SCOPE_SE", "SCOPE_DEV", "SCOPE_SYS"];

/// Hints of loads and stores.
pub const HINTS: &[(&str, i64)] = &[
    ("RT", 0),
    ("NT", 1),
    ("HT", 2),
    ("LU", 3),
    ("WB", 3),
    ("NT_RT", 4),
    ("RT_NT", 5),
    ("NT_HT", 6),
    ("NT_WB", 7),
    ("BYPASS", 3),
];

/// Hints of atomic operations.
pub const ATOMIC_HINTS: &[(&str, i64)] = &[
    ("RETURN", 1),
    ("RT", 0),
    ("RT_RETURN", 1),
    ("NT", 2),
    ("NT_RETURN", 3),
    ("CASCADE_RT", 4),
    ("CASCADE_NT", 6),
];

/// The kind of an instruction that a policy is for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Access {
    Load,
    Store,
    Atomic,
}

/// Appends a policy.
pub fn print(value: i64, generation: Generation<'_>, flags: u64, access: Access, out: &mut String) {
    if generation.is_gfx12_plus() {
        if value & SCALE_OFFSET != 0 {
            out.push_str(" scale_offset");
        }
        print_hint(value & HINT, value & SCOPE, access, out);
        let scope = (value & SCOPE) >> 3;
        if scope != 0 {
            out.push_str(" scope:");
            out.push_str(SCOPES[scope as usize]);
        }
        if value & NON_VOLATILE != 0 {
            out.push_str(" nv");
        }
        return;
    }
    let is_new = generation.is_gfx940();
    if value & GLC != 0 {
        out.push_str(if is_new && flags & flag::SMRD == 0 { " sc0" } else { " glc" });
    }
    if value & SLC != 0 {
        out.push_str(if is_new { " nt" } else { " slc" });
    }
    if value & DLC != 0 && generation.is_gfx10_plus() {
        out.push_str(" dlc");
    }
    if value & SCC != 0 && generation.is_gfx90a() {
        out.push_str(if is_new { " sc1" } else { " scc" });
    }
    if value & !(GLC | SLC | DLC | SCC) != 0 {
        out.push_str(" /* unexpected cache policy bit */");
    }
}

fn print_hint(hint: i64, scope: i64, access: Access, out: &mut String) {
    if hint == 0 {
        return;
    }
    out.push_str(" th:");
    let name = match (access, hint) {
        (Access::Atomic, _) if hint & 4 != 0 => match (scope >= SCOPE_DEVICE, hint & 2 != 0) {
            (true, true) => Some("TH_ATOMIC_CASCADE_NT"),
            (true, false) => Some("TH_ATOMIC_CASCADE_RT"),
            _ => None,
        },
        (Access::Atomic, 1) => Some("TH_ATOMIC_RETURN"),
        (Access::Atomic, 2) => Some("TH_ATOMIC_NT"),
        (Access::Atomic, 3) => Some("TH_ATOMIC_NT_RETURN"),
        (Access::Load, 1) => Some("TH_LOAD_NT"),
        (Access::Load, 2) => Some("TH_LOAD_HT"),
        (Access::Load, 3) if scope == SCOPE_SYSTEM => Some("TH_LOAD_BYPASS"),
        (Access::Load, 3) => Some("TH_LOAD_LU"),
        (Access::Load, 4) => Some("TH_LOAD_NT_RT"),
        (Access::Load, 5) => Some("TH_LOAD_RT_NT"),
        (Access::Load, 6) => Some("TH_LOAD_NT_HT"),
        (Access::Store, 1) => Some("TH_STORE_NT"),
        (Access::Store, 2) => Some("TH_STORE_HT"),
        (Access::Store, 3) if scope == SCOPE_SYSTEM => Some("TH_STORE_BYPASS"),
        (Access::Store, 3) => Some("TH_STORE_WB"),
        (Access::Store, 4) => Some("TH_STORE_NT_RT"),
        (Access::Store, 5) => Some("TH_STORE_RT_NT"),
        (Access::Store, 6) => Some("TH_STORE_NT_HT"),
        (Access::Store, 7) => Some("TH_STORE_NT_WB"),
        _ => None,
    };
    match (name, access) {
        (Some(name), _) => out.push_str(name),
        (None, Access::Atomic) => out.push_str(&format!("TH_ATOMIC_{hint:#x}")),
        (None, _) => out.push_str(&format!("{hint:#x}")),
    }
}
