//! oxmca for web browsers: what the page in `web/` asks, as functions of WebAssembly.
//!
//! An [`Engine`] answers for one target, whose tables it is given as an image, so a page loads only the targets that it
//! needs. Requests and answers are texts of JSON; the forms are in [`Request`] and [`Answer`].
//!
//! Deliberately absent: the page itself, the network, and any figures of its own: they are those of the library.

#![deny(missing_docs)]

mod answer;
mod engine;
mod request;

use std::cell::RefCell;

use serde::Serialize;
use wasm_bindgen::prelude::*;

pub use answer::{Answer, CpuEntry, CycleAnswer, Feature, LoopEntry, Refusal, RegionCycles, Said};
pub use engine::Analyst;
pub use request::Request;

/// Analyses for one target, with the tables of an image.
#[wasm_bindgen]
pub struct Engine(RefCell<Analyst>);

#[wasm_bindgen]
impl Engine {
    /// Takes the image of a target's tables, compressed as the example `images` does. `triple` is one of the target.
    ///
    /// # Errors
    /// When the image is damaged, or there is no target for the triple.
    #[wasm_bindgen(constructor)]
    pub fn new(triple: &str, image: &[u8]) -> Result<Engine, JsError> {
        let analyst = Analyst::new(triple, image).map_err(|message| JsError::new(&message))?;
        Ok(Engine(RefCell::new(analyst)))
    }

    /// Returns the CPUs that can be simulated: a list of [`CpuEntry`].
    pub fn cpus(&self) -> String {
        json(&self.0.borrow().cpus())
    }

    /// Returns the features that CPUs can have: a list of [`Feature`].
    pub fn features(&self) -> String {
        json(&self.0.borrow().features())
    }

    /// Analyzes a text on a CPU: [`Request`] to [`Answer`].
    pub fn analyze(&self, request: &str) -> String {
        json(&match Request::read(request) {
            Ok(request) => self.0.borrow_mut().analyze(&request),
            Err(message) => Answer::failed(message),
        })
    }

    /// Returns the cycles of each iteration and no more: [`Request`] to [`CycleAnswer`].
    pub fn cycles(&self, request: &str) -> String {
        json(&match Request::read(request) {
            Ok(request) => self.0.borrow_mut().cycles(&request),
            Err(message) => CycleAnswer::failed("", message),
        })
    }

    /// Lists the loops of an object file on the request's CPU, as `oxmca loops --json` does, or gives an object with
    /// `error`.
    pub fn loops(&self, name: &str, bytes: &[u8], request: &str) -> String {
        let listed = Request::read(request)
            .and_then(|request| self.0.borrow_mut().loops_of_object(name, bytes, &request));
        listed.unwrap_or_else(|error| json(&serde_json::json!({ "error": error })))
    }

    /// Analyzes the loop of an object file that the request chooses: [`Request`] to [`Answer`].
    pub fn object_loop(&self, name: &str, bytes: &[u8], request: &str) -> String {
        json(&match Request::read(request) {
            Ok(request) => self.0.borrow_mut().object_loop(name, bytes, &request),
            Err(message) => Answer::failed(message),
        })
    }

    /// Keeps the loop of an object file that the request chooses, for [`Engine::cycles_of_kept_loop`].
    ///
    /// # Errors
    /// When there is no such loop.
    pub fn keep_loop(&self, bytes: &[u8], request: &str) -> Result<(), JsError> {
        let kept = Request::read(request)
            .and_then(|request| self.0.borrow_mut().keep_loop(bytes, &request));
        kept.map_err(|error| JsError::new(&error))
    }

    /// Returns the cycles of each iteration of the loop that is kept: [`Request`] to [`CycleAnswer`].
    pub fn cycles_of_kept_loop(&self, request: &str) -> String {
        json(&match Request::read(request) {
            Ok(request) => self.0.borrow_mut().cycles_of_kept_loop(&request),
            Err(message) => CycleAnswer::failed("", message),
        })
    }

    /// Returns the version of the library.
    pub fn version() -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }
}

/// Returns the name of the target of an object file, `x86`, `riscv` or `aarch64`; nothing if it is none, or for another.
#[wasm_bindgen]
pub fn object_target(bytes: &[u8]) -> Option<String> {
    engine::target_of_object(bytes).map(str::to_owned)
}

/// Returns a value as JSON.
fn json(value: &impl Serialize) -> String {
    // No key is anything but text.
    serde_json::to_string(value).unwrap_or_default()
}
