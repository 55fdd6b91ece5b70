#!/bin/bash
# What tools/gpu-test has built, run on a machine with a GPU: each program on
# the first GPU, on the second if there is one, and on the CPU accelerator,
# compared with what it must print; the seeds under compute-sanitizer's four
# tools. Logs go to $OUT. The last line is "N passed, N failed".
set -u
cd "$(dirname "$0")"
here=$PWD
log=${OUT:-$here/out}
mkdir -p "$log"
export LD_LIBRARY_PATH=$here/lib${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}
sanitizer=$(PATH=$PATH:/usr/local/cuda/bin command -v compute-sanitizer)
results=$(mktemp -d)
trap 'rm -rf "$results"' EXIT

# record GROUP NAME pass|fail|skip [LOG]
record() {
	echo "$3 $2" >>"$results/$1"
	if [ "$3" = fail ]; then
		{
			echo "==== $1: $2"
			head -c 4000 "${4:-/dev/null}"
		} >>"$log/failures.log"
		echo "FAIL $1: $2"
	fi
}

# run_one GROUP ACCELERATOR PROGRAM
run_one() {
	local program=$3 name work kind=${2%%:*} expected wanted=0 status verdict=fail
	name=$(basename "$program")
	if ldd "$program" | grep -q 'not found'; then # cuBLAS's
		record "$1" "$name" skip
		return
	fi
	work=$(mktemp -d)
	echo ok >"$work/expected"
	for expected in "$program.out" "$program.$kind.out"; do
		[ ! -f "$expected" ] || cp "$expected" "$work/expected"
	done
	[ ! -f "$program.$kind.status" ] || wanted=$(cat "$program.$kind.status")
	(cd "$work" && AMP_ACCELERATOR=$2 timeout 60 "$program" >output 2>errors </dev/null)
	status=$?
	{
		echo "exit status $status"
		diff -uZ "$work/expected" "$work/output" && [ $status -eq "$wanted" ] && verdict=pass
		cat "$work/errors"
	} >"$work/log"
	[ $status -ne 77 ] || verdict=skip
	record "$1" "$name" $verdict "$work/log"
	rm -rf "$work"
}

# sanitize TOOL PROGRAM
sanitize() {
	grep -q libamprt "$2" || return 0 # no AMP in it: nothing to look at
	local work verdict=fail wanted=0 status
	work=$(mktemp -d)
	[ ! -f "$2.cuda.status" ] || wanted=$(cat "$2.cuda.status")
	(cd "$work" && AMP_ACCELERATOR=cuda:0 timeout 120 "$sanitizer" --tool "$1" --error-exitcode 99 \
		"$2" >log 2>&1 </dev/null)
	status=$?
	# A program that uses no GPU leaves no summary.
	if [ $status -eq "$wanted" ] &&
		! grep -E '(ERROR|RACECHECK) SUMMARY' "$work/log" | grep -qv 'SUMMARY: 0 '; then
		verdict=pass
	fi
	record "$1" "$(basename "$2")" $verdict "$work/log"
	rm -rf "$work"
}

planted() {
	local line verdict=fail
	line=$(grep -n '// planted' planted_write.cpp | cut -d: -f1)
	AMP_ACCELERATOR=cuda:0 timeout 120 "$sanitizer" --tool memcheck ./planted_write \
		>"$log/planted.log" 2>&1 </dev/null
	grep -q 'Invalid __global__ write of size 4' "$log/planted.log" &&
		grep -q "planted_write.cpp:$line" "$log/planted.log" && verdict=pass
	record planted planted_write:"$line" $verdict "$log/planted.log"
}

# The C programs but for one without AMP.
programs_c() {
	programs c | grep -v '/s1_standard$'
}

# The random test at length: on each GPU, on the CPU, on all mixed; by 16 threads.
random() {
	local accelerator mode threads verdict
	while read -r accelerator mode threads; do
		[ -n "$accelerator" ] || continue
		verdict=fail
		AMP_ACCELERATOR=$accelerator timeout 600 "$here/shapes/random" 7 100000 "$mode" "$threads" \
			>"$log/random.log" 2>&1 </dev/null && verdict=pass
		record 'random operations' "random-$accelerator-$mode-$threads" $verdict "$log/random.log"
	done <<-EOF
		cuda:0 one 1
		cpu one 1
		cuda:0 all 1
		cuda:0 all 16
		${second:+cuda:1 one 1}
	EOF
}

# measure PROGRAM: prints times, and fails if results are wrong.
measure() {
	local verdict=fail
	AMP_ACCELERATOR=cuda:0 timeout 120 "./$1" >"$log/$1.log" 2>&1 </dev/null && verdict=pass
	record 'transfers' "$1" $verdict "$log/$1.log"
}

programs() { # programs FOLDER
	find "$here/$1" -type f -perm -u+x ! -name '*.so*' ! -name '*.out' | sort
}

: >"$log/failures.log"
export -f record run_one sanitize
export results log sanitizer
second=$(nvidia-smi -L 2>&1 | grep -q '^GPU 1' && echo cuda:1)
for folder in seeds sm_30 samples twins shapes graphics math reference msvc whole c c_sm_30; do
	for accelerator in cuda:0 $second cpu; do
		[[ "$folder $accelerator" != *'sm_30 cpu' ]] || continue
		programs $folder | xargs -P 4 -I{} bash -c "run_one '$folder on $accelerator' $accelerator {}"
	done
done
random
measure overlap
[ -z "$second" ] || measure several_gpus
if [ -n "$sanitizer" ]; then
	for tool in memcheck racecheck initcheck synccheck; do
		{ programs seeds && programs_c; } | xargs -P 4 -I{} bash -c "sanitize $tool {}"
	done
	planted
else
	echo "no compute-sanitizer here"
fi

printf '\n%-20s %8s %8s %8s\n' "" passed failed skipped
for group in "$results"/*; do
	printf '%-20s %8d %8d %8d\n' "$(basename "$group")" "$(grep -c ^pass "$group")" \
		"$(grep -c ^fail "$group")" "$(grep -c ^skip "$group")"
done | tee "$log/table.txt"
passed=$(cat "$results"/* | grep -c ^pass)
failed=$(cat "$results"/* | grep -c ^fail)
echo "$passed passed, $failed failed"
[ "$failed" -eq 0 ]
