#!/bin/sh
# Compiles the sources in this folder: run it here. Needs clang-22 and its companions, and the GNU linkers for three
# architectures.
set -eu
compile() {
	triple=$1
	shift
	clang-22 --target="$triple" -O1 -ffreestanding -nostdinc -fno-exceptions -fno-ident \
		-fdebug-compilation-dir=. -c sums.cpp "$@"
}
compile x86_64-linux-gnu -g1 -ffunction-sections -fno-asynchronous-unwind-tables -o elf-x86-64.o
compile i386-linux-gnu -g1 -fno-asynchronous-unwind-tables -o elf-i386.o
compile aarch64-linux-gnu -g1 -gz -fno-asynchronous-unwind-tables -o elf-aarch64-compressed.o
compile aarch64_be-linux-gnu -g1 -fno-asynchronous-unwind-tables -o elf-aarch64-big-endian.o
compile riscv64-linux-gnu -march=rv64gcv -g1 -fno-asynchronous-unwind-tables -o elf-riscv64.o
compile riscv32-linux-gnu -march=rv32i -fno-asynchronous-unwind-tables -o elf-riscv32.o
compile x86_64-linux-gnu -g -gsplit-dwarf -fno-asynchronous-unwind-tables -o elf-split.o
compile x86_64-apple-macosx -g1 -o macho-x86-64.o
compile arm64-apple-macosx -g1 -o macho-arm64.o
compile x86_64-windows-msvc -gdwarf -g1 -o coff-x86-64.o
compile i386-windows-msvc -o coff-i386.o
compile aarch64-windows-msvc -o coff-aarch64.o
llvm-lipo-22 -create macho-x86-64.o macho-arm64.o -output macho-two.o
llvm-mc-22 -triple=aarch64-linux-gnu -filetype=obj data.s -o elf-data.o
sed 's/^#.*//' data.s | llvm-mc-22 -triple=riscv64-linux-gnu -mattr=+c -filetype=obj - -o elf-data-riscv.o
llvm-mc-22 -triple=x86_64-linux-gnu -filetype=obj names.s -o elf-names.o
llvm-mc-22 -triple=x86_64-linux-gnu -filetype=obj jump-over-data.s -o jump-over-data.o
compile x86_64-linux-gnu -flto -o bitcode.o
compile wasm32 -o webassembly.o
rm -f two.a thin.a
llvm-ar-22 rcsD two.a elf-data.o elf-x86-64.o
llvm-ar-22 rcsDT thin.a elf-data.o
for target in x86_64 aarch64 riscv64; do
	compile $target-linux-gnu -fPIC -o linked.o
	$target-linux-gnu-ld -shared -z noseparate-code -z max-page-size=4096 --build-id=none linked.o -o linked-$target.so
	cp linked-$target.so stripped-$target.so
	llvm-strip-22 --strip-all stripped-$target.so
	rm linked.o
done
llvm-strip-22 --strip-sections linked-x86_64.so -o no-sections.so
head -c 1000 elf-x86-64.o >truncated.o
