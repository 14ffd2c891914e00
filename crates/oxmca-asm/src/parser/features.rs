//! The features in force, which directives of a target may change.

use std::cell::Ref;

use oxmca_tables::FeatureSet;

use super::interface::Parser;
use crate::matcher::MatchConditions;

impl Parser<'_> {
    /// Returns the features in force.
    #[inline]
    pub fn features(&self) -> &FeatureSet {
        &self.subtarget.features
    }

    /// Returns the features that were switched on or off by their names when the session was made.
    pub fn requested_features(&self) -> &FeatureSet {
        &self.subtarget.requested
    }

    /// Returns the name of the CPU that the text is for.
    pub fn cpu_name(&self) -> &str {
        let tables = self.target.tables();
        tables.text(tables.cpus[self.subtarget.cpu.index()].name)
    }

    /// Changes the features in force, from the next statement on. Only parsing follows them: instructions are
    /// printed, encoded and simulated under those that the session was given.
    pub fn set_features(&mut self, features: FeatureSet) {
        self.set_operand_features(features);
        if features != *self.match_conditions.features() {
            self.match_conditions = MatchConditions::new(self.target.tables(), &features);
        }
    }

    /// Changes the features that operands are checked against, but not those that instructions are matched under.
    pub fn set_operand_features(&mut self, features: FeatureSet) {
        if features != self.subtarget.features {
            self.subtarget.features = features;
            self.features_version = self.features_version.wrapping_add(1);
        }
    }

    /// Returns the meaning of the features in force to the matcher.
    #[inline]
    pub fn match_conditions(&self) -> &MatchConditions {
        &self.match_conditions
    }

    /// Returns the meaning of other features to the matcher, for a statement that is matched under
    /// them.
    pub fn match_conditions_under(&self, features: &FeatureSet) -> Ref<'_, MatchConditions> {
        if self.other_conditions.borrow().features() != features {
            let conditions = MatchConditions::new(self.target.tables(), features);
            *self.other_conditions.borrow_mut() = conditions;
        }
        self.other_conditions.borrow()
    }
}
