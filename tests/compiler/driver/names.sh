#!/bin/bash
# Files, folders and macros may be called what people like: nothing of it is run by nvcc's shell, or
# breaks a unit, a message or a file of dependencies. Each sign is in all places at once.
include=$(realpath "$(dirname "$0")/../../../include")
. "$(dirname "$0")/lib.sh"
build=$(dirname "$(realpath "$AMPCC")")
export AMP_ACCELERATOR=cpu LC_ALL=C
path=$PATH

# An nvcc that runs what it is given by a shell, as nvcc does, in quotes and without; the real name of
# its input, too. It writes dependencies in nvcc's way.
mkdir stub
cat >stub/nvcc <<'STUB'
#!/bin/bash
output=/dev/null
for ((i = 1; i <= $#; i++)); do
	word=${!i} next=$((i + 1))
	sh -c ": \"$word\"" && sh -c ": $word" || exit 1
	case $word in
	-o) output=${!next} ;;
	-MF) dependencies=${!next} ;;
	-MMD) wanted=1 ;;
	*.cu) input=$word ;;
	esac
done
sh -c ": \"$(realpath "$input")\"" && sh -c ": \"$TMPDIR\"" || exit 1
[ -z "${wanted-}" ] || printf '%s : %s \\\n    %s\n' target "${input// /\\ }" "${HEADER// /\\ }" >"$dependencies"
echo image >"$output"
STUB
chmod +x stub/nvcc
export PATH=$work/stub:$PATH

# install FOLDER: ampcc in a folder of another name.
install() {
	mkdir -p "$1/bin" "$1/include" "$1/lib/ampcc" &&
		cp "$build/ampcc" "$1/bin/" && cp -rs "$include" "$1/include/ampcc" &&
		ln -s "$build/ampcc-front-end.so" "$1/lib/ampcc/" && ln -s "$build"/../runtime/libamprt.* "$1/lib/"
}

# make_agrees FILE TARGET: make finds all files that FILE names.
make_agrees() {
	case $2 in *[$';\n\\']*) return ;; esac # make has no way to write the first two, clang writes / for \
	grep -q . "$1" && cp "$1" "$work/dependencies.mk" &&
		(unset MAKEFLAGS MAKELEVEL && make -rR -f "$work/dependencies.mk" -- "$2")
}

