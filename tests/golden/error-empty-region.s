# Regions without instructions.
# oxmca: -mtriple=x86_64-unknown-unknown -mcpu=btver2
# LLVM-MCA-BEGIN hollow
# LLVM-MCA-END hollow
