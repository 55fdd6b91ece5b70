#!/bin/bash
# moves.sh COUNTER MOVES SAMPLES: what each sample that MOVES lists moves to the
# device and back must be what is recorded there. COUNTER is count_moves.cc's
# library; the driver is $AMP_CUDA_LIBRARY.
set -u
counter=$(realpath "$1") moves=$2 samples=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
failed=0
while read -r name in out; do
	[[ $name != '#'* ]] || continue
	# shellcheck disable=SC2046
	"$AMPCC" --amp-arch=none -I"$AMPCC_TEST_PRECOMPILED" "$samples/$name.cpp" -o "$work/program" \
		$(sed -n 's|^// options: ||p' "$samples/$name.cpp") || exit 1
	rm -f "$work/counted"
	(cd "$work" && COUNT_MOVES=$work/counted LD_PRELOAD=$counter AMP_ACCELERATOR=cuda:0 \
		./program >output 2>&1 </dev/null)
	if ! read -r is_in is_out <"$work/counted"; then
		echo "$name: nothing counted"
		sed 's/^/    /' "$work/output"
		failed=1
	elif [ "$is_in" -ne "$in" ] || [ "$is_out" -ne "$out" ]; then
		echo "$name: $is_in in, $is_out out; should be $in in, $out out"
		failed=1
	fi
done <"$moves"
exit $failed
