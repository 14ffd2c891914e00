	nop	# a comment; nop
	nop; nop // two on a line
	/* a comment
	   over lines */ nop
	mov $0x1F, %eax
	mov $017, %eax
	mov $0ffh, %eax
	mov $101b, %eax
	mov $17q, %eax
	mov $12t, %eax
	mov $'a', %eax
	mov $'\n', %eax
	mov $10ULL, %eax
	mov $09, %eax
	mov $0x, %eax
	.byte 'ab'
	.byte 1.5e
	.byte 1.5+2
	.byte 0x1.8
	`
	.ascii "unterminated
	line"
# 12 "generated.c"
	bad one
	.byte 256
	"nop"
	$nop
	{
	-1: nop
	5 nop
.: nop
	.NOP
	.Byte 1, 2
é
	.ascii "no end
