//! `.amdhsa_kernel NAME` and what describes the kernel up to `.end_amdhsa_kernel`.

use super::block::next_name;
use crate::parser::error::message;
use crate::parser::{ParseResult, Parser};
use crate::source::{Loc, LocRange};
use crate::target::amdgpu::generation::Generation;
use crate::target::amdgpu::target::AmdGpu;

/// The processors that have a field.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Needs {
    Nothing,
    /// An instruction set of that number or later.
    Since(u32),
    Gfx10Or11,
    Gfx90A,
    Gfx1250,
    /// The address of scratch memory in a register that the hardware sets.
    ArchitectedFlatScratch,
    NoArchitectedFlatScratch,
    /// As `NoArchitectedFlatScratch`, which is asked before the value must be known.
    NoArchitectedFlatScratchFirst,
    FlatScratch,
    KernargPreload,
    ClampAndIeeeMode,
    WorkgroupProcessors,
}

/// A field of a kernel's description.
struct Field {
    /// The name behind `.amdhsa_`.
    name: &'static str,
    /// The bits of its value.
    bits: u32,
    needs: Needs,
    /// Set if the value must be known at once.
    is_known: bool,
    /// The scalar registers that are set for the kernel if the value is not 0.
    user_sgprs: u64,
}

const fn field(name: &'static str, bits: u32, needs: Needs) -> Field {
    Field { name, bits, needs, is_known: false, user_sgprs: 0 }
}

const fn known(name: &'static str, bits: u32, needs: Needs, user_sgprs: u64) -> Field {
    Field { name, bits, needs, is_known: true, user_sgprs }
}

/// The bits of values that are not limited.
const ANY: u32 = 64;

const FIELDS: &[Field] = &[
    field("accum_offset", ANY, Needs::Gfx90A),
    field("dx10_clamp", 1, Needs::ClampAndIeeeMode),
    field("enable_private_segment", 1, Needs::ArchitectedFlatScratch),
    field("exception_fp_denorm_src", 1, Needs::Nothing),
    field("exception_fp_ieee_div_zero", 1, Needs::Nothing),
    field("exception_fp_ieee_inexact", 1, Needs::Nothing),
    field("exception_fp_ieee_invalid_op", 1, Needs::Nothing),
    field("exception_fp_ieee_overflow", 1, Needs::Nothing),
    field("exception_fp_ieee_underflow", 1, Needs::Nothing),
    field("exception_int_div_zero", 1, Needs::Nothing),
    field("float_denorm_mode_16_64", 2, Needs::Nothing),
    field("float_denorm_mode_32", 2, Needs::Nothing),
    field("float_round_mode_16_64", 2, Needs::Nothing),
    field("float_round_mode_32", 2, Needs::Nothing),
    field("forward_progress", 1, Needs::Since(10)),
    field("fp16_overflow", 1, Needs::Since(9)),
    field("group_segment_fixed_size", 32, Needs::Nothing),
    field("ieee_mode", 1, Needs::ClampAndIeeeMode),
    field("inst_pref_size", 8, Needs::Since(11)),
    field("kernarg_size", 32, Needs::Nothing),
    field("memory_ordered", 1, Needs::Since(10)),
    field("named_barrier_count", ANY, Needs::Gfx1250),
    field("next_free_sgpr", ANY, Needs::Nothing),
    field("next_free_vgpr", ANY, Needs::Nothing),
    field("private_segment_fixed_size", 32, Needs::Nothing),
    field("reserve_flat_scratch", 1, Needs::FlatScratch),
    field("reserve_vcc", 1, Needs::Nothing),
    field("reserve_xnack_mask", 1, Needs::Since(8)),
    field("round_robin_scheduling", 1, Needs::Since(12)),
    known("shared_vgpr_count", 4, Needs::Gfx10Or11, 0),
    field("system_sgpr_private_segment_wavefront_offset", 1, Needs::NoArchitectedFlatScratch),
    field("system_sgpr_workgroup_id_x", 1, Needs::Nothing),
    field("system_sgpr_workgroup_id_y", 1, Needs::Nothing),
    field("system_sgpr_workgroup_id_z", 1, Needs::Nothing),
    field("system_sgpr_workgroup_info", 1, Needs::Nothing),
    field("system_vgpr_workitem_id", 2, Needs::Nothing),
    field("tg_split", 1, Needs::Gfx90A),
    known("user_sgpr_count", ANY, Needs::Nothing, 0),
    known("user_sgpr_dispatch_id", 1, Needs::Nothing, 2),
    known("user_sgpr_dispatch_ptr", 1, Needs::Nothing, 2),
    known("user_sgpr_flat_scratch_init", 1, Needs::NoArchitectedFlatScratchFirst, 2),
    known("user_sgpr_kernarg_preload_length", 7, Needs::KernargPreload, 0),
    known("user_sgpr_kernarg_preload_offset", 9, Needs::KernargPreload, 0),
    known("user_sgpr_kernarg_segment_ptr", 1, Needs::Nothing, 2),
    known("user_sgpr_private_segment_buffer", 1, Needs::NoArchitectedFlatScratch, 4),
    known("user_sgpr_private_segment_size", 1, Needs::Nothing, 1),
    known("user_sgpr_queue_ptr", 1, Needs::Nothing, 2),
    field("uses_dynamic_stack", 1, Needs::Nothing),
    known("wavefront_size32", 1, Needs::Since(10), 0),
    field("workgroup_processor_mode", 1, Needs::WorkgroupProcessors),
];

