//! The function that the measuring program calls, for a function on slices.

/// Defines `kernel`. The optimizer does not know how long the slices are.
macro_rules! kernel {
    ($function:ident) => {
        /// # Safety
        /// The pointers lead to `count` numbers each.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn kernel(
            out: *mut i32,
            x: *const i32,
            y: *const i32,
            count: usize,
        ) {
            use core::hint::black_box;
            use core::slice::{from_raw_parts, from_raw_parts_mut};
            // SAFETY: the caller promises it.
            let (out, x, y) = unsafe {
                (
                    from_raw_parts_mut(out, black_box(count)),
                    from_raw_parts(x, count),
                    from_raw_parts(y, black_box(count)),
                )
            };
            $function(out, x, y);
        }

        #[panic_handler]
        fn panic(_: &core::panic::PanicInfo<'_>) -> ! {
            loop {}
        }
    };
}

pub(crate) use kernel;
