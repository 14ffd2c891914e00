//! Instruction, register and scheduling-model tables.
//!
//! The tables of a target are text files under `data/`, imported from LLVM. The build script packs them
//! into one aligned image per target, which the library embeds and [`Tables`] borrows.
//!
//! | To | use |
//! |---|---|
//! | look up instructions, registers, CPUs and models | [`Tables`], whose rows are described in [`schema`] |
//! | keep tables together with their memory, embedded or not | [`OwnedTables`] |
//! | load an image from bytes | [`OwnedTables::from_bytes`] |
//! | add a model of one's own | `OwnedTables::with_model` (feature `text`) |
//! | read a target's own tables, such as system registers | [`Tables::named_table`] |
//! | say which tables made a result | [`identity`] |
//! | tell whether a CPU has a model of its own | [`Tables::borrowed_model`] |
//! | put together tables of a target | [`TablesBuf`], or `text::read` |
//!
//! Deliberately absent: assembly parsing, cycles, and input or output at run time.
//!
//! # Features
//!
//! Each target has one, named as its folder under `data`, that embeds its tables; `all-targets` (default) embeds all.
//!
//! # Decisions
//!
//! - **LLVM's resolved tables, not its sources.** TableGen infers flags such as "may load" and computes scheduling classes
//!   and read-advances. So the importer reads the output of LLVM's generators, and its JSON dump only for syntax. The cost:
//!   several dump formats to read.
//! - **Short rows that share lists.** A small input looks at a few of 20,000 instructions, and mapping the pages they are
//!   on takes most of the time. The text after mnemonics and other lists are shared between rows, so a few pages hold
//!   them. A run that lies within another one takes no space (`text/sharing.rs`); registers that are parts of others in the same
//!   way have one row of lists. AMDGPU's image is a tenth smaller for it. The cost: one more indirection.
//! - **Machine code as rows of bit fields.** Of each instruction the tables have the fixed bits with their mask, and
//!   which bits of which operand's value are which bits of the code. Encoders and decoders of all regular targets can be
//!   derived from the same rows. The cost: 100 KB for RISC-V. x86 is encoded by hand, from its own flag word.
//! - **Decoders are rows in the order LLVM tries them.** Its disassembler is byte code that nests comparisons. The importer
//!   flattens each way through it to a row, which decodes the same words and can be read; what follows from the encodings
//!   is left out, and methods of whole instructions become steps. Packing makes a tree of bit fields that leaves one to
//!   four rows. The cost: 470 KB of text and as much in images.
//! - **x86 is decoded by opcode maps.** LLVM resolves which instruction an opcode byte is for each combination of prefixes,
//!   and for each ModRM byte that matters. A row of text has an instruction, its codes and the places of its operands, as
//!   manuals do; packing gives each byte of a map one slot per combination, and equal lists of slots are stored once.
//!   LLVM's emitter derives the same from flags and some hundred rules of inheritance, with exceptions. The cost: 1.8 MB of
//!   text and 290 KB of image.
//! - **A target's own tables have columns with names.** System registers, hints and extensions differ between targets in
//!   their columns; one reader, one check and one lookup serve all. The cost: a target looks its columns up once.
//! - **A condition on bits of an immediate** is a leaf of predicates: AArch64's immediates hold a shift beside its amount,
//!   and 1,600 conditions of its models ask for one of them. As functions of the target they would be hidden in code.
//! - **No pseudo-instructions that only have scheduling classes.** LLVM has 12,704 for RISC-V's vector instructions, one
//!   per LMUL, SEW and mask. The importer keeps the classes, chosen by two numbers, and leaves out instructions and classes
//!   that nothing else names: 3,517 of 16,221 and 3,686 of 6,520. The cost: opcodes are not LLVM's numbers.
//! - **A target can be built without its tables** (features `x86-target` and so on), for programs that load images: the page
//!   fetches those of the targets that are asked for. It compresses them by LZMA, to half of what servers' gzip gives.
//! - **Models of the user's are overlays.** An overlay replaces only the tables that it changes; an opcode that leaves a
//!   fused scheduling class gets a new class, which in every other model refers to the same data as before. The cost: a few
//!   milliseconds and megabytes per model file, and none without.

#![deny(missing_docs)]

#[cfg(all(doctest, feature = "all-targets"))]
#[doc = include_str!("../README.md")]
mod readme {}

mod embedded;
mod few;
pub mod hardware;
pub mod identity;
mod image;
mod lookup;
mod models;
mod named_table;
mod names;
mod overlay;
mod owned;
pub mod schema;
pub mod text;
mod validate;

pub use embedded::{embedded_image, embedded_targets};
pub use few::sort_few_by_key;
pub use image::{ImageError, Tables, TablesBuf};
pub use named_table::{TableRow, TableView};
pub use overlay::{AddedModel, ModelErrors, ModelFile};
pub use owned::OwnedTables;
pub use schema::{
    CpuId, FeatureSet, MatchClassId, ModelId, Opcode, Reg, RegClassId, ResourceId, SchedClassId,
    ShortSpan, ShortText, Span, Text,
};
