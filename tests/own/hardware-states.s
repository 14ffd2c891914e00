# What mixes badly or waits for everything: vectors of two sizes, fences, and a second thread on the core.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell --hardware --instruction-info=false --resource-pressure=false --summary-view=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false --resource-pressure=false --summary-view=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=znver4 --hardware --instruction-info=false --resource-pressure=false --summary-view=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --smt --instruction-info=false --resource-pressure=false --summary-view=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=haswell --hardware --hardware-without=vector-states,serialization --instruction-info=false --resource-pressure=false --summary-view=false

# LLVM-MCA-BEGIN upper halves in use
  vaddps %ymm0, %ymm1, %ymm2
  addps %xmm3, %xmm4
# LLVM-MCA-END

# LLVM-MCA-BEGIN upper halves cleared
  vaddps %ymm0, %ymm1, %ymm2
  vzeroupper
  addps %xmm3, %xmm4
# LLVM-MCA-END

# LLVM-MCA-BEGIN merging makes a chain
  vaddps %ymm0, %ymm1, %ymm2
  sqrtps %xmm3, %xmm4
  movaps %xmm5, %xmm4
# LLVM-MCA-END

# LLVM-MCA-BEGIN loads complete before
  movq (%rdi), %rax
  lfence
  imulq %rbx, %rcx
# LLVM-MCA-END

# LLVM-MCA-BEGIN stores leave before
  movq %rax, (%rdi)
  mfence
# LLVM-MCA-END

# LLVM-MCA-BEGIN a chain leaves room for another thread
  imulq %rax, %rax
# LLVM-MCA-END

# LLVM-MCA-BEGIN full ports do not
  shlq $3, %rax
  shlq $3, %rbx
  shlq $3, %rcx
  shlq $3, %rdx
# LLVM-MCA-END
