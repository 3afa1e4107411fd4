import { APIService } from "../../k8s/apiregistration/v1.js";
import { ConfigMap } from "../../k8s/core/v1.js";
import { isForbidden } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { stateOfTrust, type TrustProblem } from "./webhook-facts.js";

/** An APIService of the project in the cluster. */
export interface ExtensionApiFacts {
  readonly name: string;
  /** Why it is not available; undefined if it is. */
  readonly problem: { readonly reason: string; readonly message: string } | undefined;
  /** Undefined if no problem of its certificate is visible. */
  readonly trust: TrustProblem | undefined;
}

/** The extension API server of the project, as the API server sees it. */
export interface ExtensionFacts {
  readonly apis: readonly ExtensionApiFacts[];
  /** Whether kube-apiserver identifies itself, so that the server knows who a user is. Undefined if you must not read it. */
  readonly isIdentified: boolean | undefined;
}

/** Returns undefined if the cluster has no APIService of the project. */
export async function gatherExtension(
  client: HttpClient,
  rendered: readonly KubeObject[],
  signal: AbortSignal,
): Promise<ExtensionFacts | undefined> {
  const apis: ExtensionApiFacts[] = [];
  for (const { metadata } of rendered.filter(({ kind }) => kind === APIService.kind)) {
    const found = await client.get(APIService, { name: metadata.name }, { signal });
    if (found === undefined) continue;
    const available = found.status?.conditions?.find(({ type }) => type === "Available");
    const { reason = "Unknown", message = "the API server has not checked it yet" } = available ?? {};
    const { service, caBundle = "", insecureSkipTLSVerify = false } = found.spec ?? {};
    const { name, namespace } = service ?? {};
    const isVerified = name !== undefined && namespace !== undefined && !insecureSkipTLSVerify;
    apis.push({
      name: metadata.name,
      problem: available?.status === "True" ? undefined : { reason, message },
      trust: isVerified ? await stateOfTrust(client, { name, namespace }, caBundle, signal) : undefined,
    });
  }
  return apis.length === 0 ? undefined : { apis, isIdentified: await isIdentified(client, signal) };
}

/** Reads whether kube-apiserver runs with --requestheader-client-ca-file. */
async function isIdentified(client: HttpClient, signal: AbortSignal): Promise<boolean | undefined> {
  const key = { namespace: "kube-system", name: "extension-apiserver-authentication" };
  try {
    const found = await client.get(ConfigMap, key, { signal });
    return (found?.data?.["requestheader-client-ca-file"] ?? "") !== "";
  } catch (error) {
    if (isForbidden(error)) return undefined;
    throw error;
  }
}
