import type { CompletionNode, CompletionOption } from "./completion-tree.ts";

/** For bash 4 and newer, with or without the package bash-completion. */
export function bashScript(tree: CompletionNode[]): string {
  const values = valuesByOption(tree);
  const valueCases = [...values].map(
    ([flag, words]) =>
      `    ${flag}) COMPREPLY=($(compgen -W ${quoted(oneWord(words).join(" "))} -- "$cur")); return ;;`,
  );
  const fileFlags = flagsThat(tree, (option) => option.valueIsFile);
  const otherFlags = flagsThat(
    tree,
    (option) => option.takesValue && !option.valueIsFile && option.values.length === 0,
  );
  const nodes = tree.map((node) => {
    const words = [...node.verbs.map(({ name }) => name), ...node.words].join(" ");
    const options = node.options.flatMap(({ flags }) => flags.filter((flag) => flag.startsWith("--"))).join(" ");
    return `    ${quoted(node.path)}) words=${quoted(words)}; options=${quoted(options)}; files=${node.takesFile ? 1 : 0} ;;`;
  });
  return `# bash completion for shelfwire
_shelfwire() {
  local cur prev path="" word words="" options="" files=0 skip=0 i
  cur=\${COMP_WORDS[COMP_CWORD]}
  prev=\${COMP_WORDS[COMP_CWORD-1]}
  COMPREPLY=()
  case $prev in
${valueCases.join("\n")}
    ${fileFlags.join("|")}) compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- "$cur")); return ;;
    ${otherFlags.join("|")}) return ;;
  esac
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((skip)); then skip=0; continue; fi
    case $word in
      ${[...values.keys(), ...fileFlags, ...otherFlags].join("|")}) skip=1; continue ;;
      -*) continue ;;
    esac
    case " ${tree.map(({ path }) => `:${path}:`).join(" ")} " in
      *" :\${path:+$path }$word: "*) path="\${path:+$path }$word" ;;
    esac
  done
  case $path in
${nodes.join("\n")}
  esac
  if [[ $cur == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$cur"))
  else
    COMPREPLY=($(compgen -W "$words" -- "$cur"))
    if ((files)) && ((\${#COMPREPLY[@]} == 0)); then
      compopt -o filenames 2>/dev/null
      COMPREPLY=($(compgen -f -- "$cur"))
    fi
  fi
}
complete -F _shelfwire shelfwire
`;
}

/** For zsh: as a function on \`fpath\`, or sourced. */
export function zshScript(tree: CompletionNode[]): string {
  const cases = tree.map((node) => {
    const verbs = node.verbs.map(({ name, summary }) => quoted(`${escapedZsh(name)}:${summary}`));
    const specs = node.options.map(zshOption);
    const words = node.words.length > 0 ? `compadd -- ${node.words.map(quoted).join(" ")}` : "";
    const rest = [
      ...(verbs.length > 0 ? [`verbs=(${verbs.join(" ")}); _describe verb verbs`] : []),
      ...(words === "" ? [] : [words]),
      ...(node.takesFile ? ["_files"] : []),
    ];
    return `    ${quoted(node.path)})
      if [[ $words[CURRENT] == -* ]]; then
        options=(${specs.join(" ")}); _describe option options
      else
        ${rest.join("; ") || ":"}
      fi ;;`;
  });
  const values = [...valuesByOption(tree)].map(
    ([flag, words]) => `    ${flag}) compadd -- ${words.map(quoted).join(" ")}; return ;;`,
  );
  const fileFlags = flagsThat(tree, (option) => option.valueIsFile);
  const otherFlags = flagsThat(
    tree,
    (option) => option.takesValue && !option.valueIsFile && option.values.length === 0,
  );
  return `#compdef shelfwire
_shelfwire() {
  local path_="" word skip=0 i
  local -a verbs options nodes
  nodes=(${tree
    .filter(({ path }) => path !== "")
    .map(({ path }) => quoted(path))
    .join(" ")})
  case $words[CURRENT-1] in
${values.join("\n")}
    ${fileFlags.join("|")}) _files; return ;;
    ${otherFlags.join("|")}) return ;;
  esac
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    if ((skip)); then skip=0; continue; fi
    case $word in
      ${[...valuesByOption(tree).keys(), ...fileFlags, ...otherFlags].join("|")}) skip=1; continue ;;
      -*) continue ;;
    esac
    if (( $nodes[(Ie)\${path_:+$path_ }$word] )); then path_="\${path_:+$path_ }$word"; fi
  done
  case $path_ in
${cases.join("\n")}
  esac
}
if [[ $funcstack[1] == _shelfwire ]]; then _shelfwire "$@"; else compdef _shelfwire shelfwire; fi
`;
}

