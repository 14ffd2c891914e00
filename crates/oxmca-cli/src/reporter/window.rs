//! Regions that are shared out at once, and their outcomes in order.

use std::iter::{Enumerate, Peekable};
use std::sync::Arc;
use std::vec::IntoIter;

use oxmca_asm::region::Region;

use super::known::{Known, Origin, Question};
use super::outcome::Outcome;

/// Outcomes come in the order of regions that have to be analyzed, and leave in that of all regions,
/// each as soon as it and those before it are there.
pub struct Window<'w, 'q> {
    regions: &'w [&'w Region],
    questions: &'w [Option<Question<'q>>],
    /// Of the regions that have not left.
    origins: Peekable<Enumerate<IntoIter<Origin<Outcome>>>>,
    /// Of those that were analyzed, unless they have left and nobody else wants them.
    outcomes: Vec<Option<Arc<Outcome>>>,
}

impl<'w, 'q> Window<'w, 'q> {
    /// A window on regions and their questions; gives the numbers of those to be analyzed, too.
    pub fn new(
        regions: &'w [&'w Region],
        questions: &'w [Option<Question<'q>>],
        known: &Known<'q, Outcome>,
    ) -> (Self, Vec<usize>) {
        let (origins, new) = known.origins(questions);
        let origins = origins.into_iter().enumerate().peekable();
        let outcomes = Vec::with_capacity(new.len());
        (Window { regions, questions, origins, outcomes }, new)
    }

    /// Takes the outcome of the next region that had to be analyzed, which has that number.
    pub fn add(&mut self, number: usize, outcome: Arc<Outcome>, known: &mut Known<'q, Outcome>) {
        if let Some(question) = &self.questions[number] {
            known.keep(question.clone(), &outcome);
        }
        self.outcomes.push(Some(outcome));
    }
}

impl<'w> Iterator for Window<'w, '_> {
    type Item = (&'w Region, Arc<Outcome>);

    /// The next region whose outcome is there.
    fn next(&mut self) -> Option<Self::Item> {
        let found = self.outcomes.len();
        let (number, origin) = self.origins.next_if(|(_, origin)| match origin {
            Origin::Known(_) => true,
            Origin::New(from) => *from < found,
        })?;
        let outcome = match origin {
            Origin::Known(outcome) => outcome,
            // What nobody else can want need not be copied.
            Origin::New(from) if self.questions[number].is_none() => self.outcomes[from].take()?,
            Origin::New(from) => self.outcomes[from].clone()?,
        };
        Some((self.regions[number], outcome))
    }
}
