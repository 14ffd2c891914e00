//! Changes of what a hardware file says about a form, and the file that they become.

use std::collections::BTreeMap;
use std::fmt::Write;

use oxmca_tables::hardware::{MicroOps, PortSet, Ports};

/// Properties of a form that measurements ask for, other than those that the file has which was there.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct Change {
    /// Cycles from the operand that takes least.
    pub latency_cycles: Option<u16>,
    /// Operands from which it takes so many cycles longer, counted as manuals do.
    pub delays: Vec<(u8, u8)>,
    /// Micro-ops that compute: each set of ports with how many there are.
    pub ports: Option<Vec<(u32, u16)>>,
    /// Halves of cycles that the divider is taken.
    pub divider_half_cycles: Option<u16>,
    /// Cycles for which the first micro-op that computes keeps its port.
    pub busy_cycles: Option<u16>,
    /// The port on which its first micro-op takes a cycle longer.
    pub later_on: Option<u32>,
    /// Its load is not one micro-op with what computes.
    pub separate_load: Option<bool>,
    /// The address of its store is not one micro-op with the data.
    pub separate_store: Option<bool>,
    /// Slots of the renamer that it takes at least.
    pub slots: Option<u16>,
    /// Micro-ops that it is decoded into, where it takes fewer slots than were known.
    pub decoded: Option<u16>,
}

impl Change {
    /// Returns whether nothing changes.
    pub fn is_empty(&self) -> bool {
        *self == Change::default()
    }

    /// Returns the change that this one and a later one are together.
    #[must_use]
    pub fn then(&self, later: &Change) -> Change {
        Change {
            latency_cycles: later.latency_cycles.or(self.latency_cycles),
            delays: match later.latency_cycles {
                Some(_) => later.delays.clone(),
                None => self.delays.clone(),
            },
            ports: later.ports.clone().or_else(|| self.ports.clone()),
            divider_half_cycles: later.divider_half_cycles.or(self.divider_half_cycles),
            busy_cycles: later.busy_cycles.or(self.busy_cycles),
            later_on: match later.latency_cycles {
                Some(_) => later.later_on,
                None => later.later_on.or(self.later_on),
            },
            separate_load: later.separate_load.or(self.separate_load),
            separate_store: later.separate_store.or(self.separate_store),
            slots: later.slots.or(self.slots),
            decoded: later.slots.map_or(self.decoded, |_| later.decoded),
        }
    }

    /// Returns the properties as files write them.
    pub fn properties(&self, ports: &Ports) -> String {
        let mut text = String::new();
        if let Some(cycles) = self.latency_cycles {
            let _ = write!(text, " latency={cycles}");
        }
        if !self.delays.is_empty() {
            let delays: Vec<String> =
                self.delays.iter().map(|(operand, cycles)| format!("{operand}:{cycles}")).collect();
            let _ = write!(text, " delay={}", delays.join(","));
        }
        if let Some(micro_ops) = &self.ports {
            let _ = write!(text, " ports={}", ports_text(micro_ops, ports));
        }
        if let Some(half_cycles) = self.divider_half_cycles {
            let half = if half_cycles % 2 == 0 { "" } else { ".5" };
            let _ = write!(text, " divider={}{half}", half_cycles / 2);
        }
        if let Some(cycles) = self.busy_cycles {
            let _ = write!(text, " busy={cycles}");
        }
        if let Some(port) = self.later_on {
            let _ = write!(text, " later-on={}", ports.text(PortSet(port)));
        }
        let flags = [("load", self.separate_load), ("store", self.separate_store)];
        for (access, is_separate) in flags {
            if let Some(is_separate) = is_separate {
                let _ = write!(text, " separate-{access}");
                text.push_str(if is_separate { "" } else { "=no" });
            }
        }
        if let Some(slots) = self.slots {
            let _ = write!(text, " slots={slots}");
        }
        if let Some(decoded) = self.decoded {
            let _ = write!(text, " decode={decoded}");
        }
        text.trim_start().to_owned()
    }
}

/// Returns micro-ops as files write them.
pub(crate) fn ports_text(micro_ops: &[(u32, u16)], ports: &Ports) -> String {
    let of = |(set, count): &(u32, u16)| {
        let set = ports.text(PortSet(*set));
        if *count == 1 { set } else { format!("{count}*{set}") }
    };
    match micro_ops {
        [] => "none".to_owned(),
        list => list.iter().map(of).collect::<Vec<_>>().join(","),
    }
}

/// Returns micro-ops as changes hold them.
pub(crate) fn plain(micro_ops: &[MicroOps]) -> Vec<(u32, u16)> {
    micro_ops.iter().map(|it| (it.ports.0, it.count)).collect()
}

/// The first lines of a hardware file.
#[derive(Clone, Debug)]
pub struct Header<'h> {
    /// The name of the hardware model.
    pub name: &'h str,
    /// The name of the one that it is based on.
    pub base: &'h str,
    /// The CPU.
    pub cpu: &'h str,
    /// Comments: when, where and how.
    pub comments: &'h [String],
    /// The reason why predictions by it were not compared with measurements of other code.
    pub unchecked: &'h str,
    /// Lines of numbers and policies.
    pub numbers: &'h str,
}

/// Most letters of a line.
const COLUMNS: usize = 120;

/// Returns a hardware file with changes of forms.
pub fn hardware_file<'c>(
    header: &Header<'_>,
    changes: impl Iterator<Item = (&'c str, &'c Change)>,
    ports: &Ports,
) -> String {
    let mut text = String::new();
    for comment in header.comments {
        let _ = writeln!(text, "# {comment}");
    }
    let _ = writeln!(
        text,
        "\nhardware {} based-on {}\ncpus {}\nunchecked \"{}\"\n",
        header.name, header.base, header.cpu, header.unchecked
    );
    if !header.numbers.is_empty() {
        let _ = writeln!(text, "{}", header.numbers);
    }
    text + &form_rows(changes, ports)
}

/// Returns rows with changes of forms.
pub(crate) fn form_rows<'c>(
    changes: impl Iterator<Item = (&'c str, &'c Change)>,
    ports: &Ports,
) -> String {
    let mut text = String::new();
    let mut groups: BTreeMap<String, Vec<&str>> = BTreeMap::new();
    for (name, change) in changes.filter(|it| !it.1.is_empty()) {
        groups.entry(change.properties(ports)).or_default().push(name);
    }
    for (properties, names) in groups {
        let mut line = format!("form {properties} for");
        for name in names {
            if line.len() + 1 + name.len() > COLUMNS {
                let _ = writeln!(text, "{line}");
                "   ".clone_into(&mut line);
            }
            let _ = write!(line, " {name}");
        }
        let _ = writeln!(text, "{line}");
    }
    text
}
