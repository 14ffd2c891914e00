//! Methods that decode operands, as the tables name them.

use super::decoding::Decoding;
use crate::decoder::Operands;
use crate::inst::Operand;
use crate::target::arm::registers::Class;
use crate::target::known_names::Known;

/// A method that adds operands for bits of the code; `None` if no instruction has such bits.
#[derive(Clone, Copy)]
pub struct DecoderMethod {
    pub decode: fn(&Decoding<'_, '_>, u32, &mut Operands) -> Option<()>,
}

impl std::fmt::Debug for DecoderMethod {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DecoderMethod")
    }
}

/// The names that [`DecoderMethod::named`] takes.
pub const KNOWN: Known =
    Known { knows: |_, it| DecoderMethod::named(it.text).is_some(), file: file!() };

impl DecoderMethod {
    /// Returns the method of that name in the tables.
    pub fn named(name: &str) -> Option<Self> {
        Self::of_number(Self::number_of(name)?)
    }

    /// Returns the number of the method of that name.
    pub fn number_of(name: &str) -> Option<u16> {
        let mut all = LISTS.into_iter().flatten();
        all.position(|(known, _)| *known == name).and_then(|number| u16::try_from(number).ok())
    }

    /// Returns the method of a number.
    pub fn of_number(number: u16) -> Option<Self> {
        let mut rest = usize::from(number);
        for list in LISTS {
            match list.get(rest) {
                Some((_, decode)) => return Some(DecoderMethod { decode: *decode }),
                None => rest -= list.len(),
            }
        }
        None
    }
}

/// All methods.
const LISTS: [Methods; 7] = [REGISTERS, NUMBERS, ADDRESSES, ARM, THUMB, VECTORS, MVE];

type Methods = &'static [(&'static str, fn(&Decoding<'_, '_>, u32, &mut Operands) -> Option<()>)];

/// Adds an immediate.
fn push(value: impl Into<i64>, o: &mut Operands) -> Option<()> {
    o.push(Operand::Imm(value.into()));
    Some(())
}

/// Returns the lowest `width` bits of a number with the sign that the highest of them is.
fn signed(value: u32, width: u32) -> i64 {
    i64::from((value << (32 - width)) as i32 >> (32 - width))
}

