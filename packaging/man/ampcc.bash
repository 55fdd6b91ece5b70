# Completion of ampcc's own options, as `ampcc --help` has them; of all others as for gcc.
_ampcc()
{
	local current=${COMP_WORDS[COMP_CWORD]}
	case $current in
	--amp* | -Wa* | -Wno-a*)
		local own
		own=$("${COMP_WORDS[0]}" --help 2>/dev/null |
			sed -n 's/^  \(--amp-[a-z-]*=\{0,1\}\).*/\1/p; s/^  -W\[no-\]amp-NAME.*/-Wamp -Wno-amp/p')
		mapfile -t COMPREPLY < <(compgen -W "$own" -- "$current")
		[[ ${COMPREPLY[0]-} != *= ]] || compopt -o nospace
		;;
	*)
		if declare -F _gcc >/dev/null || { declare -F _completion_loader >/dev/null &&
			_completion_loader gcc && declare -F _gcc >/dev/null; }; then
			_gcc "$@"
		else
			mapfile -t COMPREPLY < <(compgen -f -- "$current")
		fi
		;;
	esac
}
complete -o filenames -F _ampcc ampcc
