//! Finds the instruction that a mnemonic and its operands mean, by the tables.
//!
//! Operands are the target's: a [`MatchTarget`] answers for its own operand type.
//! The names of predicates and render methods in the tables are looked up once, when they are first
//! needed.

mod near_misses;

use oxmca_tables::schema::{
    AsmFeatureSet, ImmediateRange, MatchClass, MatchEntry, MnemonicAlias, convert_kind,
    match_class_kind,
};
use oxmca_tables::{FeatureSet, MatchClassId, Opcode, Reg, Tables};
use smallvec::SmallVec;

use crate::inst::{Inst, Operand};
use crate::method_table::MethodTable;

pub use near_misses::NearMiss;

/// A target's answers to the matcher.
pub trait MatchTarget {
    /// An operand as written.
    type Operand;
    /// A predicate method that decides operand classes.
    type Predicate: Copy;
    /// A method that adds machine operands.
    type Render: Copy;
    /// A reason of the target's own why an instruction does not match.
    type Reason: Clone;

    /// Returns the predicate of that name in the tables (e.g. `isMem32`), if the target knows it. `range` has the constants for
    /// which it holds, where the tables say them; otherwise it is empty.
    fn predicate_named(name: &str, range: ImmediateRange) -> Option<Self::Predicate>;

    /// Returns the render method of that name in the tables (e.g. `addMemOperands`), if the target
    /// knows it.
    fn render_named(name: &str) -> Option<Self::Render>;

    /// Returns the text of an operand that is a token.
    fn token<'o>(&self, operand: &'o Self::Operand) -> Option<&'o [u8]>;

    /// Returns the register of an operand that is one.
    fn register(&self, operand: &Self::Operand) -> Option<Reg>;

    /// Returns whether a predicate holds for an operand.
    fn holds(&self, predicate: Self::Predicate, operand: &Self::Operand) -> bool;

    /// Returns whether a predicate that does not hold for an operand comes near to it, so that the class's diagnostic
    /// says what is wrong.
    fn nearly_holds(&self, _predicate: Self::Predicate, _operand: &Self::Operand) -> bool {
        true
    }

    /// Returns whether an operand repeats another where a form has one register twice.
    fn repeats(&self, first: &Self::Operand, again: &Self::Operand) -> bool {
        let first = self.register(first);
        first.is_some() && first == self.register(again)
    }

    /// Changes an operand that is not of a class so that it is (RISC-V: a register of another width),
    /// and returns whether it did. The change stays for the forms that are tried later; a target that
    /// needs this keeps operands in cells.
    #[inline]
    fn coerce(&self, _operand: &Self::Operand, _class: MatchClassId) -> bool {
        false
    }

    /// Returns the reason to report when an operand is not of a class that has a diagnostic of that
    /// name in the tables (e.g. `InvalidImmUnsignedi4`); `None` if it is not even nearly of the class.
    fn diagnostic(&self, _name: &str, _operand: &Self::Operand) -> Option<Self::Reason> {
        None
    }

    /// Returns whether an instruction whose operands match may be used here.
    ///
    /// # Errors
    /// The reason why not.
    fn admit(&self, opcode: Opcode) -> Result<(), Self::Reason>;

    /// Returns the operand that stands where an optional one is not written, by the method that the
    /// tables name (e.g. `defaultMaskRegOp`).
    fn default_operand(&self, _method: &str) -> Option<Self::Operand> {
        None
    }

    /// Returns whether an instruction, built from operands that match, may be used here.
    ///
    /// # Errors
    /// The reason why not.
    fn admit_inst(&self, _inst: &Inst) -> Result<(), Self::Reason> {
        Ok(())
    }

    /// Adds the machine operands of the whole statement, by a method that the tables name with operand 0. A target that has
    /// such methods keeps the operands.
    fn render_all(&self, _method: Self::Render, _inst: &mut Inst) {}

    /// Adds the machine operands that an operand stands for.
    fn render(&self, method: Self::Render, operand: &Self::Operand, inst: &mut Inst);
}

