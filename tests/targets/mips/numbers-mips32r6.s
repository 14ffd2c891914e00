# arguments: -mtriple=mips64el-linux-gnuabi64 -mcpu=mips64r6 -instruction-tables -show-encoding -resource-pressure=0
	cache	24, sym+4($4)
	cache	24, sym($4)
	addu	$4, $5, $6
	cache	24, sym($4)
	  cache	24, sym($4)
	pref	5, (sym-8)($4)
	pref	5, %lo(sym)($4)
	cache	1, 4+sym($5)
	ll	$4, sym($5)
	lw	$4, sym($5)
	lwc2	$4, sym($5)
