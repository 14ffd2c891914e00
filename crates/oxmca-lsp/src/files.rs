//! Files that the server looks at: objects and models.

use std::io;
use std::time::SystemTime;

/// Opens files for the server.
pub trait Files: Send + Sync {
    /// Returns the contents of a file.
    ///
    /// # Errors
    /// When it cannot be read, or is longer than the caller allows.
    fn read(&self, path: &str) -> io::Result<Vec<u8>>;

    /// Returns the time at which a file was changed last; `None` if there is no such file.
    fn modified(&self, path: &str) -> Option<SystemTime>;

    /// Returns the paths of the files in a folder, in their order; none if there is no such folder.
    fn list(&self, folder: &str) -> Vec<String>;
}
