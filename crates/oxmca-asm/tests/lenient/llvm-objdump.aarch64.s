
small-a.o:	file format elf64-littleaarch64

Disassembly of section .text:

0000000000000000 <sum>:
       0: f100003f     	cmp	x1, #0x0
       4: 5400012d     	b.le	0x28 <sum+0x28>
       8: aa0003e2     	mov	x2, x0
       c: 8b010803     	add	x3, x0, x1, lsl #2
      10: d2800000     	mov	x0, #0x0                // =0
      14: b8804441     	ldrsw	x1, [x2], #0x4
      18: 8b010000     	add	x0, x0, x1
      1c: eb03005f     	cmp	x2, x3
      20: 54ffffa1     	b.ne	0x14 <sum+0x14>
      24: d65f03c0     	ret
      28: d2800000     	mov	x0, #0x0                // =0
      2c: 17fffffe     	b	0x24 <sum+0x24>

0000000000000030 <apply>:
      30: a9bd7bfd     	stp	x29, x30, [sp, #-0x30]!
      34: 910003fd     	mov	x29, sp
      38: a90153f3     	stp	x19, x20, [sp, #0x10]
      3c: f90013f5     	str	x21, [sp, #0x20]
      40: aa0003f4     	mov	x20, x0
      44: aa0103f3     	mov	x19, x1
      48: d2800000     	mov	x0, #0x0                // =0
      4c: 90000015     	adrp	x21, 0x0 <sum>
      50: f94002b5     	ldr	x21, [x21]
      54: f8408682     	ldr	x2, [x20], #0x8
      58: f94002a1     	ldr	x1, [x21]
      5c: ca020000     	eor	x0, x0, x2
      60: d63f0020     	blr	x1
      64: f1000673     	subs	x19, x19, #0x1
      68: 54ffff61     	b.ne	0x54 <apply+0x24>
      6c: b5000080     	cbnz	x0, 0x7c <apply+0x4c>
      70: 90000000     	adrp	x0, 0x0 <sum>
      74: f9400000     	ldr	x0, [x0]
      78: f9400000     	ldr	x0, [x0]
      7c: a94153f3     	ldp	x19, x20, [sp, #0x10]
      80: f94013f5     	ldr	x21, [sp, #0x20]
      84: a8c37bfd     	ldp	x29, x30, [sp], #0x30
      88: d65f03c0     	ret
