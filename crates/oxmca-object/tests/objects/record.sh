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
protected() {
	triple=$1
	shift
	clang-22 --target="$triple" -O1 -ffreestanding -nostdinc -fno-ident -funwind-tables -c protected.c \
		-o protected.o "$@"
}
protected x86_64-linux-gnu -fPIC -fcf-protection=full
ld.lld-22 -shared -z cet-report=error protected.o -o protected-x86_64.so
protected aarch64-linux-gnu -fPIC -mbranch-protection=standard
ld.lld-22 -shared -z force-bti protected.o -o protected-aarch64.so
protected aarch64_be-linux-gnu -fPIC -mbranch-protection=standard
ld.lld-22 -shared -EB protected.o -o protected-aarch64-big-endian.so
protected riscv64-linux-gnu -fPIC -march=rv64gc -mno-relax
ld.lld-22 -shared protected.o -o protected-riscv64.so
printf '%s\n' '--- !tapi-tbd' 'tbd-version: 4' 'targets: [ x86_64-macos, arm64-macos ]' \
	"install-name: '/usr/lib/libhelper.dylib'" exports: '  - targets: [ x86_64-macos, arm64-macos ]' \
	'    symbols: [ _helper, dyld_stub_binder ]' ... >helper.tbd
for target in x86_64 arm64; do
	protected $target-apple-macosx13 -fPIC
	ld64.lld-22 -arch $target -platform_version macos 13 13 -dylib protected.o helper.tbd -o linked-$target.dylib
done
printf '%s\n' 'LIBRARY helper.dll' EXPORTS helper >helper.def
for target in x86_64 aarch64 i386; do
	case $target in x86_64) machine=i386:x86-64 exports= ;; aarch64) machine=arm64 exports= ;; *) machine=i386 exports=-export:leaf ;; esac
	protected $target-windows-msvc
	llvm-dlltool-22 -m $machine -d helper.def -l helper.lib
	lld-link-22 -dll -noentry -brepro -out:linked-$target.dll -export:entry $exports protected.o helper.lib
done
rm -f protected.o helper.tbd helper.def helper.lib linked-*.lib
for source in sums more; do
	clang-22 --target=x86_64-linux-gnu -O1 -ffreestanding -nostdinc -fno-exceptions -fno-ident -flto -g -gsplit-dwarf \
		-fdebug-compilation-dir=. -fPIC -c $source.cpp -o $source.o
done
ld.lld-22 -shared sums.o more.o -o split-lto.so --plugin-opt=dwo_dir=.
rm -f sums.o more.o
llvm-strip-22 --strip-sections linked-x86_64.so -o no-sections.so
head -c 1000 elf-x86-64.o >truncated.o
