//! Ports of a hardware model.

/// A set of ports, one bit each, by their order in the file.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct PortSet(pub u32);

impl PortSet {
    /// Returns whether all ports of `other` are among these.
    pub const fn contains(self, other: PortSet) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }
}

/// Equal micro-ops: each takes one of the ports.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MicroOps {
    /// The ports.
    pub ports: PortSet,
    /// The number of micro-ops.
    pub count: u16,
}

/// Most [`DispatchLimit`]s of a processor.
pub const MAX_DISPATCH_LIMITS: usize = 8;

/// Micro-ops of which the renamer takes few in a cycle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct DispatchLimit {
    /// The micro-ops that it is about.
    pub of: Limited,
    /// The most of them per cycle, at most 127.
    pub micro_ops: u8,
}

/// The micro-ops that a [`DispatchLimit`] is about.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Limited {
    /// Micro-ops that no port but these executes.
    Ports(PortSet),
    /// All micro-ops of instructions on vectors and masks, loads, stores, moves and idioms included.
    Vectors,
    /// Words of four bytes for displacements, addresses by the stack pointer, and immediates of instructions that are executed.
    Constants,
}

/// The names of a port.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct PortName {
    /// Its name in hardware files.
    pub short: String,
    /// The name of the scheduling model's resource, which may leave out the model's prefix.
    pub resource: String,
}

/// The ports of a processor and what they are for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Ports {
    /// The names of the ports, at most 32.
    pub names: Vec<PortName>,
    /// Ports that load.
    pub load: PortSet,
    /// Ports that load vectors.
    pub vector_load: PortSet,
    /// Ports that compute the address of a store.
    pub store_address: PortSet,
    /// The same for an address with an index.
    pub indexed_store_address: PortSet,
    /// Ports that take the data of a store.
    pub store_data: PortSet,
    /// Ports that load vectors.
    pub vector_store_data: PortSet,
    /// Ports for data of stores from general purpose registers, where macro-ops are counted.
    pub general_store_data: PortSet,
    /// Ports for the micro-op that brings the stack pointer up to date.
    pub stack_update: PortSet,
    /// Ports for the micro-op that changes the base of an address.
    pub base_update: PortSet,
    /// Ports for a branch that is one with an instruction that gives a register; none if they are those of the branch.
    pub branch_with_result: PortSet,
    /// Ports for the micro-op that merges a vector with the upper half of what it overwrites; none if there is none.
    pub vector_merge: PortSet,
    /// Ports whose micro-ops wait in the scheduler of vectors, if there is one.
    pub vector: PortSet,
    /// The schedulers that are for a few ports; none if there are no such ones.
    pub schedulers: Vec<PortScheduler>,
    /// Parts of a scheduler, by the ports that take micro-ops from them, where only ports of one part share; none if there are no
    /// such ones.
    pub parts: Vec<PortSet>,
    /// Ports whose results of more than one cycle go through another port, which has one result in a cycle, and that port.
    pub results_through: [PortSet; 2],
    /// Micro-ops of which a cycle of the renamer takes few, at most [`MAX_DISPATCH_LIMITS`] kinds.
    pub dispatch_limits: Vec<DispatchLimit>,
    /// Ports that execute instructions of three operands, each with the one through which it reads the third: that one begins
    /// nothing else in such a cycle.
    pub third_operands: Vec<[PortSet; 2]>,
    /// A port that executes no vectors beside wide ones, with the one that can take its place.
    pub beside_wide: [PortSet; 2],
    /// Ports to which only rows and roles send micro-ops, not what the scheduling model says of the resource that they share with
    /// another.
    pub by_rows: PortSet,
    /// Resources of the scheduling model that are dividers.
    pub dividers: Vec<String>,
}

/// A scheduler that is for a few ports.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PortScheduler {
    /// The ports.
    pub ports: PortSet,
    /// The micro-ops that it holds; `None` if they are [`port_scheduler`](super::HardwareNumbers::port_scheduler). Ports of those
    /// with a size of their own have turns.
    pub size: Option<u32>,
}

impl Ports {
    /// Most ports.
    pub const MOST: usize = 32;

    /// Returns whether a resource of a scheduling model is the one that files call `name`: without the prefix of letters
    /// and digits that LLVM puts before it, as in `SKLPort0`.
    pub fn is_resource(resource: &str, name: &str) -> bool {
        let prefix = resource.strip_suffix(name);
        prefix.is_some_and(|it| it.bytes().all(|byte| byte.is_ascii_alphanumeric()))
    }

    /// Returns the ports that are in one of [`Ports::schedulers`].
    pub fn with_few(&self) -> PortSet {
        PortSet(self.schedulers.iter().fold(0, |all, it| all | it.ports.0))
    }

    /// Returns the ports through which some port reads the third operand of what it executes.
    pub fn of_third_operand(&self, port: usize) -> PortSet {
        let reads = self.third_operands.iter().filter(|[by, _]| by.0 >> port & 1 != 0);
        PortSet(reads.fold(0, |all, [_, through]| all | through.0))
    }

    /// Returns the ports of [`Ports::parts`].
    pub fn in_parts(&self) -> PortSet {
        union(&self.parts)
    }

    /// Returns all ports.
    pub(super) fn all(&self) -> PortSet {
        let bits = (1_u64 << self.names.len().min(Ports::MOST)) - 1;
        PortSet(bits as u32)
    }

    /// Returns the ports that a text such as `0+1+5` names.
    ///
    /// # Errors
    /// The name that is not known.
    pub(super) fn set<'t>(&self, text: &'t str) -> Result<PortSet, &'t str> {
        let mut set = PortSet::default();
        for name in text.split('+') {
            let at = self.names.iter().position(|it| it.short == name).ok_or(name)?;
            set.0 |= 1 << at;
        }
        Ok(set)
    }

    /// Returns the short names of ports.
    pub fn names_of(&self, set: PortSet) -> Vec<&str> {
        let named = |at: usize| set.0 >> at & 1 != 0;
        let names = self.names.iter().enumerate().filter(|(at, _)| named(*at));
        names.map(|(_, name)| name.short.as_str()).collect()
    }

    /// Returns the short names of ports, joined as in files.
    pub fn text(&self, set: PortSet) -> String {
        self.names_of(set).join("+")
    }
}

fn union(sets: &[PortSet]) -> PortSet {
    PortSet(sets.iter().fold(0, |all, it| all | it.0))
}
