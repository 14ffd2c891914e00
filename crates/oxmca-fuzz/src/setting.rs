//! The target and CPU of an input, and how its assembly is read and shown.

use std::collections::HashMap;
use std::sync::{LazyLock, Mutex, PoisonError};

use oxmca::{Code, Session, SessionBuilder, TextOptions};
use oxmca_asm::Inst;
use oxmca_asm::printer::PrintOptions;
use oxmca_asm::target::{self, EncodeError};
use oxmca_asm::triple::Triple;
use oxmca_tables::FeatureSet;
use oxmca_tables::schema::Cpu;

use super::choices::Choices;
use super::target::{FuzzedTarget, TARGETS, choose};

/// Most instructions of a text that are looked at: directives can repeat any number of them.
const MAX_INSTRUCTIONS: usize = 1_000;

/// A target and CPU, and how its assembly is read and shown.
pub struct Setting {
    pub fuzzed: &'static dyn FuzzedTarget,
    pub session: Session,
    /// The number of the dialect in which inputs begin.
    pub dialect: usize,
    hex_immediates: bool,
    instruments: bool,
    pub lenient: bool,
    collects_layout: bool,
}

impl Setting {
    /// Takes six bytes: target, triple, CPU, switches, two for features.
    pub fn choose(choices: &mut Choices<'_>) -> Setting {
        let fuzzed = TARGETS[choose(choices)];
        let triples = fuzzed.triples();
        let triple = triples[choices.below(triples.len())];
        let session = session_of_a_cpu(triple, choices.below(256));
        let switches = choices.byte();
        let attributes = feature_switches(fuzzed, &session, choices);
        let session = match attributes.is_empty() {
            true => session,
            false => SessionBuilder::new(triple)
                .cpu(session.cpu_name())
                .attributes(attributes.iter().map(String::as_str))
                .build()
                .expect("features that go together"),
        };
        let dialects = session.target().dialects().len();
        Setting {
            fuzzed,
            session,
            dialect: usize::from(switches & 1) % dialects,
            hex_immediates: switches & 4 != 0,
            instruments: switches & 8 == 0,
            lenient: switches & 16 != 0,
            collects_layout: switches & 32 != 0,
        }
    }

    /// Returns the numbers of the dialects.
    pub fn dialects(&self) -> std::ops::Range<usize> {
        0..self.session.target().dialects().len()
    }

    /// Reads a text. `None` if it is too long.
    pub fn read(&self, text: &[u8], dialect: usize) -> Option<Code> {
        let options = TextOptions::with(|it| {
            it.name = "<stdin>".into();
            it.dialect = Some(self.session.target().dialects()[dialect]);
            it.hex_immediates = self.hex_immediates;
            it.instruments = self.instruments;
            it.lenient = self.lenient;
            it.collects_layout = self.collects_layout;
            it.max_instructions = MAX_INSTRUCTIONS;
            it.max_instructions_in_regions = MAX_INSTRUCTIONS;
        });
        self.session.read(text, &options).ok()
    }

    pub fn print(&self, inst: &Inst, dialect: usize) -> String {
        let options = PrintOptions {
            dialect: dialect as u8,
            hex_immediates: self.hex_immediates,
            at_in_names: self.session.target().syntax().at_in_name,
            ..PrintOptions::default()
        };
        let mut text = String::new();
        self.session.print_inst(inst, &options, &mut text);
        text
    }

    /// Returns the machine code. Code that is too long is not an error, as in llvm-mca.
    pub fn encode(&self, inst: &Inst) -> Result<Vec<u8>, EncodeError> {
        let mut bytes = Vec::new();
        match self.session.encode(inst, &mut bytes) {
            Ok(()) | Err(EncodeError::TooLong { .. }) => Ok(bytes),
            Err(error) => Err(error),
        }
    }

    /// Returns whether a text may have a directive that changes the mode, after which the setting is not that of
    /// the instructions.
    pub fn may_change_mode(&self, text: &[u8]) -> bool {
        self.fuzzed.mode_directives().iter().any(|directive| {
            let directive = directive.as_bytes();
            text.windows(directive.len()).any(|text| text.eq_ignore_ascii_case(directive))
        })
    }
}

/// Returns a session for a CPU of a triple's: of those from `first` on, the first that there is a
/// session for.
fn session_of_a_cpu(triple: &str, first: usize) -> Session {
    let tables = target::builtin_tables(&Triple::new(triple)).expect("a target that is built in");
    let tables = tables.tables();
    let session_of = |cpu: &Cpu| {
        if tables.models[cpu.model.index()].sched_classes.len == 0 {
            return None;
        }
        SessionBuilder::new(triple).cpu(tables.text(cpu.name)).build().ok()
    };
    let (later, sooner) = tables.cpus.split_at(first % tables.cpus.len());
    sooner.iter().chain(later).find_map(session_of).expect("a CPU that can be simulated")
}

