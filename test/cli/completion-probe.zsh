# What zsh would offer: probe <script> <words before the Tab key...>. What would show candidates writes them down instead.
compdef() { }
_describe() {
  local candidate
  for candidate in ${(P)2}; do
    [[ $candidate == ${words[CURRENT]}* ]] && print -r -- ${candidate%%:*}
  done
}
compadd() {
  shift
  local candidate
  for candidate in "$@"; do
    [[ $candidate == ${words[CURRENT]}* ]] && print -r -- $candidate
  done
}
_files() { print -rl -- ${words[CURRENT]}*(N) }
source $1
shift
words=("$@")
CURRENT=$#
_shelfwire
