/** The scripts that connect shells to `tsop __complete`. They contain no names of commands, so they never become outdated. */

export const shells = ["bash", "zsh", "fish", "powershell"] as const;

export type Shell = (typeof shells)[number];

/** Each script runs the program that the user typed, never a program of the current folder. */
export const scripts: Readonly<Record<Shell, string>> = {
  bash: `# bash completion for tsop
_tsop() {
  local word="\${COMP_WORDS[COMP_CWORD]}" line
  COMPREPLY=()
  while IFS= read -r line; do
    case "$line" in
      :files) compopt -o default 2>/dev/null ;;
      :folders) compopt -o dirnames 2>/dev/null ;;
      *) COMPREPLY+=("\${line%%$'\\t'*}") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete bash "=$word" "\${COMP_WORDS[@]:1:COMP_CWORD-1}" 2>/dev/null)
}
complete -F _tsop tsop`,
  zsh: `#compdef tsop
# zsh completion for tsop
_tsop() {
  local line path_kind=""
  local -a values shown
  while IFS= read -r line; do
    case "$line" in
      :files) path_kind=files ;;
      :folders) path_kind=folders ;;
      *)
        values+=("\${line%%$'\\t'*}")
        shown+=("\${line%%$'\\t'*}  \${line#*$'\\t'}")
        ;;
    esac
  done < <("\${(Q)words[1]}" __complete zsh "=\${(Q)words[CURRENT]}" "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null)
  if [[ -n "$path_kind" ]]; then
    compset -P '--[^=]##='
    if [[ "$path_kind" == folders ]]; then _files -/; else _files; fi
    return
  fi
  (( \${#values} )) && compadd -l -d shown -a values
}
if [[ "\${funcstack[1]}" == _tsop ]]; then _tsop "$@"; else compdef _tsop tsop; fi`,
  fish: `# fish completion for tsop
function __tsop_complete
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l program $words[1]
    set -e words[1]
    for line in ($program __complete fish "=$current" $words 2>/dev/null)
        switch $line
            case :files
                __fish_complete_path (string replace -r '^--[^=]+=' '' -- $current)
            case :folders
                __fish_complete_directories (string replace -r '^--[^=]+=' '' -- $current)
            case '*'
                echo $line
        end
    end
end
complete -c tsop -f -a '(__tsop_complete)'`,
  powershell: `# PowerShell completion for tsop
Register-ArgumentCompleter -Native -CommandName tsop -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $elements = @($commandAst.CommandElements | Where-Object { $_.Extent.EndOffset -lt $cursorPosition })
    $program = $commandAst.CommandElements[0].ToString()
    $words = @($elements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
    & $program __complete powershell "=$wordToComplete" @words 2>$null | ForEach-Object {
        $value, $help = $_ -split "\`t", 2
        if ($value -ne ':files' -and $value -ne ':folders') {
            if (-not $help) { $help = $value }
            [System.Management.Automation.CompletionResult]::new($value, $value, 'ParameterValue', $help)
        }
    }
}`,
};
