//! Symbols the text defines or mentions.

use std::cell::{Cell, RefCell};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

use crate::inst::{BinaryOp, Expr};
use crate::lossless;
use crate::source::Loc;
use crate::symbol_order;

/// Levels of expressions within expressions within symbols that are followed.
pub(crate) const MAX_EVALUATION_DEPTH: u32 = 2000;
/// Most symbols of a text.
pub(crate) const MAX_SYMBOLS: usize = 1 << 20;
/// Parts of the expressions of symbols that are evaluated while a text is read. Symbols are evaluated anew when others
/// have changed.
const MAX_EVALUATED_PARTS: u64 = 1 << 26;

/// A section, which symbols are in: index into [`Sections`](crate::sections::Sections).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct SectionId(pub(crate) u32);

/// A value as a linker understands it: `add - sub + constant`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Relocatable {
    /// Symbol added.
    pub add: Option<SymbolId>,
    /// Symbol subtracted.
    pub sub: Option<SymbolId>,
    /// Constant added.
    pub constant: i64,
    /// Set if the added symbol has a relocation specifier.
    pub has_specifier: bool,
}

/// The place of a symbol.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Place {
    Nowhere,
    Absolute,
    Section,
}

/// A symbol: index into [`Symbols`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(u32);

/// The value of a symbol.
#[derive(Clone, Debug, Default)]
pub enum SymbolValue {
    /// Nothing yet.
    #[default]
    Undefined,
    /// A place in a section.
    Label,
    /// An expression it was set to.
    Variable {
        /// The expression.
        value: Expr,
        /// The symbols it mentions, in order. A name may mean another symbol by now.
        mentions: Box<[SymbolId]>,
        /// The number of its parts: symbols, constants and operators.
        parts: u32,
    },
}

/// A symbol.
#[derive(Clone, Debug)]
pub struct Symbol {
    /// The name.
    pub name: Box<[u8]>,
    /// Its value.
    pub value: SymbolValue,
    /// Set if it may be set again.
    pub redefinable: bool,
    /// Set if it is the name of a section.
    pub is_section: bool,
    /// The section it is a place in.
    pub(crate) section: Option<SectionId>,
    /// Set if another symbol is set to an expression with it.
    is_mentioned: bool,
    resolving: Cell<bool>,
}

impl Symbol {
    /// Returns the expression it was set to.
    pub fn variable(&self) -> Option<&Expr> {
        match &self.value {
            SymbolValue::Variable { value, .. } => Some(value),
            _ => None,
        }
    }
}

/// Hashes names; fast, and good enough for names people write.
#[derive(Default)]
pub(crate) struct NameHasher(u64);

impl Hasher for NameHasher {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u8(&mut self, value: u8) {
        self.write_u64(u64::from(value));
    }

    fn write_usize(&mut self, value: usize) {
        self.write_u64(value as u64);
    }

    fn write_u64(&mut self, value: u64) {
        self.0 = (self.0.rotate_left(5) ^ value).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    }

    fn finish(&self) -> u64 {
        self.0 ^ (self.0 >> 32)
    }
}

/// A map from names.
pub(crate) type NameMap<V> = HashMap<Box<[u8]>, V, BuildHasherDefault<NameHasher>>;

#[derive(Clone, Copy, Default)]
struct NameEntry {
    /// The symbol the name stands for in the text.
    symbol: Option<SymbolId>,
    /// The symbol whose own name this is.
    named: Option<SymbolId>,
    /// Set if a symbol of this exact name exists, reachable or not.
    used: bool,
    /// Suffix for the next symbol named after this one.
    next_suffix: u32,
    /// The number of names that came before.
    index: u32,
}

/// A mention of a local label that has no definition yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ForwardLabel {
    pub loc: Loc,
    pub symbol: SymbolId,
    pub origin: Option<u32>,
}

