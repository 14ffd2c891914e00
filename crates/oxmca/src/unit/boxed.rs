//! Arrays on the heap.

/// So many copies of a value. They never are on the stack.
pub fn boxed<T: Copy, const COUNT: usize>(value: T) -> Box<[T; COUNT]> {
    match vec![value; COUNT].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the length is {COUNT}"),
    }
}
