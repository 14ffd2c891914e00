//! Starts the process that runs code, and reads what it answers.

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
pub(crate) use here::{answer, array_records, records};

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) fn answer(
    _program: &std::path::Path,
    _arguments: &[std::ffi::OsString],
    _job: &crate::job::Job,
) -> Result<crate::job::Answer, crate::MeasureError> {
    Err(crate::MeasureError::NotHere { reason: crate::error::NOT_HERE })
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) fn records(
    _program: &std::path::Path,
    _arguments: &[std::ffi::OsString],
    _batch: &crate::job::Batch,
) -> (Vec<crate::job::BatchRecord>, Option<crate::MeasureError>) {
    (Vec::new(), Some(crate::MeasureError::NotHere { reason: crate::error::NOT_HERE }))
}

#[cfg(not(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64"))))]
pub(crate) fn array_records(
    _program: &std::path::Path,
    _arguments: &[std::ffi::OsString],
    _job: &crate::job::ArrayJob,
) -> (Vec<crate::job::ArrayRecord>, Option<crate::MeasureError>) {
    (Vec::new(), Some(crate::MeasureError::NotHere { reason: crate::error::NOT_HERE }))
}

#[cfg(all(target_os = "linux", any(target_arch = "x86_64", target_arch = "aarch64")))]
mod here {
    use std::ffi::OsString;
    use std::fmt;
    use std::io::{Read, Write};
    use std::os::unix::process::ExitStatusExt;
    use std::path::Path;
    use std::process::{Command, ExitStatus, Stdio};

    use bytemuck::AnyBitPattern;

    use crate::error::{MeasureError, NOT_HERE};
    use crate::job::{
        Answer, ArrayJob, ArrayRecord, Batch, BatchRecord, Job, MAGIC, MAX_BATCH_ROUNDS,
        MAX_CODE_BYTES, MAX_PAGES, MAX_ROUNDS, Task,
    };
    use crate::status;

    /// Starts a process for a job and returns its answer.
    ///
    /// # Errors
    /// The reason why there is none.
    pub(crate) fn answer(
        program: &Path,
        arguments: &[OsString],
        job: &Job,
    ) -> Result<Answer, MeasureError> {
        let task = Task::Block(job.clone());
        let (bytes, ended) = run(program, arguments, &task, size_of::<Answer>())?;
        if !ended.success() {
            return Err(reason(ended));
        }
        match bytemuck::try_pod_read_unaligned::<Answer>(&bytes) {
            Ok(answer) if answer.magic == MAGIC && is_plausible(&answer) => Ok(answer),
            _ => Err(MeasureError::Ended { how: "without an answer".to_owned() }),
        }
    }

    /// Starts a process for a batch and returns what it told of blocks, in their order, and the reason why it ended before
    /// the last one.
    pub(crate) fn records(
        program: &Path,
        arguments: &[OsString],
        batch: &Batch,
    ) -> (Vec<BatchRecord>, Option<MeasureError>) {
        let task = Task::Batch(batch.clone());
        all_records(program, arguments, &task, batch.blocks.len(), is_record)
    }

    /// Starts a process for arrays and returns what it told of sizes, in their order, and the reason why it ended before the last
    /// one.
    pub(crate) fn array_records(
        program: &Path,
        arguments: &[OsString],
        job: &ArrayJob,
    ) -> (Vec<ArrayRecord>, Option<MeasureError>) {
        let task = Task::Arrays(job.clone());
        all_records(program, arguments, &task, job.sizes_bytes.len(), is_array_record)
    }

    /// Starts a process that writes so many records and returns those that are plausible, and the reason why it ended before the
    /// last one.
    fn all_records<R: AnyBitPattern>(
        program: &Path,
        arguments: &[OsString],
        task: &Task,
        count: usize,
        is_plausible: fn(&R, usize) -> bool,
    ) -> (Vec<R>, Option<MeasureError>) {
        let (bytes, ended) = match run(program, arguments, task, count * size_of::<R>()) {
            Ok(ran) => ran,
            Err(error) => return (Vec::new(), Some(error)),
        };
        let records: Vec<R> = bytes
            .chunks_exact(size_of::<R>())
            .map(bytemuck::pod_read_unaligned)
            .enumerate()
            .take_while(|(at, it)| is_plausible(it, *at))
            .map(|(_, it)| it)
            .collect();
        let is_whole = records.len() == count;
        let why = match ended.success() {
            true => MeasureError::Ended { how: "without an answer".to_owned() },
            false => reason(ended),
        };
        (records, (!is_whole).then_some(why))
    }

    /// Returns whether a record is one such as a process writes of the size of an array at a place.
    fn is_array_record(record: &ArrayRecord, at: usize) -> bool {
        let accepted = record.accepted as usize;
        let [short, long] = record.passes;
        record.magic == MAGIC
            && record.size == at as u64
            && accepted <= MAX_BATCH_ROUNDS
            && short < long
            && [record.ticks_per_nanosecond, record.bytes_per_fault].iter().all(|it| *it > 0.0)
            && record.cycles.iter().all(|it| it[..accepted].iter().all(|it| it.is_finite()))
    }

