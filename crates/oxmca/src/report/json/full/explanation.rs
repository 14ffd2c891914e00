//! The explanation section.

use serde::Serialize;

use super::Texts;
use super::sections::RenderDocument;
use super::steady_state::Fraction;
use crate::explain::{Explanation, Figure, Holder, Sentence, SentenceKind};
use crate::report::Report;
use crate::report::sentence::SentenceTexts;
use crate::steady_state::{LimitWords, LinkCause};

#[derive(Clone, Debug, Serialize)]
pub(crate) struct ExplanationDocument {
    cycles_per_iteration: Fraction,
    is_exact: bool,
    limits: Vec<LimitWords>,
    chain_instructions: Vec<u32>,
    port_users: Vec<PortUser>,
    sentences: Vec<SentenceDocument>,
}

#[derive(Clone, Copy, Debug, Serialize)]
struct PortUser {
    instruction: u32,
    cycles: u32,
}

#[derive(Clone, Debug, Serialize)]
struct SentenceDocument {
    rule: &'static str,
    kind: &'static str,
    text: String,
    instructions: Vec<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    changed_code: Option<ChangedCode>,
}

#[derive(Clone, Debug, Serialize)]
struct ChangedCode {
    cycles_per_iteration: Fraction,
    assumptions: Vec<&'static str>,
}

impl SentenceDocument {
    fn new(sentence: &Sentence, texts: &SentenceTexts<'_>) -> Self {
        let instructions = sentence.figures.iter().flat_map(|figure| match figure {
            Figure::Instructions(instructions) => instructions.clone(),
            _ => Vec::new(),
        });
        SentenceDocument {
            rule: sentence.rule,
            kind: match sentence.kind {
                SentenceKind::Fact => "fact",
                SentenceKind::Advice => "advice",
            },
            text: texts.sentence(sentence),
            instructions: instructions.collect(),
            changed_code: sentence.outcome.as_ref().map(|it| ChangedCode {
                cycles_per_iteration: it.cycles.into(),
                assumptions: it.assumptions.clone(),
            }),
        }
    }
}

impl RenderDocument for Explanation {
    type Document = ExplanationDocument;

    fn document(&self, report: &Report, texts: &Texts<'_>) -> ExplanationDocument {
        let texts = SentenceTexts {
            sources: &report.sources,
            instructions: texts.instructions,
            places: texts.places,
            source_frames: texts.source_frames,
            addresses: texts.addresses,
            register_name: texts.register_name,
        };
        let links = self.chain.iter().flat_map(|chain| &chain.links);
        let shown = links.filter(|link| link.cycles != 0 || link.dependency != LinkCause::Order);
        let user = |it: &Holder| PortUser { instruction: it.instruction, cycles: it.cycles };
        ExplanationDocument {
            cycles_per_iteration: self.cycles_per_iteration.into(),
            is_exact: self.is_exact,
            limits: self.limits.iter().map(|limit| limit.words(texts.register_name)).collect(),
            chain_instructions: shown.map(|link| link.from_instruction).collect(),
            port_users: self.holders.iter().map(user).collect(),
            sentences: self.sentences.iter().map(|it| SentenceDocument::new(it, &texts)).collect(),
        }
    }
}
