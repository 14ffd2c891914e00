
small-m.o:	file format mach-o arm64

Disassembly of section __TEXT,__text:

0000000000000000 <ltmp0>:
       0: f100043f     	cmp	x1, #0x1
       4: 5400010b     	b.lt	0x24 <ltmp0+0x24>
       8: d2800008     	mov	x8, #0x0                ; =0
       c: b8804409     	ldrsw	x9, [x0], #0x4
      10: 8b090108     	add	x8, x8, x9
      14: f1000421     	subs	x1, x1, #0x1
      18: 54ffffa1     	b.ne	0xc <ltmp0+0xc>
      1c: aa0803e0     	mov	x0, x8
      20: d65f03c0     	ret
      24: d2800008     	mov	x8, #0x0                ; =0
      28: aa0803e0     	mov	x0, x8
      2c: d65f03c0     	ret

0000000000000030 <_apply>:
      30: a9bd57f6     	stp	x22, x21, [sp, #-0x30]!
      34: a9014ff4     	stp	x20, x19, [sp, #0x10]
      38: a9027bfd     	stp	x29, x30, [sp, #0x20]
      3c: 910083fd     	add	x29, sp, #0x20
      40: aa0103f3     	mov	x19, x1
      44: aa0003f4     	mov	x20, x0
      48: d2800000     	mov	x0, #0x0                ; =0
      4c: 90000015     	adrp	x21, 0x0 <ltmp0>
      50: f94002b5     	ldr	x21, [x21]
      54: f94002a8     	ldr	x8, [x21]
      58: f8408689     	ldr	x9, [x20], #0x8
      5c: ca000120     	eor	x0, x9, x0
      60: d63f0100     	blr	x8
      64: f1000673     	subs	x19, x19, #0x1
      68: 54ffff61     	b.ne	0x54 <_apply+0x24>
      6c: b5000080     	cbnz	x0, 0x7c <_apply+0x4c>
      70: 90000008     	adrp	x8, 0x0 <ltmp0>
      74: f9400108     	ldr	x8, [x8]
      78: f9400100     	ldr	x0, [x8]
      7c: a9427bfd     	ldp	x29, x30, [sp, #0x20]
      80: a9414ff4     	ldp	x20, x19, [sp, #0x10]
      84: a8c357f6     	ldp	x22, x21, [sp], #0x30
      88: d65f03c0     	ret
