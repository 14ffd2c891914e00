//! Names of inputs that are the same file, however it is spelled.

use std::path::{Component, Path, PathBuf};

/// An input's file and, in an archive, its member.
#[derive(Clone, PartialEq, Eq, Debug)]
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
    fn last_part(&self) -> (Option<&std::ffi::OsStr>, Option<&str>) {
        (self.file.file_name(), self.member.as_deref())
    }
}

/// Returns a path without steps to the folder itself.
fn plain(path: &Path) -> PathBuf {
    path.components().filter(|it| *it != Component::CurDir).collect()
}

/// The input of a baseline that an input is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Found {
    /// Its index among those of the baseline.
    pub index: usize,
    /// It is in another folder.
    pub is_elsewhere: bool,
}

/// Finds for each of `names` the name among `known` that is the same file, in their order; else the only one that has the
/// same file name, where both are left over.
pub fn pairs(names: &[&str], known: &[&str]) -> Vec<Option<Found>> {
    let names: Vec<Spelled> = names.iter().map(|name| Spelled::new(name)).collect();
    let known: Vec<Spelled> = known.iter().map(|name| Spelled::new(name)).collect();
    let mut is_taken = vec![false; known.len()];
    let mut found: Vec<Option<Found>> = vec![None; names.len()];
    for (name, found) in names.iter().zip(&mut found) {
        let index = (0..known.len()).find(|at| !is_taken[*at] && known[*at] == *name);
        if let Some(index) = index {
            is_taken[index] = true;
            *found = Some(Found { index, is_elsewhere: false });
        }
    }
    for at in 0..names.len() {
        let part = names[at].last_part();
        let mut left =
            (0..known.len()).filter(|it| !is_taken[*it] && known[*it].last_part() == part);
        let same =
            (0..names.len()).filter(|it| found[*it].is_none() && names[*it].last_part() == part);
        if let (Some(index), None, None, 1) = (left.next(), left.next(), found[at], same.count()) {
            is_taken[index] = true;
            found[at] = Some(Found { index, is_elsewhere: true });
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(names: &[&str], known: &[&str]) -> Vec<Option<(usize, bool)>> {
        let found = pairs(names, known);
        found.into_iter().map(|it| it.map(|it| (it.index, it.is_elsewhere))).collect()
    }

    #[test]
    fn spellings_of_one_path_are_one() {
        assert_eq!(indices(&["./no/part.o"], &["no/part.o"]), [Some((0, false))]);
        assert_eq!(
            indices(&["no/./part.o", "b.o"], &["b.o", "no/part.o"]),
            [Some((1, false)), Some((0, false))]
        );
        assert_eq!(indices(&["./lib.a(x.o)"], &["lib.a(x.o)"]), [Some((0, false))]);
        assert_eq!(indices(&["lib.a(x.o)"], &["lib.a(y.o)"]), [None]);
    }

    #[test]
    fn members_of_one_name_are_taken_in_their_order() {
        let twice = ["lib.a(x.o)", "lib.a(x.o)"];
        assert_eq!(indices(&twice, &twice), [Some((0, false)), Some((1, false))]);
        assert_eq!(indices(&twice, &twice[..1]), [Some((0, false)), None]);
    }

    #[test]
    fn another_folder_is_told() {
        assert_eq!(indices(&["/ci/part.o"], &["/home/part.o"]), [Some((0, true))]);
        assert_eq!(indices(&["/ci/part.o"], &["/a/part.o", "/b/part.o"]), [None]);
        assert_eq!(indices(&["/a/part.o", "/b/part.o"], &["/c/part.o"]), [None, None]);
    }
}
