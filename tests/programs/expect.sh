# expect BASE ACCELERATOR COMMAND…: the command runs on the accelerator, exits with 0 and prints what BASE.ACCELERATOR.out
# or else BASE.out has, or else "ok" (but for white space that ends a line); returns 77 if that is its exit status.
expect() {
	local base=$1 accelerator=$2 status
	shift 2
	echo ok >expected
	for file in "$base.out" "$base.$accelerator.out"; do
		[ ! -f "$file" ] || cp "$file" expected
	done
	(
		export AMP_ACCELERATOR=$accelerator
		[ "$accelerator" != cpu ] || unset AMP_CUDA_LIBRARY # one on the CPU has no driver of GPUs
		exec "$@" >output 2>errors </dev/null
	)
	status=$?
	[ $status -ne 77 ] || return 77
	if [ $status -ne 0 ]; then
		echo "$(basename "$base"): exits with $status ($accelerator: $*)"
		sed 's/^/    /' output errors
		return 1
	elif ! diff -uZ expected output >difference; then
		echo "$(basename "$base"): prints something else ($accelerator: $*)"
		sed 's/^/    /' difference errors
		return 1
	fi
}
