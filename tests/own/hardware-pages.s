# Straight code that comes to new pages of memory, units that ports share, and a division beside another.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false --hardware-without=new-pages
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell --hardware --instruction-info=false --initial-registers=equal
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver3 --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=icelake-client --hardware --instruction-info=false

# LLVM-MCA-BEGIN a stack that only shrinks
  addq $1000, %rsp
  popq %rbx
  popq %rbp
  popq %r12
  popq %r13
# LLVM-MCA-END

# LLVM-MCA-BEGIN a stack that only grows
  pushq %rbx
  pushq %rbp
  subq $2000, %rsp
# LLVM-MCA-END

# LLVM-MCA-BEGIN a pointer that stays
  addq $1000, %rsp
  movq (%rsi), %rax
  movq 4096(%rsi), %rbx
  subq $1000, %rsp
# LLVM-MCA-END

# LLVM-MCA-BEGIN a division beside another
  xorl %edx, %edx
  movl $5, %eax
  divl %ecx
  vdivps %ymm15, %ymm14, %ymm0
# LLVM-MCA-END

# LLVM-MCA-BEGIN halves that change places
  vperm2f128 $1, %ymm15, %ymm14, %ymm0
  vextractf128 $1, %ymm15, %xmm1
  vbroadcastsd %xmm15, %ymm2
  vcvtpd2ps %ymm15, %xmm3
# LLVM-MCA-END

# LLVM-MCA-BEGIN halves in a chain
  vperm2f128 $1, %ymm0, %ymm0, %ymm0
  vpaddd %ymm0, %ymm0, %ymm0
# LLVM-MCA-END

# LLVM-MCA-BEGIN a chain through registers that are not followed
  fadds (%rsi)
  fadds 4(%rsi)
# LLVM-MCA-END
