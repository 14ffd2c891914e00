//! The script of pages, put together from its modules. The build script does so; the library has its result.

/// The names and texts of modules of the script. The last one starts it.
const MODULES: [(&str, &str); 11] = [
    ("dom.js", include_str!("page/dom.js")),
    ("region.js", include_str!("page/region.js")),
    ("dependencies.js", include_str!("page/dependencies.js")),
    ("summary.js", include_str!("page/summary.js")),
    ("bounds.js", include_str!("page/bounds.js")),
    ("code.js", include_str!("page/code.js")),
    ("timeline-canvas.js", include_str!("page/timeline-canvas.js")),
    ("timeline.js", include_str!("page/timeline.js")),
    ("graph.js", include_str!("page/graph.js")),
    ("report.js", include_str!("page/report.js")),
    ("start.js", include_str!("page/start.js")),
];

/// Returns all modules as one, without their imports and documentation.
pub fn script() -> String {
    let mut script = String::new();
    for (_, module) in MODULES {
        let mut is_documentation = false;
        for line in module.lines() {
            is_documentation |= line.trim_start().starts_with("/**");
            if !is_documentation && !line.starts_with("import ") {
                script.push_str(line);
                script.push('\n');
            }
            is_documentation &= !line.ends_with("*/");
        }
    }
    script
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    /// Returns the names that a line at the top level of a module declares.
    fn declared(line: &str) -> Vec<&str> {
        let line = line.strip_prefix("export ").unwrap_or(line);
        let line = line.strip_prefix("async ").unwrap_or(line);
        let kinds = ["function ", "const ", "let ", "class "];
        let Some(rest) = kinds.iter().find_map(|kind| line.strip_prefix(kind)) else {
            return Vec::new();
        };
        let end = |text: &str| text.find(|c: char| !c.is_alphanumeric() && c != '_' && c != '$');
        let name = |text| end(text).map_or("", |end| &text[..end]);
        if line.starts_with("function") || line.starts_with("class") {
            return vec![name(rest)];
        }
        rest.split(", ").filter(|it| it.contains(" =")).map(name).collect()
    }

    #[test]
    fn modules_can_be_put_together() {
        let mut declarations: BTreeMap<&str, &str> = BTreeMap::new();
        for (file, module) in MODULES {
            for name in module.lines().flat_map(declared) {
                let other = declarations.insert(name, file);
                assert_eq!(other, None, "{file} declares {name} as well");
            }
        }
        assert_eq!(declarations.get("showReport"), Some(&"report.js"));
        assert_eq!(declarations.get("SLICE_ROWS"), Some(&"dom.js"), "the second name of a line");
        for (at, (file, module)) in MODULES.iter().enumerate() {
            for line in module.lines().filter(|line| line.starts_with("import")) {
                let (names, from) = line
                    .strip_prefix("import { ")
                    .and_then(|rest| rest.strip_suffix("\";"))
                    .and_then(|rest| rest.split_once(" } from \"./"))
                    .unwrap_or_else(|| panic!("{file}: {line}"));
                let earlier = MODULES[..at].iter().any(|(other, _)| *other == from);
                assert!(earlier, "{file} imports {from}, which does not stand before it");
                for name in names.split(", ") {
                    assert_eq!(declarations.get(name), Some(&from), "{file}: {line}");
                }
            }
        }
    }

    #[test]
    fn a_script_is_code_alone() {
        let script = script();
        for text in ["/**", "*/", "\nimport", "</"] {
            assert!(!script.contains(text), "{text:?}");
        }
        let lines = |name: &str| script.lines().filter(|line| line.contains(name)).count();
        assert_eq!(lines("function showReport("), 1);
    }
}
