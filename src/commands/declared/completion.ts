/** The command that prints the completion scripts. */
import { declare, printsToStdout } from "./declare.js";
import type { Input, OptionsOf } from "./flags.js";

const completionInput = { argument: "[shell]", flags: {} } as const satisfies Input;

export type CompletionOptions = OptionsOf<typeof completionInput>;

export const completion = declare({
  path: "completion",
  summary: "print the completion script of a shell",
  description:
    "Prints the script with which a shell (bash, zsh, fish or powershell) completes the commands, flags and values of tsop: " +
    "also the kinds, groups and versions of the project, the contexts of the kubeconfig, and the names of CRDs.",
  input: completionInput,
  withoutSarif: () => printsToStdout("a completion script"),
  more: `
Examples:
  source <(tsop completion bash)                                  in ~/.bashrc
  source <(tsop completion zsh)                                   in ~/.zshrc, after compinit
  tsop completion fish > ~/.config/fish/completions/tsop.fish
  tsop completion powershell | Out-String | Invoke-Expression     in $PROFILE

The shell completes the command \`tsop\`, not \`npx tsop\`.`,
  load: async () => (await import("../completion.js")).completion,
});
