.print "a text"
call f
vp2intersectd (%rax), %zmm1, %k0
