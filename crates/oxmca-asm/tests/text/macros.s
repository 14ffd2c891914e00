.macro plain
	nop
.endm
	plain
	plain junk
.macro two a, b=%ecx
	mov \a, \b
.endm
	two %eax, %edx
	two %eax
	two b=%esi, a=%edi
	two %eax, %edx, %ebx
	two c=%eax
	two a=%eax, %edx
.macro required a:req, b:req=5
	mov \a, %eax
.endm
	required
	required $1
	required $1 + 2
	required ( $1
.macro rest first, others:vararg
	mov \first, \others
.endm
	rest %eax, %ebx
	rest $1, -4(%rax, %rbx)
.macro counted
	add $\@, %eax
	add $\+, %ebx
.endm
	counted
	counted
	plain
	counted
.macro pasted n
r\n\():	inc %r\n
.endm
	pasted 8
	pasted 9d
.macro nested
.macro inner x
	dec \x
.endm
	inner %eax
.endm
	nested
	inner %ecx
.macro leaves
	nop
.if 1
.exitm
.endif
	not read
.endm
	leaves
.macro fails
	bad instruction
	.warning "within"
.endm
	fails
.macro twice
	fails
.endm
	twice
.macro plain
.endm
.purgem plain
.purgem plain
	plain
.macro again
	again
.endm
	again
.macro same a, a
.endm
.macro unknown a:nosuch
.endm
.macro missing a:
.endm
.macro order a:vararg, b
.endm
.macro 5
.endm
.macro positional a
	mov $1, $0
.endm
.exitm
.endm
.endm junk
.endr
.macros_off
	two %eax
.macros_on
	two %eax
.macro equals a
.endm
	equals a b = c
.macro commented a /* a comment */ , b # and another
	/* within */ mov \a, \b # the body
.endm
	commented %eax, %ebx
.altmacro
.macro alternative a, b
	LOCAL: mov $a, %eax
	.ascii "b"
	mov $b&, %eax
.endm
	alternative %(1+2), <3>
	alternative <!<>, 4
	alternative %nosuch, 4
.noaltmacro
.rept 3
	nop
.endr
.rept 0
	not read
.endr
.rept -1
.endr
.rept a
.endr
.rep 2
.irp r, eax, ecx
	inc %\r
.endr
.endr
.irpc d, 89
	inc %r\d
.endr
.irpc d, 8 9
.endr
.irp 5
.endr
.irp x, "quoted text", plain
	.ascii "\x"
.endr
.rept 1
	nop
.endr junk
.rept 2
	bad
.endr
.rept 1
	never ends