/// Registers, conditions and predicates.
const REGISTERS: Methods = &[
    ("DecodeGPRRegisterClass", |d, v, o| d.general(v, o)),
    ("DecodeAddrMode7Operand", |d, v, o| d.general(v, o)),
    ("DecodeGPRnopcRegisterClass", |d, v, o| d.no_pc(v, o)),
    ("DecodeGPRnospRegisterClass", |d, v, o| d.no_sp(v, o)),
    ("DecodeGPRwithAPSRRegisterClass", |d, v, o| d.or_flags(v, o)),
    ("DecodeGPRwithAPSR_NZCVnospRegisterClass", |d, v, o| d.flags_or_no_sp(v, o)),
    ("DecodeGPRwithZRRegisterClass", |d, v, o| d.or_zero(v, o)),
    ("DecodeGPRwithZRnospRegisterClass", |d, v, o| (v != 13).then(|| d.or_zero(v, o))?),
    ("DecoderGPRRegisterClass", |d, v, o| d.restricted(v, o)),
    // The register is in the code twice.
    ("DecoderGPRRegisterClass|4", |d, v, o| d.restricted((v | v >> 4) & 15, o)),
    ("DecodetGPRRegisterClass", |d, v, o| d.low(v, o)),
    ("DecodetGPREvenRegisterClass", |d, v, o| d.even(v, o)),
    ("DecodetGPROddRegisterClass", |d, v, o| d.odd(v, o)),
    ("DecodetcGPRRegisterClass", |d, v, o| matches!(v, 0..=3 | 9 | 12).then(|| d.general(v, o))?),
    ("DecodeGPRPairnospRegisterClass", |d, v, o| d.pair_no_sp(v, o)),
    ("DecodeSPRRegisterClass", |d, v, o| d.single(v, o)),
    ("DecodeSPR_8RegisterClass", |d, v, o| (v <= 15).then(|| d.single(v, o))?),
    ("DecodeHPRRegisterClass", |d, v, o| d.single(v, o)),
    ("DecodeDPRRegisterClass", |d, v, o| d.double(v, o)),
    ("DecodeDPR_8RegisterClass", |d, v, o| (v <= 7).then(|| d.double(v, o))?),
    ("DecodeDPR_VFP2RegisterClass", |d, v, o| (v <= 15).then(|| d.double(v, o))?),
    ("DecodeQPRRegisterClass", |d, v, o| d.quad(v, o)),
    ("DecodeMQPRRegisterClass", |d, v, o| d.vector(v, o)),
    ("DecodeMQQPRRegisterClass", |d, v, o| d.vectors(v, Class::MveQuadPair, o)),
    ("DecodeMQQQQPRRegisterClass", |d, v, o| d.vectors(v, Class::MveQuadQuadruple, o)),
    ("DecodeRegListOperand", |d, v, o| d.register_list(v, o)),
    ("DecodeSPRRegListOperand", |d, v, o| d.single_list(v, o)),
    ("DecodeDPRRegListOperand", |d, v, o| d.double_list(v, o)),
    ("DecodePredicateOperand", |d, v, o| d.condition(v, o)),
    ("DecodePredicateOperand()", |d, _, o| {
        d.block_condition(o);
        Some(())
    }),
    ("DecodePredNoALOperand", |_, v, o| (v < 14).then(|| push(v, o))?),
    ("DecodeCCOutOperand", |d, v, o| {
        d.sets_flags(v != 0, o);
        Some(())
    }),
    ("DecodeCCOutOperand()", |d, _, o| {
        d.sets_flags_outside_blocks(o);
        Some(())
    }),
    ("DecodeVpredNOperand()", |d, _, o| {
        d.vector_predicate(o);
        Some(())
    }),
    ("DecodeVpredROperand()", |d, _, o| d.vector_predicate_of_result(o)),
];

/// Numbers.
const NUMBERS: Methods = &[
    ("imm", |_, v, o| push(v, o)),
    ("imm()", |_, _, o| push(0, o)),
    ("DecodeInstSyncBarrierOption", |_, v, o| push(v, o)),
    ("DecodeMemBarrierOption", |_, v, o| push(v, o)),
    ("DecodeShiftRight8Imm", |_, v, o| push(8 - i64::from(v), o)),
    ("DecodeShiftRight16Imm", |_, v, o| push(16 - i64::from(v), o)),
    ("DecodeShiftRight32Imm", |_, v, o| push(32 - i64::from(v), o)),
    ("DecodeShiftRight64Imm", |_, v, o| push(64 - i64::from(v), o)),
    ("DecodeLongShiftOperand", |_, v, o| push(if v == 0 { 32 } else { v }, o)),
    ("DecodePowerTwoOperand<0,3>", |_, v, o| (v <= 3).then(|| push(1 << v, o))?),
    ("DecodeT2ShifterImmOperand", |_, v, o| (v != 0x20).then(|| push(v, o))?),
    ("DecodeT2SOImm", |d, v, o| d.thumb_immediate(v, o)),
    ("DecodeBitfieldMaskOperand", |d, v, o| d.bit_field(v, o)),
    ("DecodeVPTMaskOperand", |d, v, o| d.vector_block_mask(v, o)),
    ("DecodeRestrictedIPredicateOperand", |d, v, o| d.equality(v, o)),
    ("DecodeRestrictedSPredicateOperand", |d, v, o| d.signed_comparison(v, o)),
    ("DecodeRestrictedUPredicateOperand", |d, v, o| d.unsigned_comparison(v, o)),
    ("DecodeRestrictedFPPredicateOperand", |d, v, o| d.float_comparison(v, o)),
    ("DecodeCoprocessor", |d, v, o| d.coprocessor(v, o)),
    ("DecodeMSRMask", |d, v, o| d.status_mask(v, o)),
    ("DecodeBankedReg", |d, v, o| d.banked_register(v, o)),
    ("DecodeThumbBROperand", |_, v, o| push(signed(v << 1, 12), o)),
    ("DecodeThumbBCCTargetOperand", |_, v, o| push(signed(v << 1, 9), o)),
    ("DecodeThumbCmpBROperand", |_, v, o| push(v << 1, o)),
    ("DecodeThumbBLTargetOperand", |d, v, o| d.thumb_distance(v, o)),
    ("DecodeThumbBLXOffset", |d, v, o| d.thumb_distance(v, o)),
    ("DecodeBFLabelOperand<false,false,false,4>", |d, v, o| {
        d.announced_distance(v, None, false, o)
    }),
    ("DecodeBFLabelOperand<true,false,true,12>", |d, v, o| {
        d.announced_distance(v, Some(13), true, o)
    }),
    ("DecodeBFLabelOperand<true,false,true,16>", |d, v, o| {
        d.announced_distance(v, Some(17), true, o)
    }),
    ("DecodeBFLabelOperand<true,false,true,18>", |d, v, o| {
        d.announced_distance(v, Some(19), true, o)
    }),
    ("DecodeBFAfterTargetOperand", |d, v, o| d.after_branch(v, o)),
];

