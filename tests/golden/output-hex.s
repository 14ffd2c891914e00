# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -print-imm-hex
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -print-imm-hex=false
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -print-imm-hex -json -instruction-tables
movl $255, %eax
addl $-1, %ebx
movabsq $-9223372036854775808, %rax
movl 16(%rax),%ebx
 cmpb $-128, %al
andq $-16,%rsp
int $3
rolb $7,%al
pshufd $27,%xmm0,%xmm0
 jmp 5
enter $5,$3
