#!/bin/bash
# moves.sh COUNTER MOVES PROGRAM: what a sample, of which PROGRAM is made, moves to the device and back must be what
# MOVES has for its name, if it has that. COUNTER is count_moves.cc's library; the driver is $AMP_CUDA_LIBRARY.
set -u
read -r in out < <(sed -n "s/^${3##*/} //p" "$2") || exit 0
COUNT_MOVES=counted LD_PRELOAD=$1 AMP_ACCELERATOR=cuda:0 "$3" >output 2>&1 </dev/null
if ! read -r is_in is_out <counted; then
	echo "$3: nothing counted"
	sed 's/^/    /' output
	exit 1
elif [ "$is_in" -ne "$in" ] || [ "$is_out" -ne "$out" ]; then
	echo "$3: $is_in in, $is_out out; should be $in in, $out out"
	exit 1
fi
