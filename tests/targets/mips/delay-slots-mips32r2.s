# arguments: -mtriple=mipsel-linux-gnu -mcpu=mips32r2 -iterations=4 -timeline -show-encoding
	.set	reorder
	.ent	sum
sum:
	.frame	$sp, 0, $ra
	.mask	0x00000000, 0
	move	$v0, $zero
	beqz	$a1, $out
$loop:
	lw	$t0, 0($a0)
	addiu	$a1, $a1, -1
	addu	$v0, $v0, $t0
	.set	noreorder
	bnez	$a1, $loop
	 addiu	$a0, $a0, 4
	.set	reorder
$out:
	jr	$ra
	.end	sum
