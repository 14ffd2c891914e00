//! Tests of recordings, samples and their attribution, in one program.

mod attribution;
mod identities;
mod recordings;
mod samples;
