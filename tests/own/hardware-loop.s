# A loop by whose bound hardware mode names what limits it: a chain, ports, the micro-op cache, the divider.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=ivybridge --hardware --instruction-info=false --delivery=unrolled
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=sandybridge --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=sapphirerapids --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --json=full
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake,sapphirerapids --hardware
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4 --hardware
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --initial-registers=other
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --hardware-without=nothing

# LLVM-MCA-BEGIN chain
1:
  imulq %rcx, %rdx
  addq (%rdi,%rax,8), %rcx
  addq $1, %rax
  cmpq %rsi, %rax
  jb 1b
# LLVM-MCA-END

# LLVM-MCA-BEGIN ports
2:
  shlq $2, %rax
  shlq $2, %rbx
  shlq $2, %rcx
  decq %rsi
  jne 2b
# LLVM-MCA-END

# LLVM-MCA-BEGIN narrow
3:
  nop
  nop
  nop
  nop
  nop
  nop
  nop
  decq %rsi
  jne 3b
# LLVM-MCA-END

# LLVM-MCA-BEGIN divider
4:
  xorl %edx, %edx
  movl $100, %eax
  divl %ecx
  decq %rsi
  jne 4b
# LLVM-MCA-END
