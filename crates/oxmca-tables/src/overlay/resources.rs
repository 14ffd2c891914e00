//! `resource` and `change-resource` lines.

use std::ops::Range;

use super::LateMistake;
use super::ports::Containment;
use super::{append, declared_name, here, ranged, suggest, unknown_property};
use crate::image::Tables;
use crate::schema::*;
use crate::text::TextError;
use crate::text::lines::{Line, list};
use crate::text::model::resource_selection;

/// Most entries of a buffer.
const MAX_ENTRIES: i128 = 1 << 20;

/// A resource in the making.
#[derive(Clone)]
struct Draft {
    name: String,
    row: Resource,
    /// The units of a group: each member as often as it has units. Empty for a plain resource.
    members: Vec<ResourceId>,
    /// Members as a line of the file names them, among them groups, and the place where it does.
    written: Option<(Vec<ResourceId>, Range<usize>)>,
    /// The place of `super=`.
    written_super: Option<Range<usize>>,
}

/// The resources of a model in the making.
pub(super) struct Resources {
    /// By [`ResourceId`]; the first is no resource.
    drafts: Vec<Draft>,
    /// The number of resources of the extended model.
    base_len: usize,
    /// Members and units of these as they were before.
    base: Vec<(Vec<ResourceId>, u32)>,
    /// Groups and super-resources as they were before.
    pub before: Containment,
    /// Groups and super-resources as they are when finished.
    pub after: Containment,
}

impl Resources {
    pub fn new(tables: &Tables<'_>, base: Option<&Model>) -> Self {
        let none = [Resource::default()];
        let rows = base.map_or(&none[..], |model| &tables.resources[model.resources.range()]);
        let draft = |row: &Resource| Draft {
            name: tables.text(row.name).to_owned(),
            row: *row,
            members: tables.resource_lists[row.sub_units.range()].to_vec(),
            written: None,
            written_super: None,
        };
        let drafts: Vec<Draft> = rows.iter().map(draft).collect();
        let base_of = |draft: &Draft| (draft.members.clone(), draft.row.num_units);
        let mut resources = Resources {
            base_len: drafts.len(),
            base: drafts.iter().map(base_of).collect(),
            drafts,
            before: Containment::default(),
            after: Containment::default(),
        };
        resources.before = resources.containment();
        resources
    }

    /// Returns the resource of that name.
    pub fn find(&self, line: &Line<'_>, name: &str) -> Result<ResourceId, TextError> {
        let index = self.drafts.iter().skip(1).position(|draft| draft.name == name);
        index.map(|index| ResourceId(index as u16 + 1)).ok_or_else(|| {
            let hint = suggest::hint(name, self.drafts.iter().skip(1).map(|it| it.name.as_str()));
            line.error_at(name, format!("unknown resource `{name}`{hint}"))
        })
    }

    /// Returns whether a resource is one unit.
    pub fn is_unit(&self, id: ResourceId) -> bool {
        let draft = &self.drafts[id.index()];
        draft.members.is_empty() && draft.written.is_none() && draft.row.num_units == 1
    }

    /// Returns the name of a resource.
    pub fn name(&self, id: ResourceId) -> &str {
        self.drafts.get(id.index()).map_or("", |draft| &draft.name)
    }

    /// Adds a new resource, which may be named from anywhere in the file.
    pub fn declare(&mut self, line: &Line<'_>) -> Result<(), TextError> {
        /// Most resources of a model: simulation has one bit for each.
        const MAX_RESOURCES: usize = 64;
        let name = declared_name(line)?;
        match self.drafts.iter().skip(1).position(|draft| draft.name == name) {
            Some(index) if index + 1 < self.base_len => {
                let message = format!(
                    "the model has a resource `{name}` already; `change-resource` changes it"
                );
                return Err(line.error_at(name, message));
            }
            Some(_) => {
                return Err(line.error_at(name, format!("resource `{name}` is already defined")));
            }
            None if self.drafts.len() > MAX_RESOURCES => {
                let message = format!("a model has at most {MAX_RESOURCES} resources");
                return Err(line.error_at(name, message));
            }
            None => {}
        }
        let row = Resource { num_units: 1, buffer_size: -1, ..Resource::default() };
        let members = Vec::new();
        let name = name.to_owned();
        self.drafts.push(Draft { name, row, members, written: None, written_super: None });
        Ok(())
    }

