//! Tests of the server, by its client's side of the protocol.

mod conversations;
mod edits;
mod files;
mod sources;
