//! Names in tables that stand for code of a target, but behind which there is no code.
//!
//! Tables are imported. Those of a newer LLVM may name methods that a target here does not have yet, and tables are taken
//! all the same: an operand of such a class is then not matched, or not shown. So whoever makes tables asks
//! [`unknown_names`], which asks for each name the code that would be run.

use std::collections::{BTreeMap, BTreeSet};

use oxmca_tables::schema::{
    AsmPiece, Encoding, ImmediateRange, PredicateNode, SchedClass, alias_condition, convert_kind,
    decode_step, match_class_kind, predicate, rewrite_condition,
};
use oxmca_tables::{MatchClassId, Opcode, SchedClassId, Span, Tables};

use super::builtin::KNOWN_NAMES;
use super::known_names::{NameKind, TableName};

/// A name in tables behind which there is no code.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UnknownName {
    /// Its kind.
    pub kind: NameKind,
    /// The name.
    pub name: String,
    /// Names of what uses it, sorted: what [`NameKind::users`] says.
    pub users: Vec<String>,
    /// The file in which the code would be.
    pub file: &'static str,
}

/// Returns the names in the tables of a target behind which there is no code; `None` if there is no target of that name
/// (that of the folder of its tables).
pub fn unknown_names(target: &str, tables: &Tables<'_>) -> Option<Vec<UnknownName>> {
    let mut targets = KNOWN_NAMES.iter();
    let (_, known) = targets.find(|(descriptor, _)| descriptor.name == target)?;
    let mut uses = Uses::default();
    uses.add_all(tables);
    let mut unknown: BTreeMap<(NameKind, String), UnknownName> = BTreeMap::new();
    for ((kind, text, _), (range, users)) in uses.0 {
        let of_kind = (known.of_kind)(kind);
        if of_kind.is_some_and(|it| (it.knows)(tables, &TableName { text, range })) {
            continue;
        }
        let file = of_kind.map_or(known.file, |it| it.file);
        let name = text.to_owned();
        let entry = unknown.entry((kind, name.clone()));
        let entry = entry.or_insert(UnknownName { kind, name, users: Vec::new(), file });
        entry.users.extend(users.into_iter().map(str::to_owned));
    }
    let mut unknown: Vec<UnknownName> = unknown.into_values().collect();
    for it in &mut unknown {
        it.users.sort_unstable();
        it.users.dedup();
    }
    Some(unknown)
}