/// All symbols.
pub struct Symbols {
    names: NameMap<NameEntry>,
    symbols: Vec<Symbol>,
    has_variables: bool,
    private_prefix: &'static str,
    /// Per local label number: how often it was defined.
    instances: HashMap<u32, u32, BuildHasherDefault<NameHasher>>,
    /// Per local label number and instance.
    locals: HashMap<(u32, u32), SymbolId, BuildHasherDefault<NameHasher>>,
    pub(crate) forward_labels: Vec<ForwardLabel>,
    /// Symbols that were evaluated since one has changed. Each is evaluated once, in however many ways expressions
    /// lead to it.
    values: RefCell<SymbolMap<Option<Relocatable>>>,
    places: RefCell<SymbolMap<Place>>,
    evaluated_parts: Cell<u64>,
}

type SymbolMap<V> = HashMap<SymbolId, V, BuildHasherDefault<NameHasher>>;

impl Symbols {
    pub(crate) fn new(private_prefix: &'static str) -> Symbols {
        Symbols {
            names: NameMap::default(),
            symbols: Vec::new(),
            has_variables: false,
            private_prefix,
            instances: HashMap::default(),
            locals: HashMap::default(),
            forward_labels: Vec::new(),
            values: RefCell::default(),
            places: RefCell::default(),
            evaluated_parts: Cell::new(0),
        }
    }

    /// Returns whether symbols have been evaluated so often that no more are.
    #[inline]
    pub(crate) fn is_exhausted(&self) -> bool {
        self.evaluated_parts.get() > MAX_EVALUATED_PARTS
    }

    /// Counts the parts of an expression that is to be evaluated. Returns whether it may be.
    fn count_parts(&self, parts: u32) -> bool {
        self.evaluated_parts.set(self.evaluated_parts.get().saturating_add(parts.into()));
        !self.is_exhausted()
    }

    /// Returns the value of a symbol that is set to an expression. `evaluate` finds it, unless it is known; `None` is
    /// known only if it is `final`.
    pub(crate) fn value_or(
        &self,
        id: SymbolId,
        parts: u32,
        evaluate: impl FnOnce() -> Option<Relocatable>,
        is_final: impl FnOnce() -> bool,
    ) -> Option<Relocatable> {
        if let Some(value) = self.values.borrow().get(&id) {
            return *value;
        }
        if !self.count_parts(parts) || self.get(id).resolving.replace(true) {
            return None;
        }
        let value = evaluate();
        self.get(id).resolving.set(false);
        if value.is_some() || is_final() {
            self.values.borrow_mut().insert(id, value);
        }
        value
    }

    /// Forgets values and places that may follow from a symbol, since it changes.
    #[inline]
    fn forget_values_of(&mut self, id: SymbolId) {
        if !self.has_variables {
            return;
        }
        if !self.get(id).is_mentioned {
            self.values.get_mut().remove(&id);
            self.places.get_mut().remove(&id);
        } else {
            self.values.get_mut().clear();
            self.places.get_mut().clear();
        }
    }

    /// Returns the symbol.
    pub fn get(&self, id: SymbolId) -> &Symbol {
        &self.symbols[id.0 as usize]
    }

    /// Returns the symbol, to change.
    pub fn get_mut(&mut self, id: SymbolId) -> &mut Symbol {
        &mut self.symbols[id.0 as usize]
    }

    /// Returns the symbol of that name as it is, if the text has mentioned it.
    pub fn lookup(&self, name: &[u8]) -> Option<SymbolId> {
        self.names.get(name)?.symbol
    }

    /// Returns the symbol of that name, as expressions name it. Those the text cannot name are
    /// found too.
    pub(crate) fn resolve(&self, name: &[u8]) -> Option<SymbolId> {
        self.names.get(name)?.named
    }

