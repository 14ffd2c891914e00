//! Sorts and searches, generic and of the standard library.

#[inline(never)]
pub fn insertion_sort(values: &mut [i32]) {
    for end in 1..values.len() {
        let mut at = end;
        while at > 0 && values[at - 1] > values[at] {
            values.swap(at - 1, at);
            at -= 1;
        }
    }
}

fn sift_down<T: PartialOrd>(heap: &mut [T], mut at: usize) {
    loop {
        let mut largest = at;
        for child in [2 * at + 1, 2 * at + 2] {
            if child < heap.len() && heap[child] > heap[largest] {
                largest = child;
            }
        }
        if largest == at {
            return;
        }
        heap.swap(at, largest);
        at = largest;
    }
}

fn heap_sort<T: PartialOrd>(values: &mut [T]) {
    for at in (0..values.len() / 2).rev() {
        sift_down(values, at);
    }
    for end in (1..values.len()).rev() {
        values.swap(0, end);
        sift_down(&mut values[..end], 0);
    }
}

#[inline(never)]
pub fn heap_sort_of_doubles(values: &mut [f64]) {
    heap_sort(values);
}

#[inline(never)]
pub fn heap_sort_of_words(values: &mut [String]) {
    heap_sort(values);
}

#[inline(never)]
pub fn sort_by_key(values: &mut Vec<(u32, u16)>) {
    values.sort_unstable_by_key(|it| it.1);
    values.dedup();
}

#[inline(never)]
pub fn first_at_least(values: &[u64], least: u64) -> usize {
    let (mut start, mut end) = (0, values.len());
    while start < end {
        let middle = start + (end - start) / 2;
        match values[middle] < least {
            true => start = middle + 1,
            false => end = middle,
        }
    }
    start
}
