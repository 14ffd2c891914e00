	.build_version macos, 14, 0
	.section	__TEXT,__text,regular,pure_instructions
	.globl	_sum                            ; -- Begin function sum
	.p2align	2
_sum:                                   ; @sum
	.cfi_startproc
; %bb.0:
	cmp	w1, #1
	b.lt	LBB0_6
; %bb.1:
	stp	x22, x21, [sp, #-48]!           ; 16-byte Folded Spill
	stp	x20, x19, [sp, #16]             ; 16-byte Folded Spill
	stp	x29, x30, [sp, #32]             ; 16-byte Folded Spill
	add	x29, sp, #32
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	.cfi_offset w21, -40
	.cfi_offset w22, -48
	mov	w8, #0                          ; =0x0
	mov	w21, w1
LBB0_2:                                 ; =>This Inner Loop Header: Depth=1
	ldr	w9, [x0], #4
	add	w8, w9, w8
	cmp	w8, #77
	b.eq	LBB0_4
; %bb.3:                                ;   in Loop: Header=BB0_2 Depth=1
	subs	x21, x21, #1
	b.ne	LBB0_2
	b	LBB0_5
LBB0_4:                                 ;   in Loop: Header=BB0_2 Depth=1
	mov	x22, x0
	mov	w0, #77                         ; =0x4d
	mov	x19, x1
	bl	_rare
	mov	x20, x0
	mov	x0, x19
	bl	_rare
	mov	x1, x19
	mov	x8, x0
	mov	x0, x22
	add	w8, w8, w20
	subs	x21, x21, #1
	b.ne	LBB0_2
LBB0_5:
	ldp	x29, x30, [sp, #32]             ; 16-byte Folded Reload
	ldp	x20, x19, [sp, #16]             ; 16-byte Folded Reload
	ldp	x22, x21, [sp], #48             ; 16-byte Folded Reload
	mov	x0, x8
	ret
LBB0_6:
	mov	w0, #0                          ; =0x0
	ret
	.cfi_endproc
                                        ; -- End function
	.globl	_scale_twice                    ; -- Begin function scale_twice
	.p2align	2
_scale_twice:                           ; @scale_twice
	.cfi_startproc
; %bb.0:
	stp	x20, x19, [sp, #-32]!           ; 16-byte Folded Spill
	stp	x29, x30, [sp, #16]             ; 16-byte Folded Spill
	add	x29, sp, #16
	.cfi_def_cfa w29, 16
	.cfi_offset w30, -8
	.cfi_offset w29, -16
	.cfi_offset w19, -24
	.cfi_offset w20, -32
	mov	x19, x1
	mov	x20, x0
	bl	_scale
	add	x0, x20, #4
	mov	x1, x19
	ldp	x29, x30, [sp, #16]             ; 16-byte Folded Reload
	ldp	x20, x19, [sp], #32             ; 16-byte Folded Reload
	b	_scale
	.cfi_endproc
                                        ; -- End function
	.p2align	2                               ; -- Begin function scale
_scale:                                 ; @scale
	.cfi_startproc
; %bb.0:
	cmp	w1, #1
	b.lt	LBB2_3
; %bb.1:
	mov	w8, w1
LBB2_2:                                 ; =>This Inner Loop Header: Depth=1
	ldr	s0, [x0]
	fadd	s0, s0, s0
	str	s0, [x0], #4
	subs	x8, x8, #1
	b.ne	LBB2_2
LBB2_3:
	ret
	.cfi_endproc
                                        ; -- End function
.subsections_via_symbols
