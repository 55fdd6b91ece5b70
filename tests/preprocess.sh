#!/bin/sh
# preprocess.sh OPTION…: a host compiler, for --amp-host-compiler=, that preprocesses and otherwise writes empty files: for tests of
# what the front end and the device compilers do.
case " $* " in
*" -E "*) exec c++ "$@" ;;
esac
for word; do
	[ "$last" != -o ] || : >"$word"
	last=$word
done
