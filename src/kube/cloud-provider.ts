/** Tokens of the auth providers `gcp` and `azure`, which kubectl had before it had plugins. Loaded only when needed. */
import { TsopError } from "../core/errors.js";
import type { AuthProviderConfig } from "./cluster-config.js";
import type { TokenSession } from "./token-session.js";

/** The part of `@kubernetes/client-node` that is used. */
interface ClientNode {
  readonly KubeConfig: new () => {
    loadFromOptions(options: object): void;
    applyToHTTPSOptions(options: { headers: Record<string, string> }): Promise<void>;
  };
}

/** A variable, so that a bundler does not include the package: it is large, and very few users need it. */
const packageName = "@kubernetes/client-node";
/** The package checks itself whether its token has expired; requests must not wait for that each time. */
const lifetimeMs = 60_000;

export function createProviderSession(
  provider: AuthProviderConfig,
  now: () => number,
  loadPackage: () => Promise<unknown> = () => import(packageName),
): TokenSession {
  let loading: Promise<InstanceType<ClientNode["KubeConfig"]>> | undefined;
  return {
    async token() {
      loading ??= load(provider, loadPackage);
      const config = await loading;
      const headers: Record<string, string> = {};
      try {
        await config.applyToHTTPSOptions({ headers });
      } catch (error) {
        throw failed(provider, error instanceof Error ? error.message : String(error), error);
      }
      const token = /^Bearer (.+)$/.exec(headers["Authorization"] ?? "")?.[1];
      if (token === undefined || token === "undefined") throw failed(provider, "it returned no token");
      return { token, expiresAt: now() + lifetimeMs };
    },
    refuse: () => undefined,
  };
}

async function load(
  provider: AuthProviderConfig,
  loadPackage: () => Promise<unknown>,
): Promise<InstanceType<ClientNode["KubeConfig"]>> {
  const { name, config, where } = provider;
  let module: ClientNode;
  try {
    module = (await loadPackage()) as ClientNode;
  } catch (error) {
    const problem = `${where} needs the package ${packageName}, which cannot be loaded`;
    throw new TsopError("cluster/credentials-failed", problem, {
      hint: `Run \`npm install --save-dev ${packageName}@1\`, or use the exec plugin of the vendor (gke-gcloud-auth-plugin, kubelogin).`,
      cause: error,
    });
  }
  const kubeConfig = new module.KubeConfig();
  kubeConfig.loadFromOptions({
    clusters: [{ name: "cluster", server: "https://localhost" }],
    users: [{ name: "user", authProvider: { name, config: { ...config } } }],
    contexts: [{ name: "context", cluster: "cluster", user: "user" }],
    currentContext: "context",
  });
  return kubeConfig;
}

function failed({ where }: AuthProviderConfig, what: string, cause?: unknown): TsopError {
  return new TsopError("cluster/credentials-failed", `${where}: ${what}`, {
    hint: "Use the exec plugin of the vendor (gke-gcloud-auth-plugin, kubelogin): kubectl 1.26 removed these providers.",
    cause,
  });
}
