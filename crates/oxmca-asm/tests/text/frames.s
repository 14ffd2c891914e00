	.cfi_sections .eh_frame, .debug_frame
	.cfi_sections 5
	.cfi_startproc
	.cfi_startproc
	.cfi_def_cfa %rsp, 8
	.cfi_def_cfa 7, 8
	.cfi_def_cfa rsp, 8
	.cfi_def_cfa %nosuch, 8
	.cfi_def_cfa 7
	.cfi_def_cfa_offset 16
	.cfi_def_cfa_offset a
	.cfi_offset %rbp, -16
	.cfi_def_cfa_register 6
	.cfi_adjust_cfa_offset 8
	.cfi_rel_offset %rbx, 8
	.cfi_val_offset %rbx, 8
	.cfi_register %rbx, %rcx
	.cfi_restore %rbx
	.cfi_same_value %rbx
	.cfi_undefined %rip
	.cfi_return_column 16
	.cfi_remember_state
	.cfi_restore_state
	.cfi_signal_frame
	.cfi_window_save
	.cfi_escape 1, 2, 3
	.cfi_escape
	.cfi_llvm_def_aspace_cfa %rbx, 8, 1
	.cfi_personality 0x9b, personality
	.cfi_personality 0xff
	.cfi_personality 0x21, personality
	.cfi_personality 0x9b
	.cfi_lsda 0x1b, table
	.cfi_label here
	.cfi_label
	.cfi_b_key_frame
	.cfi_endproc junk
	.cfi_endproc
	.cfi_endproc
	.cfi_offset %rbp, -16
	.cfi_startproc simple
	.cfi_endproc
	.cfi_startproc complicated
	.text
	nop