/** For fish 3 and newer. */
export function fishScript(tree: CompletionNode[]): string {
  const verbs = tree.filter(({ path }) => path !== "");
  const lines = tree.flatMap((node) => {
    const when = `-n ${quoted(`__shelfwire_at ${quotedFish(node.path)}`)}`;
    return [
      ...node.verbs.map(({ name, summary }) => `complete -c shelfwire ${when} -a ${name} -d ${quotedFish(summary)}`),
      ...(node.words.length > 0 ? [`complete -c shelfwire ${when} -a ${quoted(node.words.join(" "))}`] : []),
      ...(node.takesFile ? [`complete -c shelfwire ${when} -F`] : []),
      ...node.options.map((option) => `complete -c shelfwire ${when} ${fishOption(option)}`),
    ];
  });
  const taking = flagsThat(tree, (option) => option.takesValue);
  return `# fish completion for shelfwire
function __shelfwire_at
  set -l nodes ${verbs.map(({ path }) => quoted(path)).join(" ")}
  set -l path ""
  set -l skip 0
  for word in (commandline -opc)[2..-1]
    if test $skip = 1; set skip 0; continue; end
    switch $word
      case ${taking.join(" ")}
        set skip 1
        continue
      case '-*'
        continue
    end
    set -l next (string trim -- "$path $word")
    if contains -- $next $nodes; set path $next; end
  end
  test "$path" = "$argv[1]"
end
complete -c shelfwire -f
${lines.join("\n")}
`;
}

/** bash splits candidates at spaces. */
function oneWord(words: string[]): string[] {
  return words.filter((word) => !word.includes(" "));
}

/** The words that may follow an option; of two options of one name with different words, all. */
function valuesByOption(tree: CompletionNode[]): Map<string, string[]> {
  const values = new Map<string, string[]>();
  for (const { flags, values: words } of tree.flatMap(({ options }) => options)) {
    if (words.length === 0) continue;
    for (const flag of flags) values.set(flag, [...new Set([...(values.get(flag) ?? []), ...words])]);
  }
  return values;
}

function flagsThat(tree: CompletionNode[], isWanted: (option: CompletionOption) => boolean): string[] {
  const withValues = valuesByOption(tree);
  const found = tree.flatMap(({ options }) => options.filter(isWanted).flatMap(({ flags }) => flags));
  return [...new Set(found)].filter((flag) => !withValues.has(flag));
}

function zshOption({ flags, summary }: CompletionOption): string {
  return quoted(`${flags[0]}:${summary}`);
}

function fishOption({ flags, summary, takesValue, values, valueIsFile }: CompletionOption): string {
  const names = flags.map((flag) => (flag.startsWith("--") ? `-l ${flag.slice(2)}` : `-s ${flag.slice(1)}`));
  const value =
    values.length > 0 ? ` -x -a ${quoted(values.join(" "))}` : takesValue ? (valueIsFile ? " -r -F" : " -x") : "";
  return `${names.join(" ")} -d ${quotedFish(summary)}${value}`;
}

/** In single quotes, for bash and zsh; descriptions hold apostrophes. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function quotedFish(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "\\'")}'`;
}

function escapedZsh(text: string): string {
  return text.replaceAll(":", "\\:");
}
