//! Tables together with the memory they are in.

use std::fmt;
use std::sync::Arc;

use bytemuck::{Pod, Zeroable};

use crate::image::Replacements;
use crate::image::{ImageError, Tables, TablesBuf};

/// A target's tables together with the memory they are in: the library's own, a copy of an image, or
/// other tables with some of them replaced.
///
/// Cloning shares the memory. All of these are used through [`OwnedTables::tables`]:
///
/// ```
/// use oxmca_tables::{OwnedTables, embedded_image, embedded_targets};
///
/// for target in embedded_targets() {
///     let embedded = OwnedTables::embedded(target)?;
///     let copied = OwnedTables::from_bytes(embedded_image(target).unwrap_or_default())?;
///     assert_eq!(embedded.tables().cpu_named("generic"), copied.tables().cpu_named("generic"));
/// }
/// # Ok::<(), oxmca_tables::ImageError>(())
/// ```
#[derive(Clone)]
pub struct OwnedTables(Memory);

#[derive(Clone)]
enum Memory {
    /// An image that is part of the program.
    Static(Arc<Tables<'static>>),
    /// A checked image.
    Image(Arc<AlignedImage>),
    /// Other tables, and those that take the place of some of theirs.
    Overlay(Arc<Overlay>),
}

struct Overlay {
    base: OwnedTables,
    replacements: Replacements,
}

/// A copy of an image, at an address that every row type may be read from.
struct AlignedImage {
    blocks: Box<[Block]>,
    len: usize,
}

#[repr(C, align(16))]
#[derive(Clone, Copy, Pod, Zeroable)]
struct Block([u8; 16]);

impl AlignedImage {
    fn new(bytes: &[u8]) -> Self {
        let mut blocks = vec![Block::zeroed(); bytes.len().div_ceil(size_of::<Block>())];
        bytemuck::cast_slice_mut(&mut blocks)[..bytes.len()].copy_from_slice(bytes);
        AlignedImage { blocks: blocks.into(), len: bytes.len() }
    }

    fn bytes(&self) -> &[u8] {
        &bytemuck::cast_slice(&self.blocks)[..self.len]
    }
}

impl OwnedTables {
    /// Returns the embedded tables of a target, by the name of its folder in `data`. They are not copied.
    ///
    /// # Errors
    /// [`ImageError::Absent`] if the target's Cargo feature is off; another if the image was built for another machine
    /// than it runs on.
    pub fn embedded(target: &str) -> Result<Self, ImageError> {
        Tables::embedded(target).map(OwnedTables::from)
    }

    /// Copies an image and checks every row of it. The bytes may come from anywhere and need no
    /// alignment.
    ///
    /// # Errors
    /// [`ImageError`], for anything that could make a lookup fail.
    pub fn from_bytes(image: &[u8]) -> Result<Self, ImageError> {
        let image = AlignedImage::new(image);
        Tables::from_bytes(image.bytes())?;
        Ok(OwnedTables(Memory::Image(Arc::new(image))))
    }

    /// Returns these tables with some of them replaced, after a check of every row.
    pub(crate) fn with_replacements(&self, replacements: Replacements) -> Result<Self, ImageError> {
        let tables =
            OwnedTables(Memory::Overlay(Arc::new(Overlay { base: self.clone(), replacements })));
        tables.tables().validate()?;
        Ok(tables)
    }

    /// Borrows the tables. This checks the header again, and for tables that are not the library's own
    /// their strings, which takes some microseconds: call it once and keep the result.
    pub fn tables(&self) -> Tables<'_> {
        match &self.0 {
            Memory::Static(tables) => **tables,
            // The image was accepted when it was copied.
            Memory::Image(image) => match Tables::from_trusted_bytes(image.bytes()) {
                Ok(tables) => tables.with_pool(),
                Err(_) => Tables::EMPTY,
            },
            Memory::Overlay(overlay) => overlay.replacements.over(overlay.base.tables()),
        }
    }
}

impl From<Tables<'static>> for OwnedTables {
    fn from(tables: Tables<'static>) -> Self {
        OwnedTables(Memory::Static(Arc::new(tables)))
    }
}

impl TryFrom<&TablesBuf> for OwnedTables {
    type Error = ImageError;

    fn try_from(tables: &TablesBuf) -> Result<Self, ImageError> {
        OwnedTables::from_bytes(&tables.pack())
    }
}

impl fmt::Debug for OwnedTables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let memory = match &self.0 {
            Memory::Static(_) => "static",
            Memory::Image(_) => "image",
            Memory::Overlay(_) => "overlay",
        };
        let tables = self.tables();
        f.debug_struct("OwnedTables")
            .field("memory", &memory)
            .field("instructions", &tables.instructions.len())
            .field("models", &tables.models.len())
            .field("cpus", &tables.cpus.len())
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schema::Text;
    use crate::text::tests::tiny;

    fn assert_send_and_sync<T: Send + Sync>(_: &T) {}

    #[test]
    fn images_need_no_alignment() {
        let image = tiny().pack();
        for offset in 0..16 {
            let bytes = [&vec![0xff; offset], &image[..]].concat();
            let owned = OwnedTables::from_bytes(&bytes[offset..]).unwrap();
            let tables = owned.tables();
            assert_eq!(tables.models.len(), 1);
            assert_eq!(tables.opcode_name(crate::Opcode(1)), "ADDrm");
        }
    }

    #[test]
    fn damaged_images_are_refused() {
        let image = tiny().pack();
        assert_eq!(OwnedTables::from_bytes(&[]).unwrap_err(), ImageError::Header);
        assert!(OwnedTables::from_bytes(&image[..image.len() - 1]).is_err());
    }

    #[test]
    fn clones_share_their_memory() {
        let owned = OwnedTables::try_from(&tiny()).unwrap();
        assert_send_and_sync(&owned);
        let copy = owned.clone();
        assert!(std::ptr::eq(owned.tables().instructions, copy.tables().instructions));
    }

    #[test]
    fn only_replaced_tables_are_copied() {
        let base = OwnedTables::try_from(&tiny()).unwrap();
        let mut models = base.tables().models.to_vec();
        models[0].issue_width_uops = 7;
        let replacements = Replacements { models: Some(models), ..Replacements::default() };
        let changed = base.with_replacements(replacements).unwrap();
        assert_eq!(base.tables().models[0].issue_width_uops, 2);
        assert_eq!(changed.tables().models[0].issue_width_uops, 7);
        assert!(std::ptr::eq(base.tables().instructions, changed.tables().instructions));
        assert!(format!("{changed:?}").contains("overlay"));
    }

    #[test]
    fn replaced_tables_are_checked() {
        let base = OwnedTables::try_from(&tiny()).unwrap();
        let mut models = base.tables().models.to_vec();
        models[0].name = Text { start: u32::MAX, len: 1 };
        let replacements = Replacements { models: Some(models), ..Replacements::default() };
        let error = base.with_replacements(replacements).unwrap_err();
        assert_eq!(error, ImageError::Reference { table: "models", row: 0 });
    }

    #[cfg(feature = "x86")]
    #[test]
    fn embedded_tables_are_not_copied() {
        let owned = OwnedTables::embedded("x86").unwrap();
        let embedded = Tables::embedded("x86").unwrap();
        assert!(std::ptr::eq(owned.tables().instructions, embedded.instructions));
        assert_eq!(owned.tables().pool.len(), embedded.strings.len());
    }
}
