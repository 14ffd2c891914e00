//! The process while code runs that may do anything.
#![allow(
    unsafe_code,
    reason = "code that is made here runs, and the system is asked to confine it"
)]

#[cfg(target_arch = "aarch64")]
mod aarch64;
mod array;
#[cfg(target_arch = "x86_64")]
mod x86_64;

use std::collections::BTreeMap;
use std::mem;
use std::ops::Range;
use std::ptr;
use std::slice;
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

use bytemuck::NoUninit;
use libc::{c_int, c_void};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule,
};

#[cfg(target_arch = "aarch64")]
use self::aarch64 as here;
pub(super) use self::array::Array;
pub(super) use self::here::ticks;
#[cfg(target_arch = "x86_64")]
use self::x86_64 as here;
use super::program::{
    self, CODE_BYTES, CONSTANTS_BYTES, Extensions, PAGES_BYTES, PAGES_OFFSET, Words,
};
use crate::job::MAX_PAGES;
use crate::registers::NUM_REGISTERS;
use crate::start::InitialMemory;
use crate::status;

const ARENA_BYTES: usize = PAGES_OFFSET + PAGES_BYTES;
/// The file that is every page of [`InitialMemory::OnePage`].
const PAGE_FILE: c_int = 3;

/// The numbers that the handler of signals reads and counts.
static PAGES: AtomicU32 = AtomicU32::new(0);
static WORD: AtomicU64 = AtomicU64::new(0);
/// 1 if all pages are the same one.
static IS_ONE_PAGE: AtomicU32 = AtomicU32::new(0);
/// 1 if code goes through an array, and may touch nothing else.
static HAS_ARRAY: AtomicU32 = AtomicU32::new(0);

/// Returns the bytes of a page of the system, at most 64 KiB.
fn page_bytes() -> usize {
    // SAFETY: asks for a number that the process was told when it began, which a handler of signals may do, too.
    let bytes = unsafe { libc::sysconf(libc::_SC_PAGESIZE) };
    usize::try_from(bytes).unwrap_or(4096)
}

/// Machine code, the [`Words`] after it, constants, and pages for names.
pub(super) struct Arena {
    base: *mut u8,
    /// The page of [`InitialMemory::OnePage`]; null otherwise.
    page: *mut u64,
    /// The array that code goes through, if it is for that.
    array: Option<Array>,
}

impl Arena {
    /// Maps machine code, of at most [`CODE_BYTES`].
    ///
    /// # Errors
    /// The exit status that says what the system refused.
    pub fn new(code: &[u8], memory: InitialMemory, word: u64) -> Result<Arena, i32> {
        if code.len() > CODE_BYTES {
            return Err(status::TOO_LONG);
        }
        let base =
            map(ARENA_BYTES, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_POPULATE, -1)
                .ok_or(status::NO_MEMORY)?;
        // SAFETY: the mapping is new, writable and longer than the code; so are words, constants and pages within it, aligned
        // as the page that they begin. Code was written before it is referred to, and is not written any more.
        unsafe {
            ptr::copy_nonoverlapping(code.as_ptr(), base, code.len());
            let words: *mut Words = base.add(CODE_BYTES).cast();
            (*words).vector = [1f64.to_bits(); 2];
            let constants: *mut u64 = base.add(CODE_BYTES + size_of::<Words>()).cast();
            for index in 0..CONSTANTS_BYTES / size_of::<u64>() {
                constants.add(index).write(1f64.to_bits());
            }
            let pages: *mut u64 = base.add(PAGES_OFFSET).cast();
            for index in 0..PAGES_BYTES / size_of::<u64>() {
                pages.add(index).write(word);
            }
            here::make_visible(slice::from_raw_parts(base, code.len()));
        }
        // SAFETY: the range is the beginning of the mapping, of whole pages. Nothing refers to it as data any more.
        if unsafe { libc::mprotect(base.cast(), CODE_BYTES, libc::PROT_READ | libc::PROT_EXEC) }
            != 0
        {
            return Err(status::NO_MEMORY);
        }
        WORD.store(word, Ordering::Relaxed);
        let mut page = ptr::null_mut();
        if memory == InitialMemory::OnePage {
            IS_ONE_PAGE.store(1, Ordering::Relaxed);
            // SAFETY: plain system calls on a file of our own. Descriptors are this process's alone, and nothing in it
            // refers to number 3.
            unsafe {
                let file = libc::memfd_create(c"page".as_ptr(), 0);
                if file < 0 || libc::ftruncate(file, page_bytes() as libc::off_t) != 0 {
                    return Err(status::NO_PAGE);
                }
                if file != PAGE_FILE && libc::dup2(file, PAGE_FILE) != PAGE_FILE {
                    return Err(status::NO_PAGE);
                }
            }
            page = map(page_bytes(), libc::MAP_SHARED | libc::MAP_POPULATE, PAGE_FILE)
                .ok_or(status::NO_PAGE)?
                .cast();
        }
        Ok(Arena { base, page, array: None })
    }

