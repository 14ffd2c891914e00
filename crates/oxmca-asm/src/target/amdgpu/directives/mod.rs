//! Directives of the target's own: descriptions of kernels and metadata, of which nothing is simulated. They are checked
//! as far as their text decides.

mod block;
mod kernel;
mod target_id;

use super::register_counts;
use super::target::AmdGpu;
use crate::lexer::TokenKind;
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use block::{next_name, parse_text_block};

/// Features that give the bytes of shared memory, the first that holds.
const SHARED_MEMORY_BYTES: [(&str, i64); 4] = [
    ("FeatureAddressableLocalMemorySize32768", 32_768),
    ("FeatureAddressableLocalMemorySize65536", 65_536),
    ("FeatureAddressableLocalMemorySize163840", 163_840),
    ("FeatureAddressableLocalMemorySize327680", 327_680),
];

/// Parses a directive and says whether it is one of the target's.
pub(super) fn parse_directive<'a>(
    gpu: &AmdGpu<'_>,
    parser: &mut Parser<'a>,
    name: &'a [u8],
) -> ParseResult<bool> {
    let is_hsa = gpu.is_hsa();
    match (name, is_hsa) {
        // Without a name it is no directive.
        (b".amdhsa_kernel", true) if parser.parse_identifier().is_none() => return Ok(false),
        (b".amdhsa_kernel", true) => kernel::parse(gpu, parser)?,
        (b".amdhsa_code_object_version", true) => {
            parser.parse_absolute_expression()?;
        }
        (b".amdgpu_metadata", true) => parse_text_block(parser, b".end_amdgpu_metadata")?,
        (b".amd_kernel_code_t", false) => parse_kernel_code(parser)?,
        (b".amdgpu_hsa_kernel", false) => parse_kernel_symbol(parser)?,
        (b".amd_amdgpu_isa", false) => target_id::parse(gpu, parser, ".amd_amdgpu_isa")?,
        (b".amd_amdgpu_hsa_metadata", false) => {
            let message = ".amd_amdgpu_hsa_metadata directive is not available on non-amdhsa OSes";
            return Err(parser.error(parser.tok().loc, message));
        }
        (b".amdgcn_target", _) => target_id::parse(gpu, parser, ".amdgcn_target")?,
        (b".amdgpu_lds", _) => parse_shared_variable(gpu, parser)?,
        (b".amdgpu_info", _) => parse_info(parser)?,
        (b".amdgpu_pal_metadata", _) => parse_text_block(parser, b".end_amdgpu_pal_metadata")?,
        (b".amd_amdgpu_pal_metadata", _) => parse_pal_registers(gpu, parser)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Parses `.amdgpu_hsa_kernel SYMBOL`.
fn parse_kernel_symbol(parser: &mut Parser<'_>) -> ParseResult {
    let token = parser.tok();
    if !token.is(TokenKind::Identifier) {
        return Err(parser.error(token.loc, "expected symbol name"));
    }
    parser.lex();
    register_counts::begin_kernel(parser);
    Ok(())
}

/// Parses the fields up to `.end_amd_kernel_code_t`, each `NAME = VALUE`.
fn parse_kernel_code(parser: &mut Parser<'_>) -> ParseResult {
    let expected = "expected value identifier or .end_amd_kernel_code_t";
    loop {
        let (name, _) = next_name(parser, expected)?;
        if name == b".end_amd_kernel_code_t" {
            return Ok(());
        }
        if name == b"max_scratch_backing_memory_byte_size" {
            parser.eat_to_end_of_statement();
            continue;
        }
        if !parser.eat(TokenKind::Equal) {
            return Err(parser.token_error("expected '='"));
        }
        parser.parse_expression()?;
    }
}

/// Parses `.amdgpu_lds NAME, SIZE[, ALIGNMENT]`, a variable in shared memory.
fn parse_shared_variable(gpu: &AmdGpu<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let Some(name) = parser.parse_identifier() else {
        return Err(parser.token_error("expected identifier in directive"));
    };
    parser.symbols.intern(name);
    parser.expect_comma()?;
    let loc = parser.tok().loc;
    let size = parser.parse_absolute_expression()?;
    if size < 0 {
        return Err(parser.error(loc, "size must be non-negative"));
    }
    if size > shared_memory_bytes(gpu, parser) {
        return Err(parser.error(loc, "size is too large"));
    }
    if parser.eat(TokenKind::Comma) {
        let loc = parser.tok().loc;
        let alignment = parser.parse_absolute_expression()?;
        if alignment < 0 || !(alignment as u64).is_power_of_two() {
            return Err(parser.error(loc, "alignment must be a power of two"));
        }
        if alignment >= 1 << 31 {
            return Err(parser.error(loc, "alignment is too large"));
        }
    }
    parser.expect_end_of_statement()
}

/// Returns the bytes of shared memory that a variable can have. Those of two compute units are one memory if they work
/// together.
fn shared_memory_bytes(gpu: &AmdGpu<'_>, parser: &Parser<'_>) -> i64 {
    let features = parser.features();
    let has = |name: &str| gpu.tables.feature_bit(name).is_some_and(|bit| features.contains(bit));
    let bytes = SHARED_MEMORY_BYTES.iter().find(|(name, _)| has(name)).map_or(0, |it| it.1);
    let is_shared_by_two = gpu.features.of(features).is_gfx10_plus() && !has("FeatureCuMode");
    if is_shared_by_two { 2 * bytes } else { bytes }
}

/// Parses what is known of a function, up to `.end_amdgpu_info`.
fn parse_info(parser: &mut Parser<'_>) -> ParseResult {
    if parser.parse_identifier().is_none() {
        return Err(parser.token_error("expected symbol name after .amdgpu_info"));
    }
    loop {
        let (name, loc) = next_name(parser, "expected directive or .end_amdgpu_info")?;
        match name {
            b".end_amdgpu_info" => return Ok(()),
            b".amdgpu_flags"
            | b".amdgpu_num_sgpr"
            | b".amdgpu_num_vgpr"
            | b".amdgpu_num_agpr"
            | b".amdgpu_private_segment_size" => {
                parser.parse_absolute_expression()?;
            }
            b".amdgpu_use" | b".amdgpu_call" => {
                if parser.parse_identifier().is_none() {
                    let what = if name == b".amdgpu_use" { "resource" } else { "callee" };
                    let message = message!["expected ", what, " symbol for ", name];
                    return Err(parser.token_error(message));
                }
            }
            b".amdgpu_indirect_call" | b".amdgpu_typeid" => {
                if parser.parse_escaped_string().is_err() {
                    let message = message!["expected type ID string for ", name];
                    return Err(parser.token_error(message));
                }
            }
            _ => {
                let message = message!["unknown .amdgpu_info directive '", name, "'"];
                return Err(parser.error(loc, message));
            }
        }
    }
}

/// Parses pairs of registers and values for AMD's platform abstraction library.
fn parse_pal_registers(gpu: &AmdGpu<'_>, parser: &mut Parser<'_>) -> ParseResult {
    const NAME: &str = ".amd_amdgpu_pal_metadata";
    if !gpu.triple.system().starts_with("amdpal") {
        let message = message![NAME, " directive is not available on non-amdpal OSes"];
        return Err(parser.error(parser.tok().loc, message));
    }
    loop {
        for is_last in [false, true] {
            if parser.parse_absolute_expression().is_err() {
                return Err(parser.token_error(message!["invalid value in ", NAME]));
            }
            if !is_last && !parser.eat(TokenKind::Comma) {
                let message = message!["expected an even number of values in ", NAME];
                return Err(parser.token_error(message));
            }
        }
        if !parser.eat(TokenKind::Comma) {
            return Ok(());
        }
    }
}
