// LLVM-MCA-BEGIN vector
fmla v0.4s, v1.4s, v2.4s
fmla v3.4s, v1.4s, v2.4s
// LLVM-MCA-END vector
// LLVM-MCA-BEGIN chain
ldr x0, [x0]
add x0, x0, #8
// LLVM-MCA-END chain
