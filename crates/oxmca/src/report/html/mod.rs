//! A page with everything about regions: one file that needs nothing else.
//!
//! The page is three assets (a template, a style sheet, a script) and the data of the regions as compact JSON, once. The
//! script makes tables and drawings of it. [`Page`] puts them together.
//!
//! The script is several ES modules (`page/*.js`), which the page in `web` imports as they are. A file that needs nothing
//! else can have but one script, so the build script puts the modules one after the other, without imports. Hence three rules
//! for the modules, which a test checks: an import is one line, renames nothing, and no two modules declare the same
//! name at their top level.

mod region;
#[cfg(test)]
mod script;

use serde::Serialize;

use crate::options::SimulationKind;

pub use region::Region;

const TEMPLATE: &str = include_str!("page/page.html");
const STYLE: &str = include_str!("page/page.css");

/// The modules of the script, put together by the build script.
const SCRIPT: &str = include_str!(concat!(env!("OUT_DIR"), "/page.js"));

/// A page, to which CPUs are added.
#[derive(Clone, Debug, Serialize)]
pub struct Page {
    generator: &'static str,
    input: String,
    machines: Vec<Machine>,
}

/// A CPU, and the regions as they run there.
#[derive(Clone, Debug, Serialize)]
pub struct Machine {
    cpu: String,
    triple: String,
    model: String,
    simulation: &'static str,
    regions: Vec<Region>,
}

impl Machine {
    /// Begins with no region. `model` is the line about the model that predicts in a simulation.
    pub fn new(cpu: &str, triple: &str, model: &str, simulation: SimulationKind) -> Machine {
        Machine {
            cpu: cpu.to_owned(),
            triple: triple.to_owned(),
            model: model.to_owned(),
            simulation: simulation.word(),
            regions: Vec::new(),
        }
    }

    /// Adds a region.
    pub fn add(&mut self, region: Region) {
        self.regions.push(region);
    }

    /// Returns whether it has no region.
    pub fn is_empty(&self) -> bool {
        self.regions.is_empty()
    }
}

impl Page {
    /// Begins a page about an input.
    pub fn new(input: &str) -> Page {
        let generator = concat!("oxmca ", env!("CARGO_PKG_VERSION"));
        Page { generator, input: input.to_owned(), machines: Vec::new() }
    }

    /// Adds a CPU with its regions.
    pub fn add(&mut self, machine: Machine) {
        self.machines.push(machine);
    }

    /// Adds a region to the CPU that was added last.
    pub fn add_region(&mut self, region: Region) {
        if let Some(machine) = self.machines.last_mut() {
            machine.add(region);
        }
    }

    /// Returns the page as text.
    pub fn to_text(&self) -> String {
        // Fails for keys that are no strings and for errors of a writer; here is neither.
        let data = serde_json::to_string(self).unwrap_or_default();
        // No text within the data can end the element that it is in.
        let data = data.replace('<', "\\u003c");
        let title = oxmca_names::xml(&self.input);
        let mut page =
            String::with_capacity(TEMPLATE.len() + STYLE.len() + SCRIPT.len() + data.len());
        let mut rest = TEMPLATE;
        for (mark, text) in
            [("{title}", &*title), ("{style}", STYLE), ("{data}", &*data), ("{script}", SCRIPT)]
        {
            if let Some((before, after)) = rest.split_once(mark) {
                page.push_str(before);
                page.push_str(text);
                rest = after;
            }
        }
        page.push_str(rest);
        page
    }
}