    /// Parses `resource NAME [units=N] [buffer=N] [super=RESOURCE] [members=RESOURCE,...]
    /// [select=WAY]`, or of the same form a line that changes one.
    pub fn read(&mut self, line: &Line<'_>, name: Text) -> Result<(), TextError> {
        let is_new = line.keyword() == "resource";
        let id = match self.find(line, line.word(1, "name")?) {
            Ok(id) => id,
            // The first pass has told of it.
            Err(_) if is_new => return Ok(()),
            Err(unknown) => return Err(unknown),
        };
        if is_new && id.index() < self.base_len {
            return Ok(());
        }
        let mut draft = self.drafts[id.index()].clone();
        if is_new {
            draft.row.name = name;
        }
        let is_group = |draft: &Draft| !draft.members.is_empty() || draft.written.is_some();
        let is_group_line = is_group(&draft) || line.pairs(2).any(|(key, _)| key == "members");
        for (key, value) in line.pairs(2) {
            match key {
                "units" if is_group_line => {
                    let message = "a group has the units of its members, none of its own";
                    return Err(line.error_at(key, message));
                }
                "units" => {
                    draft.row.num_units = ranged(line, value, 1..=Resource::MAX_UNITS.into())?;
                }
                "buffer" => draft.row.buffer_size = ranged(line, value, -1..=MAX_ENTRIES)?,
                "super" if is_group_line => {
                    return Err(line.error_at(key, "a group is not part of another resource"));
                }
                "super" => {
                    draft.row.super_resource = self.find(line, value)?;
                    draft.written_super = Some(line.place(value));
                }
                "members" if !is_new && !is_group(&draft) => {
                    let message = format!("`{}` is a port, not a group", draft.name);
                    return Err(line.error_at(key, message));
                }
                "members" => {
                    /// More than one for each unit there can be.
                    const MAX_MEMBERS: usize = 255;
                    let members = list(value).take(MAX_MEMBERS).map(|name| self.find(line, name));
                    let members = members.collect::<Result<Vec<_>, _>>()?;
                    if members.is_empty() {
                        return Err(line.error_at(key, "a group has at least one member"));
                    }
                    draft.written = Some((members, line.place(value)));
                }
                "select" if !is_group_line => {
                    let message = "only a group selects: it has `members=`";
                    return Err(line.error_at(key, message));
                }
                "select" => draft.row.selection = resource_selection(line, value)?,
                _ => {
                    let known = ["units", "buffer", "super", "members", "select"];
                    return Err(unknown_property(line, key, &known));
                }
            }
        }
        self.drafts[id.index()] = draft;
        Ok(())
    }

    /// Resolves groups of groups, and gives groups the units that their members have now.
    pub fn finish(&mut self) -> Result<(), LateMistake> {
        self.check_supers()?;
        let mut open = vec![false; self.drafts.len()];
        for id in 1..self.drafts.len() {
            self.resolve(id, &mut open)?;
        }
        for id in 1..self.drafts.len() {
            if self.drafts[id].members.is_empty() {
                continue;
            }
            let members = self.with_units(id);
            if members.len() > Resource::MAX_UNITS as usize {
                let message = format!("a group has at most {} units", Resource::MAX_UNITS);
                return Err((self.drafts[id].written.clone().map(|it| it.1), message));
            }
            self.drafts[id].row.num_units = members.len() as u32;
            self.drafts[id].members = members;
        }
        self.after = self.containment();
        Ok(())
    }