    /// Returns the symbol a name in the text stands for, which begins to exist now if it did not. `\\` and
    /// `\"` in the name stand for the character after the backslash.
    pub fn intern(&mut self, name: &[u8]) -> SymbolId {
        if !name.contains(&b'\\') {
            return self.intern_exact(name);
        }
        let mut plain = Vec::with_capacity(name.len());
        let mut bytes = name.iter().peekable();
        while let Some(&byte) = bytes.next() {
            let escaped = bytes.next_if(|next| byte == b'\\' && matches!(next, b'"' | b'\\'));
            plain.push(escaped.copied().unwrap_or(byte));
        }
        self.intern_exact(&plain)
    }

    fn intern_exact(&mut self, name: &[u8]) -> SymbolId {
        match self.names.get(name) {
            Some(NameEntry { symbol: Some(symbol), .. }) => return *symbol,
            // A temporary symbol took the name: the text's own gets another.
            Some(NameEntry { used: true, .. }) => {
                let symbol = self.create_renamed(name, false);
                self.entry(name).symbol = Some(symbol);
                return symbol;
            }
            _ => {}
        }
        let symbol = self.create(name);
        if let Some(entry) = self.names.get_mut(name) {
            entry.used = true;
            entry.symbol = Some(symbol);
        }
        symbol
    }

    fn entry(&mut self, name: &[u8]) -> &mut NameEntry {
        let index = self.names.len() as u32;
        self.names.entry(name.into()).or_insert(NameEntry { index, ..NameEntry::default() })
    }

    /// Returns whether there are as many symbols as there may be. All further ones are one.
    #[inline]
    pub(crate) fn is_full(&self) -> bool {
        self.symbols.len() >= MAX_SYMBOLS
    }

    fn create(&mut self, name: &[u8]) -> SymbolId {
        if self.is_full() {
            return SymbolId(MAX_SYMBOLS as u32 - 1);
        }
        let id = SymbolId(self.symbols.len() as u32);
        self.symbols.push(Symbol {
            name: name.into(),
            value: SymbolValue::Undefined,
            redefinable: false,
            is_section: false,
            section: None,
            is_mentioned: false,
            resolving: Cell::new(false),
        });
        self.entry(name).named = Some(id);
        id
    }

    /// Returns a new symbol called `base`, with a number after it if the name is taken (or
    /// `always`).
    fn create_renamed(&mut self, base: &[u8], always: bool) -> SymbolId {
        let mut name = base.to_vec();
        let mut add_suffix = always || self.names.get(base).is_some_and(|entry| entry.used);
        while add_suffix {
            let entry = self.entry(base);
            let suffix = entry.next_suffix;
            entry.next_suffix = suffix.wrapping_add(1);
            name.truncate(base.len());
            name.extend_from_slice(suffix.to_string().as_bytes());
            add_suffix = self.names.get(name.as_slice()).is_some_and(|entry| entry.used);
        }
        self.entry(&name).used = true;
        self.create(&name)
    }

    /// Returns the symbol for the place the text has come to, which has no name. One stands for all
    /// places, since nothing depends on them.
    pub(crate) fn location(&mut self) -> SymbolId {
        if let Some(symbol) = self.resolve(b"") {
            return symbol;
        }
        let symbol = self.create(b"");
        self.set(symbol, SymbolValue::Label);
        symbol
    }

    /// Returns a new assembler-local symbol (`.Ltmp0`, `.Ltmp1`, ...).
    fn create_temporary(&mut self) -> SymbolId {
        self.create_named_temporary("tmp")
    }

    /// Returns a new assembler-local symbol called by `stem` and a number (`.Lpcrel_hi0`, `.Lpcrel_hi1`, ...).
    /// Symbols of the text that come to be called so later are renamed.
    pub(crate) fn create_named_temporary(&mut self, stem: &str) -> SymbolId {
        let base = format!("{}{stem}", self.private_prefix);
        self.create_renamed(base.as_bytes(), true)
    }

    /// Returns the symbol a definition `number:` defines.
    pub(crate) fn define_local(&mut self, number: u32) -> SymbolId {
        let instance = self.instances.entry(number).or_insert(0);
        *instance = instance.wrapping_add(1);
        let instance = *instance;
        self.local(number, instance)
    }