/// The mnemonic of a statement, and the conditions under which it stands.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Index into the tables' variants of the matcher.
    pub variant: usize,
    /// The mnemonic as written.
    pub mnemonic: &'a [u8],
    /// The conditions that hold, and the hardware mode.
    pub conditions: &'a MatchConditions,
}

/// The meaning of a set of features to the matcher.
#[derive(Clone, Debug)]
pub struct MatchConditions {
    features: FeatureSet,
    /// Rows of the tables' `asm_features` that hold.
    held: AsmFeatureSet,
    /// Hardware mode, for register classes that depend on it.
    hw_mode: usize,
}

impl MatchConditions {
    /// Creates the conditions and the mode under `features`.
    pub fn new(tables: &Tables<'_>, features: &FeatureSet) -> MatchConditions {
        MatchConditions {
            features: *features,
            held: tables.asm_features(features),
            hw_mode: tables.hw_mode(features),
        }
    }

    /// Returns the features that this is about.
    #[inline]
    pub fn features(&self) -> &FeatureSet {
        &self.features
    }

    /// Returns whether all of `conditions` hold.
    #[inline]
    pub fn hold(&self, conditions: &AsmFeatureSet) -> bool {
        self.held.contains_all(conditions)
    }
}

/// The reason why nothing matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch<R> {
    /// No instruction has that mnemonic.
    Mnemonic,
    /// An operand fits no instruction of that mnemonic.
    Operand,
    /// The target's own reason.
    Target(R),
    /// Only conditions are missing: rows of the tables' `asm_features`.
    Features(AsmFeatureSet),
    /// Two operands must be the same register and are not.
    Tied,
}

/// The reason why nothing matched, and which operand is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure<R> {
    /// The reason.
    pub mismatch: Mismatch<R>,
    /// The operand at fault if it is the same for every candidate, from 0. It is the number of
    /// operands when there are too few.
    pub operand: Option<usize>,
    /// The last candidate whose operands fitted but which the target did not admit.
    pub rejected: Option<Opcode>,
}

/// The operand classes and render methods of a target's tables.
#[derive(Debug)]
pub struct Matcher<P, R> {
    /// By operand class. Nothing is of a class whose predicate the target does not know.
    predicates: MethodTable<P>,
    /// The token classes that have super-classes, so that their tokens can match other texts.
    token_aliases: Vec<MatchClassId>,
    /// The marker of optional classes.
    optional: Option<MatchClassId>,
    /// Set if any class is optional, so that operands may be fewer than classes.
    optional_classes: bool,
    /// Most operands that a form lists.
    max_operands: usize,
    renders: MethodTable<R>,
}

/// The reason why operands do not fit an entry.
enum OperandMismatch<R> {
    /// There are too few.
    TooFew,
    /// The operand of that number does not fit, perhaps for a reason of the target's own.
    At(usize, Option<R>),
}

impl<P: Copy, R: Copy> Matcher<P, R> {
    /// Gathers what `tables` say of operand classes.
    pub fn new(tables: &Tables<'_>) -> Self {
        let mut token_aliases = Vec::new();
        let mut optional = None;
        for (id, row) in tables.match_classes.iter().enumerate() {
            match row.kind {
                match_class_kind::OPTIONAL => optional = Some(MatchClassId(id as u16)),
                match_class_kind::TOKEN if row.supers.len != 0 => {
                    token_aliases.push(MatchClassId(id as u16));
                }
                _ => {}
            }
        }
        let matcher = Matcher {
            predicates: MethodTable::new(tables.match_classes.len()),
            token_aliases,
            optional,
            optional_classes: false,
            max_operands: tables
                .variants
                .iter()
                .map(|row| row.max_operands as usize)
                .max()
                .unwrap_or(0),
            renders: MethodTable::new(tables.render_methods.len()),
        };
        let ids = (0..tables.match_classes.len()).map(|id| MatchClassId(id as u16));
        let is_optional = |id| Some(id) != optional && matcher.is_optional(tables, id);
        Matcher { optional_classes: ids.into_iter().any(is_optional), ..matcher }
    }

