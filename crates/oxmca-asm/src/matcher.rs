//! Finds the instruction that a mnemonic and its operands mean, by the tables.
//!
//! What an operand is stays with the target: a [`MatchTarget`] answers for its own operand type.
//! The names of predicates and render methods in the tables are looked up once, when they are first
//! needed.

use oxmca_tables::schema::{MatchClass, MatchEntry, convert_kind, match_class_kind};
use oxmca_tables::{MatchClassId, Opcode, Reg, Tables};

use crate::inst::{Inst, Operand};
use crate::methods::Methods;

/// Most operands a match entry lists.
const MAX_OPERANDS: usize = 9;

/// What the matcher asks of a target.
pub trait MatchTarget {
    /// An operand as written.
    type Operand;
    /// A predicate method that decides operand classes.
    type Predicate: Copy;
    /// A method that adds machine operands.
    type Render: Copy;
    /// A reason of the target's own why an instruction does not match.
    type Reason: Copy;

    /// The predicate of that name in the tables (e.g. `isMem32`), if the target knows it.
    fn predicate_named(name: &str) -> Option<Self::Predicate>;

    /// The render method of that name in the tables (e.g. `addMemOperands`), if the target knows it.
    fn render_named(name: &str) -> Option<Self::Render>;

    /// The text of an operand that is a token.
    fn token<'o>(&self, operand: &'o Self::Operand) -> Option<&'o [u8]>;

    /// The register of an operand that is one.
    fn register(&self, operand: &Self::Operand) -> Option<Reg>;

    /// Whether a predicate holds for an operand.
    fn holds(&self, predicate: Self::Predicate, operand: &Self::Operand) -> bool;

    /// What to report when an operand fails a predicate that has its own message.
    fn reason(&self, predicate: Self::Predicate) -> Option<Self::Reason>;

    /// Whether an instruction whose operands match may be used here.
    ///
    /// # Errors
    /// The reason why not.
    fn admit(&self, opcode: Opcode) -> Result<(), Self::Reason>;

    /// Adds the machine operands that an operand stands for.
    fn render(&self, method: Self::Render, operand: &Self::Operand, inst: &mut Inst);
}

/// What is to be matched.
#[derive(Clone, Copy, Debug)]
pub struct Request<'a> {
    /// Index into the tables' dialects.
    pub dialect: usize,
    /// The mnemonic as written.
    pub mnemonic: &'a [u8],
    /// Conditions that hold, from [`Tables::asm_features`].
    pub features: u64,
    /// Hardware mode, for register classes that depend on it.
    pub mode: usize,
}

/// Why nothing matched.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mismatch<R> {
    /// No instruction has that mnemonic.
    Mnemonic,
    /// An operand fits no instruction of that mnemonic.
    Operand,
    /// The target's own reason.
    Target(R),
    /// Only conditions are missing: bits of the tables' `asm_features`.
    Features(u64),
    /// Two operands must be the same register and are not.
    Tied,
}

/// Why nothing matched, and which operand is at fault.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failure<R> {
    /// Why.
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
    predicates: Methods<P>,
    /// Words in a row of the tables' `match_class_bits`.
    row_words: usize,
    /// Whether a token class has super-classes, so that a token can match another text.
    token_aliases: bool,
    /// The marker of optional classes.
    optional: Option<MatchClassId>,
    /// Whether any class is optional, so that operands may be fewer than classes.
    optional_classes: bool,
    renders: Methods<R>,
}

/// Why operands do not fit an entry.
enum Unfit<R> {
    /// There are too few.
    TooFew,
    /// The operand of that number does not fit, perhaps for a reason of the target's own.
    At(usize, Option<R>),
}

impl<P: Copy, R: Copy> Matcher<P, R> {
    /// Gathers what `tables` say of operand classes.
    pub fn new(tables: &Tables<'_>) -> Self {
        let mut token_aliases = false;
        let mut optional = None;
        for (id, row) in tables.match_classes.iter().enumerate() {
            match row.kind {
                match_class_kind::OPTIONAL => optional = Some(MatchClassId(id as u16)),
                match_class_kind::TOKEN => token_aliases |= row.supers.len != 0,
                _ => {}
            }
        }
        let matcher = Matcher {
            predicates: Methods::new(tables.match_classes.len()),
            row_words: tables.match_classes.len().div_ceil(64),
            token_aliases,
            optional,
            optional_classes: false,
            renders: Methods::new(tables.render_methods.len()),
        };
        let ids = (0..tables.match_classes.len()).map(|id| MatchClassId(id as u16));
        let is_optional = |id| Some(id) != optional && matcher.is_optional(tables, id);
        Matcher { optional_classes: ids.into_iter().any(is_optional), ..matcher }
    }

