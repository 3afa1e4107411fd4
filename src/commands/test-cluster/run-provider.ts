import { TsopError } from "../../core/errors.js";
import type { Context } from "../context.js";
import { type Provider, providerCommands, providers } from "./providers.js";

/** A provider that works, and the names of its clusters. */
export interface WorkingProvider {
  readonly provider: Provider;
  readonly clusters: readonly string[];
}

/** Why a provider does not work. */
interface Failure {
  readonly provider: Provider;
  readonly why: string;
}

/**
 * Returns the providers that work: installed, with an engine that responds.
 *
 * @throws TsopError `cluster/no-provider` with the reason for each
 */
export async function workingProviders(named: Provider | undefined, context: Context): Promise<WorkingProvider[]> {
  const working: WorkingProvider[] = [];
  const failures: Failure[] = [];
  for (const provider of named === undefined ? providers : [named]) {
    const commands = providerCommands[provider];
    try {
      working.push({ provider, clusters: commands.namesIn(await runProvider(provider, commands.list, context)) });
    } catch (error) {
      if (!(error instanceof TsopError) || error.code === "interrupted") throw error;
      failures.push({ provider, why: error.code === "exec/not-found" ? "it is not installed" : error.message });
    }
  }
  if (working.length > 0) return working;
  const reasons = failures.map(({ provider, why }) => `${provider}: ${why}`).join("; ");
  throw new TsopError("cluster/no-provider", `no program for clusters in containers works: ${reasons}`, {
    hint:
      "Install kind (https://kind.sigs.k8s.io) or k3d (https://k3d.io), and start docker. " +
      "`npm run dev` and `npm test` need no cluster.",
  });
}

/**
 * Runs a provider, and returns what it printed to stdout.
 *
 * @throws TsopError `exec/not-found`, `cluster/provider-failed` with its output, or `interrupted`
 */
export async function runProvider(
  provider: Provider,
  args: readonly string[],
  { cwd, env, signal, exec }: Context,
  onLine?: (line: string) => void,
): Promise<string> {
  const result = await exec(provider, args, { cwd, env, signal, ...(onLine === undefined ? {} : { onLine }) });
  if (signal.aborted) {
    throw new TsopError("interrupted", `stopped by ${String(signal.reason)} while ${provider} was running`, {
      hint: "`npx tsop cluster down` deletes what exists of the cluster.",
    });
  }
  if (result.exitCode === 0) return result.stdout;
  const said = [result.stderr, result.stdout].map((text) => text.trim()).filter((text) => text !== "");
  throw new TsopError("cluster/provider-failed", `${provider} ${args.join(" ")} failed: ${said.join("\n")}`, {
    hint: "Check that the container engine runs: docker version",
  });
}
