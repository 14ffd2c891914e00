//! Operands that a keyword begins.

use oxmca_tables::schema::instr_flag;

use super::Printing;
use super::constant::push_literal_64;
use crate::inst::{Inst, Operand};
use crate::printer::{push_decimal, push_hex};
use crate::target::amdgpu::cache_policy::{self, Access};
use crate::target::amdgpu::flag;
use crate::target::amdgpu::format;
use crate::target::amdgpu::named_numbers::{HARDWARE_REGISTERS, MESSAGES, Message, name_of};
use crate::target::amdgpu::print_method::Method;
use crate::target::amdgpu::swizzle;
use crate::target::amdgpu::wait::{
    Counter, DELAY_CONDITIONS, DELAY_SKIPS, DEPENDENCY_COUNTERS, WaitLayout,
};
use crate::target::amdgpu::wide_lanes;

const SDWA_PARTS: [&str; 7] = ["BYTE_0", "BYTE_1", "BYTE_2", "BYTE_3", "WORD_0", "WORD_1", "DWORD"];
const SDWA_UNUSED: [&str; 3] = ["UNUSED_PAD", "UNUSED_SEXT", "UNUSED_PRESERVE"];
const INDEXED: [&str; 4] = ["SRC0", "SRC1", "SRC2", "DST"];

/// Extends the sign of so many bits.
fn signed(value: i64, bits: u32) -> i64 {
    value << (64 - bits) >> (64 - bits)
}

fn push_hex_signed(value: i64, out: &mut String) {
    if value < 0 {
        out.push('-');
    }
    push_hex(value.unsigned_abs(), out);
}

/// Appends items with a separator between them.
fn push_list<'i>(items: impl IntoIterator<Item = &'i str>, separator: &str, out: &mut String) {
    for (number, item) in items.into_iter().enumerate() {
        if number > 0 {
            out.push_str(separator);
        }
        out.push_str(item);
    }
}

