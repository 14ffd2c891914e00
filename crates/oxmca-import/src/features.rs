//! Features and CPU names.

use std::fmt::Write as _;

use anyhow::{Context, Result, bail};
use serde::Deserialize;

use super::cxx::{Init, Lexer, after, enumerators, initializer, number, string_at, string_bytes};
use super::model_rows;
use super::records::Records;
use super::target::TargetSpec;
use super::words::{push_folded, push_quoted};

/// A feature.
pub struct Feature {
    name: String,
    constant: String,
    description: String,
    implies: Vec<u32>,
}

/// A CPU name.
pub struct Cpu {
    pub name: String,
    features: Vec<u32>,
    tune: Vec<u32>,
    pub model: String,
}

/// Features by bit, and CPUs in LLVM's order.
pub struct Features {
    pub features: Vec<Feature>,
    pub cpus: Vec<Cpu>,
    /// Other names of CPUs, each with the first one.
    pub aliases: Vec<(String, String)>,
}

/// Reads the feature and CPU tables of a subtarget dump, and the other names of CPUs from the records.
pub fn read(subtarget: &str, records: &Records) -> Result<Features> {
    let features = match subtarget.contains("FeatureKVStorage = ") {
        true => read_features(subtarget)?,
        false => Vec::new(),
    };
    let mut cpus = Vec::new();
    let models = model_rows::names(subtarget)?;
    let (rows, names) = Names::with_rows(subtarget, "SubTypeKVStorage = ")?;
    for row in &rows {
        let [name, features, tune, model] = row.list()? else { bail!("CPU row") };
        let model = models.get(model.number::<usize>()?).context("model of a CPU")?;
        cpus.push(Cpu {
            name: names.of(name)?,
            features: bitset(features)?,
            tune: bitset(tune)?,
            model: (*model).to_owned(),
        });
    }
    Ok(Features { features, cpus, aliases: read_aliases(records)? })
}

/// Reads the table of features, of which there are some.
fn read_features(subtarget: &str) -> Result<Vec<Feature>> {
    let mut bits = enumerators(after(subtarget, "#undef GET_SUBTARGETINFO_ENUM")?, "enum ")?;
    if bits.pop().map(|last| last.0) != Some("NumSubtargetFeatures") {
        bail!("unexpected enumeration of features");
    }
    let mut features: Vec<Option<Feature>> = bits.iter().map(|_| None).collect();
    let (rows, names) = Names::with_rows(subtarget, "FeatureKVStorage = ")?;
    for row in &rows {
        let [name, description, constant, implies] = row.list()? else { bail!("feature row") };
        let qualified = constant.expr()?;
        let constant = qualified.rsplit("::").next().unwrap_or(qualified);
        let (_, bit) = bits
            .iter()
            .find(|(known, _)| *known == constant)
            .with_context(|| format!("`{constant}` has no bit"))?;
        features[*bit as usize] = Some(Feature {
            name: names.of(name)?,
            constant: constant.to_owned(),
            description: names.of(description)?,
            implies: bitset(implies)?,
        });
    }
    // A few bits have no name of their own: CPUs have them, -mattr cannot.
    let named = features.into_iter().zip(&bits).map(|(feature, (constant, _))| {
        feature.unwrap_or_else(|| Feature {
            name: String::new(),
            constant: (*constant).to_owned(),
            description: String::new(),
            implies: Vec::new(),
        })
    });
    Ok(named.collect())
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct AliasRecord {
    name: String,
    alias: String,
}

/// Reads the other names of CPUs, sorted.
fn read_aliases(records: &Records) -> Result<Vec<(String, String)>> {
    let names = records.of_class("ProcessorAlias").iter();
    let mut aliases = names
        .map(|name| records.fields(name).map(|record: AliasRecord| (record.name, record.alias)))
        .collect::<Result<Vec<_>>>()?;
    aliases.sort();
    Ok(aliases)
}

/// The texts that rows of a table refer to by their places.
struct Names(Vec<u8>);

impl Names {
    /// Returns the rows of a table, and the texts that follow them.
    fn with_rows<'a>(subtarget: &'a str, marker: &str) -> Result<(Vec<Init<'a>>, Names)> {
        let [rows, names] = &initializer(subtarget, marker)?[..] else { bail!("`{marker}`") };
        Ok((rows.list()?.to_vec(), Names(string_bytes(&mut Lexer::new(names.expr()?))?)))
    }

    /// Returns the text at a place: `sizeof(ROW) * ROWS + PLACE`, as counted from the row that has it.
    fn of(&self, place: &Init<'_>) -> Result<String> {
        let (_, place) = place.expr()?.rsplit_once('+').context("place of a name")?;
        let text = string_at(&self.0, number(place.trim())?)?;
        Ok(std::str::from_utf8(text)?.to_owned())
    }
}