    /// Whether `class` is `parent` or a subclass of it.
    #[inline]
    fn is_subclass(&self, tables: &Tables<'_>, class: MatchClassId, parent: MatchClassId) -> bool {
        let word = class.index() * self.row_words + parent.index() / 64;
        tables.match_class_bits[word] >> (parent.index() % 64) & 1 != 0
    }

    fn is_optional(&self, tables: &Tables<'_>, class: MatchClassId) -> bool {
        self.optional.is_some_and(|optional| self.is_subclass(tables, class, optional))
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
        let Some(entry) = search.candidate() else { return false };
        if tie_broken(tables, target, entry, operands).is_some() {
            return false;
        }
        self.convert(tables, target, entry, operands, inst);
        true
    }

    /// Why [`Matcher::find`] finds nothing: what is most telling about the candidates' failures.
    pub fn explain<T: MatchTarget<Predicate = P, Render = R>>(
        &self,
        tables: &Tables<'_>,
        target: &T,
        request: &Request<'_>,
        operands: &[T::Operand],
    ) -> Failure<T::Reason> {
        let search = Search::new(self, tables, target, request, operands);
        let broken = search.candidate().map(|entry| tie_broken(tables, target, entry, operands));
        match broken {
            Some(operand) => Failure { mismatch: Mismatch::Tied, operand, rejected: None },
            None => search.explain(),
        }
    }

    fn token_fits(&self, tables: &Tables<'_>, class: MatchClassId, token: &[u8]) -> bool {
        let text = |id: usize| tables.bytes(tables.match_classes[id].text);
        if text(class.index()) == token {
            return true;
        }
        self.token_aliases
            && tables.match_classes.iter().enumerate().any(|(id, row)| {
                row.kind == match_class_kind::TOKEN
                    && text(id) == token
                    && self.is_subclass(tables, MatchClassId(id as u16), class)
            })
    }

