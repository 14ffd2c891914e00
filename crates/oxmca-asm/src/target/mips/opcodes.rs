//! Opcodes of instructions that the assembler makes itself.

use oxmca_tables::{Opcode, Tables};

/// Makes the list of opcodes from their names.
macro_rules! opcodes {
    ($($variant:ident = $name:literal)*) => {
        /// An instruction that the assembler makes itself.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub enum Op {
            $($variant,)*
        }

        /// The names in the tables.
        const NAMES: &[&str] = &[$($name),*];
    };
}

opcodes! {
    Add = "ADD" AddShort = "ADD_MM" Addiu = "ADDiu" Addu = "ADDu" AdduShort = "ADDu_MM"
    And = "AND" And64 = "AND64" AndShort = "AND_MM" B16 = "B16_MM" Bc16 = "BC16_MMR6"
    Bbit032 = "BBIT032" Bbit132 = "BBIT132"
    Beq = "BEQ" Beql = "BEQL" BeqShort = "BEQ_MM" Bgez = "BGEZ" Bgtz = "BGTZ" Blez = "BLEZ"
    Bltz = "BLTZ" Bne = "BNE" Bnel = "BNEL" Break = "BREAK" Cfc1 = "CFC1" Ctc1 = "CTC1"
    CvtWD32 = "CVT_W_D32" CvtWD64 = "CVT_W_D64" CvtWS = "CVT_W_S" Daddiu = "DADDiu"
    Daddu = "DADDu" Dmtc1 = "DMTC1" Dmult = "DMULT" Dmultu = "DMULTu" Drotr = "DROTR"
    Drotr32 = "DROTR32" Drotrv = "DROTRV" Dsdiv = "DSDIV" Dsll = "DSLL" Dsll32 = "DSLL32"
    Dsllv = "DSLLV" Dsra32 = "DSRA32" Dsrl = "DSRL" Dsrl32 = "DSRL32" Dsrlv = "DSRLV"
    Dsub = "DSUB" Dsubu = "DSUBu" Dudiv = "DUDIV" Jalr = "JALR" Jalr16 = "JALR16_MM"
    Jalrc16 = "JALRC16_MMR6" Jalrs16 = "JALRS16_MM" Jalrs = "JALRS_MM" JalrShort = "JALR_MM"
    Lb = "LB" Lbu = "LBu" Ld = "LD" Ldc1 = "LDC1" Ldc164 = "LDC164" Lui = "LUi" Lw = "LW"
    Lwc1 = "LWC1" Lwgp = "LWGP_MM" Lwl = "LWL" Lwm16 = "LWM16_MM" Lwm16R6 = "LWM16_MMR6"
    Lwm32 = "LWM32_MM" Lwr = "LWR" Mfhi = "MFHI" Mflo = "MFLO" Mftr = "MFTR" Move16 = "MOVE16_MM"
    Move16R6 = "MOVE16_MMR6" Mtc1 = "MTC1" Mthc1 = "MTHC1_D32" Mttr = "MTTR" Mult = "MULT"
    Multu = "MULTu" Nor = "NOR" Nor64 = "NOR64" Or = "OR" Or64 = "OR64" OrShort = "OR_MM"
    Ori = "ORi" Rotr = "ROTR" Rotrv = "ROTRV" Saa = "SAA" Saad = "SAAD" Sb = "SB" Sdiv = "SDIV"
    Sll = "SLL" SllShort = "SLL_MM" SllR6 = "SLL_MMR6" Sllv = "SLLV" Slt = "SLT" Slt64 = "SLT64"
    SltShort = "SLT_MM" Slti = "SLTi" Slti64 = "SLTi64" Sltiu = "SLTiu" Sltiu64 = "SLTiu64"
    Sltu = "SLTu" Sltu64 = "SLTu64" SltuShort = "SLTu_MM" Sra = "SRA" Srl = "SRL" Srlv = "SRLV"
    Sub = "SUB" Subu = "SUBu" Sw = "SW" Swc1 = "SWC1" Swl = "SWL" Swm16 = "SWM16_MM"
    Swm16R6 = "SWM16_MMR6" Swm32 = "SWM32_MM" Swr = "SWR" Teq = "TEQ" Tne = "TNE"
    TruncWD32 = "TRUNC_W_D32" TruncWD64 = "TRUNC_W_D64" TruncWS = "TRUNC_W_S" Udiv = "UDIV"
    Xor = "XOR" Xor64 = "XOR64" XorShort = "XOR_MM" Xori = "XORi"
}

/// The opcodes.
#[derive(Debug)]
pub struct Opcodes(Box<[Opcode]>);

impl Opcodes {
    /// Looks the opcodes up.
    pub fn new(tables: &Tables<'_>) -> Self {
        let opcode = |name: &&str| tables.opcode_named(name.as_bytes()).unwrap_or_default();
        Opcodes(NAMES.iter().map(opcode).collect())
    }

    /// Returns the opcode of an instruction.
    pub fn get(&self, op: Op) -> Opcode {
        self.0[op as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_instructions_exist() {
        let Ok(tables) = Tables::embedded("mips") else { return };
        for name in NAMES {
            assert!(tables.opcode_named(name.as_bytes()).is_some(), "{name}");
        }
    }
}
