# For each script here: $AMPCC is the compiler under test, and the script runs
# in an empty folder of its own.
set -u
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
export TMPDIR=$work/tmp
mkdir "$TMPDIR"
unset AMPCC_HOST_CC AMPCC_HOST_CXX
failures=0

# check NAME COMMAND...: the command must succeed.
check() {
	local name=$1
	shift
	if "$@" >check.log 2>&1; then
		echo "ok: $name"
	else
		echo "FAILED: $name: $*"
		cat check.log
		failures=$((failures + 1))
	fi
}

# refuse NAME COMMAND...: the command must fail.
refuse() {
	local name=$1
	shift
	check "$name" bash -c '! "$@"' refuse "$@"
}

# same NAME FILE FILE: what two runs made must be the same.
same() {
	check "$1" diff -r "$2" "$3"
}

finish() {
	[ -z "$(ls -A "$TMPDIR")" ] || {
		echo "FAILED: left in TMPDIR:" "$TMPDIR"/*
		failures=$((failures + 1))
	}
	exit $((failures != 0))
}
