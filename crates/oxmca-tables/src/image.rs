//! The packed image: a header, then one aligned section per table.
//!
//! Layout: 8 bytes of magic, `u32` version, `u32` section count, then per section `u32` byte offset
//! and `u32` byte length, in the order of the declaration below. Small tables come first, so that
//! those that every run reads share pages. All numbers and rows are in the byte order of the machine the
//! image was built for.

use std::fmt;

use bytemuck::AnyBitPattern;

use crate::schema::*;

const MAGIC: [u8; 8] = *b"oxmcaTBL";
const VERSION: u32 = 16;
const ALIGN: usize = 16;
const HEADER_BYTES: usize = 16;

/// A reason why bytes are not a usable image. All are the fault of whoever made the bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ImageError {
    /// Too short, or the magic number, version or section count is not ours.
    Header,
    /// A section lies outside the bytes, is misaligned, or is not a whole number of rows.
    Section {
        /// Name of the table.
        table: &'static str,
    },
    /// A row refers to something that does not exist.
    Reference {
        /// Name of the table the row is in.
        table: &'static str,
        /// Index of the row, or where a model or dialect is at fault, of the row within its part.
        row: usize,
    },
    /// The tables are not embedded: the target's Cargo feature is off, or there is no such target.
    Absent,
    /// A row of a table that is searched is not where its key belongs.
    Order {
        /// Name of the table the row is in.
        table: &'static str,
        /// Index of the row, within the part that is searched.
        row: usize,
    },
}

impl fmt::Display for ImageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImageError::Header => write!(f, "not an oxmca table image of version {VERSION}"),
            ImageError::Section { table } => write!(f, "damaged section of table `{table}`"),
            ImageError::Reference { table, row } => {
                write!(f, "row {row} of table `{table}` refers to something that does not exist")
            }
            ImageError::Absent => f.write_str("the tables are not built in"),
            ImageError::Order { table, row } => {
                write!(f, "row {row} of table `{table}` is out of order")
            }
        }
    }
}

impl std::error::Error for ImageError {}