/// Addresses and shifted registers.
const ADDRESSES: Methods = &[
    ("DecodeSORegImmOperand", |d, v, o| d.shifted_by_amount(v, o)),
    ("DecodeSORegRegOperand", |d, v, o| d.shifted_by_register(v, o)),
    ("DecodeSORegMemOperand", |d, v, o| d.base_and_shifted_index(v, o)),
    ("DecodeAddrModeImm12Operand", |d, v, o| d.base_12(v, o)),
    ("DecodeAddrMode5Operand", |d, v, o| d.mode_5(v, o)),
    ("DecodeAddrMode5FP16Operand", |d, v, o| d.mode_5(v, o)),
    ("DecodePostIdxReg", |d, v, o| d.signed_register(v, o)),
    ("DecodeThumbAddrModeRR", |d, v, o| d.low_index(v, o)),
    ("DecodeThumbAddrModeIS", |d, v, o| d.low_offset(v, o)),
    ("DecodeThumbAddrModeSP", |d, v, o| d.stack_offset(v, o)),
    ("DecodeThumbAddrModePC", |_, v, o| push(v << 2, o)),
    ("DecodeT2AddrModeSOReg", |d, v, o| d.thumb_index(v, o)),
    ("DecodeT2AddrModeImm8", |d, v, o| d.thumb_offset_8(v, o)),
    ("DecodeT2AddrModeImm12", |d, v, o| d.thumb_offset_12(v, o)),
    ("DecodeT2AddrModeImm8s4", |d, v, o| {
        d.general(v >> 9 & 15, o)?;
        d.word_offset(v & 0x1ff, 8, o)
    }),
    ("DecodeT2Imm8S4", |d, v, o| d.word_offset(v, 8, o)),
    ("DecodeT2AddrModeImm0_1020s4", |d, v, o| {
        d.no_pc(v >> 8 & 15, o)?;
        push(v & 0xff, o)
    }),
    ("DecodeT2Imm7<0>", |d, v, o| d.offset_7(v, 0, o)),
    ("DecodeT2Imm7<1>", |d, v, o| d.offset_7(v, 1, o)),
    ("DecodeT2Imm7<2>", |d, v, o| d.offset_7(v, 2, o)),
    ("DecodeT2AddrModeImm7<0,0>", |d, v, o| d.base_7(v, 0, o)),
    ("DecodeT2AddrModeImm7<1,0>", |d, v, o| d.base_7(v, 1, o)),
    ("DecodeT2AddrModeImm7<2,0>", |d, v, o| d.base_7(v, 2, o)),
    ("DecodeTAddrModeImm7<0>", |d, v, o| d.low_base_7(v, 0, o)),
    ("DecodeTAddrModeImm7<1>", |d, v, o| d.low_base_7(v, 1, o)),
    ("DecodeMveAddrModeRQ", |d, v, o| d.base_and_vector(v, o)),
    ("DecodeMveAddrModeQ<2>", |d, v, o| d.vector_base(v, 2, o)),
    ("DecodeMveAddrModeQ<3>", |d, v, o| d.vector_base(v, 3, o)),
];