    fn convert<T: MatchTarget<Predicate = P, Render = R>>(
        &self,
        tables: &Tables<'_>,
        target: &T,
        entry: &MatchEntry,
        operands: &[T::Operand],
        inst: &mut Inst,
    ) {
        inst.opcode = entry.opcode;
        inst.operands.clear();
        for step in &tables.convert_steps[entry.conversion.range()] {
            match step.kind {
                convert_kind::RENDER => {
                    let written = operands.get(usize::from(step.operand).wrapping_sub(1));
                    let method = usize::from(step.method);
                    let name = || tables.text(tables.render_methods[method]);
                    let method = self.renders.get(method, || T::render_named(name()));
                    if let (Some(operand), Some(method)) = (written, method) {
                        target.render(method, operand, inst);
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
        if operands.len() <= MAX_OPERANDS {
            let mnemonic = resolve_alias(tables, request);
            entries = tables.match_entries(request.dialect, mnemonic);
        }
        Search { matcher, tables, target, request, operands, entries }
    }

    /// The first entry that fits.
    fn candidate(&self) -> Option<&'m MatchEntry> {
        let count = self.operands.len();
        self.entries.iter().find(|entry| {
            (entry.classes.len() == count || self.matcher.optional_classes)
                && self.tables.required(entry) & !self.request.features == 0
                && self.operands_fit(entry)
                && self.target.admit(entry.opcode).is_ok()
        })
    }

    /// What is most telling about the failures of all candidates.
    fn explain(&self) -> Failure<T::Reason> {
        if self.operands.len() > MAX_OPERANDS {
            let operand = Some(MAX_OPERANDS);
            return Failure { mismatch: Mismatch::Operand, operand, rejected: None };
        }
        if self.entries.is_empty() {
            return Failure { mismatch: Mismatch::Mnemonic, operand: None, rejected: None };
        }
        let mut mismatch = Mismatch::Operand;
        let mut culprit: Option<usize> = None;
        let mut rejected = None;
        let mut missing: Option<u64> = None;
        for (candidate, entry) in self.entries.iter().enumerate() {
            let lacking = self.tables.required(entry) & !self.request.features;
            match self.check_operands(entry) {
                Ok(()) => {}
                Err(Unfit::TooFew) => {
                    culprit = Some(self.operands.len());
                    continue;
                }
                Err(Unfit::At(at, reason)) => {
                    // The operand furthest right at which a candidate failed is the one to report,
                    // unless the first candidate's operands fitted.
                    let further = culprit.is_some_and(|so_far| so_far <= at);
                    if rejected.is_none() && (candidate == 0 || further) {
                        if lacking == 0 && (culprit != Some(at) || reason.is_some()) {
                            mismatch = reason.map_or(Mismatch::Operand, Mismatch::Target);
                        }
                        culprit = Some(at);
                    }
                    continue;
                }
            }
            if lacking != 0 {
                if missing.is_none_or(|so_far| lacking.count_ones() <= so_far.count_ones()) {
                    missing = Some(lacking);
                }
            } else if let Err(reason) = self.target.admit(entry.opcode) {
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

    /// Whether the operands fit an entry, which has as many classes unless classes may be optional.
    #[inline]
    fn operands_fit(&self, entry: &MatchEntry) -> bool {
        if self.matcher.optional_classes {
            return self.check_operands(entry).is_ok();
        }
        let classes = &self.tables.match_class_lists[entry.classes.range()];
        classes.iter().zip(self.operands).all(|(class, operand)| self.fits(operand, *class))
    }

    /// Whether the operands fit an entry, and if not, why.
    fn check_operands(&self, entry: &MatchEntry) -> Result<(), Unfit<T::Reason>> {
        let mut at = 0;
        for &class in &self.tables.match_class_lists[entry.classes.range()] {
            if at == self.operands.len() {
                if self.matcher.is_optional(self.tables, class) {
                    continue;
                }
                return Err(Unfit::TooFew);
            }
            if self.fits(&self.operands[at], class) {
                at += 1;
            } else if let Some(reason) = self.reason(class) {
                return Err(Unfit::At(at, Some(reason)));
            } else if !self.matcher.is_optional(self.tables, class) {
                return Err(Unfit::At(at, None));
            }
        }
        if at < self.operands.len().min(MAX_OPERANDS) {
            return Err(Unfit::At(at, None));
        }
        Ok(())
    }

    /// The predicate of a class that one decides, if the target knows it.
    #[inline]
    fn predicate(&self, class: MatchClassId, row: &MatchClass) -> Option<T::Predicate> {
        let named = || T::predicate_named(self.tables.text(row.text));
        self.matcher.predicates.get(class.index(), named)
    }

    /// The target's own reason for what does not fit a class.
    fn reason(&self, class: MatchClassId) -> Option<T::Reason> {
        let row = &self.tables.match_classes[class.index()];
        match row.kind {
            match_class_kind::PREDICATE => self.target.reason(self.predicate(class, row)?),
            _ => None,
        }
    }

    /// Whether an operand is of a class.
    #[inline]
    fn fits(&self, operand: &T::Operand, mut class: MatchClassId) -> bool {
        let row = &self.tables.match_classes[class.index()];
        match row.kind {
            match_class_kind::TOKEN => {
                let token = self.target.token(operand);
                return token
                    .is_some_and(|token| self.matcher.token_fits(self.tables, class, token));
            }
            match_class_kind::PREDICATE => match self.predicate(class, row) {
                Some(predicate) if self.target.holds(predicate, operand) => return true,
                Some(_) => {}
                None => return false,
            },
            match_class_kind::REGISTER => {}
            match_class_kind::REGISTER_BY_MODE => {
                let by_mode = &self.tables.match_class_lists[row.supers.range()];
                match by_mode.get(self.request.mode) {
                    Some(of_mode) => class = *of_mode,
                    None => return false,
                }
            }
            _ => return false,
        }
        self.target.register(operand).is_some_and(|reg| {
            let of_reg = self.tables.register(reg).match_class;
            self.matcher.is_subclass(self.tables, of_reg, class)
        })
    }
}

/// What the mnemonic stands for under the features in force.
fn resolve_alias<'a>(tables: &Tables<'a>, request: &Request<'a>) -> &'a [u8] {
    let aliases = tables.mnemonic_aliases(request.dialect, request.mnemonic);
    let holds = aliases.iter().find(|alias| alias.required & !request.features == 0);
    holds.map_or(request.mnemonic, |alias| tables.bytes(alias.to))
}

/// The second of two operands that must be the same register and are not.
fn tie_broken<T: MatchTarget>(
    tables: &Tables<'_>,
    target: &T,
    entry: &MatchEntry,
    operands: &[T::Operand],
) -> Option<usize> {
    let reg = |written: i32| {
        let at = usize::try_from(written).ok()?.checked_sub(1)?;
        target.register(operands.get(at)?)
    };
    let steps = tables.convert_steps[entry.conversion.range()].iter();
    let mut ties = steps.filter(|step| step.kind == convert_kind::TIED && step.value != 0);
    let broken = ties.find(|step| {
        let (first, second) = (step.value >> 8, step.value & 0xff);
        first != second && (reg(first).is_none() || reg(first) != reg(second))
    })?;
    usize::try_from(broken.value & 0xff).ok()?.checked_sub(1)
}
