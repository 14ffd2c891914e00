//! Advice beside what an expert wrote down before the rules: `tests/advice`.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use oxmca::explain::SentenceKind;
use oxmca::hardware::HardwareOptions;
use oxmca::{Options, Session};

/// Rules whose sentences say what a simulation leaves out. The others' are advice.
const CAUTIONS: [&str; 4] = ["exit_by_data", "unordered_stores", "not_vectorized", "denormals"];
/// Kernels for which all has to be said that the expert would say, of a hundred.
const LEAST_PER_CENT: usize = 90;

fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/advice");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<PathBuf> =
        entries.filter(|path| path.extension().is_some_and(|it| it == "s")).collect();
    files.sort();
    files
}

/// A kernel, and the words after the names in its comments.
struct Kernel {
    name: String,
    text: String,
    comments: BTreeMap<String, Vec<String>>,
}

impl Kernel {
    fn read(path: &Path) -> Kernel {
        let text = fs::read_to_string(path).unwrap();
        let comment = |line: &str| {
            let line = line.strip_prefix("# ").or_else(|| line.strip_prefix("// "))?;
            let (name, words) = line.split_once(": ")?;
            Some((name.to_owned(), words.split_whitespace().map(str::to_owned).collect()))
        };
        let comments = text.lines().filter_map(comment).collect();
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        Kernel { name, text, comments }
    }

    /// The rules that a comment names.
    fn rules(&self, name: &str) -> Vec<&str> {
        let words = self.comments.get(name).map(Vec::as_slice).unwrap_or_default();
        words.iter().map(String::as_str).filter(|it| *it != "none").collect()
    }

    fn option(&self, name: &str) -> &str {
        let options = &self.comments["oxmca"];
        options.iter().find_map(|it| it.strip_prefix(name)).unwrap()
    }

    fn session(&self) -> Session {
        Session::new(self.option("-mtriple="), self.option("-mcpu="), []).unwrap()
    }

    /// The rules that speak, with their sentences; `None` if the CPU has no data for hardware mode.
    fn said(&self, session: &Session, is_hardware: bool) -> Option<Vec<&'static str>> {
        let code = session.parse(self.text.clone()).unwrap();
        let options = Options::with(|it| {
            it.views.explanation = true;
            it.hardware = is_hardware.then(HardwareOptions::default);
        });
        let report = code.first_region().unwrap().analyze(&options).ok()?;
        let explanation = report.explanation().unwrap();
        let is_judged = |rule: &str, kind| kind == SentenceKind::Advice || CAUTIONS.contains(&rule);
        let sentences = explanation.sentences.iter();
        Some(sentences.filter(|it| is_judged(it.rule, it.kind)).map(|it| it.rule).collect())
    }
}

#[test]
fn advice_is_that_of_an_expert() {
    let (mut right, mut all) = (0, 0);
    let mut wrong = Vec::new();
    let mut missed = Vec::new();
    for path in files() {
        let kernel = Kernel::read(&path);
        let (must, may) = (kernel.rules("must"), kernel.rules("may"));
        let session = kernel.session();
        // The truer model is the last one.
        let mut missing = Vec::new();
        for (mode, is_hardware) in [("model", false), ("hardware", true)] {
            let Some(said) = kernel.said(&session, is_hardware) else { continue };
            missing = must.iter().filter(|it| !said.contains(it)).collect();
            let others = said.iter().filter(|it| !must.contains(it) && !may.contains(it));
            wrong.extend(others.map(|it| format!("{} ({mode}): {it}", kernel.name)));
        }
        all += 1;
        right += usize::from(missing.is_empty());
        missed.extend(missing.iter().map(|it| format!("{}: {it}", kernel.name)));
    }
    println!("{right} of {all} right; missed:\n{}", missed.join("\n"));
    assert!(wrong.is_empty(), "advice that is wrong:\n{}", wrong.join("\n"));
    assert!(100 * right >= LEAST_PER_CENT * all, "{right} of {all} right");
}
