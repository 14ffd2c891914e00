# Straight code: prefixes that change lengths, decoders, values through memory, stores that cannot be forwarded.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=sapphirerapids --hardware --instruction-info=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false --initial-registers=equal
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=skylake --hardware --instruction-info=false --hardware-without=memory,length-change
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=ivybridge --hardware --instruction-info=false

# LLVM-MCA-BEGIN length changes
  cmpw $1000, %ax
  cmpw $1000, %bx
# LLVM-MCA-END

# LLVM-MCA-BEGIN complex
  sete %al
  sete %bl
  setb %cl
# LLVM-MCA-END

# LLVM-MCA-BEGIN counter in memory
  addq $1, 8(%rdi)
# LLVM-MCA-END

# LLVM-MCA-BEGIN forwarded
  movq %rax, (%rdi)
  movq (%rdi), %rax
# LLVM-MCA-END

# LLVM-MCA-BEGIN blocked
  movl %eax, (%rdi)
  movl %ebx, 4(%rdi)
  movq (%rdi), %rax
# LLVM-MCA-END

# LLVM-MCA-BEGIN other address
  movq %rax, (%rdi)
  movq (%rsi), %rax
# LLVM-MCA-END

# LLVM-MCA-BEGIN banks
  movq 64(%rdi), %rax
  movq 128(%rdi), %rbx
# LLVM-MCA-END

# LLVM-MCA-BEGIN moves and idioms
  movq %rax, %rbx
  movq %rbx, %rax
  xorl %ecx, %ecx
# LLVM-MCA-END

# LLVM-MCA-BEGIN indivisible
  lock addq $1, (%rdi)
# LLVM-MCA-END

# LLVM-MCA-BEGIN false dependence
  bsfq %rax, %rbx
# LLVM-MCA-END
