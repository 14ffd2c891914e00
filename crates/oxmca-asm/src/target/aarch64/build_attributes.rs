//! Build attributes of ELF that a text has declared.

/// The subsections of attributes that a text has declared.
#[derive(Debug, Default)]
pub struct Attributes {
    pub subsections: Vec<Subsection>,
    /// The number of the one that attributes are added to.
    pub active: Option<usize>,
}

/// A subsection of attributes.
#[derive(Clone, Debug)]
pub struct Subsection {
    pub name: Box<[u8]>,
    pub is_optional: bool,
    pub is_text: bool,
}

impl Attributes {
    /// Returns the number of the subsection with a name.
    pub fn find(&self, name: &[u8]) -> Option<usize> {
        self.subsections.iter().position(|row| *row.name == *name)
    }
}