impl Printing<'_> {
    /// Appends an operand of a keyword.
    pub(super) fn push_keyword(&self, method: Method, inst: &Inst, index: usize, out: &mut String) {
        let generation = self.generation;
        if let Some(Operand::Expr(expr)) = inst.operands.get(index) {
            return self.push_expression(expr, out);
        }
        let value = self.imm(inst, index);
        match method {
            Method::Bit(word) => self.push_word_if(value != 0, word, out),
            Method::Number { word, in_hexadecimal, always } => {
                if always || value != 0 {
                    out.push_str(&format!(" {word}:"));
                    match in_hexadecimal {
                        true => push_hex_signed(value, out),
                        false => push_decimal(value, out),
                    }
                }
            }
            Method::Hex16 => {
                let is_16 = i16::try_from(value).is_ok() || u16::try_from(value).is_ok();
                push_hex(value as u64 & if is_16 { 0xffff } else { 0xffff_ffff }, out);
            }
            Method::Hex32 => push_hex(value as u64 & 0xffff_ffff, out),
            Method::HexWhole => push_hex_signed(value, out),
            Method::High32 => push_literal_64(value as u64, true, out),
            Method::Offset => self.push_offset(inst, value, out),
            Method::FlatOffset => self.push_flat_offset(inst, value, out),
            Method::CachePolicy => {
                let flags = self.flags(inst);
                cache_policy::print(value, generation, flags, self.access(inst), out);
            }
            Method::Dim => self.push_dim(value, out),
            Method::R128A16 => {
                self.push_word_if(
                    value != 0,
                    if generation.has_r128_a16() { "a16" } else { "r128" },
                    out,
                );
            }
            Method::Blgp => self.push_blgp(inst, value, out),
            Method::BitOp3 => {
                let value = value as u8;
                if value > 10 {
                    out.push_str(&format!(" bitop3:{value:#x}"));
                } else if value > 0 {
                    out.push_str(&format!(" bitop3:{value}"));
                }
            }
            Method::DppBoundCtrl => self.push_word_if(value != 0, "bound_ctrl:1", out),
            Method::DppFi => self.push_word_if(matches!(value, 1 | 0xea), "fi:1", out),
            Method::SdwaPart(word) => {
                out.push_str(word);
                out.push_str(SDWA_PARTS.get(value as usize).unwrap_or(&""));
            }
            Method::SdwaUnused => {
                out.push_str("dst_unused:");
                out.push_str(SDWA_UNUSED.get(value as usize).unwrap_or(&""));
            }
            Method::ExportTarget => format::print_export_target(value, generation, out),
            Method::IndexKey => {
                if value & 7 != 0 {
                    out.push_str(&format!(" index_key:{}", value & 7));
                }
            }
            Method::MatrixName(word, names, mask) => {
                let value = value & mask;
                if value != 0 {
                    out.push_str(word);
                    match names.get(value as usize) {
                        Some(name) => out.push_str(name),
                        None => push_decimal(value, out),
                    }
                }
            }
            Method::Slot => match format::SLOTS.get(value as usize) {
                Some(name) => out.push_str(name),
                None => out.push_str(&format!("invalid_param_{value}")),
            },
            Method::Attribute => out.push_str(&format!("attr{value}")),
            Method::Channel => out.push_str([".x", ".y", ".z", ".w"][value as usize & 3]),
            Method::IndexMode => {
                if value & !15 != 0 {
                    return push_hex(value as u64 & 0xffff_ffff, out);
                }
                out.push_str("gpr_idx(");
                let set = INDEXED.iter().enumerate().filter(|(bit, _)| value >> bit & 1 != 0);
                push_list(set.map(|it| *it.1), ",", out);
                out.push(')');
            }
            Method::OutputModifier => {
                let words = ["", "mul:2", "mul:4", "div:2"];
                let word = words.get(value as usize).copied().unwrap_or_default();
                self.push_word_if(!word.is_empty(), word, out);
            }
            Method::Swizzle => swizzle::print(value, generation, out),
            Method::EndProgram => {
                if value as u16 != 0 {
                    out.push_str(&format!(" {}", value as u16));
                }
            }
            Method::Dpp8 => {
                let lanes: Vec<String> =
                    (0..8).map(|lane| (value >> (3 * lane) & 7).to_string()).collect();
                out.push_str(&format!("dpp8:[{}]", lanes.join(",")));
            }
            Method::DppControl => self.push_lane_control(inst, value, out),
            _ => self.push_wait_or_message(method, value, out),
        }
    }

    fn push_wait_or_message(&self, method: Method, value: i64, out: &mut String) {
        let generation = self.generation;
        match method {
            Method::Message => self.push_message(value, out),
            Method::WaitEvent => {
                let value = value & 0xffff;
                match value {
                    0 | 1 if generation.is_gfx11() => {
                        out.push_str(&format!("{{ dont_wait_export_ready: {value} }}"));
                    }
                    0 | 2 if generation.is_gfx12_plus() => {
                        out.push_str(&format!("{{ export_ready: {} }}", value >> 1));
                    }
                    _ => push_hex(value as u64, out),
                }
            }
            Method::Counters => {
                let layout = WaitLayout::of(generation.isa_major());
                let counts = Counter::ALL.map(|(counter, name)| {
                    let count = layout.count(value, counter);
                    (name, count, count == layout.most(counter))
                });
                let is_all = counts.iter().all(|it| it.2);
                let shown = counts.iter().filter(|it| is_all || !it.2);
                let shown: Vec<String> =
                    shown.map(|(name, count, _)| format!("{name}({count})")).collect();
                push_list(shown.iter().map(String::as_str), " ", out);
            }
            Method::DependencyCounters => self.push_dependency_counters(value & 0xffff, out),
            Method::Delay => push_delay(value, out),
            Method::HardwareRegister => {
                let (id, offset, size) = (value & 63, value >> 6 & 31, (value >> 11 & 31) + 1);
                out.push_str("hwreg(");
                match name_of(HARDWARE_REGISTERS, id, generation) {
                    Some(name) => out.push_str(name),
                    None => push_decimal(id, out),
                }
                if size != 32 || offset != 0 {
                    out.push_str(&format!(", {offset}, {size}"));
                }
                out.push(')');
            }
            _ => {}
        }
    }

    fn push_word_if(&self, is_set: bool, word: &str, out: &mut String) {
        if is_set {
            out.push(' ');
            out.push_str(word);
        }
    }

    fn push_offset(&self, inst: &Inst, value: i64, out: &mut String) {
        if value as u32 == 0 {
            return;
        }
        out.push_str(" offset:");
        let is_buffer = self.flags(inst) & (flag::MUBUF | flag::MTBUF) != 0;
        push_decimal(
            match is_buffer && self.generation.is_gfx12_plus() {
                true => signed(value, 24),
                false => value & 0xffff,
            },
            out,
        );
    }

    fn push_flat_offset(&self, inst: &Inst, value: i64, out: &mut String) {
        if value as u32 == 0 {
            return;
        }
        out.push_str(" offset:");
        let has_sign = self.flags(inst) & (flag::FLAT_GLOBAL | flag::FLAT_SCRATCH) != 0
            || self.generation.has_flat_signed_offset();
        push_decimal(
            match has_sign {
                true => signed(value, self.generation.flat_offset_bits()),
                false => value & 0xffff,
            },
            out,
        );
    }

    fn access(&self, inst: &Inst) -> Access {
        let row = self.gpu.tables.instruction(inst.opcode);
        let is_atomic = row.target_flags & (flag::ATOMIC_RETURN | flag::ATOMIC_NO_RETURN) != 0;
        let loads = row.flags & instr_flag::MAY_LOAD != 0;
        let stores = row.flags & instr_flag::MAY_STORE != 0;
        let is_async = self.gpu.stores_from_lds.contains(&inst.opcode);
        match (is_atomic, stores && (!loads || is_async)) {
            (true, _) => Access::Atomic,
            (_, true) => Access::Store,
            _ => Access::Load,
        }
    }

    fn push_dim(&self, value: i64, out: &mut String) {
        out.push_str(" dim:SQ_RSRC_IMG_");
        let table = self.gpu.tables.named_table("MIMGDimInfoTable");
        let name = table.and_then(|table| {
            let (suffix, code) = (table.column("AsmSuffix")?, table.column("Encoding")?);
            let mut rows = table.rows();
            Some(rows.find(|row| row.number(code) == value)?.text(suffix))
        });
        match name {
            Some(name) => out.push_str(name),
            None => push_decimal(value, out),
        }
    }

    fn push_blgp(&self, inst: &Inst, value: i64, out: &mut String) {
        if value == 0 {
            return;
        }
        let name = self.gpu.tables.opcode_name(inst.opcode);
        if self.generation.is_gfx940() && name.starts_with("V_MFMA_F64_") {
            let bits = [value & 1, value >> 1 & 1, value >> 2 & 1];
            out.push_str(&format!(" neg:[{},{},{}]", bits[0], bits[1], bits[2]));
        } else {
            out.push_str(&format!(" blgp:{value}"));
        }
    }

    fn push_lane_control(&self, inst: &Inst, value: i64, out: &mut String) {
        let generation = self.generation;
        if let Some(refusal) = wide_lanes::refusal(self.gpu, generation, inst.opcode, value) {
            out.push_str(&format!(" /* {refusal} */"));
            return;
        }
        let is_new = generation.is_gfx10_plus();
        let gone = |word: &str| format!("/* {word} is not supported starting from GFX10 */");
        let old = |word: &str, text: String| if is_new { gone(word) } else { text };
        out.push_str(&match value {
            0..=0xff => {
                let lane = |number: u32| value >> (2 * number) & 3;
                format!("quad_perm:[{},{},{},{}]", lane(0), lane(1), lane(2), lane(3))
            }
            0x101..=0x10f => format!("row_shl:{}", value & 15),
            0x111..=0x11f => format!("row_shr:{}", value & 15),
            0x121..=0x12f => format!("row_ror:{}", value & 15),
            0x130 => old("wave_shl", "wave_shl:1".to_owned()),
            0x134 => old("wave_rol", "wave_rol:1".to_owned()),
            0x138 => old("wave_shr", "wave_shr:1".to_owned()),
            0x13c => old("wave_ror", "wave_ror:1".to_owned()),
            0x140 => "row_mirror".to_owned(),
            0x141 => "row_half_mirror".to_owned(),
            0x142 => old("row_bcast", "row_bcast:15".to_owned()),
            0x143 => old("row_bcast", "row_bcast:31".to_owned()),
            0x150..=0x15f if generation.is_gfx90a() => format!("row_newbcast:{}", value & 15),
            0x150..=0x15f if is_new => format!("row_share:{}", value & 15),
            0x150..=0x15f => {
                " /* row_newbcast/row_share is not supported on ASICs earlier than GFX90A/GFX10 */"
                    .to_owned()
            }
            0x160..=0x16f if is_new => format!("row_xmask:{}", value & 15),
            0x160..=0x16f => {
                "/* row_xmask is not supported on ASICs earlier than GFX10 */".to_owned()
            }
            _ => "/* Invalid dpp_ctrl value */".to_owned(),
        });
    }

    fn push_message(&self, value: i64, out: &mut String) {
        let generation = self.generation;
        let value = value & 0xffff_ffff;
        let message = Message::decode(value, generation);
        let name = name_of(MESSAGES, message.id, generation);
        let name = name.filter(|_| {
            message.has_valid_operation(generation) && message.has_valid_stream(generation)
        });
        if let Some(name) = name {
            out.push_str(&format!("sendmsg({name}"));
            if message.needs_operation(generation) {
                let operation = name_of(message.operations(), message.operation, generation);
                out.push_str(&format!(", {}", operation.unwrap_or_default()));
                if message.takes_stream(generation) {
                    out.push_str(&format!(", {}", message.stream));
                }
            }
            out.push(')');
        } else if message.encode() == value {
            let Message { id, operation, stream } = message;
            out.push_str(&format!("sendmsg({id}, {operation}, {stream})"));
        } else {
            push_decimal(value, out);
        }
    }

    fn push_dependency_counters(&self, value: i64, out: &mut String) {
        let is_gfx10b = self.generation.is_gfx10b();
        let known = || DEPENDENCY_COUNTERS.iter().filter(|it| is_gfx10b || !it.needs_gfx10b);
        let used = known().fold(0, |mask, it| it.set(mask, it.most));
        if value & !used != 0 {
            return push_hex(value as u64, out);
        }
        let is_default = known().all(|it| it.count(value) == it.default);
        let shown = known().filter(|it| is_default || it.count(value) != it.default);
        let shown: Vec<String> =
            shown.map(|it| format!("{}({})", it.name, it.count(value))).collect();
        push_list(shown.iter().map(String::as_str), " ", out);
    }
}

fn push_delay(value: i64, out: &mut String) {
    let fields = [
        ("instid0", value & 15, DELAY_CONDITIONS, "/* invalid instid value */"),
        ("instskip", value >> 4 & 7, DELAY_SKIPS, "/* invalid instskip value */"),
        ("instid1", value >> 7 & 15, DELAY_CONDITIONS, "/* invalid instid value */"),
    ];
    let shown = fields.iter().filter(|field| field.1 != 0);
    let shown: Vec<String> = shown
        .map(|(name, code, names, bad)| {
            format!("{name}({})", names.get(*code as usize).unwrap_or(bad))
        })
        .collect();
    match shown.is_empty() {
        true => out.push('0'),
        false => push_list(shown.iter().map(String::as_str), " | ", out),
    }
}