    /// Returns the symbol that `number` followed by `b` or `f` means.
    pub(crate) fn local_reference(&mut self, number: u32, backward: bool) -> SymbolId {
        let instance = self.instances.get(&number).copied().unwrap_or(0);
        self.local(number, if backward { instance } else { instance.wrapping_add(1) })
    }

    fn local(&mut self, number: u32, instance: u32) -> SymbolId {
        if let Some(symbol) = self.locals.get(&(number, instance)) {
            return *symbol;
        }
        let symbol = self.create_temporary();
        self.locals.insert((number, instance), symbol);
        symbol
    }

    /// Makes a symbol stand for something.
    pub fn set(&mut self, id: SymbolId, value: SymbolValue) {
        self.forget_values_of(id);
        self.get_mut(id).value = value;
    }

    /// Returns the symbols an expression mentions, in order. `None` if one does not exist.
    pub(crate) fn mentions(&self, expr: &Expr) -> Option<Vec<SymbolId>> {
        self.mentions_and_parts(expr).map(|it| it.0)
    }

    /// Returns the symbols an expression mentions, in order, and the number of its parts.
    fn mentions_and_parts(&self, expr: &Expr) -> Option<(Vec<SymbolId>, u32)> {
        fn collect(
            symbols: &Symbols,
            expr: &Expr,
            found: &mut Vec<SymbolId>,
            parts: &mut u32,
        ) -> Option<()> {
            *parts += 1;
            match expr {
                Expr::Constant(_) | Expr::Register(_) => {}
                Expr::Symbol { name, .. } => {
                    found.push(symbols.resolve(&lossless::to_bytes(name))?)
                }
                Expr::Unary(_, operand) | Expr::Specifier { operand, .. } => {
                    collect(symbols, operand, found, parts)?;
                }
                Expr::Binary(_, operands) => {
                    collect(symbols, &operands.0, found, parts)?;
                    collect(symbols, &operands.1, found, parts)?;
                }
            }
            Some(())
        }
        let (mut found, mut parts) = (Vec::new(), 0);
        collect(self, expr, &mut found, &mut parts)?;
        Some((found, parts))
    }

    /// Sets the symbol that a name stands for to an expression. If it is set already, the name stands
    /// for a new symbol from here on: what mentions the old one goes on meaning that.
    pub(crate) fn set_variable(&mut self, id: SymbolId, value: Expr, redefinable: bool) {
        let (mentions, parts) = self.mentions_and_parts(&value).unwrap_or_default();
        for mentioned in &mentions {
            self.get_mut(*mentioned).is_mentioned = true;
        }
        let mut target = id;
        if self.get(id).redefinable && self.get(id).variable().is_some() {
            if self.is_full() {
                return;
            }
            target = SymbolId(self.symbols.len() as u32);
            let mut copy = self.get(id).clone();
            copy.value = SymbolValue::Undefined;
            copy.is_mentioned = false;
            if let Some(entry) = self.names.get_mut(&copy.name) {
                entry.named = Some(target);
                // A name that was taken stands for a symbol of another name.
                entry.symbol = entry.symbol.map(|_| target);
            }
            self.symbols.push(copy);
        }
        self.has_variables = true;
        self.forget_values_of(target);
        let symbol = self.get_mut(target);
        symbol.value = SymbolValue::Variable { value, mentions: mentions.into(), parts };
        symbol.redefinable = redefinable;
    }

    /// Returns whether any symbol was ever set to an expression.
    #[inline]
    pub(crate) fn has_variables(&self) -> bool {
        self.has_variables
    }

    /// Returns the symbols that are set to expressions.
    pub(crate) fn variables(&self) -> impl Iterator<Item = SymbolId> {
        let symbols = self.symbols.iter().enumerate();
        symbols.filter(|(_, it)| it.variable().is_some()).map(|(at, _)| SymbolId(at as u32))
    }

