//! The modes: both register widths, with sets of features.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use oxmca_asm::triple::Triple;
use oxmca_asm::{Subtarget, Target, target};
use oxmca_tables::schema::{AsmFeatureSet, FeatureLiteral, MatchEntry};
use oxmca_tables::{FeatureSet, Tables};

use crate::target::proved::Mode;

/// Features that change the meaning of nearly all instructions or keep them from being compressed, and such that
/// exclude others.
const LEFT_OUT: [&str; 20] = [
    "32bit",
    "64bit",
    "e",
    "exact-asm",
    "zdinx",
    "zfinx",
    "zhinx",
    "zhinxmin",
    "zcmp",
    "zcmt",
    "zce",
    "xqccmp",
    "experimental-xqccmt",
    "experimental-y",
    "xcheriot",
    "xqci",
    "xqciac",
    "xqcicm",
    "xwchc",
    "zclsd",
];
/// Beginnings of names of features that exist for 32-bit registers only.
const NARROW: [&str; 3] = ["zcf", "zilsd", "xqci"];
/// The triples with the features of their registers' width.
const WIDTHS: [(&str, &str, &str); 2] =
    [("riscv64", "+64bit,-32bit", "64bit"), ("riscv32", "+32bit,-64bit", "32bit")];
/// The beginnings of features that compress instructions.
const COMPRESSING: [&str; 3] = ["zc", "xqc", "xwchc"];
/// Features, and another one that CPUs must have or must not have beside them.
const BESIDE: [(&str, &str); 12] = [
    ("xsfvfbfexp16e", "+zvfbfmin"),
    ("zfinx", "-f"),
    ("zdinx", "-f"),
    ("zhinx", "-f"),
    ("zhinxmin", "-f"),
    ("zcmp", "-d"),
    ("zcmt", "-d"),
    ("xqccmp", "-d"),
    ("experimental-xqccmt", "-d"),
    ("xqciac", "-d"),
    ("xqcicm", "-d"),
    ("zclsd", "-f"),
];

/// The forms that are tried in a mode.
enum Coverage {
    /// All whose conditions hold.
    Holding(AsmFeatureSet),
    /// Those with one of these sets of conditions.
    Sets(Vec<AsmFeatureSet>),
    /// Every so many of all forms, whose conditions hardly ever hold.
    Every(usize),
}

/// The modes: nearly all features in both widths; then, for each width, sets of features such that a form's
/// mnemonic has only forms with that form's conditions; then no features.
static MODES: LazyLock<(Vec<Mode>, Vec<Coverage>)> = LazyLock::new(|| {
    let Ok(tables) = Tables::embedded("riscv") else { return Default::default() };
    let mut modes = Modes::default();
    for (triple, width, _) in WIDTHS {
        let names = tables.features.iter().map(|row| tables.text(row.name));
        let is_excluded = |name: &str| {
            let is_narrow = NARROW.iter().any(|start| name.starts_with(start));
            LEFT_OUT.contains(&name)
                || ["reserve-x", "rv", "experimental-rv"].iter().any(|it| name.starts_with(it))
                || (is_narrow && triple == WIDTHS[0].0)
        };
        let names = names.filter(|name| !is_excluded(name));
        let features: String = names.map(|name| format!(",+{name}")).collect();
        let features = format!("{width}{features}");
        let holding = conditions(triple, &features);
        modes.add(triple, features, Coverage::Holding(holding));
    }
    for (triple, width, own) in WIDTHS {
        for bin in bins(&tables, triple, width, own) {
            modes.add(triple, format!("{width}{}", bin.features()), Coverage::Sets(bin.sets));
        }
    }
    modes.add(WIDTHS[0].0, WIDTHS[0].1.to_owned(), Coverage::Every(5));
    modes.add(WIDTHS[1].0, format!("{},+e", WIDTHS[1].1), Coverage::Every(11));
    (modes.modes, modes.coverage)
});

#[derive(Default)]
struct Modes {
    modes: Vec<Mode>,
    coverage: Vec<Coverage>,
}

impl Modes {
    fn add(&mut self, triple: &'static str, features: String, coverage: Coverage) {
        // They live as long as the process.
        let features: &'static str = features.leak();
        self.modes.push(Mode { index: self.modes.len(), triple, features });
        self.coverage.push(coverage);
    }
}

/// Returns all modes.
pub fn modes() -> &'static [Mode] {
    &MODES.0
}

/// Returns whether form number `index` is tried in a mode.
pub fn tries(tables: &Tables<'_>, mode: Mode, entry: &MatchEntry, index: usize) -> bool {
    let required = tables.required(entry);
    match &MODES.1[mode.index] {
        Coverage::Holding(holding) => holding.contains_all(required),
        Coverage::Sets(sets) => sets.contains(required),
        Coverage::Every(every) => index.is_multiple_of(*every),
    }
}

