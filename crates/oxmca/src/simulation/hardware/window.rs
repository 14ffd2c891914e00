//! A sequence of which only the last part is kept.

use std::ops::{Index, IndexMut};

/// Numbered items. Those far behind the last one are forgotten, so that a long simulation takes no more memory than a
/// short one.
#[derive(Debug)]
pub(super) struct Window<T> {
    items: Vec<T>,
    /// Number of the first item.
    first: u32,
    /// Items that are kept at least.
    kept: usize,
}

impl<T> Window<T> {
    /// Creates an empty sequence, of which the last `kept` items will be there, with room for `usual` of them.
    pub fn new(kept: usize, usual: usize) -> Window<T> {
        Window { items: Vec::with_capacity(usual), first: 0, kept }
    }

    /// Adds an item. Returns its number.
    pub fn push(&mut self, item: T) -> u32 {
        if self.items.len() == 2 * self.kept {
            self.items.drain(..self.kept);
            self.first += self.kept as u32;
        }
        self.items.push(item);
        self.first + self.items.len() as u32 - 1
    }

    /// Returns an item, unless it has been forgotten.
    pub fn get(&self, number: u32) -> Option<&T> {
        self.items.get(number.wrapping_sub(self.first) as usize)
    }

    /// Does the same as [`Window::get`].
    pub fn get_mut(&mut self, number: u32) -> Option<&mut T> {
        self.items.get_mut(number.wrapping_sub(self.first) as usize)
    }
}

impl<T> Index<u32> for Window<T> {
    type Output = T;

    /// Returns an item that is among those kept.
    fn index(&self, number: u32) -> &T {
        &self.items[number.wrapping_sub(self.first) as usize]
    }
}

impl<T> IndexMut<u32> for Window<T> {
    fn index_mut(&mut self, number: u32) -> &mut T {
        &mut self.items[number.wrapping_sub(self.first) as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_items_are_there_by_their_numbers() {
        let mut window = Window::new(4, 0);
        for number in 0..100 {
            assert_eq!(window.push(number), number);
            for back in 0..4.min(number + 1) {
                assert_eq!(window.get(number - back), Some(&(number - back)));
            }
            assert!(window.items.len() <= 8);
        }
        assert_eq!((window.get(90), window.get(100)), (None, None));
    }
}
