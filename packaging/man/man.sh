#!/bin/sh
# man.sh AMPCC VERSION: the manual page of ampcc, of what its --help says.
set -eu
"$1" --help | awk -v version="$2" '
function text(s) { # for roff, of which these characters mean something else
	gsub(/\\/, "\\e", s)
	gsub(/-/, "\\-", s)
	sub(/^[.\047]/, "\\\\\\&&", s)
	return s
}
BEGIN {
	printf ".TH AMPCC 1 \"\" \"ampcc %s\" \"User Commands\"\n", text(version)
	print ".SH NAME\nampcc \\- compiler for C++ AMP programs"
}
NR == 1 {
	sub(/^Usage: /, "")
	print ".SH SYNOPSIS\n" text($0) "\n.SH DESCRIPTION"
	next
}
/^  -/ { # an option, and behind it the begin of what it does
	if (!options++)
		print ".SH OPTIONS"
	name = $1
	sub(/^ *[^ ]+ +/, "")
	print ".TP\n.B " text(name) "\n" text($0)
	next
}
/^ / { sub(/^ +/, ""); print text($0); next } # more of that
/^$/ { if (options) print ".PP"; next }
{ print text($0) }
END {
	print ".SH EXIT STATUS\n0, or another number after an error, which is on standard error."
	print ".SH SEE ALSO\n.BR c++ (1),\n.BR nvcc (1)"
}'