/// Declares the sections once: the borrowed view, the owned builder, and the code between them.
macro_rules! tables {
    ($($(#[$doc:meta])* $name:ident: $row:ty,)*) => {
        /// A target's tables, borrowed from a packed image.
        #[derive(Clone, Copy, Debug)]
        pub struct Tables<'a> {
            $($(#[$doc])* pub $name: &'a [$row],)*
            /// The string pool as text, if it is known to be UTF-8; otherwise empty.
            pub(crate) pool: &'a str,
        }

        /// A target's tables while they are put together.
        #[derive(Clone, Default, Debug)]
        pub struct TablesBuf {
            $($(#[$doc])* pub $name: Vec<$row>,)*
        }

        /// Tables that take the place of some of another's.
        #[derive(Clone, Default, Debug)]
        pub(crate) struct Replacements {
            $(pub $name: Option<Vec<$row>>,)*
        }

        const SECTIONS: usize = [$(stringify!($name)),*].len();

        impl Replacements {
            /// Returns `base` with these tables in place of its own. Nothing is checked; see
            /// [`Tables::validate`].
            pub fn over<'a>(&'a self, base: Tables<'a>) -> Tables<'a> {
                let tables = Tables {
                    $($name: self.$name.as_deref().unwrap_or(base.$name),)*
                    pool: base.pool,
                };
                if self.strings.is_some() { tables.with_pool() } else { tables }
            }
        }

        impl TablesBuf {
            /// Returns the tables as they are looked up. Nothing is checked; see
            /// [`Tables::validate`].
            pub fn tables(&self) -> Tables<'_> {
                Tables { $($name: &self.$name,)* pool: "" }
            }

            /// Returns the packed image.
            pub fn pack(&self) -> Vec<u8> {
                let mut image = vec![0; HEADER_BYTES + SECTIONS * 8];
                image[..8].copy_from_slice(&MAGIC);
                image[8..12].copy_from_slice(&VERSION.to_ne_bytes());
                image[12..16].copy_from_slice(&(SECTIONS as u32).to_ne_bytes());
                let tables: [&[u8]; SECTIONS] = [$(bytemuck::cast_slice(&self.$name)),*];
                let mut sections: Vec<_> = tables.into_iter().enumerate().collect();
                sections.sort_by_key(|(_, bytes)| bytes.len());
                for (section, bytes) in sections {
                    append_section(&mut image, section, bytes);
                }
                image
            }
        }

        impl<'a> Tables<'a> {
            /// Tables without a row.
            pub(crate) const EMPTY: Tables<'static> = Tables { $($name: &[],)* pool: "" };

            /// Checks once whether the strings of the tables are UTF-8. Later lookups then skip the check.
            pub(crate) fn with_pool(self) -> Self {
                Tables { pool: std::str::from_utf8(self.strings).unwrap_or(""), ..self }
            }

            /// Borrows the tables of an image whose rows are known to be sound: checks the header and
            /// the section bounds only.
            ///
            /// # Errors
            /// [`ImageError::Header`] and [`ImageError::Section`].
            pub fn from_trusted_bytes(image: &'a [u8]) -> Result<Self, ImageError> {
                let mut sections = sections(image)?;
                Ok(Tables {
                    $($name: take_section(image, &mut sections, stringify!($name))?,)*
                    pool: "",
                })
            }
        }
    };
}

tables! {
    /// String pool, UTF-8.
    strings: u8,
    /// Instructions by [`Opcode`].
    instructions: InstructionRow,
    /// Ways to print instructions.
    instruction_syntaxes: InstructionSyntax,
    /// Effects of instructions beside those on their operands.
    instruction_effects: InstructionEffects,
    /// Explicit operands of instructions.
    operands: OperandInfo,
    /// Names of operands, e.g. `vdst`, where the target's code asks for them.
    operand_names: Text,
    /// Pieces of syntax.
    asm_pieces: AsmPiece,
    /// Names of operand print methods, e.g. `printdwordmem`.
    print_methods: Text,
    /// Print aliases, sorted by opcode.
    print_aliases: PrintAlias,
    /// Conditions of print aliases.
    alias_conditions: AliasCondition,
    /// Registers by [`Reg`].
    registers: Register,
    /// Lists of registers that several registers can have in common.
    register_relations: RegisterRelations,
    /// Names of registers beside the first.
    register_names: Text,
    /// Sub-registers of registers.
    sub_registers: SubRegisterOffset,
    /// Names of sub-register indices.
    sub_register_indices: Text,
    /// Lists of registers.
    register_lists: Reg,
    /// Register units.
    register_units: u16,
    /// Register classes by [`RegClassId`].
    register_classes: RegisterClass,
    /// Membership bits of register classes.
    register_bits: u8,
    /// Register classes that depend on the hardware mode.
    mode_classes: ModeClass,
    /// Lists of register classes.
    class_lists: RegClassId,
    /// Hardware modes; row 0 is the default.
    hw_modes: HwMode,
    /// Features, sorted by name.
    features: Feature,
    /// CPUs by [`CpuId`], sorted by name.
    cpus: Cpu,
    /// Models by [`ModelId`].
    models: Model,
    /// Resources of models.
    resources: Resource,
    /// Members of resource groups; a resource with several units lists itself once per unit.
    resource_lists: ResourceId,
    /// Per model and class, the index of its data in `sched_classes`.
    sched_class_index: u32,
    /// Names of scheduling classes by [`SchedClassId`].
    sched_class_names: Text,
    /// Distinct scheduling data.
    sched_classes: SchedClass,
    /// Resources used by classes.
    resource_uses: ResourceUse,
    /// Stages of classes that are described by itineraries.
    itinerary_stages: ItineraryStage,
    /// Latencies of classes.
    write_latencies: WriteLatency,
    /// Read-advances of classes.
    read_advances: ReadAdvance,
    /// Cases of variant classes.
    variant_cases: VariantCase,
    /// Predicate nodes.
    predicates: PredicateNode,
    /// Names of target predicate functions, e.g. `hasLockPrefix`.
    predicate_functions: Text,
    /// Idioms of models.
    idioms: Idiom,
    /// Register files of models.
    register_files: RegisterFile,
    /// Costs in register files.
    register_costs: RegisterCost,
    /// Variants of the matcher.
    variants: MatcherVariant,
    /// Mnemonics of variants.
    mnemonics: Mnemonic,
    /// Mnemonic aliases of variants.
    mnemonic_aliases: MnemonicAlias,
    /// Hash tables of names: 0 in a free slot, else 1 more than the index of a row.
    name_slots: u16,
    /// The hash table of each kind of names in [`name_kind`].
    name_indices: NameIndex,
    /// Forms the assembler accepts.
    match_entries: MatchEntry,
    /// Operands of mnemonics that methods of the target's may parse.
    operand_parsers: OperandParser,
    /// Features that forms and mnemonic aliases require: rows of `asm_features` that must all hold.
    requirements: AsmFeatureSet,
    /// Operand classes by [`MatchClassId`].
    match_classes: MatchClass,
    /// Lists of operand classes.
    match_class_lists: MatchClassId,
    /// Sets of operand classes that others are subclasses of, each a row of bits, low bit first; the first is empty.
    match_class_bits: u64,
    /// Steps from written to machine operands.
    convert_steps: ConvertStep,
    /// Names of operand render methods, e.g. `addMemOperands`.
    render_methods: Text,
    /// Feature conditions of the matcher, by their number in an [`AsmFeatureSet`].
    asm_features: AsmFeature,
    /// Literals of feature conditions.
    feature_literals: FeatureLiteral,
    /// Intervals of constants that operand classes hold.
    intervals: Interval,
    /// Types of machine operands with their classes, sorted by name.
    operand_type_classes: OperandTypeClass,
    /// Errors about operand classes, sorted by name.
    match_diagnostics: MatchDiagnostic,
    /// Machine code, sorted by opcode.
    encodings: Encoding,
    /// Machine code that instructions have alike.
    encoding_forms: EncodingForm,
    /// Forms of machine code with the ways in which they are decoded.
    code_forms: CodeForm,
    /// Ways in which forms are decoded.
    decoding_ways: DecodingWay,
    /// By [`Opcode`], the lowest 32 bits of the machine code of instructions that have a form; empty if none has.
    encoding_words: u32,
    /// Fields of machine code.
    encoding_fields: EncodingField,
    /// Names of encoder methods, e.g. `getImmOpValue`; row 0 is LLVM's `getMachineOpValue`.
    encoder_methods: Text,
    /// Opcode maps.
    opcode_maps: OpcodeMap,
    /// Opcode bytes of maps.
    opcode_map_entries: OpcodeMapEntry,
    /// Contexts of opcode bytes.
    opcode_map_slots: u8,
    /// Instructions of opcode bytes in contexts.
    modrm_decisions: ModRmDecision,
    /// Instructions by ModRM byte; 0 for none.
    modrm_opcodes: Opcode,
    /// By [`Opcode`], where its operands are in the code: rows of `operand_place_lists`.
    decoded_operands: ShortSpan,
    /// Lists of places: rows of `operand_places`.
    operand_place_lists: u16,
    /// Names of places of operands, e.g. `rm:m`.
    operand_places: Text,
    /// Decoders, by width.
    decoders: Decoder,
    /// The indices of decoders.
    decoder_nodes: DecoderNode,
    /// Rows of `decodings` that leaves of the indices have, in the order they are tried.
    decoder_candidates: u16,
    /// Ways to decode instructions, in the order they are tried.
    decodings: Decoding,
    /// Steps of decoding.
    decode_steps: DecodeStep,
    /// Parts of values.
    code_parts: CodePart,
    /// Lists of registers by number: rows of `register_lists`, where a number may have none.
    decoder_registers: Span,
    /// Names of decoder methods, e.g. `decodeVMaskReg`.
    decoder_methods: Text,
    /// Instructions that become others, sorted by kind and opcode.
    rewrites: Rewrite,
    /// Conditions of rewrites.
    rewrite_conditions: RewriteCondition,
    /// Operands of rewritten instructions.
    rewrite_operands: RewriteOperand,
    /// Names of operand predicates of rewrites, e.g. `simm6`.
    operand_predicates: Text,
    /// Scheduling classes by state, sorted by opcode and state.
    class_choices: ClassChoice,
    /// Tables of the target's own.
    named_tables: NamedTable,
    /// Columns of those tables.
    table_columns: TableColumn,
    /// Cells of those tables.
    table_cells: u64,
}

fn append_section(image: &mut Vec<u8>, section: usize, bytes: &[u8]) {
    image.resize(image.len().next_multiple_of(ALIGN), 0);
    let entry = HEADER_BYTES + section * 8;
    let start = image.len() as u32;
    image[entry..entry + 4].copy_from_slice(&start.to_ne_bytes());
    image[entry + 4..entry + 8].copy_from_slice(&(bytes.len() as u32).to_ne_bytes());
    image.extend_from_slice(bytes);
}

fn read_u32(bytes: &[u8]) -> Option<u32> {
    Some(u32::from_ne_bytes(bytes.get(..4)?.try_into().ok()?))
}

/// Returns the string pool of an image, which is its first table, or nothing where there is none.
/// Meant to be found while compiling, so that strings need not be checked when they are looked up.
#[allow(dead_code, reason = "only embedded images have their pool checked before")]
pub(crate) const fn pool(image: &[u8]) -> &str {
    let (_, directory) = image.split_at(HEADER_BYTES);
    let (Some(start), Some(len)) = (directory.first_chunk(), directory.split_at(4).1.first_chunk())
    else {
        return "";
    };
    let (_, rest) = image.split_at(u32::from_ne_bytes(*start) as usize);
    match std::str::from_utf8(rest.split_at(u32::from_ne_bytes(*len) as usize).0) {
        Ok(pool) => pool,
        Err(_) => "",
    }
}

/// Checks the header and gives the section directory.
fn sections(image: &[u8]) -> Result<std::slice::ChunksExact<'_, u8>, ImageError> {
    let valid = image.get(..8) == Some(&MAGIC)
        && image.get(8..).and_then(read_u32) == Some(VERSION)
        && image.get(12..).and_then(read_u32) == Some(SECTIONS as u32);
    match image.get(HEADER_BYTES..HEADER_BYTES + SECTIONS * 8) {
        Some(directory) if valid => Ok(directory.chunks_exact(8)),
        _ => Err(ImageError::Header),
    }
}

fn take_section<'a, T: AnyBitPattern>(
    image: &'a [u8],
    sections: &mut std::slice::ChunksExact<'_, u8>,
    table: &'static str,
) -> Result<&'a [T], ImageError> {
    let damaged = ImageError::Section { table };
    let entry = sections.next().ok_or(damaged)?;
    let start = read_u32(entry).ok_or(damaged)? as usize;
    let len = read_u32(&entry[4..]).ok_or(damaged)? as usize;
    let bytes = image.get(start..).and_then(|rest| rest.get(..len)).ok_or(damaged)?;
    bytemuck::try_cast_slice(bytes).map_err(|_| damaged)
}
