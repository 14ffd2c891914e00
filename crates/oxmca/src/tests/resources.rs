//! Resources: what is left after subtraction, who is served by which unit, reservations.

use oxmca_tables::schema::resource_selection;
use oxmca_tables::{ResourceId, SchedClassId};

use super::model::{TestModel, inst, run};
use super::random::Random;
use crate::lower::resources::{ResourceNeeds, resource_needs};
use crate::simulation::event::Event;
use crate::simulation::model::PipelineOptions;
use crate::simulation::model::unit::resources::Resources;

fn needs(model: &TestModel, class: SchedClassId) -> ResourceNeeds {
    let processor = model.processor();
    let class = processor.tables().sched_class(processor.model, class).unwrap();
    resource_needs(&processor, class, true)
}

/// Returns the mask, cycles, units and reservation of each need.
fn rows(needs: &ResourceNeeds) -> Vec<(u64, u32, u32, bool)> {
    needs.needs.iter().map(|need| (need.mask, need.cycles, need.units, need.reserved)).collect()
}

fn two_ports() -> (TestModel, ResourceId, ResourceId, ResourceId) {
    let mut model = TestModel::new();
    let (p0, p1) = (model.unit(1, -1), model.unit(1, -1));
    let p01 = model.group(&[p0, p1]);
    (model, p0, p1, p01)
}

#[test]
fn cycles_of_a_unit_are_not_counted_again_for_its_groups() {
    let (mut model, p0, _, p01) = two_ports();
    let class = model.class(&[(p0, 2), (p01, 2)]);
    let needs = needs(&model, class);
    assert_eq!(rows(&needs), [(0b001, 2, 1, false)]);
    assert_eq!(needs.groups, 0b100);
}

#[test]
fn what_is_left_of_a_group_is_its_own_use() {
    let (mut model, p0, _, p01) = two_ports();
    let class = model.class(&[(p0, 1), (p01, 3)]);
    assert_eq!(rows(&needs(&model, class)), [(0b001, 1, 1, false), (0b111, 2, 2, false)]);
}

#[test]
fn a_group_used_beyond_all_its_members_is_reserved() {
    let (mut model, p0, p1, p01) = two_ports();
    let class = model.class(&[(p0, 2), (p1, 2), (p01, 7)]);
    let expected = [(0b001, 2, 1, false), (0b010, 2, 1, false), (0b111, 3, 2, true)];
    assert_eq!(rows(&needs(&model, class)), expected);
}

#[test]
fn groups_that_share_members_are_noticed() {
    let mut model = TestModel::new();
    let ports = [model.unit(1, -1), model.unit(1, -1), model.unit(1, -1)];
    let p01 = model.group(&ports[..2]);
    let p12 = model.group(&ports[1..]);
    let shared = model.class(&[(p01, 1), (p12, 1)]);
    let alone = model.class(&[(p01, 1)]);
    assert!(needs(&model, shared).has_overlapping_groups);
    assert!(!needs(&model, alone).has_overlapping_groups);
}

#[test]
fn in_order_resources_issue_at_dispatch() {
    let mut model = TestModel::new();
    let hazard = model.unit(1, 0);
    let buffered = model.unit(1, 8);
    let only_hazard = model.class(&[(hazard, 1)]);
    let both = model.class(&[(hazard, 1), (buffered, 1)]);
    assert!(needs(&model, only_hazard).must_issue_immediately);
    assert!(!needs(&model, both).must_issue_immediately);
    assert_eq!(needs(&model, both).buffers, 0b11);
}

/// Returns the resource index of the unit each dynamic instruction was issued to.
fn units(model: &TestModel, classes: &[SchedClassId], iterations: u32) -> Vec<u8> {
    let insts = classes.iter().map(|class| inst(*class, 1));
    let (log, cycles) = run(model, insts, iterations, &PipelineOptions::default());
    cycles.unwrap();
    let mut used: Vec<(u32, u8)> = log
        .0
        .iter()
        .filter_map(|(_, event)| match event {
            Event::ResourceUsed { inst, resource, .. } => Some((inst.index, resource.0)),
            _ => None,
        })
        .collect();
    used.sort_unstable();
    used.into_iter().map(|(_, resource)| resource).collect()
}

#[test]
fn members_of_a_group_take_turns_from_the_highest() {
    let (mut model, _, _, p01) = two_ports();
    model.model().issue_width_uops = 1;
    let class = model.class(&[(p01, 1)]);
    assert_eq!(units(&model, &[class], 5), [1, 0, 1, 0, 1]);
}

#[test]
fn a_member_used_directly_is_skipped_in_the_next_round() {
    let (mut model, _, p1, p01) = two_ports();
    model.model().issue_width_uops = 1;
    let direct = model.class(&[(p1, 1)]);
    let any = model.class(&[(p01, 1)]);
    assert_eq!(units(&model, &[direct, any], 3), [1, 0, 1, 0, 1, 0]);
}

#[test]
fn an_ordered_group_takes_the_first_free_member_of_its_list() {
    let (mut model, p0, p1, _) = two_ports();
    let p2 = model.unit(1, -1);
    let group = model.group(&[p1, p2, p0]);
    model.select(group, resource_selection::ORDERED);
    let any = model.class(&[(group, 1)]);
    assert_eq!(units(&model, &[any, any, any, any], 1), [1, 2, 0, 1]);
    model.model().issue_width_uops = 1;
    assert_eq!(units(&model, &[any], 3), [1, 1, 1]);
}