/// Names by kind and by whether they have a range, with what uses them.
#[derive(Default)]
struct Uses<'t>(BTreeMap<(NameKind, &'t str, bool), (ImmediateRange, BTreeSet<&'t str>)>);

impl<'t> Uses<'t> {
    fn add(&mut self, kind: NameKind, name: &'t str, range: ImmediateRange, user: &'t str) {
        if !name.is_empty() {
            let entry = self.0.entry((kind, name, range.is_empty()));
            entry.or_insert_with(|| (range, BTreeSet::new())).1.insert(user);
        }
    }

    fn add_all(&mut self, tables: &Tables<'t>) {
        self.add_classes(tables);
        self.add_printed(tables);
        self.add_machine_code(tables);
        self.add_scheduling(tables);
        for row in tables.rewrites {
            for condition in &tables.rewrite_conditions[row.conditions.range()] {
                if condition.kind == rewrite_condition::PREDICATE {
                    let name = tables.text(tables.operand_predicates[condition.value as usize]);
                    let user = tables.opcode_name(row.from);
                    let kind = NameKind::CompressionOperandType;
                    self.add(kind, name, ImmediateRange::default(), user);
                }
            }
        }
    }

    /// Adds the methods of operand classes. A class that no form has is its own user.
    fn add_classes(&mut self, tables: &Tables<'t>) {
        let none = ImmediateRange::default();
        let add_class = |uses: &mut Self, class: MatchClassId, user: &'t str| {
            let row = &tables.match_classes[class.index()];
            if row.kind == match_class_kind::PREDICATE {
                uses.add(NameKind::OperandPredicate, tables.text(row.text), row.range, user);
            }
            uses.add(NameKind::OperandParser, tables.text(row.parser), none, user);
            uses.add(NameKind::DefaultOperand, tables.text(row.default), none, user);
        };
        let mut is_used = vec![false; tables.match_classes.len()];
        for entry in tables.match_entries {
            let user = tables.opcode_name(entry.opcode);
            for class in &tables.match_class_lists[entry.classes.range()] {
                is_used[class.index()] = true;
                add_class(self, *class, user);
            }
            for step in &tables.convert_steps[entry.conversion.range()] {
                if step.kind == convert_kind::RENDER {
                    let name = tables.text(tables.render_methods[usize::from(step.method)]);
                    self.add(NameKind::RenderMethod, name, none, user);
                }
            }
        }
        for (index, row) in tables.match_classes.iter().enumerate() {
            if !is_used[index] {
                add_class(self, MatchClassId(index as u16), tables.text(row.name));
            }
        }
    }

    /// Adds the methods of syntax and of aliases.
    fn add_printed(&mut self, tables: &Tables<'t>) {
        let none = ImmediateRange::default();
        let method = |index: usize| tables.text(tables.print_methods[index]);
        let add_pieces = |uses: &mut Self, syntax: Span, user: &'t str| {
            let pieces = tables.asm_pieces[syntax.range()].iter();
            for piece in pieces.filter(|piece| piece.method != AsmPiece::LITERAL) {
                uses.add(NameKind::PrintMethod, method(piece.method.into()), none, user);
            }
        };
        for index in 0..tables.instructions.len() {
            let opcode = Opcode(index as u16);
            for syntax in tables.instruction_syntax(opcode).syntax {
                add_pieces(self, syntax.into(), tables.opcode_name(opcode));
            }
        }
        for alias in tables.print_aliases {
            let user = tables.opcode_name(alias.opcode);
            add_pieces(self, alias.syntax, user);
            for condition in &tables.alias_conditions[alias.conditions.range()] {
                if condition.kind == alias_condition::CUSTOM {
                    let name = method(condition.value as usize);
                    self.add(NameKind::AliasOperandType, name, none, user);
                }
            }
        }
    }

    /// Adds the methods and places of encoders and decoders.
    fn add_machine_code(&mut self, tables: &Tables<'t>) {
        let none = ImmediateRange::default();
        let encoder = |index: u16| tables.text(tables.encoder_methods[usize::from(index)]);
        for row in tables.encodings {
            let user = tables.opcode_name(row.opcode);
            for field in &tables.encoding_fields[row.fields.range()] {
                // Method 0 is that of all targets.
                if field.method != 0 {
                    self.add(NameKind::EncoderMethod, encoder(field.method), none, user);
                }
            }
            if row.post_method != Encoding::NO_METHOD {
                self.add(NameKind::PostEncoderMethod, encoder(row.post_method), none, user);
            }
        }
        for row in tables.decodings {
            let user = tables.opcode_name(row.opcode);
            for step in &tables.decode_steps[row.steps.range()] {
                if step.kind == decode_step::METHOD {
                    let name = tables.text(tables.decoder_methods[usize::from(step.argument)]);
                    self.add(NameKind::DecoderMethod, name, none, user);
                }
            }
        }
        for index in 0..tables.decoded_operands.len() {
            let opcode = Opcode(index as u16);
            for place in tables.operand_places_of(opcode) {
                let name = tables.text(tables.operand_places[usize::from(*place)]);
                self.add(NameKind::OperandPlace, name, none, tables.opcode_name(opcode));
            }
        }
        for map in tables.opcode_maps {
            let name = tables.text(map.name);
            self.add(NameKind::OpcodeMap, name, none, name);
        }
    }

    /// Adds the functions that models ask.
    fn add_scheduling(&mut self, tables: &Tables<'t>) {
        for model in tables.models {
            let user = tables.text(model.name);
            for class in 0..tables.sched_class_names.len() {
                let found = tables.sched_class(model, SchedClassId(class as u16));
                let variant = found.filter(|it| it.num_micro_ops == SchedClass::VARIANT_UOPS);
                let Some(variant) = variant else { continue };
                for case in &tables.variant_cases[variant.variants.range()] {
                    self.add_predicate(tables, case.predicate, user);
                }
            }
            for idiom in &tables.idioms[model.idioms.range()] {
                self.add_predicate(tables, idiom.predicate, user);
            }
        }
    }

    fn add_predicate(&mut self, tables: &Tables<'t>, nodes: Span, user: &'t str) {
        let nodes: &[PredicateNode] = &tables.predicates[nodes.range()];
        for node in nodes.iter().filter(|node| node.kind == predicate::FUNCTION) {
            let name = tables.text(tables.predicate_functions[usize::from(node.a)]);
            self.add(NameKind::PredicateFunction, name, ImmediateRange::default(), user);
        }
    }
}
