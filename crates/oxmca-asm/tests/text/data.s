	.ascii
	.ascii "a" "b", "c"
	.asciz "a" "b"
	.string "a\101\x41\n\t\"\\"
	.string "\q"
	.string "\400"
	.string "\x"
	.string a
	.ascii "a",
	.byte 1,,2
	.byte
	.octa 1, 0x123456789abcdef0123456789abcdef0
	.octa 340282366920938463463374607431768211456
	.octa -1
	.float 1, -1.5, +.5e3, inf, -NaN, 0x1p4
	.double 1e, infinity, 0x1
	.float foo
	.float "1"
	.zero 4
	.zero 4, 1
	.zero a-b
	.space 4,
	.skip 4, a
	.fill 3
	.fill 3, -1
	.fill 3, 9, 1
	.fill 3, 8, 4294967296
	.fill
	.org 4
	.org 4, a
	.align 16
	.align 3
	.align 0
	.align 8589934592
	.p2align 4, 0x90
	.p2align 4,,10
	.p2align 40
	.p2align
	.p2align 4,,
	.balign 16, , 0
	.balign 16, , 16
	.balign -8
	.balignw 4, 0x368d
	.p2alignl 2, 1, 2, 3
	.bss
	.align 4, 1
	.text
	.sleb128 -1, a-b
	.uleb128 1 2
	.dc.b 1
	.dc.x 1
	.dcb.b 2, 3
	.dcb.b -2, 3
	.dcb.b 2, 300
	.dcb.s 2, 1.5
	.ds.l 2
	.ds.l -2
	.word 65536
	.2byte 65535
	.base64 "aGk="
	.base64 "aGk"
	.base64 ""
	.base64 5
	.code64
	nop