    /// Adds an array. From then on, code that touches anything that is not mapped ends the process.
    pub fn with_array(self, array: Array) -> Arena {
        HAS_ARRAY.store(1, Ordering::Relaxed);
        Arena { array: Some(array), ..self }
    }
}

/// Returns whether memory of this process lies at some of these addresses. Code that goes there would read and write it, and
/// no fault would tell.
pub(super) fn is_taken(addresses: Range<u64>) -> bool {
    let from = addresses.start as usize & !(page_bytes() - 1);
    let bytes = addresses.end as usize - from;
    let flags = libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_FIXED_NOREPLACE;
    // SAFETY: maps only where nothing is, and only what was mapped here is unmapped.
    unsafe {
        let base = libc::mmap(from as *mut c_void, bytes, libc::PROT_NONE, flags, -1, 0);
        if base != libc::MAP_FAILED {
            libc::munmap(base, bytes);
        }
        base as usize != from
    }
}

/// Maps memory somewhere.
fn map(bytes: usize, flags: c_int, file: c_int) -> Option<*mut u8> {
    let access = libc::PROT_READ | libc::PROT_WRITE;
    // SAFETY: a new mapping where the system chooses, which changes no other.
    let base = unsafe { libc::mmap(ptr::null_mut(), bytes, access, flags, file, 0) };
    (base != libc::MAP_FAILED).then_some(base.cast())
}

/// The process after it gave up what it does not need to run code.
pub(super) struct Sandbox {
    arena: Arena,
    extensions: Extensions,
    /// The state of the generator of random numbers.
    random: u64,
}

const SEED: u64 = 0x9e37_79b9_7f4a_7c15;

