# What bash would offer: probe <script> <words before the Tab key...>
source "$1"
shift
COMP_WORDS=("$@")
COMP_CWORD=$(($# - 1))
_shelfwire
printf '%s\n' "${COMPREPLY[@]}"
