
main:	file format elf64-x86-64

Disassembly of section .text:

000000000000112d <main>:
; main():
; /src/main.c:2
    112d: 41 54                        	pushq	%r12
    112f: 55                           	pushq	%rbp
    1130: 53                           	pushq	%rbx
    1131: 85 ff                        	testl	%edi, %edi
    1133: 7e 2c                        	jle	0x1161 <main+0x34>
    1135: 48 89 f3                     	movq	%rsi, %rbx
    1138: 48 63 ff                     	movslq	%edi, %rdi
    113b: 4c 8d 24 fe                  	leaq	(%rsi,%rdi,8), %r12
    113f: bd 00 00 00 00               	movl	$0x0, %ebp
    1144: 48 8b 03                     	movq	(%rbx), %rax
    1147: 0f be 38                     	movsbl	(%rax), %edi
    114a: e8 da ff ff ff               	callq	0x1129 <twice>
    114f: 01 c5                        	addl	%eax, %ebp
    1151: 48 83 c3 08                  	addq	$0x8, %rbx
    1155: 4c 39 e3                     	cmpq	%r12, %rbx
    1158: 75 ea                        	jne	0x1144 <main+0x17>
    115a: 89 e8                        	movl	%ebp, %eax
    115c: 5b                           	popq	%rbx
    115d: 5d                           	popq	%rbp
    115e: 41 5c                        	popq	%r12
    1160: c3                           	retq
    1161: bd 00 00 00 00               	movl	$0x0, %ebp
    1166: eb f2                        	jmp	0x115a <main+0x2d>
