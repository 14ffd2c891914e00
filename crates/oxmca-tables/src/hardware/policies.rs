//! The policies of a hardware model: which of several ways a part of the processor works in.

/// A value that a file gives as one of a few words.
trait Policy: Copy + PartialEq + 'static {
    /// Its words, each with its value and a sentence about it.
    const WORDS: &'static [(&'static str, Self, &'static str)];

    /// Returns the value of a word.
    fn of(word: &str) -> Option<Self> {
        Self::WORDS.iter().find(|(name, ..)| *name == word).map(|(_, value, _)| *value)
    }

    /// Returns the word of the value.
    fn word(self) -> &'static str {
        Self::WORDS.iter().find(|(_, value, _)| *value == self).map_or("", |(name, ..)| name)
    }
}

impl Policy for bool {
    const WORDS: &'static [(&'static str, bool, &'static str)] =
        &[("yes", true, ""), ("no", false, "")];
}

/// Declares a policy with its ways, each with its word in files.
macro_rules! ways {
    ($name:ident, $doc:literal; $($way:ident $word:literal, $way_doc:literal;)*) => {
        #[doc = $doc]
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
        pub enum $name {
            $(#[doc = $way_doc] $way,)*
        }

        impl Policy for $name {
            const WORDS: &'static [(&'static str, $name, &'static str)] =
                &[$(($word, $name::$way, $way_doc)),*];
        }
    };
}

ways! {
    CountedUnit, "The unit in which decoders, queues and the reorder buffer count.";
    MicroOps "micro-ops", "Micro-ops, which the scheduling model has; an operation and its access to memory can be one of them.";
    MacroOps "macro-ops", "Macro-ops: an operation and its access to memory are one from the decoders to retirement. Cycles of the scheduling model's resources are the time for which they are occupied.";
}

ways! {
    PortChoice, "The way in which micro-ops get their ports.";
    BySlot "by-slot", "The renamer binds a micro-op to the port that had the fewest of them when the cycle began, in odd slots of the cycle to the one that had the second fewest; two load ports take turns.";
    LeastUsed "least-used", "The renamer binds it to the port that has the fewest at that moment.";
    ByPairs "by-pairs", "Of three ports, the micro-ops of the first two slots of a cycle go to the one that had the fewest when the cycle began, those of the next two slots to the one with the second fewest, and so on; of two ports, micro-ops go to the one that had more, but not two in a row of one instruction to the same; always unless it had two more than the least. Of other sets, the port that has the fewest at that moment.";
    Shared "shared", "The renamer binds it to the port that has the fewest at that moment, but another of its ports takes it when that has nothing else to do. Of `schedulers`, a store's address goes to the one after that of the access before.";
}

ways! {
    SplitMicroOps, "The micro-ops with an indexed address that are split before they are renamed.";
    None "none", "None.";
    All "all", "All.";
    NonDestructive "non-destructive", "Those of instructions that do not overwrite a register that they read.";
}

ways! {
    WindowsByEnd, "The instructions that are in the window of the micro-op cache in which they end, rather than in that in which they begin.";
    None "none", "None.";
    Branches "branches", "A branch that could be one with the instruction before it, apart from that if their windows differ.";
}

ways! {
    RenamerForwarding, "The stores whose values the renamer gives to loads from the same place.";
    None "none", "None.";
    SimpleAddresses "simple-addresses", "Those by an address that has a base and no index.";
    SimpleNot16Bit "simple-not-16-bit", "Those of them that are not of two bytes; not to loads that extend a sign.";
    NamedPlaces "named-places", "Those whose address is named by the same registers, in loops any; not to loads that extend one or two bytes with zeros.";
    NamedWords "named-words", "Those of `named-places` that are of four bytes or more.";
    StackWords "stack-words", "Those of four bytes or more by the stack pointer without an index, in loops by any address; to loads at the same place that do nothing else, also of fewer bytes, without a sign, and to changes of memory.";
    Stack "stack", "Those by the stack or frame pointer without an index; not to loads that extend one or two bytes with zeros.";
}

/// A policy that files can choose.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct PolicyInfo {
    /// Its name in files.
    pub name: &'static str,
    /// The words that it can be.
    pub words: Vec<PolicyWord>,
    /// The word that it is if a file does not give it.
    pub default: &'static str,
    /// A sentence about it.
    pub doc: &'static str,
}

/// A word that a policy can be.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct PolicyWord {
    /// Its spelling in files.
    pub word: &'static str,
    /// A sentence about it; empty if it is clear.
    pub doc: &'static str,
}

