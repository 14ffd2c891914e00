//! Features that exclude each other, or the triple.

use oxmca_tables::FeatureSet;

use super::arch::may_conflict;
use super::target::RiscV;
use crate::syntax::ObjectFormat;

/// Checks that the assembler takes a set of features.
///
/// # Errors
/// LLVM's message. One about extensions is followed by an empty line.
pub fn check_features(riscv: &RiscV<'_>, features: &FeatureSet) -> Result<(), String> {
    let bits = &riscv.feature_bits;
    let is_64_bit = riscv.is_64_bit_triple();
    if riscv.triple.object_format() == ObjectFormat::Coff {
        return Err("unsupported object format".to_owned());
    }
    if !is_64_bit && features.contains(bits.is_embedded) && features.contains(bits.double) {
        return Err("ILP32E cannot be used with the D ISA extension".to_owned());
    }
    let has_vectors = features.contains(bits.vectors);
    let mut names = names(riscv, features);
    if !names.any(|name| may_conflict(name, has_vectors)) {
        return Ok(());
    }
    let xlen_bits = if features.contains(bits.is_64_bit) { 64 } else { 32 };
    check_extensions(riscv, xlen_bits, features).map_err(|error| format!("{error}\n"))
}

/// Checks that the extensions among a set of features do not exclude each other.
///
/// # Errors
/// LLVM's message.
pub fn check_extensions(
    riscv: &RiscV<'_>,
    xlen_bits: u32,
    features: &FeatureSet,
) -> Result<(), String> {
    let arch = riscv.catalog().of_features(xlen_bits, names(riscv, features));
    arch.map(|_| ()).map_err(|error| error.to_string())
}

/// Checks that the width of registers is the triple's.
///
/// # Errors
/// LLVM's message.
pub fn check_width(riscv: &RiscV<'_>, features: &FeatureSet) -> Result<(), String> {
    let bits = &riscv.feature_bits;
    let [has_32, has_64] = [bits.is_32_bit, bits.is_64_bit].map(|bit| features.contains(bit));
    let message = match riscv.is_64_bit_triple() {
        true if !has_64 => "RV64 target requires an RV64 CPU",
        false if !has_32 => "RV32 target requires an RV32 CPU",
        _ if has_32 && has_64 => "RV32 and RV64 can't be combined",
        _ => return Ok(()),
    };
    Err(message.to_owned())
}

/// Returns the names of the features of a set.
fn names<'r>(riscv: &'r RiscV<'_>, features: &'r FeatureSet) -> impl Iterator<Item = &'r str> {
    let on = riscv.tables.features.iter().filter(|row| features.contains(row.bit));
    on.map(|row| riscv.tables.text(row.name))
}
