# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -h=1
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -version=1
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 --frob=3
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -output-asm-variant=-2
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -output-asm-variant=2
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -iterations=
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -iterations=0x
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -iterations=9999999999999999999999
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -dispatch=1.5
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -noalias=x
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -mattr=frob
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -mattr=+frob,-avx
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -skip-unsupported-instructions=
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -json=3
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 ---json
# oxmca: -mtriple=x86_64-unknown-linux-gnu -mcpu=btver2 -call-latency=-1
# oxmca: -mtriple=x86_64 -mcpu=i386
# oxmca: -mtriple=x86_64-linux -mcpu=i386
# oxmca: -mtriple=i686-linux-gnu -mcpu=i386
# oxmca: -mtriple=x86_64- -mcpu=i386
# oxmca: -mtriple=x86_64-pc -mcpu=i386
	nop
