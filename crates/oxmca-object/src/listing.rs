//! The instructions of one function, and its loops.

use std::collections::BTreeSet;
use std::ops::{Range, RangeInclusive};

use oxmca_asm::decoder::{DecodeContext, Decoded};
use oxmca_asm::target::ControlFlow;
use oxmca_asm::{Inst, Subtarget, Target};

use crate::file::CodePart;
use crate::flow::{Flow, Graph, Loop, Loops, PathSearch};

/// Longer functions are cut off: nobody reads them, and a damaged symbol table can claim anything.
const MAX_FUNCTION_BYTES: usize = 1 << 22;
/// Instructions on the ways around all loops of a function, for each of its instructions. Outer loops beyond that have no
/// way: loops are seldom nested so deeply.
const MAX_PATHS_OF_INSTRUCTION: usize = 8;
/// The same of a whole function, at the least and at the most.
const MAX_INSTRUCTIONS_ON_PATHS: RangeInclusive<usize> = 1 << 16..=1 << 23;

/// Times that a function is decoded because a branch leads into what was taken for an instruction.
const MAX_ROUNDS: usize = 4;

/// An instruction of a function.
#[derive(Clone, Debug)]
pub struct ListedInst {
    /// The instruction.
    pub inst: Inst,
    /// Its address; of an instruction in a text, its number there.
    pub address: u64,
    /// The length of its machine code; 0 in a text.
    pub length_bytes: u32,
    /// The way in which control leaves it.
    pub control_flow: ControlFlow,
    /// The same, within the function.
    pub flow: Flow,
    /// Set if it aligns the target of a jump that follows it, which assembly has a directive for. Paths of loops leave it
    /// out.
    pub is_alignment: bool,
}

/// The instructions of one function, in their order.
#[derive(Clone, Debug, Default)]
pub struct Listing {
    /// The instructions.
    pub instructions: Vec<ListedInst>,
    /// Bytes that are no instruction.
    pub undecodable_bytes: u64,
    /// Bytes that were not looked at, since the function is too long.
    pub omitted_bytes: u64,
}

/// The facts with which code is decoded.
struct CodeToDecode<'c> {
    target: &'c (dyn Target + 'c),
    subtarget: &'c Subtarget,
    address_bits: u32,
    relocated: &'c dyn Fn(Range<u64>) -> Option<Option<u64>>,
}

impl CodeToDecode<'_> {
    /// Decodes a function whose instructions begin at these addresses, too. Returns the targets of branches beside it.
    fn decode(
        &self,
        parts: &[CodePart<'_>],
        starts: &BTreeSet<u64>,
    ) -> (Listing, Vec<Option<u64>>) {
        let CodeToDecode { target, subtarget, address_bits, relocated } = *self;
        let mask = if address_bits < u64::BITS { (1 << address_bits) - 1 } else { u64::MAX };
        let mut listing = Listing::default();
        let mut targets: Vec<Option<u64>> = Vec::new();
        let mut rest = MAX_FUNCTION_BYTES;
        for CodePart { address, bytes, instruction_set } in parts {
            let mut context = DecodeContext::of(*instruction_set);
            let looked_at = &bytes[..bytes.len().min(rest)];
            rest -= looked_at.len();
            listing.omitted_bytes += (bytes.len() - looked_at.len()) as u64;
            let mut at = 0;
            while at < looked_at.len() {
                let place = address.wrapping_add(at as u64);
                // The first address after this one at which an instruction begins.
                let start = starts.range((place & mask).saturating_add(1)..).next();
                let most = start.map_or(usize::MAX, |it| (it - (place & mask)) as usize);
                let rest = &looked_at[at..];
                let decoded = match target.decode_as_written(subtarget, rest, place, &mut context) {
                    Ok(decoded) if decoded.length_bytes <= most => decoded,
                    found => {
                        let length = found.map_or_else(|error| error.skip_bytes(), |_| most);
                        let skipped = length.min(most).min(looked_at.len() - at);
                        listing.undecodable_bytes += skipped as u64;
                        at += skipped;
                        continue;
                    }
                };
                let Decoded { inst, length_bytes, .. } = decoded;
                let control_flow = target.control_flow(&inst);
                let next = place.wrapping_add(length_bytes as u64);
                let is_direct = matches!(control_flow, ControlFlow::Jump | ControlFlow::Branch);
                let constant = || {
                    let value = inst.operands[target.relative_operand(&inst)?].imm()?;
                    Some(target.branch_target(&inst, value, place, next))
                };
                let found = match is_direct {
                    true => relocated(place..next).unwrap_or_else(constant),
                    false => None,
                };
                targets.push(found.map(|it| it & mask));
                listing.instructions.push(ListedInst {
                    inst,
                    address: place & mask,
                    length_bytes: length_bytes as u32,
                    control_flow,
                    flow: Flow::Next,
                    is_alignment: false,
                });
                at += length_bytes;
            }
        }
        (listing, targets)
    }
}

