//! Arrays on the heap.

/// Returns an array of `COUNT` copies of a value. It is never on the stack.
pub fn boxed<T: Copy, const COUNT: usize>(value: T) -> Box<[T; COUNT]> {
    match vec![value; COUNT].into_boxed_slice().try_into() {
        Ok(array) => array,
        Err(_) => unreachable!("the length is {COUNT}"),
    }
}
