sum:
        test    rsi, rsi
        jle     SHORT .L4
        xor     eax, eax
.L3:
        movsx   rdx, DWORD PTR [rdi]
        movsx   rcx, edx
        movsx   ecx, dx
        add     rax, rdx
        add     rdi, 4
        dec     rsi
        jne     SHORT .L3
        call    [QWORD PTR 8[rbx]]
        jmp     NEAR PTR .L4
.L4:
        mov     eax, OFFSET FLAT:table
        lea     rax, table[rip]
        ret
