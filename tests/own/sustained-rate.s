# Wide vectors reach the rate at which their micro-ops execute for long before ports are busy.
#
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=graniterapids --hardware --instruction-info=false --explain --dispatch-stats
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=graniterapids --hardware --instruction-info=false --hardware-without=sustained-rate

.Lscale:
  vmulps (%rsi), %ymm0, %ymm1
  vmulps 32(%rsi), %ymm0, %ymm2
  vmulps 64(%rsi), %ymm0, %ymm3
  vmulps 96(%rsi), %ymm0, %ymm4
  vmovups %ymm1, (%rdi)
  vmovups %ymm2, 32(%rdi)
  vmovups %ymm3, 64(%rdi)
  vmovups %ymm4, 96(%rdi)
  addq $128, %rsi
  addq $128, %rdi
  cmpq %rdx, %rsi
  jne .Lscale
