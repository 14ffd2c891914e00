//! Which directive is parsed by what. Each table is sorted by name.

use crate::parser::error::ParseResult;
use crate::parser::interface::{Parser, StatementName};
use crate::parser::windows_frames::FrameStep;
use crate::sections::coff_flag::{self, CODE, EXECUTE, INITIALIZED_DATA, READ, UNINITIALIZED_DATA};
use crate::sections::macho_type;
use crate::sections::section_flag::{ALLOC, EXECINSTR, TLS, WRITE};
use crate::sections::section_type::{NOBITS, PROGBITS};

use super::assignment::Assignment;
use super::cfi::Operand::{Register, Value};
use super::condition::Comparison;
use super::macho::DarwinSystem;

/// Parses a directive whose name has been read.
pub(super) type Handler = for<'a> fn(&mut Parser<'a>, StatementName<'a>) -> ParseResult;

/// Bytes of the longest name.
pub(super) const LONGEST_NAME: usize = 30;

/// Conditional assembly.
pub(super) const CONDITIONAL: &[(&str, Handler)] = &[
    (".else", |p, s| p.parse_else(s)),
    (".elseif", |p, s| p.parse_else_if(s)),
    (".endif", |p, s| p.parse_end_if(s)),
    (".if", |p, _| p.parse_if(Comparison::NotZero)),
    (".ifb", |p, _| p.parse_if_blank(true)),
    (".ifc", |p, _| p.parse_if_same_text(true)),
    (".ifdef", |p, _| p.parse_if_defined(true)),
    (".ifeq", |p, _| p.parse_if(Comparison::Zero)),
    (".ifeqs", |p, _| p.parse_if_same_string(true)),
    (".ifge", |p, _| p.parse_if(Comparison::AtLeastZero)),
    (".ifgt", |p, _| p.parse_if(Comparison::AboveZero)),
    (".ifle", |p, _| p.parse_if(Comparison::AtMostZero)),
    (".iflt", |p, _| p.parse_if(Comparison::BelowZero)),
    (".ifnb", |p, _| p.parse_if_blank(false)),
    (".ifnc", |p, _| p.parse_if_same_text(false)),
    (".ifndef", |p, _| p.parse_if_defined(false)),
    (".ifne", |p, _| p.parse_if(Comparison::NotZero)),
    (".ifnes", |p, _| p.parse_if_same_string(false)),
    (".ifnotdef", |p, _| p.parse_if_defined(false)),
];

