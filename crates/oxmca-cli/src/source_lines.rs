//! Source lines of the code that is analyzed, with their texts from the files that debug information names.

use std::fs;
use std::path::Path;

use oxmca::{Code, SourceFrame, SourceLines};
use oxmca_ibs_report::Files as _;
use oxmca_loops::ObjectCode;

use crate::flags::args::Args;
use crate::ibs::recorded_files::{ModuleFiles, SourceFiles};

/// Returns a text with the texts of the source lines that its directives name, if the arguments ask for them.
pub fn with_texts(args: &Args, code: Code) -> Code {
    if !args.shows_source() {
        return code;
    }
    let mut lines = code.source_lines().clone();
    read_texts(&mut lines, code.name());
    code.with_source_lines(lines)
}

/// Returns the code of an object's instructions with their source lines, of which [`frames`] gave the places. They have
/// texts if the arguments ask for them.
pub fn with_places(args: &Args, code: Code, places: Vec<Vec<SourceFrame>>) -> Code {
    let mut lines = SourceLines::new(places);
    if args.shows_source() {
        read_texts(&mut lines, code.name());
    }
    code.with_source_lines(lines)
}

/// Returns the places of the instructions at these addresses of an object, which was read from the file of
/// this name.
pub fn frames(program: &ObjectCode<'_>, addresses: &[u64], input: &str) -> Vec<Vec<SourceFrame>> {
    let mut files = ModuleFiles::new(None);
    let mut load = |path: &str| candidates(path, input).find_map(|it| files.read_debug(&it).ok());
    program.source_frames(addresses, &mut load)
}

fn read_texts(lines: &mut SourceLines, input: &str) {
    let mut files = SourceFiles::new(None);
    lines.read_texts(|path| candidates(path, input).find_map(|it| files.read(&it).ok()));
}

/// Returns the paths at which a file may be that debug information names: the name itself and, if it is relative, the
/// same from the folder of the input.
fn candidates(path: &str, input: &str) -> impl Iterator<Item = String> {
    let folder = Path::new(input).parent().filter(|_| Path::new(path).is_relative());
    // A folder that the user names can begin with `..`, which in paths of debug information is refused.
    let folder = folder.and_then(|folder| fs::canonicalize(folder).ok());
    let beside = folder.map(|folder| folder.join(path).to_string_lossy().into_owned());
    std::iter::once(path.to_owned()).chain(beside)
}
