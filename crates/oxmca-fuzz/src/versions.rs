//! Loops of two versions of a program, and the texts that are made of them.

use std::sync::LazyLock;

use oxmca::options::SimulationKind;
use oxmca::session::PredictionModel;
use oxmca::steady_state::Ratio;
use oxmca_loops::Cost;
use oxmca_loops::item::Item;

use super::choices::Choices;
use super::setting::Setting;

static MODEL: LazyLock<PredictionModel> = LazyLock::new(|| {
    let session = Setting::choose(&mut Choices(&[])).session;
    session.prediction_model(SimulationKind::Model)
});

/// Returns the model that costs are said to be from: that of some CPU.
pub fn model() -> PredictionModel {
    MODEL.clone()
}

/// Returns texts that the rest of an input has: a byte for the length of each, and as many bytes. At most so many.
pub fn texts(choices: &mut Choices<'_>, most: usize) -> Vec<String> {
    let mut texts = Vec::new();
    while !choices.0.is_empty() && texts.len() < most {
        let len = choices.below(64).min(choices.0.len());
        let (text, rest) = choices.0.split_at(len);
        choices.0 = rest;
        texts.push(String::from_utf8_lossy(text).into_owned());
    }
    texts
}

/// Returns a loop, or a function or region as a whole for number 0.
pub fn item(owner: &str, number: usize, instructions: &[&str], cost: Result<u64, String>) -> Item {
    Item {
        owner: owner.to_owned(),
        number,
        line: None,
        instructions: instructions.iter().map(|it| (*it).to_owned()).collect(),
        length_bytes: None,
        cost: cost.map(|cycles| Cost {
            cycles: Ratio::new(cycles, 1),
            is_exact: true,
            micro_ops: 1,
            limits: Vec::new(),
            unexplained_cycles: None,
        }),
        is_once: false,
        work: None,
        remainders: Vec::new(),
        measured: None,
    }
}