/// Directives of every object format.
pub(super) const GENERAL: &[(&str, Handler)] = &[
    (".2byte", |p, s| p.parse_value(s, 2)),
    (".4byte", |p, s| p.parse_value(s, 4)),
    (".8byte", |p, s| p.parse_value(s, 8)),
    (".abort", |p, s| p.parse_abort(s)),
    (".addrsig", |p, s| p.parse_addrsig(s)),
    (".addrsig_sym", |p, s| p.parse_addrsig_symbol(s)),
    (".align", |p, s| p.parse_align(s, !p.syntax().align_is_bytes, 1)),
    (".align32", |p, s| p.parse_align(s, !p.syntax().align_is_bytes, 4)),
    (".altmacro", |p, _| p.parse_altmacro(true)),
    (".ascii", |p, s| p.parse_ascii(s, true)),
    (".asciz", |p, s| p.parse_ascii(s, false)),
    (".balign", |p, s| p.parse_align(s, false, 1)),
    (".balignl", |p, s| p.parse_align(s, false, 4)),
    (".balignw", |p, s| p.parse_align(s, false, 2)),
    (".base64", |p, s| p.parse_base64(s)),
    (".byte", |p, s| p.parse_value(s, 1)),
    (".cfi_adjust_cfa_offset", |p, s| p.parse_cfi(s, &[Value])),
    (".cfi_def_cfa", |p, s| p.parse_cfi(s, &[Register, Value])),
    (".cfi_def_cfa_offset", |p, s| p.parse_cfi(s, &[Value])),
    (".cfi_def_cfa_register", |p, s| p.parse_cfi(s, &[Register])),
    (".cfi_endproc", |p, s| p.parse_cfi_end(s)),
    (".cfi_escape", |p, s| p.parse_cfi_escape(s)),
    (".cfi_label", |p, s| p.parse_cfi_label(s)),
    (".cfi_llvm_def_aspace_cfa", |p, s| p.parse_cfi(s, &[Register, Value, Value])),
    (".cfi_lsda", |p, s| p.parse_cfi_personality(s)),
    (".cfi_offset", |p, s| p.parse_cfi(s, &[Register, Value])),
    (".cfi_personality", |p, s| p.parse_cfi_personality(s)),
    (".cfi_register", |p, s| p.parse_cfi(s, &[Register, Register])),
    (".cfi_rel_offset", |p, s| p.parse_cfi(s, &[Register, Value])),
    (".cfi_remember_state", |p, s| p.parse_cfi(s, &[])),
    (".cfi_restore", |p, s| p.parse_cfi(s, &[Register])),
    (".cfi_restore_state", |p, s| p.parse_cfi(s, &[])),
    (".cfi_return_column", |p, s| p.parse_cfi(s, &[Register])),
    (".cfi_same_value", |p, s| p.parse_cfi(s, &[Register])),
    (".cfi_sections", |p, s| p.parse_cfi_sections(s)),
    (".cfi_signal_frame", |p, s| p.parse_cfi(s, &[])),
    (".cfi_startproc", |p, s| p.parse_cfi_start(s)),
    (".cfi_undefined", |p, s| p.parse_cfi(s, &[Register])),
    (".cfi_val_offset", |p, s| p.parse_cfi(s, &[Register, Value])),
    (".cfi_window_save", |p, s| p.parse_cfi(s, &[])),
    (".code16", |p, s| p.parse_unsupported(s)),
    (".code16gcc", |p, s| p.parse_unsupported(s)),
    (".cold", |p, s| p.parse_symbol_attribute(s, false)),
    (".comm", |p, s| p.parse_common(s, false)),
    (".common", |p, s| p.parse_common(s, false)),
    (".cv_def_range", |p, s| p.parse_cv_def_range(s)),
    (".cv_file", |p, s| p.parse_cv_file(s)),
    (".cv_filechecksumoffset", |p, s| p.parse_cv_checksum_offset(s)),
    (".cv_filechecksums", |_, _| Ok(())),
    (".cv_fpo_data", |p, s| p.parse_cv_fpo_data(s)),
    (".cv_func_id", |p, s| p.parse_cv_function_id(s)),
    (".cv_inline_linetable", |p, s| p.parse_cv_inline_line_table(s)),
    (".cv_inline_site_id", |p, s| p.parse_cv_inline_site(s)),
    (".cv_linetable", |p, s| p.parse_cv_line_table(s)),
    (".cv_loc", |p, s| p.parse_cv_loc(s)),
    (".cv_string", |p, s| p.parse_cv_string(s)),
    (".cv_stringtable", |_, _| Ok(())),
    (".dc", |p, s| p.parse_value(s, 2)),
    (".dc.a", |p, s| p.parse_value(s, p.syntax().code_pointer_bytes.into())),
    (".dc.b", |p, s| p.parse_value(s, 1)),
    (".dc.d", |p, s| p.parse_real_value(s)),
    (".dc.l", |p, s| p.parse_value(s, 4)),
    (".dc.s", |p, s| p.parse_real_value(s)),
    (".dc.w", |p, s| p.parse_value(s, 2)),
    (".dc.x", |p, s| p.parse_unsupported(s)),
    (".dcb", |p, s| p.parse_dcb(s, 2)),
    (".dcb.b", |p, s| p.parse_dcb(s, 1)),
    (".dcb.d", |p, s| p.parse_real_dcb(s)),
    (".dcb.l", |p, s| p.parse_dcb(s, 4)),
    (".dcb.s", |p, s| p.parse_real_dcb(s)),
    (".dcb.w", |p, s| p.parse_dcb(s, 2)),
    (".dcb.x", |p, s| p.parse_unsupported(s)),
    (".double", |p, s| p.parse_real_value(s)),
    (".ds", |p, s| p.parse_ds(s)),
    (".ds.b", |p, s| p.parse_ds(s)),
    (".ds.d", |p, s| p.parse_ds(s)),
    (".ds.l", |p, s| p.parse_ds(s)),
    (".ds.p", |p, s| p.parse_ds(s)),
    (".ds.s", |p, s| p.parse_ds(s)),
    (".ds.w", |p, s| p.parse_ds(s)),
    (".ds.x", |p, s| p.parse_ds(s)),
    (".end", |p, s| p.parse_end(s)),
    (".endm", |p, s| p.parse_end_macro(s)),
    (".endmacro", |p, s| p.parse_end_macro(s)),
    (".endr", |p, s| p.parse_end_repeat(s)),
    (".equ", |p, s| p.parse_set(s, Assignment::Again)),
    (".equiv", |p, s| p.parse_set(s, Assignment::Once)),
    (".err", |p, s| p.parse_error(s, false)),
    (".error", |p, s| p.parse_error(s, true)),
    (".exitm", |p, s| p.parse_exit_macro(s)),
    (".extern", |p, s| p.parse_extern(s)),
    (".file", |p, s| p.parse_file(s)),
    (".fill", |p, s| p.parse_fill(s)),
    (".float", |p, s| p.parse_real_value(s)),
    (".global", |p, s| p.parse_symbol_attribute(s, false)),
    (".globl", |p, s| p.parse_symbol_attribute(s, false)),
    (".incbin", |p, s| p.parse_incbin(s)),
    (".include", |p, s| p.parse_include(s)),
    (".int", |p, s| p.parse_value(s, 4)),
    (".irp", |p, s| p.parse_irp(s)),
    (".irpc", |p, s| p.parse_irpc(s)),
    (".lazy_reference", |p, s| p.parse_symbol_attribute(s, false)),
    (".lcomm", |p, s| p.parse_common(s, true)),
    (".line", |p, s| p.parse_line(s)),
    (".loc", |p, s| p.parse_loc(s)),
    (".loc_label", |p, s| p.parse_loc_label(s)),
    (".long", |p, s| p.parse_value(s, 4)),
    (".lto_discard", |p, s| p.parse_lto_discard(s)),
    (".lto_set_conditional", |p, s| p.parse_set(s, Assignment::Conditional)),
    (".macro", |p, s| p.parse_macro(s)),
    (".macros_off", |p, _| p.parse_macros_on_off(false)),
    (".macros_on", |p, _| p.parse_macros_on_off(true)),
    (".memtag", |p, s| p.parse_symbol_attribute(s, true)),
    (".no_dead_strip", |p, s| p.parse_symbol_attribute(s, false)),
    (".noaltmacro", |p, _| p.parse_altmacro(false)),
    (".octa", |p, s| p.parse_octa(s)),
    (".org", |p, s| p.parse_org(s)),
    (".p2align", |p, s| p.parse_align(s, true, 1)),
    (".p2alignl", |p, s| p.parse_align(s, true, 4)),
    (".p2alignw", |p, s| p.parse_align(s, true, 2)),
    (".print", |p, s| p.parse_print(s)),
    (".private_extern", |p, s| p.parse_symbol_attribute(s, false)),
    (".pseudoprobe", |p, s| p.parse_pseudo_probe(s)),
    (".purgem", |p, s| p.parse_purge_macro(s)),
    (".quad", |p, s| p.parse_value(s, 8)),
    (".reference", |p, s| p.parse_symbol_attribute(s, false)),
    (".reloc", |p, s| p.parse_reloc(s)),
    (".rep", |p, s| p.parse_rept(s)),
    (".rept", |p, s| p.parse_rept(s)),
    (".set", |p, s| p.parse_set(s, Assignment::Again)),
    (".short", |p, s| p.parse_value(s, 2)),
    (".single", |p, s| p.parse_real_value(s)),
    (".skip", |p, s| p.parse_space(s)),
    (".sleb128", |p, s| p.parse_leb128(s)),
    (".space", |p, s| p.parse_space(s)),
    (".stabs", |p, s| p.parse_stabs(s)),
    (".string", |p, s| p.parse_ascii(s, false)),
    (".symbol_resolver", |p, s| p.parse_symbol_attribute(s, false)),
    (".uleb128", |p, s| p.parse_leb128(s)),
    (".value", |p, s| p.parse_value(s, 2)),
    (".warning", |p, s| p.parse_warning(s)),
    (".weak_def_can_be_hidden", |p, s| p.parse_symbol_attribute(s, false)),
    (".weak_definition", |p, s| p.parse_symbol_attribute(s, false)),
    (".weak_reference", |p, s| p.parse_symbol_attribute(s, false)),
    (".zero", |p, s| p.parse_space(s)),
];

