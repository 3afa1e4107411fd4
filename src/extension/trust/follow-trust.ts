/** Keeps the trust current: the main API server renews its authorities. */
import { sleep } from "../../core/clock.js";
import { TsopError } from "../../core/errors.js";
import { ConfigMap } from "../../k8s/core/v1.js";
import { isForbidden } from "../../kube/api-error.js";
import type { LiveClient } from "../../kube/client.js";
import { showKey } from "../../kube/objects.js";
import { Retries } from "../../runtime/cache/keep-trying.js";
import { Reflector } from "../../runtime/cache/reflector.js";
import { ScopeHealth } from "../../runtime/cache/scope-health.js";
import type { Surroundings } from "../../runtime/surroundings.js";
import { readExtensionTrust, trustKey } from "./extension-trust.js";
import { type KnownTrust, toKnownTrust } from "./known-trust.js";

export interface FollowTrustOptions extends Surroundings {
  readonly client: Pick<LiveClient, "list" | "watch">;
  /** Called with each new trust. */
  readonly onChange: (trust: KnownTrust) => void;
}

const hint =
  "Bind the Role extension-apiserver-authentication-reader of the namespace kube-system to the server's account.";

/**
 * Reads whom the main API server lets in.
 *
 * @throws TsopError `extension/no-trust` if that is not possible
 */
export async function readTrust(client: Pick<LiveClient, "get">): Promise<KnownTrust> {
  const place = `ConfigMap ${showKey(trustKey)}`;
  const found = await client.get(ConfigMap, trustKey).catch((error: unknown) => {
    if (!isForbidden(error)) throw error;
    throw new TsopError("extension/no-trust", `the server must not read ${place}`, { hint, cause: error });
  });
  if (found === undefined) throw new TsopError("extension/no-trust", `${place} does not exist`);
  const trust = parse(found);
  if (trust instanceof Error) {
    throw new TsopError("extension/no-trust", `${place} is invalid: ${trust.message}`, { cause: trust });
  }
  return trust;
}

/**
 * Waits until the main API server can be reached: the network of a new pod may need some seconds. Returns if it answers, whatever
 * it answers, or if the signal fires.
 */
export async function untilReachable(
  options: Surroundings & { readonly client: Pick<LiveClient, "get"> },
  signal: AbortSignal,
): Promise<void> {
  const retries = new Retries(options, { failed: "waiting for the API server", works: "the API server answers" });
  while (!signal.aborted) {
    const error: unknown = await options.client.get(ConfigMap, trustKey, { signal }).catch((reason: unknown) => reason);
    if (!(error instanceof TsopError) || error.code !== "cluster/unreachable") {
      retries.succeeded();
      return;
    }
    retries.failed(error);
    await sleep(options.clock, retries.nextDelay(), signal);
  }
}

/** Runs until the signal fires; never rejects. Keeps the previous trust if the new one is invalid. */
export async function followTrust(options: FollowTrustOptions, signal: AbortSignal): Promise<void> {
  const { client, onChange, log, clock } = options;
  const use = (object: ConfigMap): void => {
    const trust = parse(object);
    if (trust instanceof Error)
      log.error("keeping the previous authorities: the new ones are invalid", { error: trust });
    else onChange(trust);
  };
  const reflector = new Reflector<ConfigMap>({
    ...options,
    kind: ConfigMap,
    scope: trustKey.namespace,
    // The Role allows to list this one ConfigMap.
    select: { fields: `metadata.name=${trustKey.name}` },
    client,
    health: new ScopeHealth(clock),
    sink: {
      replace: (_, items) => items.forEach(use),
      apply: (_, type, object) => {
        if (type !== "DELETED") use(object);
      },
      advance: () => undefined,
    },
  });
  await reflector.run(signal);
}

function parse(object: ConfigMap): KnownTrust | Error {
  try {
    const trust = readExtensionTrust(object);
    return typeof trust === "string" ? new Error(trust) : toKnownTrust(trust);
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
}
