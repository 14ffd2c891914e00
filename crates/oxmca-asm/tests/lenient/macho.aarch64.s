	.build_version macos, 14, 0
	.section	__TEXT,__text,regular,pure_instructions
	.globl	_sum                            ; -- Begin function sum
	.p2align	2
_sum:                                   ; @sum
	.cfi_startproc
; %bb.0:
	cmp	x1, #1
	b.lt	LBB0_4
; %bb.1:
	mov	x8, #0                          ; =0x0
LBB0_2:                                 ; =>This Inner Loop Header: Depth=1
	ldrsw	x9, [x0], #4
	add	x8, x8, x9
	subs	x1, x1, #1
	b.ne	LBB0_2
; %bb.3:
	mov	x0, x8
	ret
LBB0_4:
	mov	x8, #0                          ; =0x0
	mov	x0, x8
	ret
	.cfi_endproc
                                        ; -- End function
	.globl	_apply                          ; -- Begin function apply
	.p2align	2
_apply:                                 ; @apply
	.cfi_startproc
; %bb.0:
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
	mov	x19, x1
	mov	x20, x0
	mov	x0, #0                          ; =0x0
Lloh0:
	adrp	x21, _hook@GOTPAGE
Lloh1:
	ldr	x21, [x21, _hook@GOTPAGEOFF]
LBB1_1:                                 ; =>This Inner Loop Header: Depth=1
	ldr	x8, [x21]
	ldr	x9, [x20], #8
	eor	x0, x9, x0
	blr	x8
	subs	x19, x19, #1
	b.ne	LBB1_1
; %bb.2:
	cbnz	x0, LBB1_4
; %bb.3:
Lloh2:
	adrp	x8, _table@GOTPAGE
Lloh3:
	ldr	x8, [x8, _table@GOTPAGEOFF]
Lloh4:
	ldr	x0, [x8]
LBB1_4:
	ldp	x29, x30, [sp, #32]             ; 16-byte Folded Reload
	ldp	x20, x19, [sp, #16]             ; 16-byte Folded Reload
	ldp	x22, x21, [sp], #48             ; 16-byte Folded Reload
	ret
	.loh AdrpLdrGot	Lloh0, Lloh1
	.loh AdrpLdrGotLdr	Lloh2, Lloh3, Lloh4
	.cfi_endproc
                                        ; -- End function
.subsections_via_symbols