/// Instructions of A32 and of coprocessors, as a whole.
const ARM: Methods = &[
    ("DecodeAddrMode2IdxInstruction", |d, v, o| d.mode_2_behind(v, o)),
    ("DecodeAddrMode3Instruction", |d, v, o| d.mode_3(v, o)),
    ("DecodeLDR", |d, v, o| d.unprivileged_index(v, o)),
    ("DecodeLDRPreImm", |d, v, o| d.mode_2_before(v, true, false, o)),
    ("DecodeLDRPreReg", |d, v, o| d.mode_2_before(v, true, true, o)),
    ("DecodeSTRPreImm", |d, v, o| d.mode_2_before(v, false, false, o)),
    ("DecodeSTRPreReg", |d, v, o| d.mode_2_before(v, false, true, o)),
    ("DecodeQADDInstruction", |d, v, o| d.registers_or_state(v, &[12, 0, 16], o)),
    ("DecodeSMLAInstruction", |d, v, o| d.registers_or_state(v, &[16, 0, 8, 12], o)),
    ("DecodeCPSInstruction", |d, v, o| d.state(v, o)),
    ("DecodeSwap", |d, v, o| d.swap(v, o)),
    ("DecodeTSTInstruction", |d, v, o| d.test(v, o)),
    ("DecodeMemMultipleWritebackInstruction", |d, v, o| d.multiple(v, o)),
    ("DecodeHINTInstruction", |d, v, o| d.hint(v, o)),
    ("DecodeArmMOVTWInstruction", |d, v, o| d.half_move(v, o)),
    ("DecodeBranchImmInstruction", |d, v, o| d.branch(v, o)),
    ("DecodeDoubleRegLoad", |d, v, o| d.exclusive_pair_load(v, o)),
    ("DecodeDoubleRegStore", |d, v, o| d.exclusive_pair_store(v, o)),
    ("DecodeVMOVSRR", |d, v, o| d.two_singles(v, true, o)),
    ("DecodeVMOVRRS", |d, v, o| d.two_singles(v, false, o)),
    ("DecodeTSBInstruction", |d, _, o| d.trace_barrier(o)),
    ("DecodeCopMemInstruction", |d, v, o| d.coprocessor_memory(v, o)),
    ("DecoderForMRRC2AndMCRR2", |d, v, o| d.coprocessor_pair(v, o)),
    ("DecodeForVMRSandVMSR", |d, v, o| d.float_status(v, o)),
    ("DecodeVSTRVLDR_SYSREG<false>", |d, v, o| d.float_status_memory(v, false, o)),
    ("DecodeVSTRVLDR_SYSREG<true>", |d, v, o| d.float_status_memory(v, true, o)),
    ("DecodeVSCCLRM", |d, v, o| d.cleared_floats(v, o)),
    ("DecodeLazyLoadStoreMul", |d, v, o| d.lazy(v, o)),
];

