import { type Command, InvalidArgumentError } from "commander";

export function withPreview(command: Command): Command {
  return command
    .option("--dry-run", "say what would be written, and write nothing")
    .option("--diff", "show what changes in each file, and write nothing");
}

/** What all commands that render a kustomization have. */
export function withKustomize(command: Command): Command {
  return command.option("--kustomize <path>", "let this kustomize render instead");
}

export function withCluster(
  command: Command,
  contextHelp = "context of the kubeconfig (default: its current one)",
): Command {
  return command
    .option("--kubeconfig <file>", "kubeconfig to use (default: KUBECONFIG, in-cluster, ~/.kube/config)")
    .option("--context <name>", contextHelp)
    .option("--yes", "do not ask whether this is the right cluster");
}

/** `--resource`, `--resource=true` and `--resource=false`. */
export function parseBoolean(value: string): boolean {
  if (value === "true") return true;
  if (value === "false") return false;
  throw new InvalidArgumentError("Write it without a value, or with =true or =false.");
}

export function defined<Key extends string, Value>(key: Key, value: Value | undefined): Partial<Record<Key, Value>> {
  // The computed key is the only one, and its value is a Value here.
  return value === undefined ? {} : ({ [key]: value } as Record<Key, Value>);
}

/** An option that may be given several times. */
export function collect(value: string, earlier: readonly string[]): readonly string[] {
  return [...earlier, value];
}
