//! Tests of the program that are functions, in one program. Those with a trial for each file are programs of their own.

mod arm_objects;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod arrays;
mod characterize;
#[cfg(all(target_os = "linux", target_arch = "x86_64"))]
mod confined;
mod documents;
mod explain;
#[cfg(unix)]
mod extensions;
#[path = "full_json/main.rs"]
mod full_json;
mod gate;
mod hostile;
mod loops;
mod measure;
mod names;
mod page;
mod pairs;
mod schemas;
mod terminal;
#[cfg(unix)]
mod transcripts;
mod voice;
#[cfg(unix)]
mod walk;
#[cfg(unix)]
mod wrapped_build;