/// Directives of ELF only.
pub(super) const ELF: &[(&str, Handler)] = &[
    (".bss", |p, _| p.parse_section_switch(b".bss", NOBITS, WRITE | ALLOC)),
    (".cg_profile", |p, s| p.parse_cg_profile(s)),
    (".data", |p, _| p.parse_section_switch(b".data", PROGBITS, WRITE | ALLOC)),
    (".hidden", |p, s| p.parse_elf_attribute(s)),
    (".ident", |p, s| p.parse_ident(s)),
    (".internal", |p, s| p.parse_elf_attribute(s)),
    (".local", |p, s| p.parse_elf_attribute(s)),
    (".popsection", |p, s| p.parse_pop_section(s)),
    (".previous", |p, s| p.parse_previous(s)),
    (".protected", |p, s| p.parse_elf_attribute(s)),
    (".pushsection", |p, s| p.parse_push_section(s)),
    (".rodata", |p, _| p.parse_section_switch(b".rodata", PROGBITS, ALLOC)),
    (".section", |p, s| p.parse_section(s)),
    (".size", |p, s| p.parse_size(s)),
    (".subsection", |p, s| p.parse_subsection(s)),
    (".symver", |p, s| p.parse_symver(s)),
    (".tbss", |p, _| p.parse_section_switch(b".tbss", NOBITS, ALLOC | TLS | WRITE)),
    (".tdata", |p, _| p.parse_section_switch(b".tdata", PROGBITS, ALLOC | TLS | WRITE)),
    (".text", |p, _| p.parse_section_switch(b".text", PROGBITS, EXECINSTR | ALLOC)),
    (".type", |p, s| p.parse_type(s)),
    (".version", |p, s| p.parse_version(s)),
    (".weak", |p, s| p.parse_elf_attribute(s)),
    (".weakref", |p, s| p.parse_weakref(s)),
];

