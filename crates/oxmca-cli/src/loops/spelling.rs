//! Names of inputs that are the same file, however it is spelled.

use std::collections::HashMap;
use std::ffi::OsStr;
use std::path::{Component, Path, PathBuf};

/// An input's file and, in an archive, its member.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Spelled {
    /// The place of the file, if it is there, else its path without parts that change nothing.
    file: PathBuf,
    member: Option<String>,
}

impl Spelled {
    fn new(name: &str) -> Spelled {
        let with_member = name.strip_suffix(')').and_then(|rest| rest.rsplit_once('('));
        let (path, member) = match with_member.filter(|_| !Path::new(name).exists()) {
            Some((path, member)) => (path, Some(member.to_owned())),
            None => (name, None),
        };
        let file = std::fs::canonicalize(path).unwrap_or_else(|_| plain(Path::new(path)));
        Spelled { file, member }
    }

    /// Returns what is left of it in another folder.
    fn last_part(&self) -> (Option<&OsStr>, Option<&str>) {
        (self.file.file_name(), self.member.as_deref())
    }
}

/// Returns a path without steps to the folder itself.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|it| *it != Component::CurDir).collect()
}

/// Inputs that have one name, as members of an archive can, and those of a baseline that have it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Group {
    /// The indices of the inputs.
    pub given: Vec<usize>,
    /// The indices of those of the baseline.
    pub known: Vec<usize>,
    /// The files of the baseline are in another folder.
    pub is_elsewhere: bool,
}

/// Returns groups of inputs, and of those of a baseline, by the file that their names mean; then those that are left by the name of the
/// file, if in both one file alone has it. The groups are in the order of the inputs, and those of the baseline alone come
/// last.
pub fn groups(given: &[&str], known: &[&str]) -> Vec<Group> {
    let mut groups: Vec<(Spelled, Group)> = Vec::new();
    let mut places: HashMap<Spelled, usize> = HashMap::new();
    let mut add = |name: &str, put: &dyn Fn(&mut Group)| {
        let spelled = Spelled::new(name);
        let place = *places.entry(spelled.clone()).or_insert_with(|| {
            groups.push((spelled, Group::default()));
            groups.len() - 1
        });
        put(&mut groups[place].1);
    };
    for (at, name) in given.iter().enumerate() {
        add(name, &|group| group.given.push(at));
    }
    for (at, name) in known.iter().enumerate() {
        add(name, &|group| group.known.push(at));
    }
    join_elsewhere(&mut groups);
    let is_there = |group: &Group| !group.given.is_empty() || !group.known.is_empty();
    groups.into_iter().map(|it| it.1).filter(is_there).collect()
}

/// Moves the inputs of a baseline that are in another folder to those that are given.
fn join_elsewhere(groups: &mut [(Spelled, Group)]) {
    let mut by_last_part: HashMap<_, (Vec<usize>, Vec<usize>)> = HashMap::new();
    for (at, (name, group)) in groups.iter().enumerate() {
        let (file, member) = name.last_part();
        let (given, known) =
            by_last_part.entry((file.map(OsStr::to_owned), member.map(str::to_owned))).or_default();
        match (group.given.is_empty(), group.known.is_empty()) {
            (false, true) => given.push(at),
            (true, false) => known.push(at),
            _ => {}
        }
    }
    for (given, known) in by_last_part.into_values() {
        if let (&[given], &[known]) = (&given[..], &known[..]) {
            let moved = std::mem::take(&mut groups[known].1.known);
            groups[given].1 =
                Group { known: moved, is_elsewhere: true, ..std::mem::take(&mut groups[given].1) };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the inputs and those of the baseline in each group, with a mark for another folder.
    fn grouped(given: &[&str], known: &[&str]) -> String {
        let text = |it: &Group| {
            let mark = if it.is_elsewhere { "*" } else { "" };
            format!("{:?}{:?}{mark}", it.given, it.known)
        };
        groups(given, known).iter().map(text).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn spellings_of_one_path_are_one() {
        assert_eq!(grouped(&["./no/part.o"], &["no/part.o"]), "[0][0]");
        assert_eq!(grouped(&["no/./part.o", "b.o"], &["b.o", "no/part.o"]), "[0][1] [1][0]");
        assert_eq!(grouped(&["./lib.a(x.o)"], &["lib.a(x.o)"]), "[0][0]");
        assert_eq!(grouped(&["lib.a(x.o)"], &["lib.a(y.o)"]), "[0][] [][0]");
    }

    #[test]
    fn members_of_one_name_are_one_group() {
        let twice = ["lib.a(x.o)", "lib.a(x.o)"];
        assert_eq!(grouped(&twice, &twice), "[0, 1][0, 1]");
        assert_eq!(grouped(&twice, &twice[..1]), "[0, 1][0]");
        let moved = ["/ci/lib.a(x.o)", "/ci/lib.a(x.o)"];
        assert_eq!(grouped(&moved, &twice), "[0, 1][0, 1]*");
    }

    #[test]
    fn another_folder_is_told() {
        assert_eq!(grouped(&["/ci/part.o"], &["/home/part.o"]), "[0][0]*");
        assert_eq!(grouped(&["/ci/part.o"], &["/a/part.o", "/b/part.o"]), "[0][] [][0] [][1]");
        assert_eq!(grouped(&["/a/part.o", "/b/part.o"], &["/c/part.o"]), "[0][] [1][] [][0]");
    }
}
