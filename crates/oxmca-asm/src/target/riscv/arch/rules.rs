//! Rules between extensions that no table of LLVM's has.

use super::extension_set::{Arch, ArchError, error};

/// Extensions that are added as soon as all that they imply are there.
pub const COMBINED: [&str; 13] = [
    "a", "b", "zk", "zkn", "zks", "zvkn", "zvknc", "zvkng", "zvks", "zvksc", "zvksg", "xqci",
    "xsfmm32a",
];

/// Extensions for 32-bit registers only.
const ONLY_32_BITS: [&str; 23] = [
    "zcf", "zclsd", "zilsd", "xwchc", "xqci", "xqcia", "xqciac", "xqcibi", "xqcibm", "xqcicli",
    "xqcicm", "xqcics", "xqcicsr", "xqciint", "xqciio", "xqcilb", "xqcili", "xqcilia", "xqcilo",
    "xqcilsm", "xqcisim", "xqcisls", "xqcisync",
];

/// Extensions whose codes are those of compressed loads and stores of doubles.
const OVERLAPPING_ZCD: [&str; 6] = ["zcmt", "zcmp", "xqccmp", "xqccmt", "xqciac", "xqcicm"];

/// Adds extensions that several others imply together.
pub fn complete(arch: &mut Arch) {
    let is_32_bit = arch.xlen_bits == 32;
    let has_capabilities = arch.has("y");
    if arch.has("c") && arch.has("d") && (is_32_bit || !has_capabilities) {
        arch.add("zcd");
    }
    if is_32_bit && !has_capabilities && arch.has("f") && (arch.has("c") || arch.has("zce")) {
        arch.add("zcf");
    }
    if arch.has("zca") {
        // All compressed instructions that the others make possible are there.
        let has_doubles = !arch.has("d") || arch.has("zcd") || has_capabilities && !is_32_bit;
        let has_floats =
            !is_32_bit || !(arch.has("f") || arch.has("d")) || arch.has("zcf") || has_capabilities;
        if has_doubles && has_floats {
            arch.add("c");
        }
        let has_code_size = ["zcb", "zcmp", "zcmt"].iter().all(|name| arch.has(name));
        let may_have_code_size = match is_32_bit {
            true => !arch.has("f") || arch.has("zcf") || has_capabilities,
            false => !has_capabilities,
        };
        if has_code_size && may_have_code_size {
            arch.add("zce");
        }
    }
    match (arch.has("i"), arch.has("e")) {
        (false, false) => _ = arch.add("i"),
        (true, true) => _ = arch.extensions.remove("i"),
        _ => {}
    }
}

/// Returns whether an extension's feature may be one of those that [`check`] objects to. Others are worth no check.
pub fn may_conflict(feature: &str, has_vectors: bool) -> bool {
    let name = feature.strip_prefix("experimental-").unwrap_or(feature);
    let starts = ["zcm", "xqc", "zcf", "zcls", "zils", "xwch", "xsfvfbf", "zfinx", "y"];
    starts.iter().any(|start| name.starts_with(start)) || is_vector_length(name) && !has_vectors
}

/// Checks that no extensions exclude each other.
///
/// # Errors
/// LLVM's first objection.
pub fn check(arch: &Arch) -> Result<(), ArchError> {
    let incompatible = |one: &str, other: &str| {
        error(format!("'{one}' and '{other}' extensions are incompatible"))
    };
    let is_32_bit = arch.xlen_bits == 32;
    if arch.has("f") && arch.has("zfinx") {
        return incompatible("f", "zfinx");
    }
    if arch.extensions.iter().any(|name| is_vector_length(name)) && !arch.has("zve32x") {
        return error("'zvl*b' requires 'v' or 'zve*' extension to also be specified");
    }
    if arch.has("xsfvfbfexp16e") && !arch.has("zvfbfmin") && !arch.has("zvfbfa") {
        return error(
            "'xsfvfbfexp16e' requires 'zvfbfmin' or 'zvfbfa' extension to also be specified",
        );
    }
    let overlapping_zcd = || OVERLAPPING_ZCD.iter().find(|name| arch.has(name));
    if arch.has("zcd")
        && let Some(name) = overlapping_zcd()
    {
        return incompatible(name, "zcd");
    }
    if !is_32_bit && let Some(name) = ONLY_32_BITS.iter().find(|it| arch.has(it)) {
        return error(format!("'{name}' is only supported for 'rv32'"));
    }
    if arch.has("xwchc") {
        if arch.has("d") {
            return incompatible("d", "xwchc");
        }
        if arch.has("zcb") {
            return incompatible("xwchc", "zcb");
        }
    }
    if arch.has("zclsd") && arch.has("zcf") {
        return incompatible("zclsd", "zcf");
    }
    if arch.has("y") {
        let (excluded, base): (&[&str], &str) = match is_32_bit {
            true => (&["zclsd", "zcf"], "rv32y"),
            false => (&["zcd"], "rv64y"),
        };
        let excluded = excluded.iter().find(|name| arch.has(name));
        let overlapping = if is_32_bit { None } else { overlapping_zcd() };
        if let Some(name) = excluded.or(overlapping) {
            return error(format!("'{name}' is incompatible with {base} base"));
        }
    }
    if arch.has("zcmp") && arch.has("xqccmp") {
        return incompatible("zcmp", "xqccmp");
    }
    if arch.has("zcmt") && arch.has("xqccmt") {
        return incompatible("zcmt", "xqccmt");
    }
    Ok(())
}

/// Returns whether a name is that of a smallest vector length: `zvl128b`.
fn is_vector_length(name: &str) -> bool {
    let bits = name.strip_prefix("zvl").and_then(|it| it.strip_suffix('b'));
    bits.is_some_and(|bits| bits.parse::<u32>().is_ok_and(|bits| bits > 0))
}
