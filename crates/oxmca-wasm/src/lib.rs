//! oxmca for web browsers: what the page in `web/` asks, as functions of WebAssembly.
//!
//! An [`Engine`] answers for one target, whose tables it is given as an image, so a page loads only the targets that it
//! needs. Requests and answers are texts of JSON; the forms are in [`Request`] and [`Answer`].
//!
//! Deliberately absent: the page itself, the network, and any figures of its own: they are those of the library.

#![deny(missing_docs)]

mod answer;
mod engine;
mod object_requests;
mod request;

use std::cell::RefCell;

use serde::Serialize;
use wasm_bindgen::prelude::*;

pub use answer::{
    Answer, CpuEntry, CycleAnswer, Feature, LoopCost, LoopEntry, LoopPart, LoopSummary,
    ObjectLoopEntry, Refusal, RegionCycles, Said,
};
pub use engine::Analyst;
pub use object_requests::OpenObject;
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

    /// Looks for loops in the next functions of an object, until these have `code_bytes` of code, decoded for the request's
    /// CPU: [`Request`] to [`LoopPart`].
    ///
    /// # Errors
    /// When it is for another target, or the request's CPU cannot be simulated.
    pub fn list_more_loops(
        &self,
        object: &ObjectHandle,
        request: &str,
        code_bytes: u32,
    ) -> Result<String, JsError> {
        let (mut analyst, mut object) = (self.0.borrow_mut(), object.0.borrow_mut());
        let part = Request::read(request).and_then(|request| {
            analyst.list_more_loops(&mut object, &request, u64::from(code_bytes))
        });
        part.map(|it| json(&it)).map_err(|error| JsError::new(&error))
    }

    /// Returns the cycles of loops of an object, by their numbers: [`Request`] to a list of [`LoopCost`].
    ///
    /// # Errors
    /// When it is for another target, or the request's CPU cannot be simulated.
    pub fn costs_of_loops(
        &self,
        object: &ObjectHandle,
        request: &str,
        numbers: &[u32],
    ) -> Result<String, JsError> {
        let (mut analyst, mut object) = (self.0.borrow_mut(), object.0.borrow_mut());
        let costs = Request::read(request)
            .and_then(|request| analyst.costs_of_loops(&mut object, &request, numbers));
        costs.map(|it| json(&it)).map_err(|error| JsError::new(&error))
    }

    /// Analyzes the loop of an object that the request chooses: [`Request`] to [`Answer`].
    pub fn object_loop(&self, object: &ObjectHandle, request: &str) -> String {
        json(&match Request::read(request) {
            Ok(request) => self.0.borrow_mut().object_loop(&mut object.0.borrow_mut(), &request),
            Err(message) => Answer::failed(message),
        })
    }

    /// Keeps the loop of an object that the request chooses, for [`Engine::cycles_of_kept_loop`].
    ///
    /// # Errors
    /// When there is no such loop.
    pub fn keep_loop(&self, object: &ObjectHandle, request: &str) -> Result<(), JsError> {
        let (mut analyst, mut object) = (self.0.borrow_mut(), object.0.borrow_mut());
        let kept =
            Request::read(request).and_then(|request| analyst.keep_loop(&mut object, &request));
        kept.map_err(|error| JsError::new(&error))
    }

    /// Returns the cycles of each iteration of the loop that is kept: [`Request`] to [`CycleAnswer`].
    pub fn cycles_of_kept_loop(&self, object: &ObjectHandle, request: &str) -> String {
        json(&match Request::read(request) {
            Ok(request) => self.0.borrow_mut().cycles_of_kept_loop(&object.0.borrow(), &request),
            Err(message) => CycleAnswer::failed("", message),
        })
    }

    /// Returns the version of the library.
    pub fn version() -> String {
        env!("CARGO_PKG_VERSION").to_owned()
    }
}

/// The bytes of an object file, which come part by part, so that they are in memory once.
#[wasm_bindgen]
pub struct ObjectBytes(Vec<u8>);

#[wasm_bindgen]
impl ObjectBytes {
    /// Makes room for `length` bytes.
    ///
    /// # Errors
    /// When there is not so much memory.
    #[wasm_bindgen(constructor)]
    pub fn new(length: u32) -> Result<ObjectBytes, JsError> {
        let mut bytes = Vec::new();
        let reserved = bytes.try_reserve_exact(length as usize);
        reserved.map_err(|_| JsError::new("there is not enough memory for this file"))?;
        Ok(ObjectBytes(bytes))
    }

    /// Appends bytes.
    pub fn push(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    /// Reads the bytes as an object file with a name.
    ///
    /// # Errors
    /// When they are none that can be read.
    pub fn open(self, name: &str) -> Result<ObjectHandle, JsError> {
        let object = OpenObject::new(name, self.0).map_err(|error| JsError::new(&error))?;
        Ok(ObjectHandle(RefCell::new(object)))
    }
}

/// An object file that was read, for all requests about it.
#[wasm_bindgen]
pub struct ObjectHandle(RefCell<OpenObject>);

#[wasm_bindgen]
impl ObjectHandle {
    /// Returns the name of its target's tables, `x86` or `aarch64` say, also if the library was built without it; nothing if there is
    /// no such target.
    pub fn target(&self) -> Option<String> {
        self.0.borrow().target().map(str::to_owned)
    }

    /// Returns the triple of its code.
    pub fn triple(&self) -> String {
        self.0.borrow().triple().to_owned()
    }

    /// Returns the CPU that it says its code is for; nothing if it does not say, as most.
    pub fn cpu(&self) -> Option<String> {
        self.0.borrow().cpu().map(str::to_owned)
    }

    /// Makes [`Engine::list_more_loops`] begin with the first function.
    pub fn begin_listing(&self) {
        self.0.borrow_mut().begin_listing();
    }
}

/// Returns a value as JSON.
fn json(value: &impl Serialize) -> String {
    // No key is anything but text.
    serde_json::to_string(value).unwrap_or_default()
}
