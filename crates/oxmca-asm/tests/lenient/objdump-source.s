
main:     file format elf64-x86-64


Disassembly of section .init:

Disassembly of section .plt:

Disassembly of section .plt.got:

Disassembly of section .text:

000000000000112d <main>:
main():
/src/main.c:2
    112d:	41 54                	push   %r12
    112f:	55                   	push   %rbp
    1130:	53                   	push   %rbx
    1131:	85 ff                	test   %edi,%edi
    1133:	7e 2c                	jle    1161 <main+0x34>
    1135:	48 89 f3             	mov    %rsi,%rbx
    1138:	48 63 ff             	movslq %edi,%rdi
    113b:	4c 8d 24 fe          	lea    (%rsi,%rdi,8),%r12
    113f:	bd 00 00 00 00       	mov    $0x0,%ebp
/src/main.c:2 (discriminator 3)
    1144:	48 8b 03             	mov    (%rbx),%rax
    1147:	0f be 38             	movsbl (%rax),%edi
    114a:	e8 da ff ff ff       	call   1129 <twice>
    114f:	01 c5                	add    %eax,%ebp
    1151:	48 83 c3 08          	add    $0x8,%rbx
    1155:	4c 39 e3             	cmp    %r12,%rbx
    1158:	75 ea                	jne    1144 <main+0x17>
/src/main.c:2
    115a:	89 e8                	mov    %ebp,%eax
    115c:	5b                   	pop    %rbx
    115d:	5d                   	pop    %rbp
    115e:	41 5c                	pop    %r12
    1160:	c3                   	ret
    1161:	bd 00 00 00 00       	mov    $0x0,%ebp
    1166:	eb f2                	jmp    115a <main+0x2d>

Disassembly of section .fini:
