nop
frob
