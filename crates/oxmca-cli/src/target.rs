//! From the command line's triple, CPU and features to a subtarget, with llvm-mca's messages.

use oxmca_asm::Subtarget;
use oxmca_asm::subtarget::Notice;
use oxmca_asm::syntax::Syntax;
use oxmca_asm::target::{self, Target};
use oxmca_asm::triple::{Arch, Triple};
use oxmca_tables::Tables;

use crate::console;
use crate::flags::args::Args;
use crate::hints;
use crate::host;

/// The target a triple or `-march` selects.
pub struct Selected {
    /// The triple, with `-march` applied.
    pub triple: Triple,
    /// The target.
    pub target: &'static dyn Target,
    /// Its tables.
    pub tables: Tables<'static>,
    /// How its assembly is written.
    pub syntax: Syntax,
}

/// Finds the target. `program` is the name under which llvm-mca prints this error.
///
/// # Errors
/// When there is none, which has then been reported.
pub fn select(args: &Args, program: &str) -> Result<Selected, ()> {
    let mut triple = match args.mtriple.as_str() {
        "" => Triple::new(&host::default_triple()),
        text => Triple::new(text),
    };
    let arch = if args.march.is_empty() {
        triple.arch().ok_or_else(|| {
            format!("unable to get target for '{}', see --version and --triple.", triple.as_str())
        })
    } else {
        Arch::from_target_name(&args.march)
            .ok_or_else(|| format!("invalid target '{}'.", args.march))
    };
    let arch = arch.map_err(|problem| {
        console::text(&format!("{program}: {problem}"));
        hints::arch(&args.march);
    })?;
    if triple.arch() != Some(arch) {
        triple = triple.with_arch(arch);
    }
    let target = target::lookup(arch);
    let tables = target.tables().map_err(|error| console::error(&error.to_string()))?;
    let syntax = target.syntax(&triple);
    Ok(Selected { triple, target, tables, syntax })
}

/// Resolves the CPU and its features. `None` ends the program with that exit status.
///
/// # Errors
/// The exit status, when there is nothing to analyze: a list was asked for, or the CPU is unknown or
/// has no scheduling model. Whatever is to be said has then been said.
pub fn subtarget(selected: &Selected, args: &Args) -> Result<Subtarget<'static>, i32> {
    let cpu = if args.mcpu == "native" { host::cpu_name() } else { args.mcpu.as_str() };
    let mode = selected.target.mode_features(&selected.triple).iter().copied();
    let attributes = mode.chain(args.mattr.iter().map(String::as_str));
    let (subtarget, notices) = Subtarget::resolve(selected.tables, cpu, attributes);
    let mut listed = false;
    for notice in &notices {
        match notice {
            Notice::Help if !listed => console::raw(list(&selected.tables, true).as_bytes()),
            Notice::CpuHelp if !listed => console::raw(list(&selected.tables, false).as_bytes()),
            Notice::Help | Notice::CpuHelp => {}
            other => {
                console::text(&format!("{other}\n"));
                if let Notice::UnknownFeature(name) = other {
                    hints::feature(&selected.tables, name);
                }
            }
        }
        listed |= matches!(notice, Notice::Help | Notice::CpuHelp);
    }
    if cpu == "help" {
        return Err(0);
    }
    let Some(subtarget) = subtarget else {
        // llvm-mca says it again when it looks for the scheduling model.
        if let Some(unknown) = notices.iter().find(|n| matches!(n, Notice::UnknownCpu(_))) {
            console::text(&format!("{unknown}\n"));
            hints::cpu(&selected.tables, cpu);
        }
        return Err(1);
    };
    if subtarget.model().sched_classes.len == 0 {
        console::error(&format!(
            "unable to find instruction-level scheduling information for target triple '{}' and cpu '{cpu}'.",
            selected.triple.normalized()
        ));
        return Err(1);
    }
    Ok(subtarget)
}

/// The CPUs of a target, and its features if asked for.
fn list(tables: &Tables<'_>, with_features: bool) -> String {
    let cpus: Vec<&str> = tables.cpus.iter().map(|row| tables.text(row.name)).collect();
    let mut out = String::from("Available CPUs for this target:\n\n");
    if !with_features {
        out.extend(cpus.iter().map(|name| format!("\t{name}\n")));
        out.push_str(
            "\nUse -mcpu or -mtune to specify the target's processor.\n\
             For example, clang --target=aarch64-unknown-linux-gnu -mcpu=cortex-a35\n",
        );
        return out;
    }
    let width = cpus.iter().map(|name| name.len()).max().unwrap_or(0);
    out.extend(cpus.iter().map(|name| format!("  {name:width$} - Select the {name} processor.\n")));
    out.push_str("\nAvailable features for this target:\n\n");
    let width = tables.features.iter().map(|row| row.name.len as usize).max().unwrap_or(0);
    out.extend(tables.features.iter().map(|row| {
        format!("  {:width$} - {}.\n", tables.text(row.name), tables.text(row.description))
    }));
    out.push_str(
        "\nUse +feature to enable a feature, or -feature to disable it.\n\
         For example, llc -mcpu=mycpu -mattr=+feature1,-feature2\n",
    );
    out
}

#[cfg(test)]
mod tests {
    use oxmca_tables::FeatureSet;

    use super::*;

    fn has(tables: &Tables<'_>, features: &FeatureSet, constant: &str) -> bool {
        tables.feature_bit(constant).is_some_and(|bit| features.contains(bit))
    }

    fn resolve(mtriple: &str, mcpu: &str, mattr: &[&str]) -> Subtarget<'static> {
        let args = Args {
            mtriple: mtriple.into(),
            mcpu: mcpu.into(),
            mattr: mattr.iter().map(|name| (*name).to_owned()).collect(),
            ..Args::default()
        };
        let selected = select(&args, "oxmca").unwrap();
        subtarget(&selected, &args).unwrap()
    }

    #[test]
    fn the_triple_chooses_the_mode_and_mattr_has_the_last_word() {
        let subtarget = resolve("i686-unknown-unknown", "znver4", &[]);
        assert!(has(&subtarget.tables, &subtarget.features, "Is32Bit"));
        let subtarget = resolve("x86_64", "znver4", &["-avx"]);
        assert!(has(&subtarget.tables, &subtarget.features, "Is64Bit"));
        assert!(!has(&subtarget.tables, &subtarget.features, "FeatureAVX512"));
        assert!(has(&subtarget.tables, &subtarget.features, "FeatureSSE42"));
    }
}
