//! The numbers of a hardware model.

/// Declares the numbers, each with its name in files and the value that it has if a file does not give it.
macro_rules! numbers {
    ($($field:ident $name:literal = $default:literal, $doc:literal;)*) => {
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
            /// The names of all numbers with a sentence about each.
            pub const NAMES: &'static [(&'static str, &'static str)] = &[$(($name, $doc)),*];

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
    fetch_bytes "fetch-bytes" = 16, "Bytes of code that are fetched per cycle, from an address that is a multiple.";
    predecoded_instructions "predecoded-instructions" = 5, "Instructions of a block of code whose ends are found per cycle.";
    counts_split_opcodes "counts-split-opcodes" = 1, "1 if an instruction that ends in the next block counts in both once its opcode begins in the first.";
    length_change_cycles "length-change-cycles" = 3, "Cycles to find the end of an instruction with a length-changing prefix.";
    length_change_overlap "length-change-overlap" = 1, "1 if that time overlaps with the block before.";
    instruction_queue "instruction-queue" = 20, "Instructions between predecoding and decoding.";
    decoders "decoders" = 4, "Instructions decoded per cycle.";
    decoded_micro_ops "decoded-micro-ops" = 4, "Micro-ops, in the fused domain, that the decoders deliver per cycle.";
    decoding_gap_cycles "decoding-gap-cycles" = 0, "Of so many cycles of decoding, one is lost; 0 if none is.";
    complex_decoders "complex-decoders" = 1, "Decoders that take instructions of several micro-ops, which come first.";
    decoder_micro_ops "decoder-micro-ops" = 4, "Most micro-ops of an instruction that a decoder takes; others come from the sequencer.";
    sequencer_micro_ops "sequencer-micro-ops" = 4, "Micro-ops that the microcode sequencer delivers per cycle.";
    sequencer_switch_cycles "sequencer-switch-cycles" = 2, "Cycles lost when the sequencer takes over.";
    last_decoder_avoids_fusible "last-decoder-avoids-fusible" = 0, "1 if an instruction that could fuse with a branch waits rather than be decoded last.";
    fusible_waits "fusible-waits" = 0, "1 if an instruction that could fuse with a branch is decoded only once the next one is predecoded.";
    micro_op_queue "micro-op-queue" = 28, "Micro-ops between decoders and renamer.";
    cache_micro_ops "cache-micro-ops" = 4, "Micro-ops that the micro-op cache delivers per cycle.";
    cache_window_bytes "cache-window-bytes" = 32, "Bytes of code whose micro-ops share lines of the micro-op cache.";
    cache_line_micro_ops "cache-line-micro-ops" = 6, "Micro-ops of a line of the micro-op cache.";
    cache_lines "cache-lines" = 1, "Lines that the micro-op cache delivers per cycle.";
    cache_line_constants "cache-line-constants" = 0, "Displacements and immediates in a line of the micro-op cache; 0 if there is no limit.";
    cache_delivers_windows "cache-delivers-windows" = 0, "1 if the lines of a cycle are of one window, and an iteration waits once more for those of the window that has most.";
    loop_buffer_micro_ops "loop-buffer-micro-ops" = 0, "Micro-ops of the largest loop that the micro-op queue repeats by itself; 0 if it cannot.";
    renamed_micro_ops "renamed-micro-ops" = 4, "Micro-ops, in the fused domain, that are renamed per cycle.";
    splits_at_rename "splits-at-rename" = 1, "Which micro-ops with an indexed address are split before they are renamed: 1 all, 2 those of instructions that do not write what they read.";
    macro_ops "macro-ops" = 0, "Of processors that count macro-ops: the number up to which micro-ops of the scheduling model are one macro-op; cycles of its resources are then occupancy. 0 for others.";
    vector_bytes "vector-bytes" = 64, "Bytes of a vector that one access to memory takes.";
    binds_to_least_used "binds-to-least-used" = 0, "1 if micro-ops are bound to the port with the fewest of them, 2 if another one can take them when it has nothing to do.";
    reorder_buffer "reorder-buffer" = 168, "Micro-ops, in the fused domain, between renaming and retirement.";
    scheduler "scheduler" = 54, "Micro-ops that wait for their operands.";
    load_buffer "load-buffer" = 64, "Loads between renaming and retirement.";
    store_buffer "store-buffer" = 36, "Stores between renaming and retirement.";
    retired_micro_ops "retired-micro-ops" = 4, "Micro-ops, in the fused domain, that retire per cycle.";
    move_elimination_slots "move-elimination-slots" = 4, "Eliminated moves whose registers are still shared; 0 if moves are not eliminated.";
    load_cycles "load-cycles" = 5, "Cycles from the address of a load to its value in a general purpose register.";
    pointer_load_cycles "pointer-load-cycles" = 5, "The same if the address is a register that was loaded and a displacement from 0 to 2047.";
    vector_load_cycles "vector-load-cycles" = 6, "Cycles from the address of a load to its value in a vector register.";
    scaled_index_cycles "scaled-index-cycles" = 0, "Cycles that a load takes longer if the index of its address has a factor.";
    model_load_cycles "model-load-cycles" = 0, "Cycles that the scheduling model adds to instructions for a load of up to 16 bytes into a vector register; 0 to take it from the operands that it reads later.";
    model_wide_load_cycles "model-wide-load-cycles" = 0, "The same for more bytes.";
    write_cycles "write-cycles" = 6, "Cycles that the scheduling model adds to instructions that read and write memory, beside those of what they compute.";
    forwarding_cycles "forwarding-cycles" = 5, "Cycles from the data of a store to a load of them.";
    vector_forwarding_cycles "vector-forwarding-cycles" = 0, "The same to a vector register; 0 if it takes no longer.";
    blocked_forwarding_cycles "blocked-forwarding-cycles" = 15, "Cycles from the retirement of a store to a load of some of its bytes and others.";
    aliased_load_cycles "aliased-load-cycles" = 0, "The same for a load at a distance that is a multiple of 4096; 0 to ignore them.";
    forwards_at_rename "forwards-at-rename" = 0, "The addresses of stores whose values the renamer gives to loads from the same place: 0 none, 1 those without index, 2 those of the same registers, or of any in loops, 3 those by the stack or frame pointer; with 2 and 3 not to loads that extend one or two bytes with zeros.";
    bank_bits "bank-bits" = 0, "Bits of an address that choose a bank of the cache, in which few loads of one cycle may meet unless they are of one set; 0 if all may.";
    set_bits "set-bits" = 0, "Bits of an address that choose the set; 0 if loads of one set meet, too.";
    loads_per_bank "loads-per-bank" = 1, "Loads of a cycle that may meet in a bank.";
    locked_cycles "locked-cycles" = 18, "Cycles between indivisible accesses.";
    has_stack_engine "stack-engine" = 1, "1 if changes of the stack pointer by `push` and `pop` need no micro-op.";
    zero_latency_constant "zero-latency-constant" = 0, "Largest constant whose addition to a 64-bit register takes no time, as a number with sign of so many bits; 0 if there is none.";
    transition_cycles "transition-cycles" = 0, "Cycles in which nothing is renamed while upper halves of vector registers are saved or restored; 0 if they never are.";
    stores_to_one_line "stores-to-one-line" = 0, "1 if two stores leave the store buffer in a cycle only to the same line.";
}
