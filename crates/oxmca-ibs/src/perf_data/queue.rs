//! Bringing records into the order of their times.
//!
//! Processors write records into buffers of their own, which perf copies one after the other. It marks
//! rounds: what comes after a mark is not earlier than what came before the mark before it. Samples
//! need no order among each other, but the mappings that they are looked up in do.

/// Bytes of records that are kept back at most, should marks be missing.
const MAX_BYTES: usize = 32 << 20;

/// A record that waits.
#[derive(Clone, Copy, Debug)]
struct Entry {
    time: u64,
    at: usize,
    len: u32,
    head: Head,
}

/// The properties of a record besides its body.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    pub kind: u32,
    pub misc: u16,
    /// Index of the event.
    pub event: u16,
}

/// Records that wait for earlier ones.
#[derive(Debug, Default)]
pub struct Queue {
    entries: Vec<Entry>,
    bytes: Vec<u8>,
    spare: Vec<u8>,
    latest: u64,
    latest_of_round_before: u64,
}

impl Queue {
    /// Adds a record, and hands on the earlier half if too many wait.
    pub fn push(
        &mut self,
        time: u64,
        head: Head,
        body: &[u8],
        deliver: &mut impl FnMut(Head, &[u8]),
    ) {
        self.latest = self.latest.max(time);
        let len = body.len() as u32;
        self.entries.push(Entry { time, at: self.bytes.len(), len, head });
        self.bytes.extend_from_slice(body);
        if self.bytes.len() >= MAX_BYTES {
            let middle = self.entries.len() / 2;
            let (_, median, _) = self.entries.select_nth_unstable_by_key(middle, key);
            let limit = median.time;
            self.deliver_until(limit, deliver);
        }
    }

    /// Ends a round: hands on what no later record can precede.
    pub fn finish_round(&mut self, deliver: &mut impl FnMut(Head, &[u8])) {
        let limit = std::mem::replace(&mut self.latest_of_round_before, self.latest);
        self.deliver_until(limit, deliver);
    }

    /// Hands on all records.
    pub fn finish(&mut self, deliver: &mut impl FnMut(Head, &[u8])) {
        self.deliver_until(u64::MAX, deliver);
    }

    fn deliver_until(&mut self, limit: u64, deliver: &mut impl FnMut(Head, &[u8])) {
        // Stable, and quick where there are runs in order: the buffers of processors.
        self.entries.sort_by_key(|it| it.time);
        let count = self.entries.partition_point(|it| it.time <= limit);
        for entry in &self.entries[..count] {
            deliver(entry.head, &self.bytes[entry.at..][..entry.len as usize]);
        }
        self.entries.drain(..count);
        self.spare.clear();
        for entry in &mut self.entries {
            let at = self.spare.len();
            self.spare.extend_from_slice(&self.bytes[entry.at..][..entry.len as usize]);
            entry.at = at;
        }
        std::mem::swap(&mut self.bytes, &mut self.spare);
    }
}

/// Returns the key of the order: time, then the position in the file.
fn key(entry: &Entry) -> (u64, usize) {
    (entry.time, entry.at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(order: &[u64], marks: &[usize]) -> Vec<u8> {
        let mut queue = Queue::default();
        let mut seen = Vec::new();
        let mut deliver = |_: Head, body: &[u8]| seen.push(body[0]);
        for (at, time) in order.iter().enumerate() {
            let head = Head { kind: 9, misc: 0, event: 0 };
            queue.push(*time, head, &[*time as u8], &mut deliver);
            if marks.contains(&at) {
                queue.finish_round(&mut deliver);
            }
        }
        queue.finish(&mut deliver);
        seen
    }

    #[test]
    fn rounds_are_merged() {
        assert_eq!(times(&[1, 3, 2, 4, 5, 7, 6, 8], &[2, 5]), [1, 2, 3, 4, 5, 6, 7, 8]);
        assert_eq!(times(&[0, 0, 0], &[0, 1]), [0, 0, 0]);
    }

    #[test]
    fn without_marks_few_bytes_wait() {
        let mut queue = Queue::default();
        let mut last = 0;
        let mut count = 0;
        let body = [0; 60_000];
        let mut deliver = |head: Head, _: &[u8]| {
            assert!(head.kind >= last);
            last = head.kind;
            count += 1;
        };
        for kind in 0..3000 {
            let head = Head { kind, misc: 0, event: 0 };
            queue.push(u64::from(kind), head, &body, &mut deliver);
            assert!(queue.bytes.len() < MAX_BYTES + body.len());
        }
        queue.finish(&mut deliver);
        assert_eq!(count, 3000);
    }
}
