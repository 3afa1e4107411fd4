import { defined } from "../core/defined.js";
import { TsopError } from "../core/errors.js";
import { ApiError } from "../kube/api-error.js";
import type { Client } from "../kube/client.js";
import type { KubeObject } from "../kube/objects.js";
import type { Manifest } from "./manifest-files.js";

export interface ApplyManifestsOptions {
  readonly signal?: AbortSignal;
  /** Takes over fields that other managers have set. Default true. */
  readonly isForced?: boolean;
  /** The namespace of namespaced objects that name none. Default: `default`. */
  readonly namespace?: string;
}

export interface ManifestClient {
  readonly client: Client;
  readonly isNamespaced: (object: KubeObject) => Promise<boolean>;
}

/**
 * Applies objects (server-side), Namespaces before all others. Applies their status too, if they have one.
 *
 * @returns the objects as they are in the cluster, in the order given
 * @throws TsopError for a rejected object, with its file
 */
export async function applyManifests(
  { client, isNamespaced }: ManifestClient,
  manifests: readonly Manifest[],
  { signal, namespace = "default", isForced = true }: ApplyManifestsOptions = {},
): Promise<KubeObject[]> {
  const options = { force: isForced, ...defined({ signal }) };
  const applied = new Map<Manifest, KubeObject>();
  const isNamespace = ({ object }: Manifest): boolean => object.apiVersion === "v1" && object.kind === "Namespace";
  for (const manifest of [...manifests.filter(isNamespace), ...manifests.filter((each) => !isNamespace(each))]) {
    try {
      const { status, ...object } = await inNamespace(manifest.object, namespace, isNamespaced);
      let after = await client.apply<KubeObject>(object, options);
      if (status !== undefined) {
        const { apiVersion, kind, metadata } = object;
        const key = { name: metadata.name, ...defined({ namespace: metadata.namespace }) };
        const part = { apiVersion, kind, metadata: key, status };
        after = await client.status.apply<KubeObject & { status: unknown }>(part, options);
      }
      applied.set(manifest, after);
    } catch (error) {
      throw error instanceof TsopError ? withPlace(error, manifest) : error;
    }
  }
  return manifests.flatMap((manifest) => applied.get(manifest) ?? []);
}

/** Returns the same error, with its file and object, and each cause on its own line. */
export function withPlace(error: TsopError, { file, object }: Manifest): TsopError {
  const what = `${object.kind} ${object.metadata.name}`;
  const text = error instanceof ApiError ? listCauses(error, error.message) : error.message;
  return new TsopError(error.code, `${what}: ${text}`, {
    ...(file === "" ? {} : { at: { file } }),
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    cause: error,
  });
}

/** Returns several causes as one line each; otherwise the given message. */
export function listCauses({ causes }: ApiError, said: string): string {
  if (causes.length < 2) return said;
  const lines = causes.map(({ field, message = "" }) => `\n  ${field === undefined ? "" : `${field}: `}${message}`);
  return `the API server rejects it:${lines.join("")}`;
}

async function inNamespace(
  object: KubeObject & { status?: unknown },
  namespace: string,
  isNamespaced: ManifestClient["isNamespaced"],
): Promise<KubeObject & { status?: unknown }> {
  if ((object.metadata.namespace ?? "") !== "" || !(await isNamespaced(object))) return object;
  return { ...object, metadata: { ...object.metadata, namespace } };
}
