//! Exchanges of lanes of 64 bits, for which a processor has few of the controls.

use oxmca_tables::Opcode;

use super::generation::Generation;
use super::names::Name;
use super::target::AmdGpu;

/// Multiplications of 32 bits that exchange lanes as those of 64 bits do.
const PRODUCTS: &[&str] =
    &["V_MUL_LO_U32_e64", "V_MUL_HI_U32_e64", "V_MUL_HI_I32_e64", "V_MAD_U32_e64"];

/// Returns why an instruction does not take a control of lanes; `None` if it may.
pub(super) fn refusal(
    gpu: &AmdGpu<'_>,
    generation: Generation<'_>,
    opcode: Opcode,
    control: i64,
) -> Option<&'static str> {
    let is_taken =
        (generation.is_gfx12() || generation.is_gfx90a()) && (0x150..=0x15f).contains(&control);
    if is_taken || !exchanges(gpu, generation, opcode) {
        return None;
    }
    Some(match generation.is_gfx12() {
        true => "DP ALU dpp only supports row_share",
        false => "DP ALU dpp only supports row_newbcast",
    })
}

/// Returns whether an instruction exchanges lanes of 64 bits.
fn exchanges(gpu: &AmdGpu<'_>, generation: Generation<'_>, opcode: Opcode) -> bool {
    if !generation.has_dpalu() {
        return false;
    }
    let tables = &gpu.tables;
    let name = tables.opcode_name(opcode);
    let mut endings = PRODUCTS.iter().filter_map(|stem| name.strip_prefix(stem));
    if endings.any(|end| matches!(end, "_dpp" | "_dpp_gfx1250")) {
        return generation.is_gfx1250_plus();
    }
    [Name::Vdst, Name::Src0, Name::Src1, Name::Src2].into_iter().any(|name| {
        let index = gpu.names.index(tables, opcode, name);
        let class = index.and_then(|at| gpu.operand_class(generation, opcode, at));
        let class = class.map(|it| tables.text(tables.register_classes[it.index()].name));
        matches!(class, Some("VReg_64" | "VReg_64_Align2"))
    })
}
