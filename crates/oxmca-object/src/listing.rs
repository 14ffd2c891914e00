//! The instructions of one function, and its loops.

use oxmca_asm::target::ControlFlow;
use oxmca_asm::{Inst, Subtarget, Target};

use crate::flow::{Flow, Graph, Loop, Loops};

/// Longer functions are cut off: nobody reads them, and a damaged symbol table can claim anything.
const MAX_FUNCTION_BYTES: usize = 1 << 22;

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

impl Listing {
    /// Decodes a function, one instruction after the other from its start. Addresses have `address_bits` bits.
    pub fn decode(
        target: &(dyn Target + '_),
        subtarget: &Subtarget,
        bytes: &[u8],
        address: u64,
        address_bits: u32,
    ) -> Listing {
        let looked_at = &bytes[..bytes.len().min(MAX_FUNCTION_BYTES)];
        let mut listing =
            Listing { omitted_bytes: (bytes.len() - looked_at.len()) as u64, ..Listing::default() };
        let mask = if address_bits < u64::BITS { (1 << address_bits) - 1 } else { u64::MAX };
        let mut targets: Vec<Option<u64>> = Vec::new();
        let mut at = 0;
        while at < looked_at.len() {
            let place = address.wrapping_add(at as u64);
            match target.decode(subtarget, &looked_at[at..], place) {
                Ok(decoded) => {
                    let inst = decoded.inst;
                    let control_flow = target.control_flow(&inst);
                    let next = place.wrapping_add(decoded.length_bytes as u64);
                    let constant = || inst.operands[target.relative_operand(&inst)?].imm();
                    let is_direct = matches!(control_flow, ControlFlow::Jump | ControlFlow::Branch);
                    let distance = if is_direct { constant() } else { None };
                    targets.push(distance.map(|it| target.branch_target(it, place, next) & mask));
                    let length_bytes = decoded.length_bytes as u32;
                    let flow = Flow::Next;
                    listing.instructions.push(ListedInst {
                        inst,
                        address: place & mask,
                        length_bytes,
                        control_flow,
                        flow,
                    });
                    at += decoded.length_bytes;
                }
                Err(error) => {
                    let skipped = error.skip_bytes().min(looked_at.len() - at);
                    listing.undecodable_bytes += skipped as u64;
                    at += skipped;
                }
            }
        }
        listing.connect(|listing, at| listing.index_of(targets[at]?));
        listing
    }

    /// The instructions of a function of a text, by their numbers in rising order. `target_of` gives the number of the
    /// instruction that a branch names, if it is known.
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
        };
        let mut listing =
            Listing { instructions: numbers.map(listed).collect(), ..Listing::default() };
        listing.connect(|listing, at| {
            let number = target_of(listing.instructions[at].address as usize)?;
            listing.index_of(number as u64)
        });
        listing
    }

    /// Finds out where control goes within the function. `target_of` gives the index of the instruction that a jump or
    /// branch names, if it is one of the function.
    fn connect(&mut self, target_of: impl Fn(&Listing, usize) -> Option<usize>) {
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
    }

    /// The index of the instruction at an address.
    pub fn index_of(&self, address: u64) -> Option<usize> {
        self.instructions.binary_search_by_key(&address, |it| it.address).ok()
    }

    /// The index of the instruction that has a byte at an address.
    pub fn index_at(&self, address: u64) -> Option<usize> {
        let index = self.instructions.partition_point(|it| it.address <= address).checked_sub(1)?;
        let it = &self.instructions[index];
        (address - it.address < u64::from(it.length_bytes)).then_some(index)
    }

    /// The ways in which control goes, one for each instruction.
    pub fn flows(&self) -> Vec<Flow> {
        self.instructions.iter().map(|it| it.flow).collect()
    }

    /// The loops of the function.
    pub fn loops(&self) -> FoundLoops {
        if !self.instructions.iter().enumerate().any(|(at, it)| goes_back(at, it.flow)) {
            return FoundLoops::default();
        }
        let graph = Graph::new(&self.flows());
        let loops = Loops::new(&graph);
        let indices = |blocks: &[usize]| -> Vec<usize> {
            blocks.iter().flat_map(|it| graph.blocks()[*it].instructions()).collect()
        };
        let found = |(index, it): (usize, &Loop)| {
            let path = loops.straightest_path(&graph, index);
            let path_indices = indices(&path.blocks);
            let count = |kind: ControlFlow| {
                let is_kind = |at: &&usize| self.instructions[**at].control_flow == kind;
                path_indices.iter().filter(is_kind).count()
            };
            ListedLoop {
                header: graph.blocks()[it.header].instructions().start,
                calls: count(ControlFlow::Call),
                parent: it.parent,
                depth: it.depth,
                has_inner_loops: it.has_inner_loops,
                is_one_of_several: path.is_one_of_several,
                path: path_indices,
            }
        };
        FoundLoops {
            loops: loops.all().iter().enumerate().map(found).collect(),
            has_other_cycles: loops.has_other_cycles(),
        }
    }

    /// The number of jumps to addresses that are not known before the code runs.
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
    /// The instructions of one way around it, in their order. At branches that stay within the loop, it goes straight on.
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

/// The loops of a function.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FoundLoops {
    /// The loops, outer ones before those within them.
    pub loops: Vec<ListedLoop>,
    /// Set if control can go around in a way that is no natural loop, as one that is entered at two places.
    pub has_other_cycles: bool,
}
