//! Functions that samples belong to.

/// A function of a file or of the kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    /// The name, demangled.
    pub name: String,
    /// The name in the symbol table.
    pub symbol: String,
    /// The first virtual address.
    pub start: u64,
    /// Bytes.
    pub len: u64,
}

impl From<&oxmca_object::Function> for Function {
    fn from(function: &oxmca_object::Function) -> Self {
        Self {
            name: function.name(),
            symbol: function.symbol.clone(),
            start: function.start,
            len: function.len_bytes,
        }
    }
}