/// Returns the conditions that hold with these features and no CPU's.
fn conditions(triple: &str, features: &str) -> AsmFeatureSet {
    let Ok(target) = target::create(Triple::new(triple)) else { return AsmFeatureSet::default() };
    target.tables().asm_features(&resolved(&*target, features))
}

/// Returns the features with all that they imply.
fn resolved(target: &dyn Target, features: &str) -> FeatureSet {
    let (subtarget, _) = Subtarget::resolve(target, "generic", features.split(','));
    subtarget.map(|it| it.features).unwrap_or_default()
}

/// Sets of conditions that are tried together.
#[derive(Default)]
struct Bin<'t> {
    sets: Vec<AsmFeatureSet>,
    mnemonics: BTreeSet<&'t str>,
    /// With their signs; those that are off come first.
    switched: BTreeSet<String>,
    compresses: bool,
}

impl Bin<'_> {
    fn features(&self) -> String {
        self.switched.iter().rev().map(|name| format!(",{name}")).collect()
    }

    /// Returns whether no feature is switched on by one and off by the other.
    fn agrees(&self, others: &BTreeSet<String>) -> bool {
        let opposite = |name: &String| {
            let sign = if name.starts_with('+') { '-' } else { '+' };
            format!("{sign}{}", &name[1..])
        };
        !others.iter().any(|name| self.switched.contains(&opposite(name)))
    }
}

/// Returns the bins for one width of registers.
fn bins<'t>(tables: &Tables<'t>, triple: &str, bits: &str, width: &str) -> Vec<Bin<'t>> {
    let Ok(target) = target::create(Triple::new(triple)) else { return Vec::new() };
    let mut sets: Vec<(AsmFeatureSet, BTreeSet<&str>)> = Vec::new();
    for mnemonic in &tables.mnemonics[tables.variants[0].mnemonics.range()] {
        for entry in &tables.match_entries[mnemonic.entries.range()] {
            let required = tables.required(entry);
            let known = sets.iter().position(|(set, _)| set == required);
            let at = known.unwrap_or_else(|| {
                sets.push((*required, BTreeSet::new()));
                sets.len() - 1
            });
            sets[at].1.insert(tables.text(mnemonic.text));
        }
    }
    let mut bins: Vec<Bin<'t>> = Vec::new();
    for (set, mnemonics) in sets {
        let Some(switched) = switched(tables, &set, width) else { continue };
        let is_compressing = |name: &String| {
            name == "+c" || COMPRESSING.iter().any(|start| name[1..].starts_with(start))
        };
        let compresses = switched.iter().any(is_compressing);
        let exists = |switched: BTreeSet<String>| {
            let bin = Bin { switched, ..Bin::default() };
            let features = format!("{bits}{}", bin.features());
            target.check_features(&resolved(&*target, &features)).is_ok()
        };
        if !exists(switched.clone()) {
            continue;
        }
        let fits = |bin: &Bin<'_>| {
            bin.compresses == compresses
                && bin.agrees(&switched)
                && bin.mnemonics.is_disjoint(&mnemonics)
                && exists(&bin.switched | &switched)
        };
        let at = match bins.iter().position(fits) {
            Some(at) => at,
            None => {
                bins.push(Bin { compresses, ..Bin::default() });
                bins.len() - 1
            }
        };
        let bin = &mut bins[at];
        bin.sets.push(set);
        bin.mnemonics.extend(mnemonics);
        bin.switched.extend(switched);
    }
    bins
}

/// Returns the features to be switched so that conditions hold; `None` if they hold for the other
/// width only.
fn switched(tables: &Tables<'_>, set: &AsmFeatureSet, width: &str) -> Option<BTreeSet<String>> {
    let mut switched = BTreeSet::new();
    for (index, row) in tables.asm_features.iter().enumerate() {
        if !set.contains(index) {
            continue;
        }
        let literals = &tables.feature_literals[row.condition.range()];
        for group in literals.chunk_by(|a, b| a.group == b.group) {
            let FeatureLiteral { bit, negated, .. } = group[0];
            let feature = tables.features.iter().find(|row| row.bit == bit)?;
            let name = tables.text(feature.name);
            match (name, negated == 0) {
                ("64bit", is_64_bit) if is_64_bit != (width == "64bit") => return None,
                ("64bit", _) => {}
                (name, true) => {
                    switched.insert(format!("+{name}"));
                    let beside = BESIDE.iter().filter(|(with, _)| *with == name);
                    switched.extend(beside.map(|(_, other)| (*other).to_owned()));
                }
                (name, false) => _ = switched.insert(format!("-{name}")),
            }
        }
    }
    Some(switched)
}
