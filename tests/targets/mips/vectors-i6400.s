# arguments: -mtriple=mips64el-linux-gnuabi64 -mcpu=i6400 -iterations=20 -timeline -timeline-max-iterations=2 -bottleneck-analysis
	ld.d	$w0, 0($4)
	ld.d	$w1, 16($4)
	fmul.d	$w2, $w0, $w1
	fmadd.d	$w3, $w2, $w2
	insert.w	$w4[2], $5
	copy_s.w	$6, $w4[1]
	st.d	$w3, 0($5)
	daddiu	$4, $4, 32
	bnez	$7, loop