    fn is_optional(&self, tables: &Tables<'_>, class: MatchClassId) -> bool {
        self.optional.is_some_and(|optional| tables.is_subclass(class, optional))
    }

    /// Finds the instruction for `request` and writes its opcode and machine operands to `inst`,
    /// whose flags stay as they are. Gives `false`, and changes nothing, if there is none.
    /// `tables` must be the ones this was made from.
    ///
    /// Candidates are tried in the order of the tables; the first that fits is taken.
    pub fn find<T: MatchTarget<Predicate = P, Render = R>>(
        &self,
        tables: &Tables<'_>,
        target: &T,
        request: &Request<'_>,
        operands: &[T::Operand],
        inst: &mut Inst,
    ) -> bool {
        let search = Search::new(self, tables, target, request, operands);
        let previous = inst.opcode;
        for entry in search.candidates() {
            if search.broken_tie(entry).is_some() {
                return false;
            }
            search.convert(entry, inst);
            if target.admit_inst(inst).is_ok() {
                return true;
            }
            inst.opcode = previous;
            inst.operands.clear();
        }
        false
    }

    /// Returns the methods of the target that may parse operand number `operand`, from 0, of a
    /// mnemonic: those of the classes that the forms of all variants have there, in the order of the
    /// tables, with the conditions of their forms. A target parses the operand itself if none of them
    /// takes it.
    pub fn operand_parsers<'t>(
        tables: &Tables<'t>,
        mnemonic: &[u8],
        operand: usize,
    ) -> Vec<(&'t AsmFeatureSet, &'t str)> {
        let mut parsers = Vec::new();
        for entry in (0..tables.variants.len()).flat_map(|it| tables.match_entries(it, mnemonic)) {
            let Some(class) = tables.match_class_lists[entry.classes.range()].get(operand) else {
                continue;
            };
            let parser = tables.match_classes[class.index()].parser;
            let parser = (tables.required(entry), tables.text(parser));
            if !parser.1.is_empty() && !parsers.contains(&parser) {
                parsers.push(parser);
            }
        }
        parsers
    }

    /// Returns the reason why [`Matcher::find`] finds nothing: the error of the candidate that matched the most
    /// operands.
    pub fn explain<T: MatchTarget<Predicate = P, Render = R>>(
        &self,
        tables: &Tables<'_>,
        target: &T,
        request: &Request<'_>,
        operands: &[T::Operand],
    ) -> Failure<T::Reason> {
        let search = Search::new(self, tables, target, request, operands);
        match search.candidates().find(|entry| search.admit(entry).is_ok()) {
            Some(entry) => {
                let operand = search.broken_tie(entry);
                Failure { mismatch: Mismatch::Tied, operand, rejected: None }
            }
            None => search.explain(),
        }
    }

    fn token_matches(&self, tables: &Tables<'_>, class: MatchClassId, token: &[u8]) -> bool {
        let text = |id: usize| tables.bytes(tables.match_classes[id].text);
        if text(class.index()) == token {
            return true;
        }
        let mut aliases = self.token_aliases.iter();
        aliases.any(|&id| text(id.index()) == token && tables.is_subclass(id, class))
    }
}

/// One search.
struct Search<'m, T: MatchTarget> {
    matcher: &'m Matcher<T::Predicate, T::Render>,
    tables: &'m Tables<'m>,
    target: &'m T,
    request: &'m Request<'m>,
    operands: &'m [T::Operand],
    entries: &'m [MatchEntry],
}

