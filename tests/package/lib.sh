# For each script here, which is called with the build folder, the source folder and the version.
set -u
build=$1 source=$2 version=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work" || exit 99
export AMP_ACCELERATOR=cpu
failures=0

# check NAME COMMAND…: the command must succeed.
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

# prints TEXT COMMAND…: the command must print that, but for white space at the end.
prints() {
	local text=$1 printed
	shift
	printed=$("$@") || return
	printed=$(sed 's/[[:space:]]*$//' <<<"$printed")
	echo "$printed"
	[ "$printed" = "$text" ]
}

# install_into FOLDER: what `meson install` installs, with FOLDER for the prefix.
install_into() {
	local destdir
	destdir=$(mktemp -d "$work/destdir.XXXX")
	check 'meson install' meson install -C "$build" --no-rebuild --quiet --destdir "$destdir"
	mv "$destdir$(prefix)" "$1"
}

# The prefix that the build was set up with.
prefix() {
	meson introspect "$build" --buildoptions |
		python3 -c 'import json, sys
print(next(o["value"] for o in json.load(sys.stdin) if o["name"] == "prefix"))'
}

finish() {
	exit $((failures != 0))
}
