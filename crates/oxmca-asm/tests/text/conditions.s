.if 1
	nop
.if 0
	not read ( "
	.if nonsense
	.endif
	-1: still not
.else
	inc %eax
.endif
.elseif 1
	not read
.else
	not read
.endif
.ifeq 0
	nop
.endif
.ifne 0
.elseif 0
.elseif 1
	inc %ecx
.else
	not read
.endif
.ifgt 1
.ifge 0
.iflt -1
.ifle 0
	inc %edx
.endif
.endif
.endif
.endif
.ifb
	nop
.endif
.ifnb a
	nop
.endif
.ifc a b , a b
	nop
.endif
.ifnc a,b
	nop
.endif
.ifeqs "a", "a"
	nop
.endif
.ifnes "a", "a"
	not read
.endif
.ifdef nothing
	not read
.endif
.ifndef nothing
	nop
.endif
.ifnotdef nothing
	nop
.endif
.IF 1
	nop
.ENDIF
.if undefined
.endif
.if 1 2
.endif
.ifeqs a, "b"
.endif
.ifeqs "a" "b"
.endif
.ifdef 5
.endif
.ifc a
.endif
.else
.elseif 1
.endif
.if 1
.else
.else
.elseif 1
.endif junk
.endif
.if 0
.err
.error "x"
.warning
.endif
.if 1