/// Declares the policies, each with its name in files, its type, and the value that it has if a file does not give it.
macro_rules! policies {
    ($($field:ident $name:literal $type:ty = $default:expr, $doc:literal;)*) => {
        /// Policies of a processor. Each is a line `NAME WORD` of a file.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub struct HardwarePolicies {
            $(#[doc = $doc] pub $field: $type,)*
        }

        impl Default for HardwarePolicies {
            fn default() -> Self {
                HardwarePolicies { $($field: $default,)* }
            }
        }

        impl HardwarePolicies {
            /// The names of all policies, in the order in which documents list them.
            pub const NAMES: &'static [&'static str] = &[$($name),*];

            /// Returns all policies, in the order in which documents list them.
            pub fn all() -> Vec<PolicyInfo> {
                vec![$(PolicyInfo {
                    name: $name,
                    words: <$type as Policy>::WORDS
                        .iter()
                        .map(|(word, _, doc)| PolicyWord { word, doc })
                        .collect(),
                    default: Policy::word($default),
                    doc: $doc,
                }),*]
            }

            /// Returns the words that the policy of that name can be.
            pub(super) fn words_of(name: &str) -> Vec<&'static str> {
                let found = HardwarePolicies::all().into_iter().find(|it| it.name == name);
                found.into_iter().flat_map(|it| it.words).map(|it| it.word).collect()
            }

            /// Sets a policy. Returns whether there is one of that name with that word.
            pub(super) fn set(&mut self, name: &str, word: &str) -> bool {
                match name {
                    $($name => <$type as Policy>::of(word).map(|it| self.$field = it).is_some(),)*
                    _ => false,
                }
            }
        }
    };
}

policies! {
    counts_split_opcodes "counts-split-opcodes" bool = true, "An instruction that ends in the next block of code counts in both once its opcode begins in the first.";
    overlaps_length_changes "length-change-overlap" bool = true, "The time for length-changing prefixes overlaps with the block before.";
    last_decoder_avoids_fusible "last-decoder-avoids-fusible" bool = false, "An instruction that could fuse with a branch waits rather than be decoded last.";
    fusible_waits "fusible-waits" bool = false, "An instruction that could fuse with a branch is decoded only once the next one is predecoded.";
    cache_delivers_windows "cache-delivers-windows" bool = false, "The lines that the micro-op cache delivers in a cycle are of one window, and an iteration waits once more for those of the window that has most.";
    cache_windows_by_end "cache-windows-by-end" WindowsByEnd = WindowsByEnd::None, "The instructions that are in the window of the micro-op cache in which they end, rather than in that in which they begin.";
    counted_unit "counted-unit" CountedUnit = CountedUnit::MicroOps, "The unit in which decoders, queues and the reorder buffer count.";
    port_choice "ports-chosen" PortChoice = PortChoice::BySlot, "The way in which micro-ops get their ports.";
    wakes_early "wakes-early" bool = false, "A micro-op asks for one of the ports of `parts` as soon as those that it waits for, of one cycle each, are ready: in vain until they have begun.";
    loads_wake_early "loads-wake-early" bool = false, "A load asks for its port once the one that its address waits for has asked and been given its cycles, twice at most: in vain if that has not begun. Loads that waited for nothing when they were renamed let none ask.";
    bypasses_third_operands "bypasses-third-operands" bool = false, "The operand named by `third-read` is not read through another port if it was known just before. Data of a store that were computed just before and do not fill a line need no place in their port, so that such an operand can be read there.";
    split_micro_ops "splits-at-rename" SplitMicroOps = SplitMicroOps::All, "The micro-ops with an indexed address that are split before they are renamed.";
    renamer_forwarding "forwards-at-rename" RenamerForwarding = RenamerForwarding::None, "The stores whose values the renamer gives to loads from the same place.";
    forwards_latest "forwards-latest" bool = false, "In loops, the renamer gives a load the value of a store only if the store's instruction has not stored since.";
    has_one_result "one-result" bool = false, "A port named by `schedulers` has one result in a cycle: a micro-op that would end together with one that began before, and that only this port could execute, lets younger ones begin, four times at most, and then keeps the port idle until it can.";
    has_stack_engine "stack-engine" bool = true, "Changes of the stack pointer by instructions such as `push` and `pop` need no micro-op.";
    sequencer_fills_cycles "sequencer-fills-cycles" bool = false, "Instructions that come from microcode begin a cycle of the renamer, and have all cycles alone that the sequencer takes for their micro-ops; a cycle passes between two of them in a row.";
    renames_whole "renames-whole" bool = false, "An instruction whose micro-ops a cycle of the renamer could take waits for one that has a slot for each of them.";
    renames_groups "renames-groups" bool = false, "A cycle of the renamer waits until queues have space for all that it could take.";
    crossings_are_two "crossings-are-two" bool = false, "An access to bytes in two lines of the cache counts as two: a load keeps its port for a cycle more and takes one cycle longer, and no other store leaves the store buffer with such a store.";
    updates_share_address "updates-share-address" bool = false, "One micro-op gives the address to the load and the store of an instruction that changes a place in memory.";
    takes_loads_of_model "loads-by-model" bool = true, "Where micro-ops are counted, the scheduling model says how long an instruction takes that only loads, and how many micro-ops the loads of others are. If not, there is one for a load, and the numbers of the file hold.";
    counts_accesses_by_model "accesses-by-model" bool = false, "Where macro-ops are counted, an instruction that only reads or only writes has as many micro-ops for it as the scheduling model takes cycles of the ports for it, one at least, rather than one for each register.";
    forwards_by_model "forwards-by-model" bool = false, "The operand to which the scheduling model gives results of instructions alike early, as a sum to the next one, waits less for them here, too, unless a row says when results come to operands.";
    writes_stores_in_parts "stores-in-parts" bool = false, "Stores leave the store buffer in parts that are in one line each, two in a cycle, of which one may be in another line than the part before.";
    writes_stores_to_one_line "stores-to-one-line" bool = false, "Two stores leave the store buffer in a cycle only to the same line, of which each has a part.";
}
