//! Symbols that count the registers which a text has named so far.

use super::registers::RegisterKind;
use super::state::{RegisterCounts, State};
use super::target::AmdGpu;
use crate::inst::Expr;
use crate::parser::{ParseResult, Parser};

/// The symbols of ROCm's system, which a text can set itself.
const NEXT_FREE_VECTOR: &[u8] = b".amdgcn.next_free_vgpr";
const NEXT_FREE_SCALAR: &[u8] = b".amdgcn.next_free_sgpr";

/// Takes note of a register, which begins with a number and has so many bits.
pub fn note(
    gpu: &AmdGpu<'_>,
    parser: &mut Parser<'_>,
    kind: RegisterKind,
    number: u32,
    bits: u32,
) -> ParseResult {
    let count = i64::from(number) + i64::from(bits.div_ceil(32));
    if gpu.is_hsa() {
        return match kind {
            RegisterKind::Vector => raise(parser, NEXT_FREE_VECTOR, count),
            RegisterKind::Scalar => raise(parser, NEXT_FREE_SCALAR, count),
            RegisterKind::Accumulator | RegisterKind::Trap => Ok(()),
        };
    }
    if let Some(State { counts, .. }) = parser.target_state.get_mut() {
        let counted = match kind {
            RegisterKind::Vector => &mut counts.vector,
            RegisterKind::Scalar => &mut counts.scalar,
            RegisterKind::Accumulator => &mut counts.accumulator,
            RegisterKind::Trap => return Ok(()),
        };
        *counted = count.max(*counted);
    }
    Ok(())
}

/// Sets a symbol to a count unless it is higher.
fn raise(parser: &mut Parser<'_>, name: &[u8], count: i64) -> ParseResult {
    let symbol = parser.symbols.intern(name);
    let value = parser.symbols.get(symbol).variable().cloned();
    let known = match value {
        Some(value) => parser.evaluate(&value),
        None => Some(0),
    };
    let Some(known) = known else {
        let message = ".amdgcn.next_free_{v,s}gpr symbols must be absolute expressions";
        return Err(parser.error(parser.tok().loc, message));
    };
    if known < count {
        parser.symbols.set_variable(symbol, Expr::Constant(count), true);
    }
    Ok(())
}

/// Begins to count for the next kernel.
pub fn begin_kernel(parser: &mut Parser<'_>) {
    if let Some(State { counts, .. }) = parser.target_state.get_mut() {
        *counts = RegisterCounts::default();
    }
}

/// Returns the value of a symbol that counts, unless the text has set it.
pub fn value(gpu: &AmdGpu<'_>, parser: &Parser<'_>, name: &[u8]) -> Option<i64> {
    if gpu.is_hsa() {
        let is_set = || {
            let symbol = parser.symbols.lookup(name);
            symbol.is_some_and(|it| parser.symbols.get(it).variable().is_some())
        };
        return (matches!(name, NEXT_FREE_VECTOR | NEXT_FREE_SCALAR) && !is_set()).then_some(0);
    }
    let RegisterCounts { scalar, vector, accumulator } = parser.target_state.get::<State>()?.counts;
    let generation = gpu.features.of(parser.features());
    match name {
        b".kernel.sgpr_count" => Some(scalar),
        b".kernel.agpr_count" => generation.has_mai().then_some(accumulator),
        b".kernel.vgpr_count" => Some(match accumulator {
            _ if !generation.has_mai() => vector,
            // Those of both kinds are in one file there.
            1.. if generation.is_gfx90a() => (vector + 3) / 4 * 4 + accumulator,
            _ => vector.max(accumulator),
        }),
        _ => None,
    }
}
