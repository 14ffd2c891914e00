//! The CPU of a RISC-V machine, in LLVM's names.

#[cfg(test)]
mod tests;

use oxmca_tables::Tables;

/// CPUs by the name of their microarchitecture in the device tree.
const MICROARCHITECTURES: [(&str, &str); 6] = [
    ("eswin,eic770x", "sifive-p550"),
    ("sifive,u74-mc", "sifive-u74"),
    ("sifive,bullet0", "sifive-u74"),
    ("spacemit,x60", "spacemit-x60"),
    ("spacemit,x100", "spacemit-x100"),
    ("spacemit,a100", "spacemit-a100"),
];

/// Numbers by which a core is known: vendor, architecture, implementation. Zeros are unknown.
type Identity = [u64; 3];

/// The keys of these numbers in the text of `/proc/cpuinfo`.
const IDENTITY_KEYS: [&str; 3] = ["mvendorid", "marchid", "mimpid"];

/// Returns the CPU that the text of `/proc/cpuinfo` describes, for a machine whose registers have `xlen_bits`:
/// by the numbers of its cores, which LLVM asks Linux for by a system call, or by the name of their
/// microarchitecture.
pub fn cpu_name<'t>(tables: &Tables<'t>, cpuinfo: &str, xlen_bits: u32) -> &'t str {
    let identity = IDENTITY_KEYS.map(|key| common_number(cpuinfo, key));
    if let Some(name) = of_identity(tables, identity) {
        return name;
    }
    let microarchitecture = values(cpuinfo, "uarch").next().unwrap_or_default();
    let known = MICROARCHITECTURES.iter().find(|(known, _)| *known == microarchitecture);
    match known {
        Some((_, name)) => name,
        None if xlen_bits == 64 => "generic-rv64",
        None => "generic-rv32",
    }
}

/// Returns the values of the lines with a key.
fn values<'c>(cpuinfo: &'c str, key: &str) -> impl Iterator<Item = &'c str> {
    let rest = cpuinfo.lines().filter_map(move |line| line.strip_prefix(key));
    rest.map(|value| value.trim_start_matches(['\t', ' ', ':']))
}

/// Returns the number that all lines with a key give; 0 if they differ or there is none.
fn common_number(cpuinfo: &str, key: &str) -> u64 {
    let number = |text: &str| {
        let digits = text.strip_prefix("0x");
        let digits = digits.map_or(text.parse(), |digits| u64::from_str_radix(digits, 16));
        digits.unwrap_or(0)
    };
    let mut numbers = values(cpuinfo, key).map(number);
    let first = numbers.next().unwrap_or(0);
    if numbers.all(|it| it == first) { first } else { 0 }
}

/// Returns the CPU whose cores have these numbers.
fn of_identity<'t>(tables: &Tables<'t>, identity: Identity) -> Option<&'t str> {
    if identity.contains(&0) {
        return None;
    }
    let table = tables.named_table("RISCVProcessorModel")?;
    let columns = ["MVendorID", "MArchID", "MImpID"].map(|name| table.column(name));
    let row = table.rows().find(|row| {
        let found = columns.map(|column| column.map_or(0, |column| row.number(column) as u64));
        found == identity
    })?;
    Some(row.text(0))
}