    /// Returns whether a record is one such as a process writes of the block at a place.
    fn is_record(record: &BatchRecord, at: usize) -> bool {
        let accepted = record.accepted as usize;
        record.magic == MAGIC
            && record.block == at as u64
            && record.passes > 0
            && accepted <= MAX_BATCH_ROUNDS
            && record.cycles.iter().all(|it| it[..accepted].iter().all(|it| it.is_finite()))
    }

    /// Runs a process to its end whose own memory is not where code's should be; otherwise as [`run_once`].
    fn run(
        program: &Path,
        arguments: &[OsString],
        task: &Task,
        most_bytes: usize,
    ) -> Result<(Vec<u8>, ExitStatus), MeasureError> {
        // The system lays out each process anew: the heap of one in 200 lies there.
        const MOST_STARTS: usize = 32;
        for _ in 0..MOST_STARTS {
            let (bytes, ended) = run_once(program, arguments, task, most_bytes)?;
            if ended.code() != Some(status::ADDRESS_TAKEN) {
                return Ok((bytes, ended));
            }
        }
        Err(MeasureError::NotHere { reason: ADDRESS_TAKEN })
    }

    /// Runs a process to its end. Returns what it wrote, as far as it is not longer than it may be, and how it ended.
    fn run_once(
        program: &Path,
        arguments: &[OsString],
        task: &Task,
        most_bytes: usize,
    ) -> Result<(Vec<u8>, ExitStatus), MeasureError> {
        let failed = |error: &dyn fmt::Display| MeasureError::Worker { reason: error.to_string() };
        let text = serde_json::to_vec(task).map_err(|error| failed(&error))?;
        let mut process = Command::new(program)
            .args(arguments)
            .env_clear()
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .map_err(|error| failed(&error))?;
        // It reads all before it writes anything.
        let written = process.stdin.take().map_or(Ok(()), |mut it| it.write_all(&text));
        let mut bytes = Vec::new();
        let most = most_bytes as u64 + 1;
        let read = process.stdout.take().map_or(Ok(0), |it| it.take(most).read_to_end(&mut bytes));
        let ended = process.wait().map_err(|error| failed(&error))?;
        if ended.success() {
            written.and(read).map_err(|error| failed(&error))?;
        }
        Ok((bytes, ended))
    }

    /// Returns whether numbers are such as a process writes that was not overwritten by the code it ran.
    fn is_plausible(answer: &Answer) -> bool {
        let accepted = answer.accepted as usize;
        accepted <= MAX_ROUNDS
            && answer.cycles.iter().all(|it| it[..accepted].iter().all(|it| it.is_finite()))
            && answer.ticks_per_cycle.is_finite()
            && answer.pages <= u64::from(MAX_PAGES)
    }

    /// Returns why a process ended without an answer.
    fn reason(ended: ExitStatus) -> MeasureError {
        match ended.code() {
            Some(status::PAGES) => MeasureError::TooManyPages { limit: MAX_PAGES },
            Some(status::BAD_ADDRESS) => MeasureError::BadAddress,
            Some(status::DIVIDE) => MeasureError::DivideError,
            Some(status::ILLEGAL) => MeasureError::IllegalInstruction,
            Some(status::NO_END) => MeasureError::NoEnd,
            Some(status::NO_SANDBOX) => MeasureError::NotHere { reason: NO_SANDBOX },
            Some(status::NO_MEMORY) => MeasureError::NotHere { reason: NO_MEMORY },
            Some(status::NO_LIMITS) => MeasureError::NotHere { reason: NO_LIMITS },
            Some(status::NO_SIGNALS) => MeasureError::NotHere { reason: NO_SIGNALS },
            Some(status::NO_PAGE) => MeasureError::NotHere { reason: NO_PAGE },
            Some(status::NO_ARRAY) => MeasureError::NoArrayMemory,
            Some(status::OUTSIDE_ARRAY) => MeasureError::OutsideArray,
            Some(status::NOT_HERE) => MeasureError::NotHere { reason: NOT_HERE },
            Some(status::BAD_JOB) => {
                MeasureError::Worker { reason: "does not understand what to run".to_owned() }
            }
            Some(status::TOO_LONG) => MeasureError::TooLong { limit_bytes: MAX_CODE_BYTES },
            Some(status::OUT_OF_REACH) => MeasureError::OutOfReach,
            Some(code) => MeasureError::Ended { how: format!("with status {code}") },
            None if matches!(ended.signal(), Some(libc::SIGKILL | libc::SIGXCPU)) => {
                MeasureError::NoEnd
            }
            None => MeasureError::Ended { how: ended.to_string() },
        }
    }

    const ADDRESS_TAKEN: &str =
        "the process that runs code has memory of its own where the code's should be";
    const NO_MEMORY: &str = "the system gives no memory that code may run in (mmap, mprotect)";
    const NO_LIMITS: &str = "the system does not let a process limit its time and memory (setrlimit), and no code runs without that";
    const NO_SIGNALS: &str =
        "the system does not let a process handle its faults (sigaltstack, sigaction)";
    const NO_PAGE: &str = "the system gives no file in memory (memfd_create), which is all pages where all registers begin with the same value";
    const NO_SANDBOX: &str = "the system does not let a process give up its rights (seccomp), and no code runs without that";
}
