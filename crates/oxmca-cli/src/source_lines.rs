//! Source lines of the code that is analyzed, with their texts from the files that debug information names.

use std::path::Path;

use oxmca::{Code, SourceFrame, SourceLines};
use oxmca_ibs_report::Files as _;
use oxmca_loops::ObjectCode;

use crate::flags::args::Args;
use crate::recorded_files::ModuleFiles;
use crate::source_roots::{SourceRoots, folder_of};

/// Returns a text with the texts of the source lines that its directives name, if the arguments ask for them.
pub fn with_texts(args: &Args, code: Code) -> Code {
    if !args.shows_source() {
        return code;
    }
    let mut lines = code.source_lines().clone();
    read_texts(&args.source_roots, &mut lines, code.name());
    code.with_source_lines(lines)
}

/// Returns the code of an object's instructions with their source lines, of which [`frames`] gave the places. They have
/// texts if the arguments ask for them.
pub fn with_places(args: &Args, code: Code, places: Vec<Vec<SourceFrame>>) -> Code {
    let mut lines = SourceLines::new(places);
    if args.shows_source() {
        read_texts(&args.source_roots, &mut lines, code.name());
    }
    code.with_source_lines(lines)
}

/// Returns the places of the instructions at these addresses of an object, which was read from the file of
/// this name.
pub fn frames(program: &ObjectCode<'_>, addresses: &[u64], input: &str) -> Vec<Vec<SourceFrame>> {
    let mut files = ModuleFiles::new(None);
    let beside = folder_of(input);
    let mut load = |path: &str| {
        let beside = beside.as_ref().filter(|_| Path::new(path).is_relative());
        let beside = beside.map(|it| it.join(path).to_string_lossy().into_owned());
        let mut paths = std::iter::once(path.to_owned()).chain(beside);
        paths.find_map(|it| files.read_debug(&it).ok())
    };
    program.source_frames(addresses, &mut load)
}

/// Reads the texts of lines from the files that are in folders of the user's.
fn read_texts(roots: &[String], lines: &mut SourceLines, input: &str) {
    let mut roots = SourceRoots::new(roots, input);
    lines.read_texts(|path| roots.read(path));
    roots.tell();
}
