//! The CPU that the program runs on, by the text of `/proc/cpuinfo`.

/// Names of processors in that text, each with LLVM's.
const NAMES: &[(&str, &str)] = &[
    ("604e", "604e"),
    ("604", "604"),
    ("7400", "7400"),
    ("7410", "7400"),
    ("7447", "7400"),
    ("7455", "7450"),
    ("G4", "g4"),
    ("POWER4", "970"),
    ("PPC970FX", "970"),
    ("PPC970MP", "970"),
    ("G5", "g5"),
    ("POWER5", "g5"),
    ("A2", "a2"),
    ("POWER6", "pwr6"),
    ("POWER7", "pwr7"),
    ("POWER8", "pwr8"),
    ("POWER8E", "pwr8"),
    ("POWER8NVL", "pwr8"),
    ("POWER9", "pwr9"),
    ("POWER10", "pwr10"),
    ("POWER11", "pwr11"),
];

/// Returns the name of the CPU.
pub(super) fn cpu_name(cpuinfo: &str) -> &'static str {
    let name = cpuinfo.lines().find_map(|line| {
        let rest = line.strip_prefix("cpu")?.trim_start().strip_prefix(':')?.trim_start();
        Some(rest.split([' ', ',', '\t']).next().unwrap_or_default())
    });
    let known = NAMES.iter().find(|(known, _)| Some(*known) == name);
    known.map_or("generic", |(_, cpu)| cpu)
}

#[cfg(test)]
mod tests {
    use super::cpu_name;

    #[test]
    fn the_first_line_of_a_cpu_tells() {
        let text =
            "processor\t: 0\ncpu\t\t: POWER9 (architected), altivec supported\nclock\t\t: 2.2GHz\n";
        assert_eq!(cpu_name(text), "pwr9");
        assert_eq!(cpu_name("cpu : PPC970MP, altivec supported\n"), "970");
        assert_eq!(cpu_name("cpu : Z80\n"), "generic");
        assert_eq!(cpu_name(""), "generic");
    }
}