/// Instructions of Thumb, as a whole.
const THUMB: Methods = &[
    ("DecodeThumbAddSpecialReg", |d, v, o| d.special_sum(v, o)),
    ("DecodeThumbAddSPImm", |d, v, o| d.stack_sum(v, o)),
    ("DecodeThumbAddSPReg", |d, v, o| d.stack_sum_of_register(v, o)),
    ("DecodeThumbCPS", |d, v, o| d.thumb_state(v, o)),
    ("DecodeT2AddSubSPImm", |d, v, o| d.wide_stack_sum(v, o)),
    ("DecodeT2CPSInstruction", |d, v, o| d.wide_state(v, o)),
    ("DecodeT2HintSpaceInstruction", |d, v, o| d.wide_hint(v, o)),
    ("DecodeT2MOVTWInstruction", |d, v, o| d.wide_move(v, o)),
    ("DecodeT2Adr", |d, v, o| d.wide_address(v, o)),
    ("DecodeT2BInstruction", |d, v, o| d.wide_branch(v, o)),
    ("DecodeThumb2BCCInstruction", |d, v, o| d.wide_conditional_branch(v, o)),
    ("DecodeIT", |d, v, o| d.block(v, o)),
    ("DecodeThumbTableBranch", |d, v, o| d.table_branch(v, o)),
    ("DecodeLOLoop", |d, v, o| d.hardware_loop(v, o)),
    ("DecodeT2LoadLabel", |d, v, o| d.literal(v, o)),
    ("DecodeT2LoadShift", |d, v, o| d.load(v, "s", o)),
    ("DecodeT2LoadImm8", |d, v, o| d.load(v, "i8", o)),
    ("DecodeT2LoadImm12", |d, v, o| d.load(v, "i12", o)),
    ("DecodeT2LoadT", |d, v, o| d.unprivileged_load(v, o)),
    ("DecodeT2LdStPre", |d, v, o| d.with_base_change(v, o)),
    ("DecodeT2LDRDPreInstruction", |d, v, o| d.pair_with_base_change(v, true, o)),
    ("DecodeT2STRDPreInstruction", |d, v, o| d.pair_with_base_change(v, false, o)),
];

/// Instructions of NEON, as a whole.
const VECTORS: Methods = &[
    ("DecodeVLDST1Instruction", |d, v, o| d.whole_vectors(v, o)),
    ("DecodeVLDST2Instruction", |d, v, o| d.whole_vectors(v, o)),
    ("DecodeVLDST3Instruction", |d, v, o| d.whole_vectors(v, o)),
    ("DecodeVLDST4Instruction", |d, v, o| d.whole_vectors(v, o)),
    ("DecodeVLD1DupInstruction", |d, v, o| d.all_lanes(v, 1, o)),
    ("DecodeVLD2DupInstruction", |d, v, o| d.all_lanes(v, 2, o)),
    ("DecodeVLD3DupInstruction", |d, v, o| d.all_lanes(v, 3, o)),
    ("DecodeVLD4DupInstruction", |d, v, o| d.all_lanes(v, 4, o)),
    ("DecodeVLD1LN", |d, v, o| d.one_lane(v, 1, true, o)),
    ("DecodeVLD2LN", |d, v, o| d.one_lane(v, 2, true, o)),
    ("DecodeVLD3LN", |d, v, o| d.one_lane(v, 3, true, o)),
    ("DecodeVLD4LN", |d, v, o| d.one_lane(v, 4, true, o)),
    ("DecodeVST1LN", |d, v, o| d.one_lane(v, 1, false, o)),
    ("DecodeVST2LN", |d, v, o| d.one_lane(v, 2, false, o)),
    ("DecodeVST3LN", |d, v, o| d.one_lane(v, 3, false, o)),
    ("DecodeVST4LN", |d, v, o| d.one_lane(v, 4, false, o)),
    ("DecodeVMOVModImmInstruction", |d, v, o| d.vector_immediate(v, o)),
    ("DecodeVCVTD", |d, v, o| d.vector_conversion(v, false, o)),
    ("DecodeVCVTQ", |d, v, o| d.vector_conversion(v, true, o)),
    ("DecodeVSHLMaxInstruction", |d, v, o| d.widest_shift(v, o)),
    ("DecodeTBLInstruction", |d, v, o| d.table_look_up(v, o)),
    ("DecodeNEONComplexLane64Instruction", |d, v, o| d.complex_lane(v, o)),
];

