//! Files with hardware models.

use std::num::NonZero;
use std::sync::OnceLock;

use oxmca::hardware::{Delivery, HardwareOptions, HardwareParts};
use oxmca::{ErrorKind, ModelFile, Options, SessionBuilder, SessionError};
use oxmca_tables::OwnedTables;
use oxmca_tables::hardware::{HardwareNumbers, HardwarePolicies, builtin_hardware};

use super::choices::Choices;

/// Instructions that use every part of a processor.
const CODE: &str = "\
.Lloop:
	movq	(%rdi,%rax,8), %rcx
	addq	%rcx, 16(%rsi)
	movzbl	16(%rsi), %edx
	vaddps	(%rdi,%rax,8), %ymm0, %ymm0
	addps	%xmm1, %xmm2
	vmovups	%ymm0, (%rsi,%rax,8)
	lock	xaddl	%edx, (%rdi)
	divl	%ecx
	shlq	%cl, %rdx
	cmoval	%edx, %ebx
	pushq	%rbx
	popq	%rbp
	movq	%rbp, %rbx
	xorl	%edx, %edx
	addw	$0x1234, %dx
	setne	%dl
	mfence
	leaq	5(%rdi,%rax,4), %r9
	incq	%rax
	cmpq	%r8, %rax
	jne	.Lloop
";

fn builder() -> SessionBuilder {
    static TABLES: OnceLock<OwnedTables> = OnceLock::new();
    let tables =
        TABLES.get_or_init(|| OwnedTables::embedded("x86").expect("tables that are built in"));
    SessionBuilder::new("x86_64-unknown-unknown").tables(tables.clone())
}

/// Bytes that choose settings, the first line, and numbers and policies with values at random.
const CHOICES: usize = 24;

/// Adds a hardware file and simulates code with it. The input is the file after `CHOICES`, which begin it. A file that is
/// accepted neither panics nor stands still.
pub fn hardware_files_do_not_panic(data: &[u8]) {
    let (chosen, rest) = data.split_at(data.len().min(CHOICES));
    let mut choices = Choices(chosen);
    let settings = [choices.byte(), choices.byte()];
    let files = builtin_hardware("x86");
    let names: Vec<&str> = files.iter().filter_map(|it| it.file.model_name()).collect();
    let mut text = match choices.below(8) {
        0 => String::new(),
        _ => format!("hardware Own based-on {}\n", names[choices.below(names.len())]),
    };
    for _ in 0..choices.below(6) {
        text.push_str(&line(&mut choices));
    }
    let text = [text.as_bytes(), rest].concat();
    let builder = match builder().hardware_model(&ModelFile { name: "f", text: &text }) {
        Ok(builder) => builder,
        Err(SessionError::Model(errors)) => {
            let count = errors.mistakes().len();
            assert!((1..=20).contains(&count), "{count} mistakes");
            return;
        }
        Err(error) => panic!("{error}"),
    };
    let session = builder.build().expect("the CPU that the model is for");
    let code = session.parse(CODE).expect("code that is right");
    let region = code.first_region().expect("a region");
    let options = Options::with(|it| {
        it.iterations = NonZero::new(10);
        it.views.steady_state = true;
        it.views.timeline = true;
        it.hardware = Some(HardwareOptions::with(|it| {
            it.delivery = match settings[0] & 1 {
                0 => Some(Delivery::Loop),
                _ => Some(Delivery::Unrolled),
            };
            it.two_threads = settings[0] & 2 != 0;
            if settings[0] & 4 != 0 {
                it.parts = HardwareParts::from_bits_truncate(!(1 << (settings[1] & 31)));
            }
        }));
    });
    let result = region.analyze(&options);
    // Of two threads, one can take all space of the scheduler for as long as it likes.
    let two_threads = settings[0] & 2 != 0;
    if let Err(error) = result.map(drop)
        && !two_threads
    {
        let text = String::from_utf8_lossy(&text);
        assert!(!matches!(error.kind, ErrorKind::Deadlock { .. }), "{error}\n{text}");
    }
}

/// Returns a number with a value in its range, often at one of its ends, or a policy.
fn line(choices: &mut Choices<'_>) -> String {
    let numbers = HardwareNumbers::ALL;
    let policies = HardwarePolicies::all();
    let number = choices.below(numbers.len() + policies.len());
    let Some(info) = numbers.get(number) else {
        let policy = &policies[number - numbers.len()];
        let word = policy.words[choices.below(policy.words.len())].word;
        return format!("{} {word}\n", policy.name);
    };
    let (least, most) = (*info.range.start(), *info.range.end());
    let more = u32::from(choices.byte());
    let value = match choices.below(4) {
        0 => least,
        1 => most,
        2 => least.saturating_add(more % 8).min(most),
        _ => least.saturating_add(more * more).min(most),
    };
    format!("{} {value}\n", info.name)
}
