; A loop over two arrays.
sum .req t1
loop:
  ld a0, sp
  ld a1, sp, 4
  mul a0, a0, a1
  add sum, sum, a0
  addi sp, sp, 8
  bnez a0, loop
