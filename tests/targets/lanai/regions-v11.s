! arguments: -mtriple=lanai -mcpu=v11
! LLVM-MCA-BEGIN
	add	%r1, %r2, %r3
! LLVM-MCA-END
