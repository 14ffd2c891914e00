//! Names behind keywords: formats of buffers, dimensions of images, targets of exports, parts of matrices.

use super::generation::Generation;

/// Formats of matrices by their codes.
pub const MATRIX_FORMATS: &[&str] =
    &["MATRIX_FMT_FP8", "MATRIX_FMT_BF8", "MATRIX_FMT_FP6", "MATRIX_FMT_BF6", "MATRIX_FMT_FP4"];
/// Rows of scales of matrices by their codes.
pub const MATRIX_SCALES: &[&str] = &["MATRIX_SCALE_ROW0", "MATRIX_SCALE_ROW1"];
/// Formats of scales of matrices by their codes.
pub const MATRIX_SCALE_FORMATS: &[&str] =
    &["MATRIX_SCALE_FMT_E8", "MATRIX_SCALE_FMT_E5M3", "MATRIX_SCALE_FMT_E4M3"];

/// The prefix of data formats.
pub const DATA: &str = "BUF_DATA_FORMAT_";
/// The prefix of numeric formats.
pub const NUMERIC: &str = "BUF_NUM_FORMAT_";
/// The prefix of formats that are both.
const UNIFIED: &str = "BUF_FMT_";

/// Data formats by their codes.
pub const DATA_FORMATS: [&str; 16] = [
    "INVALID",
    "8",
    "16",
    "8_8",
    "32",
    "16_16",
    "10_11_11",
    "11_11_10",
    "10_10_10_2",
    "2_10_10_10",
    "8_8_8_8",
    "32_32",
    "16_16_16_16",
    "32_32_32",
    "32_32_32_32",
    "RESERVED_15",
];
/// Numeric formats by their codes; the seventh depends on the generation.
const NUMERIC_FORMATS: [&str; 8] =
    ["UNORM", "SNORM", "USCALED", "SSCALED", "UINT", "SINT", "", "FLOAT"];

pub const MOST_UNIFIED: i64 = 127;
const UNIFIED_DEFAULT: i64 = 1;
pub const DEFAULT_DATA: i64 = 1;

/// Returns the name of a numeric format without its prefix; empty if the code has none.
pub fn numeric_name(code: usize, generation: Generation<'_>) -> &'static str {
    match NUMERIC_FORMATS.get(code) {
        Some(&"") if generation.is_gfx6() || generation.is_gfx7() => "SNORM_OGL",
        Some(&"") if generation.is_gfx8() || generation.is_gfx9() => "RESERVED_6",
        Some(name) => name,
        None => "",
    }
}

/// Returns the pairs of data and numeric formats that have a code of their own, by that code.
pub fn unified(generation: Generation<'_>) -> impl Iterator<Item = (usize, usize)> {
    let is_new = generation.is_gfx11_plus();
    let pairs = (1..15).flat_map(move |data| {
        let numeric: &[usize] = match DATA_FORMATS[data] {
            "10_11_11" | "11_11_10" if is_new => &[7],
            "10_10_10_2" if is_new => &[0, 1, 4, 5],
            "16" | "16_16" | "10_11_11" | "11_11_10" | "16_16_16_16" => &[0, 1, 2, 3, 4, 5, 7],
            "32" | "32_32" | "32_32_32" | "32_32_32_32" => &[4, 5, 7],
            _ => &[0, 1, 2, 3, 4, 5],
        };
        numeric.iter().map(move |numeric| (data, *numeric))
    });
    std::iter::once((0, 0)).chain(pairs)
}

/// Returns the name of a code of both formats; `None` if it has none.
fn unified_name(code: i64, generation: Generation<'_>) -> Option<String> {
    let (data, numeric) = unified(generation).nth(usize::try_from(code).ok()?)?;
    Some(match data {
        0 => format!("{UNIFIED}INVALID"),
        _ => format!("{UNIFIED}{}_{}", DATA_FORMATS[data], NUMERIC_FORMATS[numeric]),
    })
}

/// Returns the code of a name of both formats.
pub fn unified_code(name: &str, generation: Generation<'_>) -> Option<i64> {
    let mut codes = 0..unified(generation).count() as i64;
    codes.find(|code| unified_name(*code, generation).as_deref() == Some(name))
}

/// Appends the format of a buffer, unless it is the default.
pub fn print(value: i64, generation: Generation<'_>, out: &mut String) {
    if generation.is_gfx10_plus() {
        if value == UNIFIED_DEFAULT {
            return;
        }
        out.push_str(&match unified_name(value, generation) {
            Some(name) => format!(" format:[{name}]"),
            None => format!(" format:{value}"),
        });
        return;
    }
    let (data, numeric) = (value & 15, value >> 4 & 7);
    if value == DEFAULT_DATA {
        return;
    }
    let name = numeric_name(numeric as usize, generation);
    if name.is_empty() {
        out.push_str(&format!(" format:{value}"));
        return;
    }
    out.push_str(" format:[");
    if data != DEFAULT_DATA {
        out.push_str(DATA);
        out.push_str(DATA_FORMATS[data as usize]);
        if numeric != 0 {
            out.push(',');
        }
    }
    if numeric != 0 {
        out.push_str(NUMERIC);
        out.push_str(name);
    }
    out.push(']');
}

/// A target of exports: its name, its first code and the largest number behind the name.
pub struct ExportTarget {
    pub name: &'static str,
    pub code: i64,
    pub most: i64,
}

const fn target(name: &'static str, code: i64, most: i64) -> ExportTarget {
    ExportTarget { name, code, most }
}

pub const EXPORT_TARGETS: &[ExportTarget] = &[
    target("null", 9, 0),
    target("mrtz", 8, 0),
    target("prim", 20, 0),
    target("mrt", 0, 7),
    target("pos", 12, 4),
    target("dual_src_blend", 21, 1),
    target("param", 32, 31),
];

pub fn is_export_target(code: i64, generation: Generation<'_>) -> bool {
    match code {
        9 => !generation.is_gfx11_plus(),
        16 | 20 => generation.is_gfx10_plus(),
        21 | 22 => generation.is_gfx11_plus(),
        32..=63 => !generation.is_gfx11_plus() || generation.is_gfx13(),
        _ => true,
    }
}

/// Appends the name of a target of exports.
pub fn print_export_target(code: i64, generation: Generation<'_>, out: &mut String) {
    let code = code & 63;
    let found = EXPORT_TARGETS.iter().find(|it| (it.code..=it.code + it.most).contains(&code));
    out.push_str(&match found.filter(|_| is_export_target(code, generation)) {
        Some(it) if it.most == 0 => format!(" {}", it.name),
        Some(it) => format!(" {}{}", it.name, code - it.code),
        None => format!(" invalid_target_{code}"),
    });
}

/// Slots of attributes by their codes.
pub const SLOTS: &[&str] = &["p10", "p20", "p0"];