    /// Makes a symbol that may be set again stand for nothing.
    pub(crate) fn forget_if_redefinable(&mut self, id: SymbolId) {
        if self.get(id).redefinable {
            self.forget_values_of(id);
            let symbol = self.get_mut(id);
            symbol.value = SymbolValue::Undefined;
            symbol.redefinable = false;
        }
    }

    /// Returns whether the symbol is assembler-local by its name.
    pub(crate) fn is_temporary(&self, id: SymbolId) -> bool {
        let symbol = self.get(id);
        !symbol.is_section && symbol.name.starts_with(self.private_prefix.as_bytes())
    }

    /// Returns local symbols by name that stand for nothing, in the order in which LLVM comes upon
    /// them.
    pub(crate) fn undefined_temporaries(&self) -> Vec<SymbolId> {
        let is_wanted = |id: SymbolId| {
            self.is_temporary(id) && matches!(self.get(id).value, SymbolValue::Undefined)
        };
        let symbols = self.names.values().filter_map(|entry| entry.symbol);
        let mut found: Vec<SymbolId> = symbols.filter(|id| is_wanted(*id)).collect();
        if found.len() < 2 {
            return found;
        }
        // The place in the text has no name in LLVM.
        let named = self.names.iter().filter(|(name, _)| !name.is_empty());
        let mut entries: Vec<(&[u8], &NameEntry)> =
            named.map(|(name, entry)| (&**name, entry)).collect();
        entries.sort_unstable_by_key(|(_, entry)| entry.index);
        let names = entries.iter().map(|(name, _)| *name);
        found = symbol_order::table_order(names)
            .into_iter()
            .filter_map(|at| entries[at].1.symbol)
            .filter(|id| is_wanted(*id))
            .collect();
        found
    }

    /// Returns whether the symbol stands for nothing, or for an expression of such symbols.
    pub fn is_undefined(&self, id: SymbolId) -> bool {
        self.place(id) == Place::Nowhere
    }

    /// Returns whether the symbol is a place in a section.
    pub fn is_in_section(&self, id: SymbolId) -> bool {
        self.place(id) == Place::Section
    }

    fn place(&self, id: SymbolId) -> Place {
        self.place_of_symbol(id, 0)
    }

    fn place_of_symbol(&self, id: SymbolId, depth: u32) -> Place {
        match &self.get(id).value {
            SymbolValue::Undefined => Place::Nowhere,
            SymbolValue::Label => Place::Section,
            SymbolValue::Variable { value, mentions, parts } => {
                if let Some(place) = self.places.borrow().get(&id) {
                    return *place;
                }
                if !self.count_parts(*parts) {
                    return Place::Absolute;
                }
                let place = self.place_of(value, &mut mentions.iter(), depth + 1);
                self.places.borrow_mut().insert(id, place);
                place
            }
        }
    }

    /// Returns the place of an expression. Symbols may be set in terms of each other, so the depth is bounded.
    fn place_of(
        &self,
        expr: &Expr,
        mentions: &mut std::slice::Iter<'_, SymbolId>,
        depth: u32,
    ) -> Place {
        if depth > MAX_EVALUATION_DEPTH {
            return Place::Absolute;
        }
        match expr {
            Expr::Constant(_) => Place::Absolute,
            Expr::Register(_) => Place::Nowhere,
            Expr::Symbol { .. } => match mentions.next() {
                Some(symbol) => self.place_of_symbol(*symbol, depth),
                None => Place::Nowhere,
            },
            Expr::Unary(_, operand) | Expr::Specifier { operand, .. } => {
                self.place_of(operand, mentions, depth + 1)
            }
            Expr::Binary(operator, operands) => {
                let left = self.place_of(&operands.0, mentions, depth + 1);
                let right = self.place_of(&operands.1, mentions, depth + 1);
                match (left, right) {
                    (Place::Absolute, other) | (other, Place::Absolute) => other,
                    _ if *operator == BinaryOp::Sub => Place::Absolute,
                    (Place::Nowhere, other) => other,
                    (known, _) => known,
                }
            }
        }
    }
}
