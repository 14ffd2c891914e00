# What views see of hardware mode: front end, eliminated moves, a comparison and a branch as one, ports.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware -iterations=3 -timeline -dispatch-stats -retire-stats
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware -iterations=20 -timeline -timeline-max-iterations=2 --delivery=unrolled --instruction-info=false --steady-state=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=sapphirerapids --hardware -iterations=3 -all-views -json

loop:
  movq (%rdi,%rcx,8), %rax
  addq %rax, %rdx
  movq %rdx, %rbx
  imulq %rbx, %rdx
  movq %rdx, (%rsi,%rcx,8)
  xorl %eax, %eax
  pushq %rax
  popq %r9
  addw $1000, %r8w
  incq %rcx
  cmpq $100, %rcx
  jne loop
