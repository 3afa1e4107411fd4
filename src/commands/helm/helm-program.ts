/** Runs helm for one release in one cluster. */
import path from "node:path";
import { TsopError } from "../../core/errors.js";
import { printCommand } from "../../images/tool-command.js";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import { readProject } from "../../project/file.js";
import { chooseCluster, readClusterConfig } from "../choose-cluster.js";
import type { CommandResult, Context } from "../context.js";
import type { ReleaseOptions } from "../declared/helm.js";

/** A release of the chart, and the flags of helm that name its cluster. */
export interface Release {
  readonly name: string;
  readonly namespace: string;
  readonly flags: readonly string[];
}

/** @param use - `change`: the user must confirm an unknown cluster, as for `tsop deploy` */
export async function findRelease(
  options: ReleaseOptions & { readonly yes?: boolean },
  context: Context,
  use: "read" | "change",
): Promise<Release> {
  const { projectName } = readProject(context.cwd);
  const { release: name = projectName, namespace = `${projectName}-system` } = options;
  for (const [flag, value] of [
    ["--release", name],
    ["--namespace", namespace],
  ] as const)
    checkName(flag, value);
  const cluster = await (use === "read" ? readClusterConfig(options, context) : chooseCluster(options, context));
  return { name, namespace, flags: [...clusterFlags(cluster, options, context), "--namespace", namespace] };
}

/** Helm uses the names as arguments, so they must not look like flags. */
function checkName(flag: string, value: string): void {
  if (/^[a-z0-9](?:[a-z0-9.-]{0,51}[a-z0-9])?$/.test(value)) return;
  const message = `${flag} ${JSON.stringify(value)} is not a name of at most 53 lower case letters, digits, "-" and "."`;
  throw new TsopError("usage/invalid-argument", message, { hint: `${flag} demo` });
}

function clusterFlags(
  { context: name }: ClusterConfig,
  { kubeconfig }: ReleaseOptions,
  { cwd }: Context,
): readonly string[] {
  return [
    ...(kubeconfig === undefined ? [] : ["--kubeconfig", path.resolve(cwd, kubeconfig)]),
    ...(name === undefined ? [] : ["--kube-context", name]),
  ];
}

/**
 * Runs helm, and returns what it printed to stdout.
 *
 * @throws TsopError `helm/not-installed`, `helm/failed` with the output of helm, or `interrupted`
 */
export async function runHelm(args: readonly string[], does: string, context: Context): Promise<string> {
  const { cwd, env, signal, output } = context;
  signal.throwIfAborted();
  const progress = output.progress(does);
  try {
    const result = await context.exec("helm", args, { cwd, env: withoutClusters(env), signal });
    if (signal.aborted) {
      throw new TsopError("interrupted", `stopped by ${String(signal.reason)} while ${does}`, {
        hint: "Run `npx tsop helm status` to see the state of the release.",
      });
    }
    if (result.exitCode === 0) return result.stdout;
    const said = [result.stderr, result.stdout].map((text) => text.trim()).filter((text) => text !== "");
    const how = result.exitCode === undefined ? `was stopped by ${result.terminatedBy ?? "?"}` : "failed";
    throw new TsopError("helm/failed", `${printHelm(args)} ${how}:\n${said.join("\n")}`, {
      hint: "Run `npx tsop helm status` and `npx tsop helm history` to see the state of the release.",
    });
  } catch (error) {
    if (!(error instanceof TsopError) || error.code !== "exec/not-found") throw error;
    throw new TsopError("helm/not-installed", error.message, {
      hint: "Install helm (https://helm.sh/docs/intro/install), or use `npx tsop deploy`, which does not need it.",
      cause: error,
    });
  } finally {
    progress.done();
  }
}

/** Returns the environment without helm's variables that choose another cluster or namespace than tsop has chosen. */
function withoutClusters(env: Context["env"]): Context["env"] {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^HELM_(?:KUBE|NAMESPACE$)/.test(name)));
}

export function printHelm(args: readonly string[]): string {
  return printCommand({ file: "helm", tool: "docker" }, { does: "", args });
}

/** Returns the result of `--dry-run`: the command. */
export function showHelm(args: readonly string[]): CommandResult {
  return { text: printHelm(args), json: { command: ["helm", ...args], dryRun: true } };
}

/** Returns a time as helm writes it: `300s`. */
export function helmTime(milliseconds: number | undefined): string {
  return `${Math.ceil((milliseconds ?? 300_000) / 1000)}s`;
}
