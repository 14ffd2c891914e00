# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=bdver2 -show-encoding
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=bdver2 -show-encoding -all-views
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=bdver2 -show-encoding -instruction-tables=full
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=bdver2 -show-encoding -json
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=bdver2 -show-encoding -instruction-info=0
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=bdver2
# Sixteen bytes of machine code: said only where encodings are shown.
.macro value register
  lwpval $0x12345678, %fs:0x12345678(%r8d,%r9d,8), \register
.endm
	lwpval	$0x12345678, %fs:0x12345678(%r8d,%r9d,8), %eax
	nop
	value %ebx
