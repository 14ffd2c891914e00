five = 5
	mov $five, %eax
	mov $five*2+1, %eax
	mov $1+2*3-4/2%3, %eax
	mov $1|2&3^4!5, %eax
	mov $1<<4>>1, %eax
	mov $1==1, %eax
	mov $1<>1, %eax
	mov $1<2&&3>4||5>=6, %eax
	mov $-five+~five-!five++five, %eax
	mov $(1+2)*(3), %eax
	mov $[1+2], %eax
	mov $1/0, %eax
	mov $undefined+1+2, %eax
	mov $undefined-undefined, %eax
	mov $18446744073709551616, %rax
	.quad 18446744073709551615, -1
	.long 4294967296
	.byte 255, -128, 256
	jmp .
	jmp 1f
1:	jmp 2b
	jmp 9f
	call function@PLT
	call function@NOSUCH
	call "a name"@plt
	mov symbol@GOTPCREL(%rip), %rax
	.long (a+b)@PLT
	.long (1+2)@PLT
	.long a@PLT@PLT
	.long 1 +
	.long )
	.long (1
	.long @
	.long $
	.long *
	.long ""
.set register, %rcx
	mov register, %rax
.set five, 6
	mov $five, %eax
.equiv five, 7
.equiv once, 7
once = 8
label: nop
label: nop
label = 1
.set forward, later
	jmp forward
later:
.ifdef forward
	nop
.endif
specified = a@PLT
. = . + 8
.set , 1
.set x
.set x 1
.reloc 0, R_X86_64_NONE
.reloc 0, R_X86_64_NONE, a-b
.reloc 0, R_X86_64_NONE, a+b
.reloc 0, 5