impl<'m, T: MatchTarget> Search<'m, T> {
    fn new(
        matcher: &'m Matcher<T::Predicate, T::Render>,
        tables: &'m Tables<'m>,
        target: &'m T,
        request: &'m Request<'m>,
        operands: &'m [T::Operand],
    ) -> Self {
        let mut entries: &[MatchEntry] = &[];
        if operands.len() <= matcher.max_operands {
            let holds =
                |alias: &MnemonicAlias| request.conditions.hold(tables.alias_required(alias));
            entries = tables.match_entries_meant(request.variant, request.mnemonic, holds);
        }
        Search { matcher, tables, target, request, operands, entries }
    }

    /// Returns the entries that fit, as far as can be told before the instruction is built.
    #[inline]
    fn candidates(&self) -> impl Iterator<Item = &'m MatchEntry> {
        let count = self.operands.len();
        self.entries.iter().filter(move |entry| {
            (entry.classes.len() == count || self.matcher.optional_classes)
                && self.operands_match(entry)
                && self.request.conditions.hold(self.tables.required(entry))
                && self.target.admit(entry.opcode).is_ok()
        })
    }

    /// Returns the number of the second of two operands that must be the same register and are not. `entry` fits.
    fn broken_tie(&self, entry: &MatchEntry) -> Option<usize> {
        let steps = self.tables.convert_steps[entry.conversion.range()].iter();
        let mut ties = steps.filter(|step| step.kind == convert_kind::TIED && step.value != 0);
        let mut places = None;
        ties.find_map(|step| {
            let (first, second) = (step.value >> 8, step.value & 0xff);
            if first == second {
                return None;
            }
            let places = places.get_or_insert_with(|| self.places(entry));
            let place = |position: i32| {
                let position = usize::try_from(position).ok()?.checked_sub(1)?;
                places.get(position).copied().flatten()
            };
            let again = place(second)?;
            let operands = self.operands.get(place(first)?).zip(self.operands.get(again));
            let is_same = operands.is_some_and(|(first, again)| self.target.repeats(first, again));
            (!is_same).then_some(again)
        })
    }

    /// Returns, for each class of an entry that fits, the number of the operand that is written for it.
    fn places(&self, entry: &MatchEntry) -> SmallVec<[Option<usize>; 16]> {
        let classes = &self.tables.match_class_lists[entry.classes.range()];
        if !self.matcher.optional_classes {
            return (0..classes.len()).map(Some).collect();
        }
        let mut operands = self.operands.iter().enumerate().peekable();
        let written = |class: &MatchClassId| operands.next_if(|it| self.matches(it.1, *class));
        classes.iter().map(written).map(|it| it.map(|(place, _)| place)).collect()
    }

    /// Builds the instruction of an entry that fits.
    #[inline]
    fn convert(&self, entry: &MatchEntry, inst: &mut Inst) {
        if self.matcher.optional_classes {
            let written = self.alignment(entry);
            self.build(entry, inst, |class| written.get(class).copied().flatten());
        } else {
            self.build(entry, inst, |class| self.operands.get(class));
        }
    }

    /// Returns, for each class of an entry that fits, the operand that is written for it.
    fn alignment(&self, entry: &MatchEntry) -> SmallVec<[Option<&'m T::Operand>; 16]> {
        let mut operands = self.operands.iter().peekable();
        let classes = &self.tables.match_class_lists[entry.classes.range()];
        let written = |class: &MatchClassId| operands.next_if(|it| self.matches(it, *class));
        classes.iter().map(written).collect()
    }

    /// Builds the instruction of an entry. `written` gives the operand of a class, by its position.
    #[inline]
    fn build(
        &self,
        entry: &MatchEntry,
        inst: &mut Inst,
        written: impl Fn(usize) -> Option<&'m T::Operand>,
    ) {
        let (tables, target) = (self.tables, self.target);
        inst.opcode = entry.opcode;
        inst.operands.clear();
        for step in &tables.convert_steps[entry.conversion.range()] {
            match step.kind {
                convert_kind::RENDER => {
                    let method = usize::from(step.method);
                    let name = || tables.text(tables.render_methods[method]);
                    let method = self.matcher.renders.get(method, || T::render_named(name()));
                    let Some(method) = method else { continue };
                    if step.operand == 0 {
                        target.render_all(method, inst);
                        continue;
                    }
                    let position = usize::from(step.operand).wrapping_sub(1);
                    match written(position) {
                        Some(operand) => target.render(method, operand, inst),
                        None => {
                            if let Some(operand) = self.default_operand(entry, position) {
                                target.render(method, &operand, inst);
                            }
                        }
                    }
                }
                convert_kind::TIED => {
                    if let Some(tied) = inst.operands.get(usize::from(step.operand)).cloned() {
                        inst.operands.push(tied);
                    }
                }
                convert_kind::IMM => inst.operands.push(Operand::Imm(step.value.into())),
                _ => inst.operands.push(Operand::Reg(Reg(step.value as u16))),
            }
        }
    }

    /// Returns the operand that stands for an optional class that none is written for.
    #[cold]
    fn default_operand(&self, entry: &MatchEntry, position: usize) -> Option<T::Operand> {
        let classes = &self.tables.match_class_lists[entry.classes.range()];
        let row = &self.tables.match_classes[classes.get(position)?.index()];
        self.target.default_operand(self.tables.text(row.default))
    }

    /// Returns whether the instruction of an entry that fits may be used here.
    fn admit(&self, entry: &MatchEntry) -> Result<(), T::Reason> {
        self.target.admit(entry.opcode)?;
        let mut inst = Inst::default();
        self.convert(entry, &mut inst);
        self.target.admit_inst(&inst)
    }

    /// Returns the most telling of the failures of all candidates.
    fn explain(&self) -> Failure<T::Reason> {
        if self.operands.len() > self.matcher.max_operands {
            let operand = Some(self.matcher.max_operands);
            return Failure { mismatch: Mismatch::Operand, operand, rejected: None };
        }
        if self.entries.is_empty() {
            return Failure { mismatch: Mismatch::Mnemonic, operand: None, rejected: None };
        }
        let mut mismatch = Mismatch::Operand;
        let mut culprit: Option<usize> = None;
        let mut rejected = None;
        let mut missing: Option<AsmFeatureSet> = None;
        for (candidate, entry) in self.entries.iter().enumerate() {
            let lacking = self.request.conditions.held.lacks(self.tables.required(entry));
            match self.check_operands(entry) {
                Ok(()) => {}
                Err(OperandMismatch::TooFew) => {
                    culprit = Some(self.operands.len());
                    continue;
                }
                Err(OperandMismatch::At(at, reason)) => {
                    // The operand furthest right at which a candidate failed is the one to report,
                    // unless the first candidate's operands fitted.
                    let further = culprit.is_some_and(|so_far| so_far <= at);
                    if rejected.is_none() && (candidate == 0 || further) {
                        if lacking.is_empty() && (culprit != Some(at) || reason.is_some()) {
                            mismatch = reason.map_or(Mismatch::Operand, Mismatch::Target);
                        }
                        culprit = Some(at);
                    }
                    continue;
                }
            }
            if !lacking.is_empty() {
                if missing.is_none_or(|so_far| lacking.len() <= so_far.len()) {
                    missing = Some(lacking);
                }
            } else if let Err(reason) = self.admit(entry) {
                mismatch = Mismatch::Target(reason);
                rejected = Some(entry.opcode);
            }
        }
        match missing {
            Some(missing) if rejected.is_none() => {
                Failure { mismatch: Mismatch::Features(missing), operand: None, rejected }
            }
            _ => Failure { mismatch, operand: culprit, rejected },
        }
    }

    /// Returns whether the operands fit an entry, which has as many classes unless classes may be
    /// optional.
    #[inline]
    fn operands_match(&self, entry: &MatchEntry) -> bool {
        let classes = &self.tables.match_class_lists[entry.classes.range()];
        if !self.matcher.optional_classes {
            let mut pairs = classes.iter().zip(self.operands);
            return pairs.all(|(class, operand)| self.matches(operand, *class));
        }
        // As `check_operands`, without the reasons.
        let mut operands = self.operands.iter().peekable();
        for &class in classes {
            match operands.peek() {
                Some(operand) if self.matches(operand, class) => {
                    operands.next();
                }
                _ if !self.matcher.is_optional(self.tables, class) => return false,
                Some(operand) if self.reason(class, operand).is_some() => return false,
                _ => {}
            }
        }
        operands.next().is_none()
    }

    /// Returns whether the operands fit an entry, and if not, why.
    fn check_operands(&self, entry: &MatchEntry) -> Result<(), OperandMismatch<T::Reason>> {
        let mut at = 0;
        for &class in &self.tables.match_class_lists[entry.classes.range()] {
            if at == self.operands.len() {
                if self.matcher.is_optional(self.tables, class) {
                    continue;
                }
                return Err(OperandMismatch::TooFew);
            }
            if self.matches(&self.operands[at], class) {
                at += 1;
            } else if let Some(reason) = self.reason(class, &self.operands[at]) {
                return Err(OperandMismatch::At(at, Some(reason)));
            } else if !self.matcher.is_optional(self.tables, class) {
                return Err(OperandMismatch::At(at, None));
            }
        }
        if at < self.operands.len() {
            return Err(OperandMismatch::At(at, None));
        }
        Ok(())
    }

    /// Returns the predicate of a class that one decides, if the target knows it.
    #[inline]
    fn predicate(&self, class: MatchClassId, row: &MatchClass) -> Option<T::Predicate> {
        let named = || T::predicate_named(self.tables.text(row.text), row.range);
        self.matcher.predicates.get(class.index(), named)
    }

    /// Returns the target's own reason for an operand that is not of a class.
    fn reason(&self, class: MatchClassId, operand: &T::Operand) -> Option<T::Reason> {
        let row = &self.tables.match_classes[class.index()];
        if row.diagnostic.len == 0 {
            return None;
        }
        if row.kind == match_class_kind::PREDICATE
            && let Some(predicate) = self.predicate(class, row)
            && !self.target.nearly_holds(predicate, operand)
        {
            return None;
        }
        self.target.diagnostic(self.tables.text(row.diagnostic), operand)
    }

    /// Returns whether an operand is of a class, or can be made so.
    #[inline]
    fn matches(&self, operand: &T::Operand, class: MatchClassId) -> bool {
        self.is_in_class(operand, class) || self.target.coerce(operand, class)
    }

    /// Returns whether an operand is of a class.
    #[inline]
    fn is_in_class(&self, operand: &T::Operand, mut class: MatchClassId) -> bool {
        let row = &self.tables.match_classes[class.index()];
        match row.kind {
            match_class_kind::TOKEN => {
                let token = self.target.token(operand);
                return token
                    .is_some_and(|token| self.matcher.token_matches(self.tables, class, token));
            }
            match_class_kind::PREDICATE => match self.predicate(class, row) {
                Some(predicate) if self.target.holds(predicate, operand) => return true,
                Some(_) => {}
                None => return false,
            },
            match_class_kind::REGISTER => {}
            match_class_kind::REGISTER_BY_MODE => {
                let by_mode = &self.tables.match_class_lists[row.supers.range()];
                match by_mode.get(self.request.conditions.hw_mode) {
                    Some(of_mode) => class = *of_mode,
                    None => return false,
                }
            }
            _ => return false,
        }
        self.target.register(operand).is_some_and(|reg| self.tables.is_in_match_class(reg, class))
    }
}