/// Instructions of MVE, as a whole.
const MVE: Methods = &[
    ("DecodeMVEModImmInstruction", |d, v, o| d.mve_immediate(v, o)),
    ("DecodeMVEVADCInstruction", |d, v, o| d.sum_with_carry(v, o)),
    ("DecodeMVEVMOVQtoDReg", |d, v, o| d.two_lanes(v, false, o)),
    ("DecodeMVEVMOVDRegtoQ", |d, v, o| d.two_lanes(v, true, o)),
    ("DecodeMVEOverlappingLongShift", |d, v, o| d.long_shift(v, o)),
    ("DecodeMVEVCVTt1fp", |d, v, o| d.mve_conversion(v, o)),
    ("DecodeMveVCTP", |d, v, o| d.tail_predicate(v, o)),
    ("DecodeMVEVPNOT", |d, _, o| d.inverted_predicate(o)),
    ("DecodeMVE_MEM_1_pre<0>", |d, v, o| {
        d.changed_base(v, v >> 16 & 7, |d, v, o| d.low(v, o), 0, o)
    }),
    ("DecodeMVE_MEM_1_pre<1>", |d, v, o| {
        d.changed_base(v, v >> 16 & 7, |d, v, o| d.low(v, o), 1, o)
    }),
    ("DecodeMVE_MEM_2_pre<0>", |d, v, o| {
        d.changed_base(v, v >> 16 & 15, |d, v, o| d.restricted(v, o), 0, o)
    }),
    ("DecodeMVE_MEM_2_pre<1>", |d, v, o| {
        d.changed_base(v, v >> 16 & 15, |d, v, o| d.restricted(v, o), 1, o)
    }),
    ("DecodeMVE_MEM_2_pre<2>", |d, v, o| {
        d.changed_base(v, v >> 16 & 15, |d, v, o| d.restricted(v, o), 2, o)
    }),
    ("DecodeMVE_MEM_3_pre<2>", |d, v, o| {
        d.changed_base(v, v >> 17 & 7, |d, v, o| d.vector(v, o), 2, o)
    }),
    ("DecodeMVE_MEM_3_pre<3>", |d, v, o| {
        d.changed_base(v, v >> 17 & 7, |d, v, o| d.vector(v, o), 3, o)
    }),
    ("DecodeMVEVCMP<false,DecodeRestrictedIPredicateOperand>", |d, v, o| {
        d.comparison(v, false, |d, v, o| d.equality(v, o), o)
    }),
    ("DecodeMVEVCMP<false,DecodeRestrictedSPredicateOperand>", |d, v, o| {
        d.comparison(v, false, |d, v, o| d.signed_comparison(v, o), o)
    }),
    ("DecodeMVEVCMP<false,DecodeRestrictedUPredicateOperand>", |d, v, o| {
        d.comparison(v, false, |d, v, o| d.unsigned_comparison(v, o), o)
    }),
    ("DecodeMVEVCMP<false,DecodeRestrictedFPPredicateOperand>", |d, v, o| {
        d.comparison(v, false, |d, v, o| d.float_comparison(v, o), o)
    }),
    ("DecodeMVEVCMP<true,DecodeRestrictedIPredicateOperand>", |d, v, o| {
        d.comparison(v, true, |d, v, o| d.equality(v, o), o)
    }),
    ("DecodeMVEVCMP<true,DecodeRestrictedSPredicateOperand>", |d, v, o| {
        d.comparison(v, true, |d, v, o| d.signed_comparison(v, o), o)
    }),
    ("DecodeMVEVCMP<true,DecodeRestrictedUPredicateOperand>", |d, v, o| {
        d.comparison(v, true, |d, v, o| d.unsigned_comparison(v, o), o)
    }),
    ("DecodeMVEVCMP<true,DecodeRestrictedFPPredicateOperand>", |d, v, o| {
        d.comparison(v, true, |d, v, o| d.float_comparison(v, o), o)
    }),
];