impl Listing {
    /// Decodes a function, one instruction after the other from the start of each of its parts, and from targets of branches
    /// that would be within what nothing leads to. Addresses have
    /// `address_bits` bits. `relocated` gives the address that a linker would put into the instruction with these bytes:
    /// `None` if it would put none, and `Some(None)` if that is not known.
    pub fn decode<'b>(
        target: &(dyn Target + '_),
        subtarget: &Subtarget,
        parts: impl IntoIterator<Item = CodePart<'b>>,
        address_bits: u32,
        relocated: &dyn Fn(Range<u64>) -> Option<Option<u64>>,
    ) -> Listing {
        let code = CodeToDecode { target, subtarget, address_bits, relocated };
        let parts: Vec<CodePart<'_>> = parts.into_iter().collect();
        // Data within the code may look like an instruction that covers the beginning of the next one.
        let mut starts = BTreeSet::new();
        let mut rounds = 0;
        loop {
            let (mut listing, targets) = code.decode(&parts, &starts);
            listing.connect(target, |listing, at| listing.index_of(targets[at]?));
            rounds += 1;
            if rounds == MAX_ROUNDS || !listing.add_hidden_targets(&targets, &mut starts) {
                return listing;
            }
        }
    }

    /// Returns the instructions of a function of a text, by their numbers in rising order. `target_of` gives the
    /// number of the instruction that a branch names, if it is known.
    pub fn of_text(
        target: &(dyn Target + '_),
        insts: &[Inst],
        numbers: impl Iterator<Item = usize>,
        target_of: impl Fn(usize) -> Option<usize>,
    ) -> Listing {
        let listed = |at: usize| ListedInst {
            inst: insts[at].clone(),
            address: at as u64,
            length_bytes: 0,
            control_flow: target.control_flow(&insts[at]),
            flow: Flow::Next,
            is_alignment: false,
        };
        let mut listing =
            Listing { instructions: numbers.map(listed).collect(), ..Listing::default() };
        listing.connect(target, |listing, at| {
            let number = target_of(listing.instructions[at].address as usize)?;
            listing.index_of(number as u64)
        });
        listing
    }

    /// Adds the targets of branches that control reaches, where these are within instructions that it does not reach. Returns
    /// whether there were any.
    fn add_hidden_targets(&self, targets: &[Option<u64>], starts: &mut BTreeSet<u64>) -> bool {
        let hidden = |target: &u64| {
            self.index_of(*target).is_none().then(|| self.index_at(*target)).flatten()
        };
        if !targets.iter().flatten().any(|it| hidden(it).is_some()) {
            return false;
        }
        let mut is_reached = vec![false; self.instructions.len()];
        let mut rest: Vec<usize> = (0..self.instructions.len().min(1)).collect();
        while let Some(at) = rest.pop() {
            if std::mem::replace(&mut is_reached[at], true) {
                continue;
            }
            let (target, goes_on) = match self.instructions[at].flow {
                Flow::Next => (None, true),
                Flow::Branch(target) => (target, true),
                Flow::Jump(target) => (Some(target), false),
                Flow::Leave => (None, false),
            };
            rest.extend(target.map(|it| it as usize));
            rest.extend((goes_on && at + 1 < is_reached.len()).then_some(at + 1));
        }
        let before = starts.len();
        let reached = targets.iter().zip(&is_reached).filter(|it| *it.1).filter_map(|it| *it.0);
        starts.extend(reached.filter(|it| hidden(it).is_some_and(|at| !is_reached[at])));
        starts.len() > before
    }

    /// Finds out where control goes within the function. `target_of` gives the index of the instruction that a jump or
    /// branch names, if it is one of the function.
    fn connect(
        &mut self,
        target: &(dyn Target + '_),
        target_of: impl Fn(&Listing, usize) -> Option<usize>,
    ) {
        let flow = |at: usize| {
            let target = || target_of(self, at).and_then(|it| u32::try_from(it).ok());
            match self.instructions[at].control_flow {
                ControlFlow::Next | ControlFlow::Call => Flow::Next,
                ControlFlow::Jump => target().map_or(Flow::Leave, Flow::Jump),
                ControlFlow::Branch => Flow::Branch(target()),
                ControlFlow::IndirectJump | ControlFlow::Leave => Flow::Leave,
            }
        };
        let flows: Vec<Flow> = (0..self.instructions.len()).map(flow).collect();
        self.instructions.iter_mut().zip(flows).for_each(|(it, flow)| it.flow = flow);
        self.mark_padding(target);
    }

    /// Lets control fall from no padding into what follows it, if nothing leads to the padding, and marks that of machine
    /// code which aligns the target of a jump.
    fn mark_padding(&mut self, target: &(dyn Target + '_)) {
        let mut is_target = vec![false; self.instructions.len()];
        for it in &self.instructions {
            if let Flow::Jump(to) | Flow::Branch(Some(to)) = it.flow {
                is_target[to as usize] = true;
            }
        }
        let mut is_unreached = false;
        for (it, is_target) in self.instructions.iter_mut().zip(&is_target) {
            is_unreached &= !is_target && target.is_padding(&it.inst);
            if is_unreached {
                it.flow = Flow::Leave;
            }
            is_unreached |= matches!(it.flow, Flow::Jump(_) | Flow::Leave);
        }
        let mut is_before_target = false;
        for (it, is_target) in self.instructions.iter_mut().zip(is_target).rev() {
            it.is_alignment =
                is_before_target && it.length_bytes > 0 && target.is_padding(&it.inst);
            is_before_target = is_target || it.is_alignment;
        }
    }

    /// Returns the index of the instruction at an address.
    pub fn index_of(&self, address: u64) -> Option<usize> {
        self.instructions.binary_search_by_key(&address, |it| it.address).ok()
    }

    /// Returns the index of the instruction that has a byte at an address.
    pub fn index_at(&self, address: u64) -> Option<usize> {
        let index = self.instructions.partition_point(|it| it.address <= address).checked_sub(1)?;
        let it = &self.instructions[index];
        (address - it.address < u64::from(it.length_bytes)).then_some(index)
    }

    /// Returns the ways in which control goes, one for each instruction.
    pub fn flows(&self) -> Vec<Flow> {
        self.instructions.iter().map(|it| it.flow).collect()
    }

    /// Returns the loops of the function.
    pub fn loops(&self) -> FoundLoops {
        if !self.instructions.iter().enumerate().any(|(at, it)| goes_back(at, it.flow)) {
            return FoundLoops::default();
        }
        let graph = Graph::new(&self.flows());
        let loops = Loops::new(&graph);
        let indices = |blocks: &[usize]| -> Vec<usize> {
            let all = blocks.iter().flat_map(|it| graph.blocks()[*it].instructions());
            all.filter(|at| !self.instructions[*at].is_alignment).collect()
        };
        let mut search = PathSearch::new(&graph, &loops);
        let (least, most) = MAX_INSTRUCTIONS_ON_PATHS.into_inner();
        let mut rest = (MAX_PATHS_OF_INSTRUCTION * self.instructions.len()).clamp(least, most);
        let mut found = |(index, it): (usize, &Loop)| {
            // Outer loops of many levels have their instructions in common.
            if rest == 0 && it.has_inner_loops {
                return ListedLoop::new(&graph, it);
            }
            let path = search.straightest_path(index);
            let path_indices = indices(&path.blocks);
            rest = rest.saturating_sub(path_indices.len());
            let count = |kind: ControlFlow| {
                let is_kind = |at: &&usize| self.instructions[**at].control_flow == kind;
                path_indices.iter().filter(is_kind).count()
            };
            ListedLoop {
                calls: count(ControlFlow::Call),
                is_one_of_several: path.is_one_of_several,
                path: path_indices,
                ..ListedLoop::new(&graph, it)
            }
        };
        let listed: Vec<ListedLoop> = loops.all().iter().enumerate().map(&mut found).collect();
        FoundLoops {
            has_other_cycles: loops.has_other_cycles(),
            is_too_tangled: loops.is_too_tangled() || listed.iter().any(|it| it.path.is_empty()),
            loops: listed,
        }
    }

    /// Returns the number of jumps to addresses that are not known before the code runs.
    pub fn indirect_jumps(&self) -> usize {
        let is_indirect = |it: &&ListedInst| it.control_flow == ControlFlow::IndirectJump;
        self.instructions.iter().filter(is_indirect).count()
    }
}

/// Returns whether control can go to this instruction or one before it. Without such an instruction there is no loop.
fn goes_back(at: usize, flow: Flow) -> bool {
    match flow {
        Flow::Jump(target) | Flow::Branch(Some(target)) => target as usize <= at,
        Flow::Branch(None) | Flow::Next | Flow::Leave => false,
    }
}

/// A loop of a function. Instructions are indices into [`Listing::instructions`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ListedLoop {
    /// The instruction at which it is entered.
    pub header: usize,
    /// The instructions of one way around it, in their order; none of an outer loop in a function that is too tangled. At
    /// branches that stay within the loop, it goes straight on.
    pub path: Vec<usize>,
    /// Set if there are other ways around it.
    pub is_one_of_several: bool,
    /// The number of calls on the path.
    pub calls: usize,
    /// The index of the loop around it.
    pub parent: Option<usize>,
    /// The number of loops around it.
    pub depth: u32,
    /// Set if there are loops within it. The path goes through each of them once at most.
    pub has_inner_loops: bool,
}

impl ListedLoop {
    /// Creates a loop without its path.
    fn new(graph: &Graph, it: &Loop) -> ListedLoop {
        ListedLoop {
            header: graph.blocks()[it.header].instructions().start,
            path: Vec::new(),
            is_one_of_several: false,
            calls: 0,
            parent: it.parent,
            depth: it.depth,
            has_inner_loops: it.has_inner_loops,
        }
    }
}

/// The loops of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundLoops {
    /// The loops, outer ones before those within them.
    pub loops: Vec<ListedLoop>,
    /// Set if control can go around in a way that is no natural loop, as one that is entered at two places.
    pub has_other_cycles: bool,
    /// Set if loops are missing or have no path, since it would take too long to find them.
    pub is_too_tangled: bool,
}