#[test]
fn a_least_used_group_counts_direct_uses_too() {
    let (mut model, p0, p1, p01) = two_ports();
    model.model().issue_width_uops = 1;
    let direct = model.class(&[(p1, 1)]);
    let any = model.class(&[(p01, 1)]);
    model.select(p01, resource_selection::LEAST_USED);
    // Of equals the first one of the list.
    assert_eq!(units(&model, &[any], 4), [0, 1, 0, 1]);
    // Round robin would alternate after each direct use.
    assert_eq!(units(&model, &[direct, direct, any, any, any], 1), [1, 1, 0, 0, 0]);
    let first = model.class(&[(p0, 1)]);
    assert_eq!(units(&model, &[first, first, any, any, any], 1), [0, 0, 1, 1, 0]);
}

#[test]
fn units_of_one_resource_serve_as_many_at_once() {
    let mut model = TestModel::new();
    let two = model.unit(2, -1);
    let class = model.class(&[(two, 3)]);
    let insts = vec![inst(class, 1); 4];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    assert_eq!(log.issued(), [1, 1, 4, 4]);
}

#[test]
fn a_reserved_group_keeps_its_members_from_others() {
    let (mut model, p0, p1, p01) = two_ports();
    let reserving = model.class(&[(p0, 1), (p1, 1), (p01, 6)]);
    let any = model.class(&[(p01, 1)]);
    let (log, _) = run(&model, [inst(reserving, 1), inst(any, 1)], 1, &Default::default());
    assert_eq!(log.issued(), [1, 5]);
}

#[test]
fn a_full_reservation_station_stalls_dispatch() {
    let mut model = TestModel::new();
    let port = model.unit(1, 2);
    let class = model.class(&[(port, 4)]);
    let insts = vec![inst(class, 1); 4];
    let (log, _) = run(&model, insts, 1, &PipelineOptions::default());
    // Entries are freed at issue: the first two enter, the others when one has issued.
    assert_eq!(log.dispatched(), [0, 0, 1, 5]);
    assert_eq!(log.issued(), [1, 5, 9, 13]);
}

#[test]
fn needing_more_units_than_there_are_is_a_deadlock() {
    let mut model = TestModel::new();
    let none = model.unit(0, -1);
    let class = model.class(&[(none, 1)]);
    let (_, cycles) = run(&model, [inst(class, 1)], 1, &PipelineOptions::default());
    assert!(matches!(cycles, Err(crate::ErrorKind::Deadlock { .. })));
}

#[test]
fn what_instructions_lack_only_grows_where_that_is_said() {
    let (mut growing, mut others, mut shrunk) = (0, 0, 0);
    for seed in 1..4000 {
        let mut random = Random(0x9e37_79b9_7f4a_7c15u64.wrapping_mul(seed));
        let mut model = TestModel::new();
        let ports: Vec<_> = (0..5).map(|_| model.unit(1 + random.next(5) / 4, -1)).collect();
        let groups: Vec<_> = (0..4)
            .map(|_| {
                let first = random.next(4) as usize;
                let last = first + 2 + random.next(4 - first as u32) as usize;
                model.group(&ports[first..last])
            })
            .collect();
        let units = ports.iter().map(|port| (*port, 1));
        let uses: Vec<_> = units.chain(groups.iter().map(|group| (*group, 9))).collect();
        let all_needs: Vec<_> = (0..6)
            .map(|_| {
                let uses: Vec<_> = uses.iter().filter(|_| random.chance(30)).copied().collect();
                let class = model.class(&uses);
                needs(&model, class)
            })
            .filter(|needs| needs.needs.iter().all(|need| !need.reserved))
            .collect();
        let mut resources = Resources::new(&model.processor(), 0);
        let kinds: Vec<_> = resources.start(&all_needs).collect();
        let busy = |resources: &Resources| -> Vec<u64> {
            kinds.iter().map(|kind| resources.busy_mask(kind)).collect()
        };
        let mut before = busy(&resources);
        loop {
            let free = |kind: &usize| before[*kind] == 0 && !all_needs[*kind].needs.is_empty();
            let candidates: Vec<_> = (0..kinds.len()).filter(free).collect();
            if candidates.is_empty() {
                break;
            }
            let taken = candidates[random.next(candidates.len() as u32) as usize];
            resources.issue(&kinds[taken], 0, |_| {});
            let after = busy(&resources);
            for (number, kind) in kinds.iter().enumerate() {
                let shrinks = before[number] & !after[number] != 0;
                let only_grows = resources.busy_only_grows(kind);
                assert!(!(only_grows && shrinks), "seed {seed}: {:?}", all_needs[number]);
                let overlaps = all_needs[number].has_overlapping_groups;
                growing += u32::from(only_grows && overlaps);
                others += u32::from(!only_grows);
                shrunk += u32::from(shrinks);
            }
            before = after;
        }
    }
    assert!(growing > 1000 && others > 1000 && shrunk > 0, "{growing}, {others}, {shrunk}");
}
