//! Pages: one file that needs nothing else, whole or not at all, small, and of which no text can be taken for markup.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Bytes that a page about 1,000 instructions may have.
const MAX_BYTES: usize = 3 << 20;

struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let folder = std::env::temp_dir().join(format!("oxmca-page-{}-{name}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        Folder(folder)
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn oxmca(arguments: &[&str], page: &Path, input: &Path) -> Output {
    Command::new(env!("CARGO_BIN_EXE_oxmca"))
        .args(["-mtriple=x86_64-unknown-unknown"])
        .args(arguments)
        .arg(format!("--html={}", page.display()))
        .arg(input)
        .output()
        .unwrap()
}

/// The page about a text.
fn page(folder: &Folder, arguments: &[&str], text: &str) -> String {
    let (input, page) = (folder.path("input.s"), folder.path("page.html"));
    fs::write(&input, text).unwrap();
    let output = oxmca(arguments, &page, &input);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(output.stdout.is_empty());
    fs::read_to_string(page).unwrap()
}

/// The data of a page.
fn data(page: &str) -> Value {
    let (_, rest) = page.split_once("<script type=\"application/json\" id=\"data\">").unwrap();
    serde_json::from_str(rest.split_once("</script>").unwrap().0).unwrap()
}

#[test]
fn pages_have_regions_on_all_cpus() {
    let folder = Folder::new("cpus");
    let text = "# LLVM-MCA-BEGIN one\nimulq %rax, %rcx\n# LLVM-MCA-END\n\
                # LLVM-MCA-BEGIN two\naddq %rcx, %rax\n# LLVM-MCA-END\n";
    let data = data(&page(&folder, &["-mcpu=skylake,znver4"], text));
    let machines = data["machines"].as_array().unwrap();
    assert_eq!(machines.len(), 2);
    for (machine, cpu) in machines.iter().zip(["skylake", "znver4"]) {
        assert_eq!(machine["cpu"], cpu);
        let regions = machine["regions"].as_array().unwrap();
        assert_eq!(regions.len(), 2);
        assert_eq!([&regions[0]["name"], &regions[1]["name"]], ["one", "two"]);
        assert_eq!(regions[0]["steady_state"]["cycles_per_iteration"]["value"], 3.0);
        assert_eq!(regions[0]["explanation"]["limits"][0]["text"], "chain through %rcx");
        assert_eq!(regions[0]["lines"][0], 2);
        assert_eq!(regions[0]["graph"]["edges"].as_array().unwrap().len(), 5);
        // Ten iterations of one instruction, with five times each.
        assert_eq!(regions[0]["timeline"]["entries"].as_array().unwrap().len(), 50);
    }
}

#[test]
fn pages_need_nothing_else_and_no_text_is_markup() {
    let folder = Folder::new("markup");
    let text = "# LLVM-MCA-BEGIN </script><img src=x> {style} {script}\nnop\n# LLVM-MCA-END\n";
    let page = page(&folder, &["-mcpu=btver2"], text);
    assert_eq!(page.matches("</script>").count(), 2);
    assert!(!page.contains("<img"));
    let name = &data(&page)["machines"][0]["regions"][0]["name"];
    assert_eq!(name, "</script><img src=x> {style} {script}");
    // Names of XML's languages are not opened.
    let without_names = page.replace("http://www.w3.org/2000/svg", "");
    let without_names = without_names.replace("http://www.w3.org/1999/xhtml", "");
    for way in ["http:", "https:", "src=\"", "@import", "url(", "fetch(", "import("] {
        assert!(!without_names.contains(way), "{way}");
    }
}

#[test]
fn pages_about_a_thousand_instructions_are_small() {
    let folder = Folder::new("large");
    let line = |at: usize| match at % 4 {
        0 => format!("vaddps %ymm{}, %ymm{}, %ymm{}\n", at % 15, at % 11, at % 13),
        1 => format!("vmulps {}(%rdi), %ymm{}, %ymm{}\n", 32 * at, at % 7, at % 16),
        2 => format!("addq %r{}, %r{}\n", 8 + at % 7, 8 + at % 5),
        _ => format!("movq {}(%rsi), %r{}\n", 8 * at, 8 + at % 8),
    };
    let text: String = (0..1000).map(line).collect();
    let page = page(&folder, &["-mcpu=skylake"], &text);
    assert!(page.len() < MAX_BYTES, "{} bytes", page.len());
    let entries = data(&page)["machines"][0]["regions"][0]["timeline"]["entries"].clone();
    assert!(entries.as_array().unwrap().len() > 5_000);
}

#[test]
fn pages_are_written_whole_or_not_at_all() {
    let folder = Folder::new("whole");
    let (input, page) = (folder.path("input.s"), folder.path("page.html"));
    for (text, arguments) in [
        ("this is no instruction\n", &["-mcpu=skylake"][..]),
        ("vaddps %zmm1, %zmm2, %zmm3\n", &["-mcpu=skylake-avx512,btver2,no-such-cpu"]),
        ("", &["-mcpu=skylake,znver4"]),
    ] {
        fs::write(&input, text).unwrap();
        assert!(!oxmca(arguments, &page, &input).status.success(), "{text}");
        assert!(!page.exists(), "{text}");
        fs::write(&page, "before").unwrap();
        assert!(!oxmca(arguments, &page, &input).status.success(), "{text}");
        assert_eq!(fs::read_to_string(&page).unwrap(), "before", "{text}");
        fs::remove_file(&page).unwrap();
    }
}
