#!/bin/bash
# dist.sh BUILD SOURCE VERSION: `meson dist` makes a tree that can be built.
. "$(dirname "$0")/lib.sh"
if ! git -C "$source" rev-parse --git-dir >/dev/null 2>&1; then
	echo 'no git repository'
	exit 77
fi
meson setup "$work/for_dist" "$source" -Dtests=false >setup.log 2>&1
check 'meson dist' meson dist -C "$work/for_dist" --allow-dirty --no-tests --formats gztar
check 'the archive' tar -xzf "$work/for_dist/meson-dist/ampcc-$version.tar.gz"
cd "ampcc-$version" || exit 1
check 'its files' ls LICENSE THIRD-PARTY-NOTICES.md CHANGELOG.md pyproject.toml debian/rules docs/install.md
check 'it is set up' meson setup build -Dtests=false
check 'the driver is built' ninja -C build -j2 compiler/ampcc
check 'the driver runs' prints "ampcc $version" \
	bash -c "build/compiler/ampcc --version | tail -1 | cut -d, -f1"
finish