/// Returns the bits of a nested initializer of 64-bit words.
fn bitset(init: &Init<'_>) -> Result<Vec<u32>> {
    let mut words = init;
    while let [Init::List(_)] = words.list()? {
        words = &words.list()?[0];
    }
    let mut bits = Vec::new();
    for (index, word) in words.list()?.iter().enumerate() {
        let word: u64 = number(word.expr()?)?;
        bits.extend((0..64).filter(|bit| word >> bit & 1 != 0).map(|bit| index as u32 * 64 + bit));
    }
    Ok(bits)
}

impl Features {
    fn names(&self, bits: &[u32]) -> Vec<&str> {
        let name = |bit: &u32| {
            let feature = &self.features[*bit as usize];
            if feature.name.is_empty() { feature.constant.as_str() } else { feature.name.as_str() }
        };
        let mut names: Vec<&str> = bits.iter().map(name).collect();
        names.sort_unstable();
        names
    }

    /// Returns the text of `features.tbl`.
    pub fn features_text(&self) -> String {
        let mut out = String::from(
            "# Features in the order of their bits: name for -mattr, constant, description, implied features.\n",
        );
        for feature in &self.features {
            let name = if feature.name.is_empty() { "-" } else { &feature.name };
            let _ = write!(out, "{name} {} ", feature.constant);
            push_quoted(&mut out, &feature.description);
            if !feature.implies.is_empty() {
                let _ = write!(out, " implies={}", self.names(&feature.implies).join(","));
            }
            out.push('\n');
        }
        out
    }

    /// Returns the text of `cpus.tbl`.
    pub fn cpus_text(&self, spec: &TargetSpec) -> String {
        let mut out = String::from(
            "# CPU names: scheduling model, features, and features that only tune. What a feature implies is\n\
             # added when the set is resolved.\n",
        );
        if !self.aliases.is_empty() {
            out.push_str("# Other names of the same CPUs follow: `NAME alias=CPU`, then `unlisted` if lists of CPUs leave it out.\n");
        }
        for cpu in &self.cpus {
            let _ = write!(out, "{} model={}", cpu.name, cpu.model);
            for (key, bits) in [("features", &cpu.features), ("tune", &cpu.tune)] {
                let mut words: Vec<String> = Vec::new();
                for name in self.names(bits) {
                    match words.last_mut() {
                        Some(word) if word.len() + name.len() < 96 => {
                            word.push(',');
                            word.push_str(name);
                        }
                        _ => words.push(format!("{key}={name}")),
                    }
                }
                for word in &words {
                    out.push_str("\n   ");
                    push_folded(&mut out, [word.as_str()]);
                }
            }
            out.push('\n');
        }
        for (name, cpu) in &self.aliases {
            let is_unlisted = spec.unlisted_cpus.contains(&name.as_str());
            let _ =
                writeln!(out, "{name} alias={cpu}{}", if is_unlisted { " unlisted" } else { "" });
        }
        out
    }
}