const END: &[u8] = b".end_amdhsa_kernel";

/// A field that was given.
struct Given {
    name: &'static str,
    /// The value, if it is known.
    value: Option<u64>,
    range: LocRange,
}

/// The fields that were given.
struct Description<'g> {
    generation: Generation<'g>,
    cpu: String,
    given: Vec<Given>,
}

/// Parses the description of a kernel, whose name has been read.
pub fn parse(gpu: &AmdGpu<'_>, parser: &mut Parser<'_>) -> ParseResult {
    let features = *parser.features();
    let generation = gpu.features.of(&features);
    let cpu = parser.cpu_name().to_owned();
    let mut description = Description { generation, cpu, given: Vec::new() };
    loop {
        let expected = "expected .amdhsa_ directive or .end_amdhsa_kernel";
        let (name, loc) = next_name(parser, expected)?;
        if name == END {
            break;
        }
        description.parse_field(parser, name, loc)?;
    }
    description.check(parser)
}

impl Description<'_> {
    fn parse_field(&mut self, parser: &mut Parser<'_>, name: &[u8], loc: Loc) -> ParseResult {
        let range = LocRange::new(loc, loc.offset(name.len()));
        let known = name.strip_prefix(b".amdhsa_".as_slice());
        let known = known.and_then(|name| FIELDS.iter().find(|it| it.name.as_bytes() == name));
        if known.is_some_and(|known| self.given.iter().any(|it| it.name == known.name)) {
            return Err(parser.token_error(".amdhsa_ directives cannot be repeated"));
        }
        let start = parser.tok().loc;
        let (expr, _) = parser.parse_expression()?;
        let value = parser.evaluate(&expr);
        let value_range = LocRange::new(start, parser.tok().loc);
        let out_of_range = |parser: &mut Parser<'_>| {
            Err(parser.error_in(start, value_range, "value out of range"))
        };
        if value.is_some_and(|it| it < 0) {
            return out_of_range(parser);
        }
        let value = value.map(|it| it as u64);
        let Some(known) = known else {
            return Err(parser.error_in(loc, range, "unknown .amdhsa_kernel directive"));
        };
        let missing = self.missing(known.needs);
        let is_first = known.needs == Needs::NoArchitectedFlatScratchFirst;
        let unknown = (known.is_known && value.is_none())
            .then(|| "directive should have resolvable expression".to_owned());
        let problem = if is_first { missing.or(unknown) } else { unknown.or(missing) };
        if let Some(problem) = problem {
            return Err(parser.error_in(loc, range, problem));
        }
        let bits = match known.name {
            "inst_pref_size" if self.generation.isa_major() == 11 => 6,
            _ => known.bits,
        };
        let most = u64::MAX >> (64 - bits);
        let is_too_long = known.name == "user_sgpr_kernarg_preload_length"
            && value.is_some_and(|it| it > self.most_user_sgprs());
        if value.is_some_and(|it| it > most) || is_too_long {
            return out_of_range(parser);
        }
        if known.name == "reserve_xnack_mask"
            && (value.unwrap_or(0) != 0) != self.generation.has_xnack()
        {
            let message = ".amdhsa_reserve_xnack_mask does not match target id";
            return Err(parser.error_in(loc, range, message));
        }
        self.given.push(Given { name: known.name, value, range: value_range });
        Ok(())
    }

    /// Returns what the processor lacks for a field.
    fn missing(&self, needs: Needs) -> Option<String> {
        let generation = self.generation;
        let since = |major: u32| {
            (generation.isa_major() < major).then(|| format!("directive requires gfx{major}+"))
        };
        let unless = |holds: bool, message: &str| (!holds).then(|| message.to_owned());
        let has_architected = generation.has_architected_flat_scratch();
        let no_architected =
            || unless(!has_architected, "directive is not supported with architected flat scratch");
        match needs {
            Needs::Nothing => None,
            Needs::Since(major) => since(major),
            Needs::Gfx10Or11 => unless(
                matches!(generation.isa_major(), 10 | 11),
                "directive requires gfx10 or gfx11",
            ),
            Needs::Gfx90A => unless(generation.is_gfx90a(), "directive requires gfx90a+"),
            Needs::Gfx1250 => unless(generation.is_gfx1250_plus(), "directive requires gfx1250+"),
            Needs::ArchitectedFlatScratch => unless(
                has_architected,
                "directive is not supported without architected flat scratch",
            ),
            Needs::NoArchitectedFlatScratch | Needs::NoArchitectedFlatScratchFirst => {
                no_architected()
            }
            Needs::FlatScratch => since(7).or_else(no_architected),
            Needs::KernargPreload => {
                unless(generation.has_kernarg_preload(), "directive requires gfx90a+")
            }
            Needs::ClampAndIeeeMode => {
                unless(generation.has_clamp_and_ieee_mode(), "directive unsupported on gfx1170+")
            }
            Needs::WorkgroupProcessors => {
                let has = generation.is_gfx10_plus()
                    && (generation.is_gfx13() || !generation.is_gfx1250_plus());
                (!has).then(|| format!("directive unsupported on {}", self.cpu))
            }
        }
    }

    fn most_user_sgprs(&self) -> u64 {
        if self.generation.is_gfx1250_plus() { 32 } else { 16 }
    }

    fn given(&self, name: &str) -> Option<&Given> {
        self.given.iter().find(|it| it.name == name)
    }

    /// Returns a value; `None` if it was not given or is not known.
    fn value(&self, name: &str) -> Option<u64> {
        self.given(name)?.value
    }

    /// Checks all fields together.
    fn check(&self, parser: &mut Parser<'_>) -> ParseResult {
        for name in ["next_free_vgpr", "next_free_sgpr"] {
            if self.given(name).is_none() {
                return Err(parser.token_error(message![
                    ".amdhsa_",
                    name,
                    " directive is required"
                ]));
            }
        }
        let preloaded = self.value("user_sgpr_kernarg_preload_length").unwrap_or(0);
        let implied = FIELDS.iter().filter(|it| self.value(it.name).is_some_and(|it| it != 0));
        let implied = preloaded + implied.map(|it| it.user_sgprs).sum::<u64>();
        let explicit = self.value("user_sgpr_count");
        let count = explicit.unwrap_or(implied) & 0xffff_ffff;
        let most = self.most_user_sgprs();
        if count > most {
            return Err(parser.token_error(format!(
                "too many user SGPRs enabled, found {count}, but only {most} are supported."
            )));
        }
        let blocks = self.check_registers(parser)?;
        if explicit.is_some() && implied > count {
            let message = "amdgpu_user_sgpr_count smaller than implied by enabled user SGPRs";
            return Err(parser.token_error(message));
        }
        let kernarg_bytes = match self.given("kernarg_size") {
            Some(Given { value: None, .. }) => {
                return Err(parser.token_error("Kernarg size should be resolvable"));
            }
            given => given.and_then(|it| it.value).unwrap_or(0),
        };
        let offset = self.value("user_sgpr_kernarg_preload_offset").unwrap_or(0);
        if preloaded != 0 && kernarg_bytes != 0 && 4 * (preloaded + offset) > kernarg_bytes {
            let message = "Kernarg preload length + offset is larger than the kernarg segment size";
            return Err(parser.token_error(message));
        }
        if self.generation.is_gfx90a() {
            self.check_accumulators(parser)?;
        }
        self.check_shared_registers(parser, blocks)
    }

    /// Checks the numbers of registers. Returns the blocks of vector registers, less one, if they are known.
    fn check_registers(&self, parser: &mut Parser<'_>) -> ParseResult<Option<u64>> {
        let generation = self.generation;
        let major = generation.isa_major();
        let mut out_of_range = |given: Option<&Given>| {
            let range = given.map_or(LocRange::NONE, |it| it.range);
            Err(parser.error_in(range.start, range, "value out of range"))
        };
        let scalar = self.given("next_free_sgpr");
        if let Some(count) = scalar.and_then(|it| it.value).filter(|_| major < 10) {
            let has_bug = generation.has_sgpr_init_bug();
            let most = match major {
                _ if has_bug => 96,
                8.. => 102,
                _ => 104,
            };
            let is_whole = major < 8 || has_bug;
            let extra = if is_whole { self.extra_scalar_registers() } else { Some(0) };
            if extra.is_some_and(|extra| count.saturating_add(extra) > most) {
                return out_of_range(scalar);
            }
        }
        let is_wave32 = match self.value("wavefront_size32") {
            Some(value) => value != 0,
            None => generation.is_wave32(),
        };
        let block = match (generation.is_gfx90a(), generation.has_1024_vgprs(), is_wave32) {
            (true, ..) => 8,
            (_, true, true) => 16,
            (_, true, false) | (_, false, true) => 8,
            _ => 4,
        };
        let vector = self.given("next_free_vgpr");
        let blocks = vector.and_then(|it| it.value).map(|it| it.max(1).div_ceil(block) - 1);
        if blocks.is_some_and(|it| it > 63) {
            return out_of_range(vector);
        }
        Ok(blocks)
    }

    /// Returns the scalar registers that are needed beside those that the kernel names; `None` if this is not known.
    fn extra_scalar_registers(&self) -> Option<u64> {
        let is_reserved = |name: &str| match self.given(name) {
            Some(given) => given.value.map(|it| it != 0),
            None => Some(true),
        };
        let condition = is_reserved("reserve_vcc")?;
        let scratch = is_reserved("reserve_flat_scratch")?;
        let is_gfx8 = self.generation.isa_major() >= 8;
        Some(match (scratch, is_gfx8) {
            (true, true) => 6,
            (false, true) if self.generation.has_xnack() => 4,
            (true, false) => 4,
            _ if condition => 2,
            _ => 0,
        })
    }

    /// Checks where the accumulators begin.
    fn check_accumulators(&self, parser: &mut Parser<'_>) -> ParseResult {
        let Some(given) = self.given("accum_offset") else {
            return Err(parser.token_error(".amdhsa_accum_offset directive is required"));
        };
        let Some(offset) = given.value else { return Ok(()) };
        if !(4..=256).contains(&offset) || offset % 4 != 0 {
            let message = "accum_offset should be in range [4..256] in increments of 4";
            return Err(parser.token_error(message));
        }
        let registers = self.value("next_free_vgpr");
        if registers.is_some_and(|it| offset > it.max(1).next_multiple_of(4)) {
            return Err(parser.token_error("accum_offset exceeds total VGPR allocation"));
        }
        Ok(())
    }

    /// Checks the registers that halves of a wave share.
    fn check_shared_registers(&self, parser: &mut Parser<'_>, blocks: Option<u64>) -> ParseResult {
        if !matches!(self.generation.isa_major(), 10 | 11) {
            return Ok(());
        }
        let shared = self.value("shared_vgpr_count").unwrap_or(0);
        if shared != 0 && self.value("wavefront_size32").is_some_and(|it| it != 0) {
            let message = "shared_vgpr_count directive not valid on wavefront size 32";
            return Err(parser.token_error(message));
        }
        if blocks.is_some_and(|blocks| 2 * shared + blocks > 63) {
            let message = "shared_vgpr_count*2 + compute_pgm_rsrc1.GRANULATED_WORKITEM_VGPR_COUNT \
                           cannot exceed 63\n";
            return Err(parser.token_error(message));
        }
        Ok(())
    }
}
