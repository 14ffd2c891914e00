//! The end of the program without a result.

use std::process::ExitStatus;

/// The status of a program that another one ended, for which no number is known.
const ENDED: u8 = 1;

/// The reason why nothing is shown.
#[derive(Debug)]
pub enum Failure {
    /// A message for the user.
    Message(String),
    /// Another program failed with this status, after messages of its own.
    Status(u8),
}

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Message(message)
    }
}

/// Returns the exit status that passes on another program's.
pub fn status_of(status: ExitStatus) -> u8 {
    if let Some(code) = status.code() {
        // Not 0, whatever the number.
        return u8::try_from(code).unwrap_or(ENDED);
    }
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        return 128_u8.saturating_add(u8::try_from(signal).unwrap_or(0));
    }
    ENDED
}