/// Directives of COFF only.
pub(super) const COFF: &[(&str, Handler)] = &[
    (".bss", |p, _| p.parse_coff_switch(b".bss", UNINITIALIZED_DATA | READ | coff_flag::WRITE)),
    (".cg_profile", |p, s| p.parse_cg_profile(s)),
    (".data", |p, _| p.parse_coff_switch(b".data", INITIALIZED_DATA | READ | coff_flag::WRITE)),
    (".def", |p, s| p.parse_def(s)),
    (".endef", |p, s| p.parse_endef(s)),
    (".linkonce", |p, s| p.parse_linkonce(s)),
    (".popsection", |p, s| p.parse_pop_section(s)),
    (".pushsection", |p, s| p.parse_coff_push_section(s)),
    (".rva", |p, s| p.parse_rva(s)),
    (".safeseh", |p, s| p.parse_coff_symbol(s)),
    (".scl", |p, s| p.parse_coff_number(s)),
    (".secidx", |p, s| p.parse_coff_symbol(s)),
    (".secnum", |p, s| p.parse_coff_symbol(s)),
    (".secoffset", |p, s| p.parse_coff_symbol(s)),
    (".secrel32", |p, s| p.parse_secrel32(s)),
    (".section", |p, s| p.parse_coff_section(s)),
    (".seh_endepilogue", |p, s| p.parse_seh_step(s, FrameStep::EndEpilogue)),
    (".seh_endfunclet", |p, s| p.parse_seh_step(s, FrameStep::EndFunclet)),
    (".seh_endproc", |p, s| p.parse_seh_step(s, FrameStep::EndProcedure)),
    (".seh_endprologue", |p, s| p.parse_seh_step(s, FrameStep::EndPrologue)),
    (".seh_handler", |p, s| p.parse_seh_handler(s)),
    (".seh_handlerdata", |p, s| p.parse_seh_step(s, FrameStep::HandlerData)),
    (".seh_proc", |p, s| p.parse_seh_proc(s)),
    (".seh_splitchained", |p, s| p.parse_seh_step(s, FrameStep::SplitChained)),
    (".seh_startepilogue", |p, s| p.parse_seh_step(s, FrameStep::StartEpilogue)),
    (".seh_unwindv2start", |p, s| p.parse_seh_step(s, FrameStep::UnwindV2Start)),
    (".seh_unwindversion", |p, s| p.parse_seh_version(s)),
    (".symidx", |p, s| p.parse_coff_symbol(s)),
    (".text", |p, _| p.parse_coff_switch(b".text", CODE | EXECUTE | READ)),
    (".type", |p, s| p.parse_coff_number(s)),
    (".weak", |p, s| p.parse_coff_attribute(s)),
    (".weak_anti_dep", |p, s| p.parse_coff_attribute(s)),
];

