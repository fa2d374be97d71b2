#!/bin/sh
# Linux on arm64: library, program and plug-ins by a cross compiler, the quick tests of the core under qemu. In a Debian of its own, so
# that this machine needs no libraries of another architecture.
#   test_arm64.sh SOURCE WORK
set -eu
source=$1 work=$2
libraries="check libasound2-dev libebur128-dev libhdf5-dev libjack-jackd2-dev libkissfft-dev libsndfile1-dev libyaml-dev"
packages="cmake ninja-build pkg-config gcc-aarch64-linux-gnu libc6-dev-arm64-cross qemu-user dpf-source lv2-dev puredata-dev"
for library in $libraries; do
    packages="$packages $library:arm64"
done
rm -rf "$work"
mkdir -p "$work"
git -C "$source" archive HEAD | tar -x -C "$work"
cat >"$work/arm64.sh" <<'S'
set -eu
export PKG_CONFIG_LIBDIR=/usr/lib/aarch64-linux-gnu/pkgconfig:/usr/lib/pkgconfig:/usr/share/pkgconfig:/usr/lib/x86_64-linux-gnu/pkgconfig
# headers alone come from this side: lv2 is for any machine
for name in /usr/lib/x86_64-linux-gnu/pkgconfig/*.pc; do
    case $name in */lv2.pc) ;; *) rm -f "$name" ;; esac
done
cmake -S . -B build -G Ninja -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
    -DCMAKE_C_COMPILER=aarch64-linux-gnu-gcc -DCMAKE_CROSSCOMPILING_EMULATOR=qemu-aarch64 -DURTO_BUILD_TESTS=ON -DURTO_FUZZ=OFF \
    -DURTO_BUILD_EXAMPLES=OFF >configure.log 2>&1 || { cat configure.log; exit 1; }
grep -E 'going without|building .*without|is not here' configure.log | sed 's/^-- /left out: /' || true
tests="base law impact body world effect"
targets="src/all cli/all frontends/lv2/all frontends/clap/all frontends/pd/all"
for folder in $tests; do targets="$targets tests/$folder/all"; done
cmake --build build -j "$(nproc)" --target $targets >build.log 2>&1 || { tail -n 30 build.log; exit 1; }
for file in build/cli/urto build/src/liburto.so build/frontends/clap/urto.clap build/frontends/lv2/bundles/urto.lv2/urto.so; do
    aarch64-linux-gnu-readelf -h "$file" | grep -q 'Machine: *AArch64' || { echo "FAILED: $file is not for arm64"; exit 1; }
    echo "built: $file, $(stat -L -c %s "$file") bytes"
done
urto="qemu-aarch64 build/cli/urto"
$urto --version
$urto impact --scheme two-point,log-two-point
$urto render glass-bar --seconds 0.2 -o glass.wav
[ "$(wc -c <glass.wav)" -gt 10000 ] || { echo "FAILED: no sound"; exit 1; }
# those that take more than some seconds natively take many minutes here, where numbers are long doubles above all
long="law_midpoint|impact_schemes|body_projection|world_reference|world_retune|world_energy|world_lifecycle|effect_bump"
ctest --test-dir build --output-on-failure -j "$(nproc)" --timeout 1800 -R "^($(echo $tests | tr ' ' '|'))_" -L sanitize -E "^($long)" 2>&1 |
    grep -vE '^ +Start' >tests.log || true
cat tests.log
grep -q '^100% tests passed' tests.log
S
"$source/packaging/clean-debian" --keep arm64 "$packages" "$work" "sh ./arm64.sh"
rm -rf "$work"
