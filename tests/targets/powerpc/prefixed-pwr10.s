# arguments: -mtriple=powerpc64le -mcpu=pwr10 -show-encoding -iterations=10 -skip-unsupported-instructions=lack-sched
	paddi	3, 4, 8589934591, 0
	pli	3, -1
	pla	3, 64(4)
	pla	3, x@PCREL
	psubi	3, 4, 17
	plwz	3, 16(5)
	plwz	3, x@PCREL(0), 1
	pld	4, y@got@pcrel(0), 1
	pstd	4, -8(1)
	plxv	34, 1024(3)
	pstxvp	34, 32(3), 0
	xxspltiw	40, 65536
	lxvp	2, 16(3)
	xvf64gerpp	1, 2, 34
	xxmtacc	1
	hashst	3, -16(4)
