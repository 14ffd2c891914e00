	.globl f, g
	.globl
	.globl 5
	.globl .Llocal
	.weak f g
	.hidden f,
	.local $f
	.protected "f"
	.internal @f
	.type f, @function
	.type f, %object
	.type f, #function
	.type f, STT_FUNC
	.type f "notype"
	.type f, @nonsense
	.type f, 5
	.type f
	.type f, @function junk
	.size f, .-f
	.size f
	.size f, 1 2
	.comm c, 8, 16
	.comm c, 8, 3
	.comm c, -1
	.comm c
	.comm defined, 4
defined:
	.comm defined, 4
	.lcomm l, 4
	.lcomm l, 4, 4
	.symver f, f@V1
	.symver f, f
	.symver f, f@@V2, remove
	.symver f, f@@V3, keep
	.weakref a, b
	.weakref a
	.ident "compiler"
	.ident compiler
	.addrsig
	.addrsig_sym f
	.addrsig_sym
	.lto_discard gone
gone: nop
gone: nop
	.lto_discard
	.cg_profile a, b, 5
	.cg_profile a, b
	.version "1"
	.extern anything at all ( "
	.print "text"
	.print text
	.abort
	.abort now
	.err
	.error
	.error "mine"
	.error mine
	.warning
	.warning "mine"
	.include "no/such/file"
	.include
	.incbin "no/such/file"
	.incbin "no/such/file", -1
	.stabs "x"
	.nosuch
	.code16gcc 5
	.line 5
	.line x
	.text
	nop
	.end
	not read
