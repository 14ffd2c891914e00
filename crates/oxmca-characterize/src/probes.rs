//! Blocks whose time is decided by numbers of a processor other than what instructions cost.

use oxmca::hardware::Delivery;
use oxmca_tables::hardware::{PortSet, Ports};

/// Measurements that tell some numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Probe {
    /// Lines of hardware files that are changed together: those of numbers, and of a policy that they depend on.
    pub lines: &'static [&'static str],
    /// The values that are tried.
    pub values: Values,
    pub blocks: &'static [NamedBlock],
    pub delivery: Delivery,
}

/// A block in words, and its text.
pub(crate) type NamedBlock = (&'static str, fn() -> String);

/// The values of numbers.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Values {
    /// Each of these.
    Each(&'static [u32]),
    /// The one between these that predicts best, if more makes blocks faster.
    Between(u32, u32),
    /// Each word of the policy that is the only line.
    Words,
    /// Each of these lines.
    Lines(&'static [&'static str]),
    /// Each of these lines, which are made.
    Made(fn() -> Vec<String>),
    /// Lines `ports` that are made of the ports that there are.
    Ports(fn(&Ports) -> Vec<String>),
}

/// Numbers of few units or cycles that are tried.
pub(crate) const SMALL: &[u32] =
    &[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24];
/// Widths that are tried.
pub(crate) const WIDTHS: &[u32] = &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12];

/// Returns so many lines.
pub(crate) fn repeat(count: usize, line: impl Fn(usize) -> String) -> String {
    (0..count).map(|at| line(at) + "\n").collect()
}

/// Most ports for one kind of access that are tried.
const MOST_PORTS: usize = 4;

/// Adds ports until there are so many, each with the resource of the first, and returns them with the words that declare
/// those that are new. They are called by a letter that no port begins with.
pub(crate) fn grown(ports: &Ports, known: &[&str], count: usize) -> Option<(Vec<String>, String)> {
    let mut all: Vec<String> = known.iter().take(count).map(|it| (*it).to_owned()).collect();
    let mut declared = String::new();
    let first = ports.names.iter().find(|it| Some(&it.short.as_str()) == known.first())?;
    let is_free = |letter: &char| !ports.names.iter().any(|it| it.short.starts_with(*letter));
    let letter = ('G'..='Z').find(is_free)?;
    for at in all.len()..count {
        let name = format!("{letter}{at}");
        declared.push_str(&format!(" {name}={}", first.resource));
        all.push(name);
    }
    if all.len() > known.len() {
        // The scheduling model knows nothing of it.
        let by_rows = ports.names_of(ports.by_rows).into_iter();
        let new = all[known.len()..].iter().map(String::as_str);
        let by_rows: Vec<&str> = by_rows.chain(new).collect();
        declared.push_str(&format!(" by-rows={}", by_rows.join("+")));
    }
    Some((all, declared))
}

/// Returns lines with other numbers of ports that load: of those of addresses of stores, then of new ones.
pub(crate) fn ports_of_loads(ports: &Ports) -> Vec<String> {
    let loads = ports.names_of(ports.load);
    let others = ports.names_of(PortSet(ports.store_address.0 & !ports.load.0));
    let mut lines = Vec::new();
    for count in 1..=MOST_PORTS {
        let with_others: Vec<&str> = loads.iter().chain(&others).copied().collect();
        for known in [&with_others, &loads] {
            let Some((all, declared)) = grown(ports, known, count) else { continue };
            // As many as load integers, unless fewer tell more.
            for of_vectors in (1..=count).rev() {
                let of_vectors = all[..of_vectors].join("+");
                let all = all.join("+");
                lines.push(format!("ports{declared} load={all} vector-load={of_vectors}\n"));
            }
        }
    }
    lines.dedup();
    lines
}

/// Returns lines with other ports of stores: for addresses those that load, some of these, or others, and for data some more.
pub(crate) fn ports_of_stores(ports: &Ports) -> Vec<String> {
    let loads = ports.names_of(ports.load);
    let all = PortSet(ports.store_address.0 | ports.load.0);
    let mut addresses = [ports.store_address, ports.load, all].map(|it| ports.text(it)).to_vec();
    addresses.extend((1..loads.len()).map(|count| loads[loads.len() - count..].join("+")));
    addresses.sort();
    addresses.dedup();
    let data = ports.names_of(ports.store_data);
    // Vectors can have their data from ports of their own, which time does not tell from others.
    let apart = PortSet(ports.vector_store_data.0 & !ports.store_data.0);
    let apart = (apart.0 != 0).then(|| ports.text(ports.vector_store_data));
    let mut lines = Vec::new();
    for count in 1..=MOST_PORTS {
        let Some((all, declared)) = grown(ports, &data, count) else { continue };
        let of_data = all.join("+");
        let some = || (1..=count).map(|it| all[count - it..].join("+"));
        let of_vectors: Vec<String> = apart.clone().map_or_else(|| some().collect(), |it| vec![it]);
        for of_vectors in of_vectors {
            for address in &addresses {
                lines.push(format!(
                    "ports{declared} store-address={address} store-data={of_data} \
                     vector-store-data={of_vectors}\n"
                ));
            }
        }
    }
    lines
}
