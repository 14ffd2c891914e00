//! `oxmca build`: commands that write objects, in a folder of their own.

use std::fs;
use std::path::Path;
use std::process::Command;

use oxmca_object::is_relocatable;

/// A folder in which objects are made.
struct Folder(std::path::PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let name = format!("oxmca-build-{}-{name}", std::process::id());
        let path = std::env::temp_dir().join(name);
        fs::create_dir_all(path.join("out")).unwrap();
        for (from, to) in [("elf-x86-64.o", "one"), ("linked-x86_64.so", "library")] {
            fs::copy(object(from), path.join(to)).unwrap();
        }
        Folder(path)
    }

    /// Runs a command line after `oxmca build`, its words separated by spaces. Returns status and both streams.
    fn run(&self, words: &str) -> (i32, String, String) {
        let mut command = Command::new(env!("CARGO_BIN_EXE_oxmca"));
        command.arg("build").args(words.split(' ').filter(|it| !it.is_empty()));
        let output = command.current_dir(&self.0).output().unwrap();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        (output.status.code().unwrap(), text(&output.stdout), text(&output.stderr))
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn object(name: &str) -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../oxmca-object/tests/objects").join(name)
}

fn status(status: i32, stdout: &str, stderr: &str) -> (i32, String, String) {
    (status, stdout.to_owned(), stderr.to_owned())
}

#[test]
fn objects_for_linkers_are_told_from_programs() {
    let is = |name: &str| is_relocatable(&fs::read(object(name)).unwrap());
    for name in ["elf-x86-64.o", "elf-aarch64-big-endian.o", "coff-x86-64.o", "macho-arm64.o"] {
        assert!(is(name), "{name}");
    }
    for name in
        ["linked-x86_64.so", "linked-arm64.dylib", "linked-x86_64.dll", "bitcode.o", "names.s"]
    {
        assert!(!is(name), "{name}");
    }
    assert!(!is_relocatable(b"") && !is_relocatable(b"\x7fELF"));
}

#[test]
fn objects_are_kept_over_builds_and_their_loops_shown() {
    let folder = Folder::new("kept");
    let found = folder.run("-- cp one out/a.o");
    let hint = "; `oxmca build --loops` shows their loops\n";
    assert_eq!(found, status(0, "", &format!("note: 1 object was written{hint}")));
    assert_eq!(fs::read_to_string(folder.0.join(".oxmca-objects")).unwrap(), "out/a.o\n");
    // What is linked from known objects has the same loops.
    let found = folder.run("-- cp library out/library.so");
    let known = "note: no objects were written; 1 is known from before";
    assert_eq!(found, status(0, "", &format!("{known}{hint}")));
    let found = folder.run("-- cp one out/b.o");
    assert_eq!(found, status(0, "", &format!("note: 1 object was written{hint}")));
    assert_eq!(folder.run("--list"), status(0, "out/a.o\nout/b.o\n", ""));
    let (code, text, error) = folder.run("--loops --mcpu=skylake --sort=cycles");
    assert_eq!((code, &*error), (0, ""));
    assert!(text.contains("\nout/a.o:\n") && text.contains("\nout/b.o:\n"), "{text}");
    fs::remove_file(folder.0.join("out/a.o")).unwrap();
    assert_eq!(folder.run("--list"), status(0, "out/b.o\n", ""));
    let (code, text, _) = folder.run("--loops --mcpu=skylake -- cp one c.o");
    assert_eq!(code, 0);
    assert!(text.contains("\nc.o:\n") && !text.contains("a.o:"), "{text}");
}

#[test]
fn programs_are_taken_where_there_are_no_objects() {
    let folder = Folder::new("programs");
    let (code, _, error) = folder.run("--below=out -- cp library out/library.so");
    assert_eq!(code, 0);
    assert!(
        error.starts_with("note: 1 program or library was written, and no objects; "),
        "{error}"
    );
    assert_eq!(folder.run("--list"), status(0, "out/library.so\n", ""));
}

#[test]
fn statuses_are_those_of_the_build() {
    let folder = Folder::new("statuses");
    let none = "note: no objects were written here: what is up to date is not compiled, so clean the build, or name its \
                folder with --below\n";
    assert_eq!(folder.run("-- false"), status(1, "", none));
    assert_eq!(folder.run("--loops -- false"), status(1, "", none));
    assert_eq!(
        folder.run("-- ./absent"),
        status(127, "", "error: ./absent: No such file or directory\n")
    );
    assert_eq!(folder.run("-- ./one").0, 126);
    assert_eq!(
        folder.run("--below=absent -- true"),
        status(1, "", "error: absent: No such file or directory\n")
    );
    assert_eq!(
        folder.run("make -j"),
        status(1, "", "error: the command comes after `--`, as in `oxmca build -- make`\n")
    );
    for words in ["--loops", "--list"] {
        assert!(folder.run(words).2.starts_with("error: no objects are known here: "));
    }
    assert!(folder.run("").2.starts_with("error: there is no command to run: "));
    assert!(
        folder.run("--frobnicate -- true").2.contains("oxmca build takes no option '--frobnicate'")
    );
    let (_, _, error) = folder.run("--loops --frobnicate -- cp one a.o");
    assert!(error.contains("oxmca loops takes no option '--frobnicate'"), "{error}");
}