# The length of what -D has in quotes, up to the end of the line, which ends the value.
value_of() {
	local value=${1%%$'\n'*}
	length=$((${#value} + 1))
	value=${value//\\/\\\\}
	value=\"${value//\"/\\\"}\"$'\n'rest
	define=-DA_VALUE=$value
}

# lay: a source of each kind, with a header beside it and one in a folder of -I.
lay() {
	own=\"$sign.own.h\" far="<$sign.far.h>"
	case $sign in
	*$'\n'*) own='"own.h"' far='<far.h>' ;; # no #include can name those
	*\"*) own='"own.h"' ;;
	esac
	mkdir -- "$sign.source" "$sign.include" "$sign.out" "$sign.tmp"
	printf '#ifndef OWN\n#define OWN\nstatic int own(void) { return 1; }\n#endif\n' >"./$sign.source/${own:1:-1}"
	echo '#define FAR 2' >"./$sign.include/${far:1:-1}"
	cat >"./$sign.source/$sign.c" <<-SOURCE
		#include <amp.h>
		#include $own
		#include $far
		_Static_assert(sizeof A_VALUE == LENGTH, "the macro");
		int fill(amp_array_view(int, 1) v)
		{
			amp_parallel_for_each(v.extent, ^(amp_index1 i) restrict(amp) { amp_at(v, i) = FAR; });
			return own();
		}
	SOURCE
	cat >"./$sign.source/$sign.cpp" <<-SOURCE
		#include <amp.h>
		#include $own
		#include $far
		using namespace concurrency;
		static_assert(sizeof A_VALUE == LENGTH, "the macro");
		namespace { int one() { return own(); } }
		void fill(array_view<int> v)
		{
			int a = one();
			parallel_for_each(v.extent, [=](index<1> i) restrict(amp) { v[i] = FAR + a; });
		}
	SOURCE
	cat >"./$sign.source/$sign.cu" <<-SOURCE
		#include $own
		#include $far
		static_assert(sizeof A_VALUE == LENGTH, "the macro");
		__global__ void fill(int *v) { *v = FAR; }
		void launch(int *v) { fill<<<1, own()>>>(v); }
	SOURCE
	printf '#include <amp.h>\nint f() restrict(amp) { return wrong; }\n' >"./$sign.source/$sign.bad.cpp"
}

# compiled AMPCC SUFFIX OPTIONS...: and its dependencies are what they should be.
compiled() {
	local compiler=$1 source=./$sign.source/$sign$2 object=$sign.out/$sign.o
	shift 2
	rm -f "./$object"
	TMPDIR="./$sign.tmp" HEADER="./$sign.source/${own:1:-1}" "$compiler" -c -MMD -DLENGTH=$length "$define" \
		-I "$sign.include" -iquote "$sign.source" "$@" "$source" -o "$object" || return 1
	test -s "./$object" && make_agrees "./$sign.out/$sign.d" "$object"
}

# Says where the error is.
tells_place() {
	"$AMPCC" --amp-arch=none -fsyntax-only "./$sign.source/$sign.bad.cpp" >said 2>&1
	grep -aqF -- "${sign##*$'\n'}.bad.cpp:2:32: error: " said
}

# each SIGN: all that is to be tried with a name.
each() {
	sign=$1
	value_of "$sign"
	mkdir -- "$work/$sign" && cd -- "$work/$sign" && lay || exit 1
	check "$sign: C++" compiled "$AMPCC" .cpp --amp-arch=sm_90
	check "$sign: its place" tells_place
	install "./$sign.opt"
	local installed=./$sign.opt/bin/ampcc
	check "$sign: C" compiled "$installed" .c --amp-arch=sm_90 --amp-save="$sign.saved"
	check "$sign: saved files" test -s "./$sign.saved/$sign.fatbin"
	check "$sign: C, clang" compiled "$installed" .c --amp-arch=none --amp-host-compiler=clang -g
	check "$sign: CUDA" compiled "$installed" .cu --amp-arch=sm_90 -include "./$sign.source/${own:1:-1}"
	check "$sign: no temporary files" test -z "$(ls -A "./$sign.tmp")"
	cd "$work" || exit 1
}
each "it's a b"
each 'say "hello"'
each '$(touch executed)`touch executed`'
each $';touch executed;\nline'
each '-dash'
each 'Käse\$$ #1'

# All signs at once, with the compilers themselves, and line numbers in PTX, whose strings know no escapes.
PATH=$path
sign=$'a"b\'$(touch executed)`touch executed`;touch executed;\\ä\n'
value_of "$sign"
mkdir "$work/$sign" && cd "$work/$sign" && lay || exit 1
arch=${AMPCC_TEST_ARCH:-none}
export AMPCC_CACHE_DIR=./$sign.cache
install "./$sign.opt"
check 'all signs, clang' compiled "$AMPCC" .cpp --amp-arch=none --amp-host-compiler=clang++
check 'all signs' compiled "./$sign.opt/bin/ampcc" .cpp --amp-arch="$arch" -g
if [ "$arch" != none ]; then
	check 'all signs, CUDA' compiled "./$sign.opt/bin/ampcc" .cu --amp-arch="$arch" -g \
		-isystem "$sign.include" -include "./$sign.source/${own:1:-1}"
	check 'all signs, clang for kernels' compiled "$AMPCC" .cpp --amp-arch="$arch" -g --amp-device-compiler=clang
fi
cd "$work" || exit 1
check 'nothing was executed' bash -c '[ -z "$(find . -name executed)" ]'
finish
