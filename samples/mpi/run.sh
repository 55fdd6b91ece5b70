#!/bin/bash
# run.sh SOURCE: a sample for several ranks prints the same with any number of them, which is what its .out has.
# $AMPCC is the compiler; 77: no MPI.
set -eu
source=$1
command -v mpicxx >/dev/null && command -v mpirun >/dev/null || exit 77
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
if [ "$(id -u)" = 0 ]; then
	export OMPI_ALLOW_RUN_AS_ROOT=1 OMPI_ALLOW_RUN_AS_ROOT_CONFIRM=1
fi
OMPI_CXX=$AMPCC mpicxx -O2 -Wall -Wextra -Werror --amp-arch="$AMPCC_TEST_ARCH" "$source" -o "$work/program"
for ranks in 1 2 6; do
	AMP_CPU_THREADS=1 mpirun --oversubscribe -n $ranks "$work/program" >"$work/output" 2>"$work/log" || {
		cat "$work/log"
		exit 1
	}
	diff "${source%.cpp}.out" "$work/output"
	[ "$(grep -c "of $ranks: .* edges by " "$work/log")" = $ranks ]
done