impl Sandbox {
    /// Gives up files, system calls, time and memory.
    ///
    /// # Errors
    /// The exit status that says which part of that the system refused.
    pub fn enter(arena: Arena, extensions: Extensions, seconds: u32) -> Result<Sandbox, i32> {
        let filter = filter().ok_or(status::NO_SANDBOX)?;
        pin();
        // SAFETY: plain system calls. Descriptors are this process's alone, and nothing uses those that are closed any
        // more: input was read, and no message is written from here on.
        unsafe {
            libc::setpriority(libc::PRIO_PROCESS as _, 0, -20);
            libc::close(0);
            libc::close(2);
            libc::syscall(libc::SYS_close_range, PAGE_FILE + 1, u32::MAX, 0);
            if arena.page.is_null() {
                libc::close(PAGE_FILE);
            }
        }
        let array_bytes = arena.array.as_ref().map_or(0, |it| it.mapped_bytes() as u64);
        let limits = [
            (libc::RLIMIT_CPU, u64::from(seconds)),
            (libc::RLIMIT_AS, (1 << 30) + array_bytes),
            (libc::RLIMIT_CORE, 0),
            (libc::RLIMIT_FSIZE, 1 << 16),
            (libc::RLIMIT_NPROC, 0),
        ];
        for (resource, most) in limits {
            let mut limit = libc::rlimit { rlim_cur: 0, rlim_max: 0 };
            // SAFETY: the pointers are to a value that outlives the calls.
            let is_set = unsafe {
                libc::getrlimit(resource, &raw mut limit) == 0 && {
                    // A second after the limit of time the system ends a process that does not listen. A process without
                    // rights cannot have more than it may have.
                    let hard = most + u64::from(resource == libc::RLIMIT_CPU);
                    limit.rlim_max = hard.min(limit.rlim_max);
                    limit.rlim_cur = most.min(limit.rlim_max);
                    libc::setrlimit(resource, &raw const limit) == 0
                }
            };
            if !is_set {
                return Err(status::NO_LIMITS);
            }
        }
        handle_signals()?;
        let program = libc::sock_fprog {
            len: u16::try_from(filter.len()).map_err(|_| status::NO_SANDBOX)?,
            filter: filter.as_ptr().cast_mut().cast(),
        };
        // SAFETY: the kernel copies the program, which outlives the call; its elements have the layout of `sock_filter`.
        // SPEC_ALLOW: a filter must not switch off guesses about stores, which would change what is measured.
        let is_in_force = unsafe {
            libc::prctl(libc::PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
                && libc::syscall(
                    libc::SYS_seccomp,
                    libc::SECCOMP_SET_MODE_FILTER,
                    libc::SECCOMP_FILTER_FLAG_SPEC_ALLOW,
                    &raw const program,
                ) == 0
        };
        // Its memory would be given back to the system, which the filter forbids.
        mem::forget(filter);
        let sandbox = Sandbox { arena, extensions, random: SEED };
        is_in_force.then_some(sandbox).ok_or(status::NO_SANDBOX)
    }

    /// Sets what passes of a run add to a register: so often this much, in an order of its own each time.
    pub fn vary(&mut self, step: u64, passes: u64) {
        // SAFETY: words lie where `Arena::new` made them, and no other reference to them is alive.
        unsafe {
            let words: *mut Words = self.arena.base.add(CODE_BYTES).cast();
            let deviations = &mut (*words).deviations;
            program::set_deviations(deviations, step, passes, &mut self.random);
        }
    }

    /// Runs the function at an offset of the machine code, from values of registers, so many passes, and returns its
    /// ticks.
    pub fn run(&mut self, entry: usize, passes: u64, registers: &[u64; NUM_REGISTERS]) -> u64 {
        // SAFETY: words lie where `Arena::new` made them, and no reference to them is alive.
        unsafe {
            let words: *mut Words = self.arena.base.add(CODE_BYTES).cast();
            (*words).passes = passes;
            (*words).left = 0;
            (*words).next_deviation = 0;
            (*words).registers = *registers;
            if !self.arena.page.is_null() {
                let word = WORD.load(Ordering::Relaxed);
                for index in 0..page_bytes() / size_of::<u64>() {
                    self.arena.page.add(index).write_volatile(word);
                }
            }
        }
        here::reset_units(self.extensions);
        // SAFETY: the offset is that of a function which `program` made: it keeps the registers that its caller needs,
        // and returns ticks. The code within it may write anywhere in this process, also over what this function and its
        // callers use. Nothing protects the process from that; it holds nothing but a job, and the parent takes its
        // answer as numbers that anybody may have written.
        let ticks = unsafe { here::call(self.arena.base.add(entry)) };
        here::reset_units(self.extensions);
        ticks
    }

    /// Returns the words of the array; none if there is none.
    pub fn array_words(&mut self) -> &mut [u64] {
        self.arena.array.as_mut().map_or(&mut [], Array::words)
    }

    /// Returns the words after the last run.
    pub fn words(&self) -> Words {
        // SAFETY: words lie where `Arena::new` made them. Any bits are numbers.
        unsafe { self.arena.base.add(CODE_BYTES).cast::<Words>().read_volatile() }
    }

    /// Returns how many pages were touched.
    pub fn pages(&self) -> u32 {
        PAGES.load(Ordering::Relaxed)
    }

    /// Writes the answer and ends the process.
    pub fn finish<T: NoUninit>(self, answer: &T) -> ! {
        self.tell(answer);
        self.end()
    }

    /// Ends the process.
    pub fn end(self) -> ! {
        exit(0)
    }

    /// Writes a part of the answer.
    pub fn tell<T: NoUninit>(&self, answer: &T) {
        let mut rest = bytemuck::bytes_of(answer);
        while !rest.is_empty() {
            // SAFETY: the range is that of a slice.
            let written = unsafe { libc::write(1, rest.as_ptr().cast(), rest.len()) };
            let Some(next) =
                usize::try_from(written).ok().filter(|it| *it > 0).and_then(|it| rest.get(it..))
            else {
                break;
            };
            rest = next;
        }
    }
}

fn exit(status: i32) -> ! {
    // SAFETY: ends the process, whatever its state.
    unsafe { libc::_exit(status) }
}

/// Returns the filter of system calls: a page where one is touched, the answer, and the end.
fn filter() -> Option<BpfProgram> {
    let is = |argument: u8, value: u64| {
        SeccompCondition::new(argument, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, value).ok()
    };
    let page_of = |file: c_int| {
        let length = is(1, page_bytes() as u64)?;
        let access = is(2, (libc::PROT_READ | libc::PROT_WRITE) as u64)?;
        let file = is(4, u64::from(file as u32))?;
        SeccompRule::new(vec![length, access, file]).ok()
    };
    let to_output = SeccompRule::new(vec![is(0, 1)?]).ok()?;
    let rules = BTreeMap::from([
        (libc::SYS_mmap, vec![page_of(PAGE_FILE)?, page_of(-1)?]),
        (libc::SYS_write, vec![to_output]),
        (libc::SYS_rt_sigreturn, Vec::new()),
        (libc::SYS_exit_group, Vec::new()),
        (libc::SYS_exit, Vec::new()),
    ]);
    let filter = SeccompFilter::new(
        rules,
        SeccompAction::KillProcess,
        SeccompAction::Allow,
        here::ARCHITECTURE,
    );
    filter.ok()?.try_into().ok()
}

/// Stays on the last processor that the process may use: the first ones are those that interrupts are sent to.
fn pin() {
    // SAFETY: sets are plain memory of the size that is passed.
    unsafe {
        let mut allowed: libc::cpu_set_t = mem::zeroed();
        if libc::sched_getaffinity(0, size_of_val(&allowed), &raw mut allowed) != 0 {
            return;
        }
        let last = (0..libc::CPU_SETSIZE as usize).rev().find(|it| libc::CPU_ISSET(*it, &allowed));
        if let Some(last) = last {
            let mut only: libc::cpu_set_t = mem::zeroed();
            libc::CPU_SET(last, &mut only);
            libc::sched_setaffinity(0, size_of_val(&only), &raw const only);
        }
    }
}

/// Has faults handled on a stack of their own.
fn handle_signals() -> Result<(), i32> {
    const STACK_BYTES: usize = 1 << 16;
    let stack = map(STACK_BYTES, libc::MAP_PRIVATE | libc::MAP_ANONYMOUS | libc::MAP_POPULATE, -1)
        .ok_or(status::NO_MEMORY)?;
    let signal_stack = libc::stack_t { ss_sp: stack.cast(), ss_flags: 0, ss_size: STACK_BYTES };
    // SAFETY: the stack is memory of its own that is never given back, and structures outlive the calls.
    unsafe {
        if libc::sigaltstack(&raw const signal_stack, ptr::null_mut()) != 0 {
            return Err(status::NO_SIGNALS);
        }
        let mut action: libc::sigaction = mem::zeroed();
        action.sa_sigaction = on_signal as *const () as usize;
        action.sa_flags = libc::SA_SIGINFO | libc::SA_ONSTACK | libc::SA_NODEFER;
        for signal in
            [libc::SIGSEGV, libc::SIGBUS, libc::SIGFPE, libc::SIGILL, libc::SIGTRAP, libc::SIGXCPU]
        {
            if libc::sigaction(signal, &raw const action, ptr::null_mut()) != 0 {
                return Err(status::NO_SIGNALS);
            }
        }
    }
    Ok(())
}

/// Maps the page that was touched, or ends the process.
extern "C" fn on_signal(signal: c_int, info: *mut libc::siginfo_t, context: *mut c_void) {
    /// Programs have nothing below, but a superuser could.
    const LOWEST_ADDRESS: usize = 1 << 16;
    /// Of `si_code`: nothing is mapped there.
    const SEGV_MAPERR: c_int = 1;
    match signal {
        libc::SIGFPE => exit(status::DIVIDE),
        libc::SIGILL | libc::SIGTRAP => exit(status::ILLEGAL),
        libc::SIGXCPU => exit(status::NO_END),
        _ if HAS_ARRAY.load(Ordering::Relaxed) != 0 => exit(status::OUTSIDE_ARRAY),
        _ => {}
    }
    // SAFETY: the kernel passes pointers to structures of these types.
    let (code, address, instruction) = unsafe {
        let instruction = here::instruction_address(&*context.cast_const().cast());
        ((*info).si_code, (*info).si_addr() as usize, instruction)
    };
    let is_low = address < LOWEST_ADDRESS;
    if signal != libc::SIGSEGV || code != SEGV_MAPERR || address == instruction || is_low {
        exit(status::BAD_ADDRESS);
    }
    if PAGES.fetch_add(1, Ordering::Relaxed) >= MAX_PAGES {
        exit(status::PAGES);
    }
    let is_one_page = IS_ONE_PAGE.load(Ordering::Relaxed) != 0;
    let (flags, file) = match is_one_page {
        true => (libc::MAP_SHARED, PAGE_FILE),
        false => (libc::MAP_PRIVATE | libc::MAP_ANONYMOUS, -1),
    };
    let flags = flags | libc::MAP_FIXED_NOREPLACE | libc::MAP_POPULATE;
    let access = libc::PROT_READ | libc::PROT_WRITE;
    let page_bytes = page_bytes();
    let page = (address & !(page_bytes - 1)) as *mut c_void;
    // SAFETY: maps only where nothing is.
    let mapped = unsafe { libc::mmap(page, page_bytes, access, flags, file, 0) };
    if mapped != page {
        exit(status::BAD_ADDRESS);
    }
    if !is_one_page {
        let word = WORD.load(Ordering::Relaxed);
        let words: *mut u64 = mapped.cast();
        for index in 0..page_bytes / size_of::<u64>() {
            // SAFETY: within the page that was just mapped.
            unsafe { words.add(index).write_volatile(word) };
        }
    }
}