    /// Checks that what a resource is part of is a port, and not part of the resource.
    fn check_supers(&self) -> Result<(), LateMistake> {
        for (id, draft) in self.drafts.iter().enumerate() {
            let Some(place) = &draft.written_super else { continue };
            let error = |message| Err((Some(place.clone()), message));
            let mut at = draft.row.super_resource;
            for _ in 0..self.drafts.len() {
                let next = &self.drafts[at.index()];
                if at.index() == id {
                    return error(format!("`{}` cannot be a part of itself", draft.name));
                }
                if !next.members.is_empty() || next.written.is_some() {
                    return error(format!(
                        "`{}` is a group: it has `members=`, not parts",
                        next.name
                    ));
                }
                if next.row.super_resource.0 == 0 {
                    break;
                }
                at = next.row.super_resource;
            }
        }
        Ok(())
    }

    /// Replaces groups among the written members of a group by theirs.
    fn resolve(&mut self, id: usize, open: &mut [bool]) -> Result<(), LateMistake> {
        let Some((written, place)) = self.drafts[id].written.clone() else { return Ok(()) };
        let error = |message| Err((Some(place.clone()), message));
        if open[id] {
            return error(format!("group `{}` contains itself", self.drafts[id].name));
        }
        open[id] = true;
        let mut members = Vec::new();
        for member in written {
            let nested = if member.index() == id {
                // A group that is changed may name itself: those are the members that it had.
                match self.base.get(id) {
                    Some((members, _)) if !members.is_empty() => members.clone(),
                    _ => {
                        let name = &self.drafts[id].name;
                        return error(format!("group `{name}` contains itself"));
                    }
                }
            } else {
                if self.drafts[member.index()].written.is_some() && open[member.index()] {
                    let (outer, inner) = (self.name(ResourceId(id as u16)), self.name(member));
                    return error(format!("groups `{outer}` and `{inner}` contain each other"));
                }
                self.resolve(member.index(), open)?;
                self.drafts[member.index()].members.clone()
            };
            if nested.is_empty() {
                members.push(member);
            }
            let new: Vec<ResourceId> =
                nested.into_iter().filter(|member| !members.contains(member)).collect();
            members.extend(new);
        }
        open[id] = false;
        self.drafts[id].members = members;
        Ok(())
    }

    /// Returns the members of a group, each at least as often as it has units, and as often as
    /// before where neither has changed.
    fn with_units(&self, id: usize) -> Vec<ResourceId> {
        let draft = &self.drafts[id];
        let count = |members: &[ResourceId], id| members.iter().filter(|it| **it == id).count();
        let wanted = |member: ResourceId| {
            let units = self.drafts[member.index()].row.num_units as usize;
            let named = count(&draft.members, member);
            match self.base.get(member.index()) {
                Some((_, before)) if draft.written.is_none() => {
                    (named + units).saturating_sub(*before as usize).max(1)
                }
                _ => named.max(units),
            }
        };
        let mut members: Vec<ResourceId> = Vec::new();
        for member in &draft.members {
            if count(&members, *member) < wanted(*member) {
                members.push(*member);
            }
        }
        for member in &draft.members {
            let missing = wanted(*member).saturating_sub(count(&members, *member));
            members.extend(std::iter::repeat_n(*member, missing));
        }
        members
    }

    fn containment(&self) -> Containment {
        let groups = self.drafts.iter().map(|draft| (draft.row, &draft.members[..]));
        Containment::new(groups)
    }

    /// Returns whether a port is in other groups than before, or part of another resource.
    pub fn groups_changed(&self) -> bool {
        self.base_len > 1 && self.before != self.after
    }

    /// Appends the resources to the tables of all models.
    pub fn write(self, rows: &mut Vec<Resource>, lists: &mut Vec<ResourceId>) -> Span {
        let mut span = here(rows);
        for mut draft in self.drafts {
            draft.row.sub_units = match draft.members.is_empty() {
                true => Span::default(),
                false => append(lists, &draft.members),
            };
            rows.push(draft.row);
            span.len += 1;
        }
        span
    }
}
