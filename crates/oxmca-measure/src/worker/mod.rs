//! The process that runs code.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod array;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod batch;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod clock;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod cycle;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod program;
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod sandbox;

/// Reads what to run from standard input, runs it, writes the answer to standard output, and returns the exit status.
/// Called by the process that a [`Measurer`](crate::Measurer) starts, and by nothing else.
#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub fn run() -> i32 {
    use std::io::Read;

    use crate::job::Task;
    use crate::status;

    let mut text = String::new();
    if std::io::stdin().read_to_string(&mut text).is_err() {
        return status::BAD_JOB;
    }
    if crate::start::NEAR_STARTS.into_iter().any(sandbox::is_taken) {
        return status::ADDRESS_TAKEN;
    }
    match serde_json::from_str::<Task>(&text) {
        Ok(Task::Block(job)) => clock::run(&job),
        Ok(Task::Batch(batch)) => batch::run(&batch),
        Ok(Task::Arrays(job)) => array::run(&job),
        Err(_) => status::BAD_JOB,
    }
}

/// Returns the exit status that says that nothing can be run here.
#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub fn run() -> i32 {
    crate::status::NOT_HERE
}
