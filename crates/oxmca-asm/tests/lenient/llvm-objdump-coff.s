
small-w.obj:	file format coff-x86-64

Disassembly of section .text:

0000000000000000 <sum>:
       0: 85 d2                        	testl	%edx, %edx
       2: 7e 19                        	jle	0x1d <sum+0x1d>
       4: 89 d2                        	movl	%edx, %edx
       6: 31 c0                        	xorl	%eax, %eax
       8: 45 31 c0                     	xorl	%r8d, %r8d
       b: 0f 1f 44 00 00               	nopl	(%rax,%rax)
      10: 42 03 04 81                  	addl	(%rcx,%r8,4), %eax
      14: 49 ff c0                     	incq	%r8
      17: 4c 39 c2                     	cmpq	%r8, %rdx
      1a: 75 f4                        	jne	0x10 <sum+0x10>
      1c: c3                           	retq
      1d: 31 c0                        	xorl	%eax, %eax
      1f: c3                           	retq

0000000000000020 <apply>:
      20: 56                           	pushq	%rsi
      21: 57                           	pushq	%rdi
      22: 53                           	pushq	%rbx
      23: 48 83 ec 20                  	subq	$0x20, %rsp
      27: 48 89 ce                     	movq	%rcx, %rsi
      2a: 89 d7                        	movl	%edx, %edi
      2c: 31 c0                        	xorl	%eax, %eax
      2e: 31 db                        	xorl	%ebx, %ebx
      30: 33 04 9e                     	xorl	(%rsi,%rbx,4), %eax
      33: 89 c1                        	movl	%eax, %ecx
      35: ff 15 00 00 00 00            	callq	*(%rip)                 # 0x3b <apply+0x1b>
      3b: 48 ff c3                     	incq	%rbx
      3e: 39 df                        	cmpl	%ebx, %edi
      40: 75 ee                        	jne	0x30 <apply+0x10>
      42: 85 c0                        	testl	%eax, %eax
      44: 75 06                        	jne	0x4c <apply+0x2c>
      46: 8b 05 00 00 00 00            	movl	(%rip), %eax            # 0x4c <apply+0x2c>
      4c: 48 83 c4 20                  	addq	$0x20, %rsp
      50: 5b                           	popq	%rbx
      51: 5f                           	popq	%rdi
      52: 5e                           	popq	%rsi
      53: c3                           	retq
