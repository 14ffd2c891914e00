//! Ways in which the process that runs code ends without an answer, as its exit status.
#![allow(dead_code, reason = "most are of builds that run code")]

pub(crate) const PAGES: i32 = 40;
pub(crate) const BAD_ADDRESS: i32 = 41;
pub(crate) const DIVIDE: i32 = 42;
pub(crate) const ILLEGAL: i32 = 43;
pub(crate) const NO_END: i32 = 44;
/// `seccomp` was refused.
pub(crate) const NO_SANDBOX: i32 = 45;
pub(crate) const NO_MEMORY: i32 = 46;
pub(crate) const BAD_JOB: i32 = 47;
pub(crate) const NOT_HERE: i32 = 48;
pub(crate) const TOO_LONG: i32 = 49;
pub(crate) const OUT_OF_REACH: i32 = 50;
pub(crate) const ADDRESS_TAKEN: i32 = 51;
/// `setrlimit` was refused.
pub(crate) const NO_LIMITS: i32 = 52;
/// `sigaltstack` or `sigaction` was refused.
pub(crate) const NO_SIGNALS: i32 = 53;
/// `memfd_create` was refused.
pub(crate) const NO_PAGE: i32 = 54;
/// The array is larger than the memory that the system gives.
pub(crate) const NO_ARRAY: i32 = 55;
/// Code that goes through an array accessed something else.
pub(crate) const OUTSIDE_ARRAY: i32 = 56;