/// Directives of Mach-O only.
pub(super) const MACHO: &[(&str, Handler)] = &[
    (".alt_entry", |p, s| p.parse_alt_entry(s)),
    (".bss", |p, _| p.parse_macho_switch("__DATA", "__bss", macho_type::REGULAR)),
    (".build_version", |p, s| p.parse_build_version(s)),
    (".cg_profile", |p, s| p.parse_cg_profile(s)),
    (".const", |p, _| p.parse_macho_switch("__TEXT", "__const", macho_type::REGULAR)),
    (".const_data", |p, _| p.parse_macho_switch("__DATA", "__const", macho_type::REGULAR)),
    (".constructor", |p, _| p.parse_macho_switch("__TEXT", "__constructor", macho_type::REGULAR)),
    (".cstring", |p, _| p.parse_macho_switch("__TEXT", "__cstring", macho_type::CSTRING_LITERALS)),
    (".data", |p, _| p.parse_macho_switch("__DATA", "__data", macho_type::REGULAR)),
    (".data_region", |p, s| p.parse_data_region(s)),
    (".desc", |p, s| p.parse_desc(s)),
    (".destructor", |p, _| p.parse_macho_switch("__TEXT", "__destructor", macho_type::REGULAR)),
    (".dump", |p, s| p.parse_dump_or_load(s)),
    (".dyld", |p, _| p.parse_macho_switch("__DATA", "__dyld", macho_type::REGULAR)),
    (".end_data_region", |p, s| p.parse_macho_plain(s)),
    (".fvmlib_init0", |p, _| p.parse_macho_switch("__TEXT", "__fvmlib_init0", macho_type::REGULAR)),
    (".fvmlib_init1", |p, _| p.parse_macho_switch("__TEXT", "__fvmlib_init1", macho_type::REGULAR)),
    (".ident", |p, s| p.parse_extern(s)),
    (".indirect_symbol", |p, s| p.parse_indirect_symbol(s)),
    (".ios_version_min", |p, s| p.parse_version_min(s, DarwinSystem::Ios)),
    (".lazy_symbol_pointer", |p, _| {
        p.parse_macho_switch("__DATA", "__la_symbol_ptr", macho_type::LAZY_SYMBOL_POINTERS)
    }),
    (".linker_option", |p, s| p.parse_linker_option(s)),
    (".literal16", |p, _| {
        p.parse_macho_switch("__TEXT", "__literal16", macho_type::LITERALS_16_BYTE)
    }),
    (".literal4", |p, _| p.parse_macho_switch("__TEXT", "__literal4", macho_type::LITERALS_4_BYTE)),
    (".literal8", |p, _| p.parse_macho_switch("__TEXT", "__literal8", macho_type::LITERALS_8_BYTE)),
    (".load", |p, s| p.parse_dump_or_load(s)),
    (".lsym", |p, s| p.parse_lsym(s)),
    (".macosx_version_min", |p, s| p.parse_version_min(s, DarwinSystem::MacOs)),
    (".mod_init_func", |p, _| {
        p.parse_macho_switch("__DATA", "__mod_init_func", macho_type::MOD_INIT_FUNC_POINTERS)
    }),
    (".mod_term_func", |p, _| {
        p.parse_macho_switch("__DATA", "__mod_term_func", macho_type::MOD_TERM_FUNC_POINTERS)
    }),
    (".non_lazy_symbol_pointer", |p, _| {
        p.parse_macho_switch("__DATA", "__nl_symbol_ptr", macho_type::NON_LAZY_SYMBOL_POINTERS)
    }),
    (".objc_cat_cls_meth", |p, _| {
        p.parse_macho_switch("__OBJC", "__cat_cls_meth", macho_type::REGULAR)
    }),
    (".objc_cat_inst_meth", |p, _| {
        p.parse_macho_switch("__OBJC", "__cat_inst_meth", macho_type::REGULAR)
    }),
    (".objc_category", |p, _| p.parse_macho_switch("__OBJC", "__category", macho_type::REGULAR)),
    (".objc_class", |p, _| p.parse_macho_switch("__OBJC", "__class", macho_type::REGULAR)),
    (".objc_class_names", |p, _| {
        p.parse_macho_switch("__TEXT", "__cstring", macho_type::CSTRING_LITERALS)
    }),
    (".objc_class_vars", |p, _| {
        p.parse_macho_switch("__OBJC", "__class_vars", macho_type::REGULAR)
    }),
    (".objc_cls_meth", |p, _| p.parse_macho_switch("__OBJC", "__cls_meth", macho_type::REGULAR)),
    (".objc_cls_refs", |p, _| {
        p.parse_macho_switch("__OBJC", "__cls_refs", macho_type::LITERAL_POINTERS)
    }),
    (".objc_inst_meth", |p, _| p.parse_macho_switch("__OBJC", "__inst_meth", macho_type::REGULAR)),
    (".objc_instance_vars", |p, _| {
        p.parse_macho_switch("__OBJC", "__instance_vars", macho_type::REGULAR)
    }),
    (".objc_message_refs", |p, _| {
        p.parse_macho_switch("__OBJC", "__message_refs", macho_type::LITERAL_POINTERS)
    }),
    (".objc_meta_class", |p, _| {
        p.parse_macho_switch("__OBJC", "__meta_class", macho_type::REGULAR)
    }),
    (".objc_meth_var_names", |p, _| {
        p.parse_macho_switch("__TEXT", "__cstring", macho_type::CSTRING_LITERALS)
    }),
    (".objc_meth_var_types", |p, _| {
        p.parse_macho_switch("__TEXT", "__cstring", macho_type::CSTRING_LITERALS)
    }),
    (".objc_module_info", |p, _| {
        p.parse_macho_switch("__OBJC", "__module_info", macho_type::REGULAR)
    }),
    (".objc_protocol", |p, _| p.parse_macho_switch("__OBJC", "__protocol", macho_type::REGULAR)),
    (".objc_selector_strs", |p, _| {
        p.parse_macho_switch("__OBJC", "__selector_strs", macho_type::CSTRING_LITERALS)
    }),
    (".objc_string_object", |p, _| {
        p.parse_macho_switch("__OBJC", "__string_object", macho_type::REGULAR)
    }),
    (".objc_symbols", |p, _| p.parse_macho_switch("__OBJC", "__symbols", macho_type::REGULAR)),
    (".picsymbol_stub", |p, _| {
        p.parse_macho_switch("__TEXT", "__picsymbol_stub", macho_type::SYMBOL_STUBS)
    }),
    (".popsection", |p, s| p.parse_pop_section(s)),
    (".previous", |p, s| p.parse_previous(s)),
    (".pushsection", |p, s| p.parse_macho_push_section(s)),
    (".section", |p, s| p.parse_macho_section(s)),
    (".secure_log_reset", |p, s| p.parse_macho_plain(s)),
    (".secure_log_unique", |p, s| p.parse_secure_log(s)),
    (".static_const", |p, _| p.parse_macho_switch("__TEXT", "__static_const", macho_type::REGULAR)),
    (".static_data", |p, _| p.parse_macho_switch("__DATA", "__static_data", macho_type::REGULAR)),
    (".subsections_via_symbols", |p, s| p.parse_macho_plain(s)),
    (".symbol_stub", |p, _| {
        p.parse_macho_switch("__TEXT", "__symbol_stub", macho_type::SYMBOL_STUBS)
    }),
    (".tbss", |p, s| p.parse_tbss(s)),
    (".tdata", |p, _| {
        p.parse_macho_switch("__DATA", "__thread_data", macho_type::THREAD_LOCAL_REGULAR)
    }),
    (".text", |p, _| p.parse_macho_switch("__TEXT", "__text", macho_type::REGULAR)),
    (".thread_init_func", |p, _| {
        p.parse_macho_switch(
            "__DATA",
            "__thread_init",
            macho_type::THREAD_LOCAL_INIT_FUNCTION_POINTERS,
        )
    }),
    (".thread_local_variable_pointer", |p, _| {
        p.parse_macho_switch("__DATA", "__thread_ptr", macho_type::THREAD_LOCAL_VARIABLE_POINTERS)
    }),
    (".tlv", |p, _| {
        p.parse_macho_switch("__DATA", "__thread_vars", macho_type::THREAD_LOCAL_VARIABLES)
    }),
    (".tvos_version_min", |p, s| p.parse_version_min(s, DarwinSystem::TvOs)),
    (".watchos_version_min", |p, s| p.parse_version_min(s, DarwinSystem::WatchOs)),
    (".zerofill", |p, s| p.parse_zerofill(s)),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_sorted() {
        for table in [CONDITIONAL, GENERAL, ELF, COFF, MACHO] {
            assert!(table.is_sorted_by(|left, right| left.0 < right.0));
            assert!(table.iter().all(|(name, _)| name.len() <= LONGEST_NAME));
        }
    }
}
