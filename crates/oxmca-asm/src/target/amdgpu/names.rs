//! Names of operands that code asks for.

use oxmca_tables::{Opcode, Tables};

use crate::inst::{Inst, Operand};

/// Declares names with their texts in the tables.
macro_rules! names {
    ($($name:ident $text:literal,)*) => {
        /// The name of an operand.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Name { $($name,)* }

        const TEXTS: &[&str] = &[$($text,)*];
    };
}

names! {
    Vdst "vdst", Sdst "sdst", VdstIn "vdst_in", Old "old", Src0 "src0", Src1 "src1", Src2 "src2",
    Src0Modifiers "src0_modifiers", Src1Modifiers "src1_modifiers", Src2Modifiers "src2_modifiers", Clamp "clamp",
    OMod "omod", OpSel "op_sel", OpSelHi "op_sel_hi", NegLo "neg_lo", NegHi "neg_hi", ByteSel "byte_sel",
    ScaleSel "scale_sel", BitOp3 "bitop3", High "high", Cbsz "cbsz", Blgp "blgp", Imm "imm",
    DstSel "dst_sel", DstUnused "dst_unused", Fi "fi", SOffset "soffset", Format "format", En "en",
    Compr "compr", Gds "gds", MatrixAFmt "matrix_a_fmt", MatrixBFmt "matrix_b_fmt", MatrixAScale "matrix_a_scale",
    MatrixBScale "matrix_b_scale", MatrixAScaleFmt "matrix_a_scale_fmt", MatrixBScaleFmt "matrix_b_scale_fmt",
    MatrixAReuse "matrix_a_reuse", MatrixBReuse "matrix_b_reuse", IndexKey8 "index_key_8bit",
    IndexKey16 "index_key_16bit", IndexKey32 "index_key_32bit", A16 "a16", CPol "cpol", D16 "d16",
    Data0 "data0", Data1 "data1", Dim "dim", DMask "dmask", Dpp8 "dpp8", DppCtrl "dpp_ctrl", ImmX "immX",
    Offset "offset", R128 "r128", RSrc "rsrc", SAddr "saddr", SRSrc "srsrc", Src0X "src0X",
    Src0XModifiers "src0X_modifiers", Src0Y "src0Y", Src0YModifiers "src0Y_modifiers", Src2X "src2X",
    Src2Y "src2Y", Tfe "tfe", VAddr "vaddr", VAddr0 "vaddr0", VData "vdata", VdstX "vdstX", VdstY "vdstY",
    Vsrc1X "vsrc1X", Vsrc1XModifiers "vsrc1X_modifiers", Vsrc1Y "vsrc1Y", Vsrc1YModifiers "vsrc1Y_modifiers",
    Vsrc2X "vsrc2X", Vsrc2XModifiers "vsrc2X_modifiers", Vsrc2Y "vsrc2Y", Vsrc2YModifiers "vsrc2Y_modifiers",
    Swz "swz", Vm "vm",
}

/// The rows of names in the tables.
#[derive(Debug)]
pub struct OperandNames(Vec<Option<usize>>);

impl OperandNames {
    /// Looks the names up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let row =
            |text: &&str| tables.operand_names.iter().position(|it| tables.text(*it) == *text);
        OperandNames(TEXTS.iter().map(row).collect())
    }

    /// Returns the index of the operand of an instruction that has a name.
    pub fn index(&self, tables: &Tables<'_>, opcode: Opcode, name: Name) -> Option<usize> {
        tables.operand_named(opcode, self.0[name as usize]?)
    }

    /// Returns the constant that is the operand of a name.
    pub fn imm(&self, tables: &Tables<'_>, inst: &Inst, name: Name) -> Option<i64> {
        let index = self.index(tables, inst.opcode, name)?;
        inst.operands.get(index).and_then(Operand::imm)
    }
}
