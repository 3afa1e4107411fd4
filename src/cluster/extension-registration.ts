/** Puts an extension API server that runs on this machine behind an API server that can reach this machine. */
import { TsopError } from "../core/errors.js";
import { type GroupVersionKind, toApiVersion } from "../core/gvk.js";
import { APIService } from "../k8s/apiregistration/v1.js";
import type { Service } from "../k8s/core/v1.js";
import type { ClusterRoleBinding, RoleBinding } from "../k8s/rbac/v1.js";
import type { Client } from "../kube/client.js";
import type { HttpClient } from "../kube/http-client.js";
import { isAllowed } from "./access-review.js";
import { poll, until } from "./poll.js";
import type { WaitOptions } from "./wait-until-served.js";

const group = "rbac.authorization.k8s.io";
const service = { namespace: "default", name: "tsop-extension-server" };

/** The name for which the API server verifies the certificate of the server. */
export const extensionHost = `${service.name}.${service.namespace}.svc`;

/** An extension API server that listens on loopback. */
export interface ListeningServer {
  readonly port: number;
  /** The authority of its certificate, in PEM. The certificate is for the names in `ExtensionServerFlags`. */
  readonly caBundle: string | undefined;
  /** Changes with the code of the server: the API server then reads again what the server serves. */
  readonly revision?: string;
}

/**
 * Gives a user the rights that every extension API server needs, and waits until they are in force: to ask who a user is and what
 * the user may do, and to read how the API server identifies itself.
 */
export async function grantDelegation(client: Client, user: string, signal: AbortSignal): Promise<void> {
  const apiVersion = `${group}/v1`;
  const subjects = [{ apiGroup: group, kind: "User", name: user }];
  await client.apply<ClusterRoleBinding>(
    {
      ...{ apiVersion, kind: "ClusterRoleBinding", metadata: { name: `system:auth-delegator:${user}` } },
      ...{ roleRef: { apiGroup: group, kind: "ClusterRole", name: "system:auth-delegator" }, subjects },
    },
    { signal },
  );
  const reader = "extension-apiserver-authentication-reader";
  const metadata = { namespace: "kube-system", name: `${reader}:${user}` };
  await client.apply<RoleBinding>(
    {
      ...{ apiVersion, kind: "RoleBinding", metadata },
      ...{ roleRef: { apiGroup: group, kind: "Role", name: reader }, subjects },
    },
    { signal },
  );
  const right = { verb: "create", group: "authorization.k8s.io", resource: "subjectaccessreviews", namespace: "" };
  const subject = { user, groups: ["system:authenticated"] };
  await until(async () => (await isAllowed(client, right, subject, signal)) === true, { timeoutMs: 10_000, signal });
}

/** Returns the name of the APIService of a kind. */
export function apiServiceNameOf({ group, version }: Pick<GroupVersionKind, "group" | "version">): string {
  return `${version}.${group}`;
}

/** Makes the API server pass the requests for the group versions of these kinds on to the server. */
export async function registerExtension(
  client: Client,
  { port, caBundle, revision }: ListeningServer,
  kinds: readonly GroupVersionKind[],
  signal: AbortSignal,
): Promise<void> {
  await client.apply<Service>(
    {
      ...{ apiVersion: "v1", kind: "Service", metadata: service },
      spec: { type: "ExternalName", externalName: "127.0.0.1" },
    },
    { signal },
  );
  for (const name of new Set(kinds.map(apiServiceNameOf))) {
    const version = name.slice(0, name.indexOf("."));
    await client.apply<APIService>(
      {
        ...{ apiVersion: "apiregistration.k8s.io/v1", kind: "APIService" },
        metadata: { name, ...(revision === undefined ? {} : { annotations: { "tsop.dev/revision": revision } }) },
        spec: {
          ...{ group: name.slice(version.length + 1), version, groupPriorityMinimum: 1_000, versionPriority: 15 },
          service: { ...service, port },
          ...(caBundle === undefined ? {} : { caBundle: Buffer.from(caBundle).toString("base64") }),
        },
      },
      { signal },
    );
  }
}

/** Removes an APIService that {@link registerExtension} created. */
export async function unregisterExtension(client: Client, name: string, signal: AbortSignal): Promise<void> {
  await client.delete(APIService, { name }, { signal });
}

/**
 * Waits until the API server passes the requests for a kind on, and makes the client find the kind.
 *
 * @throws TsopError `cluster/kind-not-served`
 */
export async function waitUntilPassedOn(
  { mapper }: Pick<HttpClient, "mapper">,
  kind: GroupVersionKind,
  { timeoutMs, signal }: WaitOptions,
): Promise<void> {
  const apiVersion = toApiVersion(kind.group, kind.version);
  let failure: unknown;
  const found = await poll(
    async () => {
      mapper.invalidate(apiVersion);
      return mapper.find(kind).catch((error: unknown) => void (failure = error));
    },
    { timeoutMs, signal },
  );
  if (found != null) return;
  const problem = `the API server does not serve ${kind.kind} of ${apiVersion} ${timeoutMs / 1_000} s after its extension API server was registered`;
  throw new TsopError("cluster/kind-not-served", problem, {
    hint: `Check that the server has the kind, and what \`kubectl describe apiservice ${apiServiceNameOf(kind)}\` says.`,
    cause: failure,
  });
}
