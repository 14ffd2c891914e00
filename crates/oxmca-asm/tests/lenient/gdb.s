Dump of assembler code for function main:
   0x000000000000112d <+0>:	push   %r12
   0x000000000000112f <+2>:	push   %rbp
   0x0000000000001130 <+3>:	push   %rbx
   0x0000000000001131 <+4>:	test   %edi,%edi
   0x0000000000001133 <+6>:	jle    0x1161 <main+52>
   0x0000000000001135 <+8>:	mov    %rsi,%rbx
   0x0000000000001138 <+11>:	movslq %edi,%rdi
   0x000000000000113b <+14>:	lea    (%rsi,%rdi,8),%r12
   0x000000000000113f <+18>:	mov    $0x0,%ebp
   0x0000000000001144 <+23>:	mov    (%rbx),%rax
   0x0000000000001147 <+26>:	movsbl (%rax),%edi
   0x000000000000114a <+29>:	call   0x1129 <twice>
   0x000000000000114f <+34>:	add    %eax,%ebp
   0x0000000000001151 <+36>:	add    $0x8,%rbx
   0x0000000000001155 <+40>:	cmp    %r12,%rbx
   0x0000000000001158 <+43>:	jne    0x1144 <main+23>
   0x000000000000115a <+45>:	mov    %ebp,%eax
   0x000000000000115c <+47>:	pop    %rbx
   0x000000000000115d <+48>:	pop    %rbp
   0x000000000000115e <+49>:	pop    %r12
   0x0000000000001160 <+51>:	ret
   0x0000000000001161 <+52>:	mov    $0x0,%ebp
   0x0000000000001166 <+57>:	jmp    0x115a <main+45>
End of assembler dump.
