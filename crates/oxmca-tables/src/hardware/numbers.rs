//! The numbers of a hardware model.

use std::ops::RangeInclusive;

/// A number that files can give.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct NumberInfo {
    /// Its name in files.
    pub name: &'static str,
    /// The value that it has if a file does not give it.
    pub default: u32,
    /// The values that it can have.
    pub range: RangeInclusive<u32>,
    /// A sentence about it.
    pub doc: &'static str,
}

/// Declares the numbers, each with its name in files, the value that it has if a file does not give it, and the values
/// that it can have. With values in their ranges, no part of the simulation stands still or takes much memory.
macro_rules! numbers {
    ($($field:ident $name:literal = $default:literal in $range:expr, $doc:literal;)*) => {
        /// Numbers of a processor. Each is a line `NAME VALUE` of a file.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct HardwareNumbers {
            $(#[doc = $doc] pub $field: u32,)*
        }

        impl Default for HardwareNumbers {
            fn default() -> Self {
                HardwareNumbers { $($field: $default,)* }
            }
        }

        impl HardwareNumbers {
            /// All numbers, in the order in which documents list them.
            pub const ALL: &'static [NumberInfo] =
                &[$(NumberInfo { name: $name, default: $default, range: $range, doc: $doc }),*];

            /// Returns the number of that name.
            pub fn by_name(&mut self, name: &str) -> Option<&mut u32> {
                match name {
                    $($name => Some(&mut self.$field),)*
                    _ => None,
                }
            }
        }
    };
}

numbers! {
    fetch_bytes "fetch-bytes" = 16 in 1..=256, "Bytes of code that are fetched per cycle, from an address that is a multiple.";
    predecoded_instructions "predecoded-instructions" = 5 in 0..=1024, "Instructions of a block of code whose ends are found per cycle; 0 if they are known without being looked for.";
    length_change_cycles "length-change-cycles" = 3 in 0..=50, "Cycles to find the end of an instruction with a length-changing prefix.";
    instruction_queue "instruction-queue" = 20 in 1..=4096, "Instructions between predecoding and decoding.";
    decoders "decoders" = 4 in 1..=64, "Instructions decoded per cycle.";
    decoded_micro_ops "decoded-micro-ops" = 4 in 1..=256, "Micro-ops, in the fused domain, that the decoders deliver per cycle.";
    decoding_gap_cycles "decoding-gap-cycles" = 0 in 0..=1000, "Of so many cycles of decoding, one is lost; 0 if none is.";
    complex_decoders "complex-decoders" = 1 in 1..=64, "Decoders that take instructions of several micro-ops, which come first.";
    any_decoder_bytes "any-decoder-bytes" = 255 in 1..=255, "Bytes of the longest instruction that any decoder takes; only the first one takes longer ones, unless nothing executes them.";
    decoder_micro_ops "decoder-micro-ops" = 4 in 1..=256, "Most micro-ops of an instruction that a decoder takes; others come from the sequencer.";
    sequencer_micro_ops "sequencer-micro-ops" = 4 in 1..=256, "Micro-ops that the microcode sequencer delivers per cycle.";
    sequencer_switch_cycles "sequencer-switch-cycles" = 2 in 0..=1000, "Cycles lost when the sequencer takes over.";
    micro_op_queue "micro-op-queue" = 28 in 1..=4096, "Micro-ops between decoders and renamer.";
    cache_micro_ops "cache-micro-ops" = 4 in 0..=256, "Micro-ops that the micro-op cache delivers per cycle; 0 if there is none: loops are decoded again and again.";
    cache_window_bytes "cache-window-bytes" = 32 in 1..=0x100_0000, "Bytes of code whose micro-ops share lines of the micro-op cache.";
    cache_line_micro_ops "cache-line-micro-ops" = 6 in 1..=256, "Micro-ops of a line of the micro-op cache.";
    cache_entry_micro_ops "cache-entry-micro-ops" = 1 in 1..=256, "Micro-ops of one instruction that count as one in a line of the micro-op cache.";
    cache_lines "cache-lines" = 1 in 1..=64, "Lines that the micro-op cache delivers per cycle.";
    cache_line_constants "cache-line-constants" = 0 in 0..=256, "Displacements and immediates in a line of the micro-op cache; 0 if there is no limit.";
    cache_line_own_constants "cache-line-own-constants" = 256 in 0..=256, "Of the displacements and immediates in a line of the micro-op cache, those that have room of their own; each two more take the room of a micro-op.";
    cache_group_lines "cache-group-lines" = 0 in 0..=256, "Lines of a window of the micro-op cache that it keeps together: if a window has more, the next ones come `cache-group-cycles` after the first of them; 0 if there is no limit.";
    cache_group_cycles "cache-group-cycles" = 0 in 0..=64, "See `cache-group-lines`.";
    loop_buffer_micro_ops "loop-buffer-micro-ops" = 0 in 0..=4096, "Micro-ops of the largest loop that the micro-op queue repeats by itself; 0 if it cannot.";
    loop_buffer_lines "loop-buffer-lines" = 0 in 0..=4096, "Lines, as long as those of the micro-op cache, that copies of a loop fill in the micro-op queue, each copy whole ones; 0 if copies follow each other without gaps.";
    loop_buffer_copies "loop-buffer-copies" = 8 in 1..=256, "Most copies of a loop that the micro-op queue repeats at once.";
    renamed_micro_ops "renamed-micro-ops" = 4 in 1..=64, "Micro-ops, in the fused domain, that are renamed per cycle.";
    renamed_windows "renamed-windows" = 0 in 0..=64, "Windows of the micro-op cache from which a cycle of the renamer takes micro-ops, at most, where they come from there. A window that a branch comes back to counts again, and an instruction in two windows counts for both. 0 if there is no limit.";
    splits_per_cycle "splits-per-cycle" = 1024 in 1..=1024, "Micro-ops with an indexed address that the renamer splits per cycle.";
    split_among_micro_ops "split-among-micro-ops" = 1024 in 1..=1024, "The first micro-ops of a cycle of the renamer, before they are split, among which those are that are split.";
    macro_op_micro_ops "macro-op-micro-ops" = 1 in 1..=16, "Of processors that count macro-ops: the number up to which micro-ops of the scheduling model are one macro-op.";
    vector_pipe_bytes "vector-pipe-bytes" = 1024 in 8..=1024, "Bytes of a vector that a micro-op of a row computes on ports named by `vector`; wider operations have so many times more.";
    vector_register_bytes "vector-register-bytes" = 16 in 8..=8192, "Bytes of a vector register, where instructions are on groups of registers whose size is a state of the processor.";
    model_pipe_bytes "model-pipe-bytes" = 1024 in 8..=1024, "Bytes of a vector for which the scheduling model has a pipe taken once; it has wider operations take it so many times more, and a pipe of more bytes does not.";
    vector_bytes "vector-bytes" = 64 in 8..=1024, "Bytes of a vector that one access to memory takes.";
    reorder_buffer "reorder-buffer" = 168 in 1..=1024, "Micro-ops, in the fused domain, between renaming and retirement.";
    scheduler "scheduler" = 54 in 1..=1024, "Micro-ops that wait for their operands.";
    vector_scheduler "vector-scheduler" = 0 in 0..=1024, "Those of them that wait for ports named by `vector`, if these have a scheduler of their own; 0 if they share it.";
    port_scheduler "port-scheduler" = 0 in 0..=1024, "Those of them that wait in each of `schedulers`; 0 if there are no such ones.";
    parts_scheduler "parts-scheduler" = 0 in 0..=1024, "Those of them that wait for ports of `parts`; 0 if they are not counted apart.";
    data_scheduler "data-scheduler" = 0 in 0..=1024, "Those of them that wait for ports of `vector-store-data`; 0 if they are not counted apart.";
    load_buffer "load-buffer" = 64 in 1..=1024, "Loads between renaming and retirement.";
    store_buffer "store-buffer" = 36 in 1..=1024, "Stores between renaming and retirement.";
    in_order_instructions "in-order-instructions" = 0 in 0..=64, "Instructions that begin per cycle, in the order of the program; 0 if their order does not matter. The data of a store are waited for later.";
    retired_micro_ops "retired-micro-ops" = 4 in 1..=256, "Micro-ops, in the fused domain, that retire per cycle.";
    move_elimination_slots "move-elimination-slots" = 4 in 0..=1024, "Eliminated moves whose registers are still shared; 0 if moves are not eliminated.";
    load_cycles "load-cycles" = 5 in 1..=1000, "Cycles from the address of a load to its value in a general purpose register.";
    pointer_load_cycles "pointer-load-cycles" = 5 in 1..=1000, "The same if the address is a register that was loaded and a displacement from 0 to 2047.";
    vector_load_cycles "vector-load-cycles" = 6 in 1..=1000, "Cycles from the address of a load to its value in a vector register.";
    scaled_index_cycles "scaled-index-cycles" = 0 in 0..=1000, "Cycles that a load takes longer if the index of its address has a factor.";
    three_component_cycles "three-component-cycles" = 0 in 0..=1000, "The same if its address has a base, an index and a displacement; the longer of both counts.";
    model_load_cycles "model-load-cycles" = 0 in 0..=1000, "Cycles that the scheduling model adds to instructions for a load of up to 16 bytes into a vector register; 0 to take it from the operands that it reads later.";
    model_wide_load_cycles "model-wide-load-cycles" = 0 in 0..=1000, "The same for more bytes.";
    write_cycles "write-cycles" = 6 in 0..=1000, "Cycles that the scheduling model adds to instructions that read and write memory, beside those of what they compute.";
    forwarding_cycles "forwarding-cycles" = 5 in 0..=1000, "Cycles from the data of a store to a load of them.";
    vector_forwarding_cycles "vector-forwarding-cycles" = 0 in 0..=1000, "The same to a vector register; 0 if it takes no longer.";
    blocked_forwarding_cycles "blocked-forwarding-cycles" = 15 in 0..=1000, "Cycles from the retirement of a store to a load of some of its bytes and others.";
    wide_reload_cycles "wide-reload-cycles" = 0 in 0..=1000, "Cycles from the data of a store to an integer load of more bytes that begins with it, if no other store in flight has any of these; other instructions do not wait for it. 0 if such loads are blocked like others.";
    aliased_load_cycles "aliased-load-cycles" = 0 in 0..=1000, "The same for a load whose address has the same last bits as that of a store to other bytes; 0 to ignore them.";
    alias_bytes "alias-bytes" = 4096 in 64..=0x4000_0000, "Distance between addresses that have those bits in common, a power of two.";
    line_bytes "line-bytes" = 64 in 8..=4096, "Bytes of a line of the cache.";
    load_line_bytes "load-line-bytes" = 64 in 8..=4096, "Bytes of a line of the cache for loads.";
    crossing_load_cycles "crossing-load-cycles" = 0 in 0..=100, "Cycles in which no load begins after one of bytes in two lines, which also takes one cycle longer; 0 if such loads are like others.";
    page_cycles "page-cycles" = 0 in 0..=100, "Cycles from the first load of a page of 4 KB that straight code comes to until loads of it are not in vain; those before begin again then. As many first stores to such a page are written twice. 0 if pages do not matter.";
    crossing_store_cycles "crossing-store-cycles" = 0 in 0..=100, "Cycles that a store to two lines takes longer to leave the store buffer.";
    partial_write_cycles "partial-write-cycles" = 0 in 0..=100, "Cycles after the first of the stores before it that are to one line, in which a store to another line is not written if it is to a part of four bytes of which some were written in as many cycles before; 0 if such stores are like others. For processors with `stores-in-parts`.";
    bank_bits "bank-bits" = 0 in 0..=u32::MAX, "Bits of an address that choose a bank of the cache, in which few loads of one cycle may meet unless they are of one set; 0 if all may.";
    set_bits "set-bits" = 0 in 0..=u32::MAX, "Bits of an address that choose the set; 0 if loads of one set meet, too.";
    loads_per_bank "loads-per-bank" = 1 in 1..=32, "Loads of a cycle that may meet in a bank.";
    locked_cycles "locked-cycles" = 18 in 0..=1000, "Cycles between indivisible accesses.";
    locked_after_store_cycles "locked-after-store-cycles" = 0 in 0..=1000, "Cycles more for each of the two indivisible accesses after a store that is not one.";
    zero_latency_constant "zero-latency-constant" = 0 in 0..=32, "Largest constant whose addition to a 64-bit register takes no time, as a number with sign of so many bits; 0 if there is none.";
    sustained_ahead_cycles "sustained-ahead-cycles" = 0 in 0..=1000, "Cycles by which renaming can be ahead of the rate at which micro-ops execute for long; 0 if nothing is known of one.";
    sustained_load_percent "sustained-load-percent" = 0 in 0..=1000, "Hundredths of a cycle that a load takes of that rate.";
    sustained_load_share_percent "sustained-load-share-percent" = 0 in 0..=1000, "Those that it takes more for each 16 bytes of vectors, for one share at least.";
    sustained_store_percent "sustained-store-percent" = 0 in 0..=1000, "Hundredths of a cycle that a store takes of that rate.";
    sustained_store_share_percent "sustained-store-share-percent" = 0 in 0..=1000, "Those that it takes more for each 16 bytes of vectors, for one share at least.";
    sustained_wide_percent "sustained-wide-percent" = 0 in 0..=1000, "Hundredths of a cycle that a micro-op of one cycle takes more for vectors of more than 16 bytes, if it is no load or store.";
    sustained_other_share_percent "sustained-other-share-percent" = 0 in 0..=1000, "Hundredths of a cycle that any micro-op but loads and stores takes of that rate for each 16 bytes of vectors, for one share at least.";
    wide_vector_bytes "wide-vector-bytes" = 0 in 0..=1024, "Bytes of vectors beside which the port that `beside-wide` names executes no vectors; 0 if there are none.";
    wide_vector_cycles "wide-vector-cycles" = 0 in 0..=1000, "Cycles for which that port is closed once an instruction of such vectors was renamed.";
    transition_cycles "transition-cycles" = 0 in 0..=1000, "Cycles in which nothing is renamed while upper halves of vector registers are saved or restored; 0 if they never are.";
}