fn are_valid(session: &Session, features: &FeatureSet) -> bool {
    let target = session.target();
    target.check_features(features).is_ok() && target.check_simulated_features(features).is_ok()
}

/// Returns features to be switched on or off, as `-mattr` takes them. Of those that exclude each other, the
/// first ones stay. Takes two bytes: how many, and which first.
fn feature_switches(
    fuzzed: &dyn FuzzedTarget,
    session: &Session,
    choices: &mut Choices<'_>,
) -> Vec<String> {
    // Half of all inputs have the CPU's own features, since others take a millisecond to check.
    let kind = choices.below(6).saturating_sub(2);
    let first = usize::from(choices.byte());
    let tables = session.tables();
    // Options are read in lower case, so they cannot name a feature with capitals, of which AArch64 has one.
    let has_capitals = |name: &str| name.bytes().any(|byte| byte.is_ascii_uppercase());
    let is_free = |name| !fuzzed.features_of_triples().contains(&name) && !has_capitals(name);
    let rows = || tables.features.iter().filter(|row| is_free(tables.text(row.name)));
    let nearly_all = |is_backward| {
        let rows: Vec<u16> = rows().map(|row| row.bit).collect();
        let on = |bit| (bit, true);
        match is_backward {
            false => rows.into_iter().map(on).collect(),
            true => rows.into_iter().rev().map(on).collect(),
        }
    };
    let switches: Vec<(u16, bool)> = match kind {
        0 => return Vec::new(),
        1 => together(session, first % 2, nearly_all),
        // One or two of 32 features.
        kind => rows()
            .enumerate()
            .filter(|(place, _)| (place + first) % 32 < kind - 1)
            .map(|(place, row)| (row.bit, kind != 3 || (place + first) % 32 == 0))
            .collect(),
    };
    let mut accepted = Vec::new();
    let mut features = session.subtarget().features;
    switch(session, &switches, &mut features, &mut accepted);
    let written = |(bit, is_on): (u16, bool)| {
        let row = tables.features.iter().find(|row| row.bit == bit);
        let sign = if is_on { '+' } else { '-' };
        row.map(|row| format!("{sign}{}", tables.text(row.name)))
    };
    accepted.into_iter().filter_map(written).collect()
}

/// Returns nearly all features, those that a triple's first CPU can have together. Trying which takes long, so they
/// are kept.
fn together(
    session: &Session,
    order: usize,
    nearly_all: impl Fn(bool) -> Vec<(u16, bool)>,
) -> Vec<(u16, bool)> {
    type Kept = HashMap<(String, usize), Vec<(u16, bool)>>;
    static KEPT: LazyLock<Mutex<Kept>> = LazyLock::new(Mutex::default);
    let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let found = kept.entry((session.triple().to_owned(), order)).or_insert_with(|| {
        let session = session_of_a_cpu(session.triple(), 0);
        let mut accepted = Vec::new();
        let mut features = session.subtarget().features;
        switch(&session, &nearly_all(order == 1), &mut features, &mut accepted);
        accepted
    });
    found.clone()
}

/// Switches features as long as they do not exclude each other.
fn switch(
    session: &Session,
    switches: &[(u16, bool)],
    features: &mut FeatureSet,
    accepted: &mut Vec<(u16, bool)>,
) {
    let tables = session.tables();
    let mut switched = *features;
    for (bit, is_on) in switches {
        match is_on {
            true => {
                switched.insert(*bit);
                tables.close_features(&mut switched);
            }
            false => tables.remove_feature(&mut switched, *bit),
        }
    }
    if are_valid(session, &switched) {
        *features = switched;
        accepted.extend(switches);
    } else if switches.len() > 1 {
        let (first, second) = switches.split_at(switches.len() / 2);
        switch(session, first, features, accepted);
        switch(session, second, features, accepted);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_features_go_together() {
        for (target, fuzzed) in (0..).zip(TARGETS) {
            for triple in 0..fuzzed.triples().len() as u8 {
                for order in [0, 1] {
                    let setting = Setting::choose(&mut Choices(&[target, triple, 0, 0, 3, order]));
                    let tables = setting.session.tables();
                    let features = &setting.session.subtarget().features;
                    let on = tables.features.iter().filter(|row| features.contains(row.bit));
                    let (on, all) = (on.count(), tables.features.len());
                    assert!(4 * on >= 3 * all, "{:?}: {on} of {all}", setting.session);
                }
            }
        }
    }
}
