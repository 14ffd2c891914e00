//! A server of the Model Context Protocol, on the official SDK.
//!
//! [`OxmcaServer`] has the tools; [`Roots`] are the folders whose files it reads. All figures are those of `oxmca_queries`, and
//! so of `oxmca loops` and its like. Answers are bounded in bytes and in time.
//!
//! Deliberately absent: writing files, running code, the network, and files that are not below a root.
#![deny(missing_docs)]

mod bounds;
mod roots;
mod tools;
mod what_if;
mod work;

pub use roots::Roots;
pub use tools::OxmcaServer;
