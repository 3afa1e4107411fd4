/**
 * Finds the namespaces of objects, and checks that the cluster has their kinds and namespaces, before anything is
 * changed.
 */
import type { Diagnostic } from "../../core/diagnostic.js";
import { TsopError } from "../../core/errors.js";
import { parseApiVersion } from "../../core/gvk.js";
import { nearest } from "../../core/suggest.js";
import { isForbidden } from "../../kube/api-error.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { Namespace } from "../../k8s/core/v1.js";
import { isCrd } from "../crd.js";
import { showObject } from "./object-id.js";
import { isNamespace } from "./plan.js";

export interface PlacedObject {
  /** The object, with its namespace if its kind has one. */
  readonly object: KubeObject;
  /** Whether the API server can check the object now: its kind and its namespace exist. */
  readonly canBeAsked: boolean;
}

/**
 * @param namespace - the default for namespaced objects
 * @throws TsopError with all kinds that are not served and all namespaces that do not exist
 */
export async function placeObjects(
  client: HttpClient,
  objects: readonly KubeObject[],
  namespace: string,
  signal: AbortSignal,
): Promise<PlacedObject[]> {
  const problems: Diagnostic[] = [];
  const coming = new Map(
    objects.filter(isCrd).map(({ spec }) => [`${spec.group}/${spec.names.kind}`, spec.scope === "Namespaced"] as const),
  );
  const placed: PlacedObject[] = [];
  for (const object of objects) {
    const { apiVersion, kind } = object;
    const gvk = { ...parseApiVersion(apiVersion), kind };
    const resource = await client.mapper.find(gvk);
    const isNamespaced = resource?.namespaced ?? coming.get(`${gvk.group}/${kind}`);
    if (isNamespaced === undefined) {
      problems.push(await notServed(client, object));
      continue;
    }
    placed.push({ object: inPlace(object, isNamespaced ? namespace : undefined), canBeAsked: resource !== undefined });
  }
  const missing = await missingNamespaces(client, placed, signal);
  problems.push(...(await unknownNamespaces(client, placed, missing, signal)));
  if (problems.length > 0) throw TsopError.fromDiagnostics(problems);
  return placed.map(({ object, canBeAsked }) => ({
    object,
    canBeAsked: canBeAsked && !missing.has(object.metadata.namespace ?? ""),
  }));
}

function inPlace(given: KubeObject, namespace: string | undefined): KubeObject {
  const object = isBare(given) ? labelled(given) : given;
  const { namespace: own = "", ...metadata } = object.metadata;
  if (namespace === undefined) return { ...object, metadata };
  return { ...object, metadata: { ...metadata, namespace: own === "" ? namespace : own } };
}

/** Returns whether the object contains only its name: the API server would then record no fields of tsop. */
function isBare(object: KubeObject): boolean {
  const isEmpty = (value: unknown): boolean =>
    value === undefined || (typeof value === "object" && value !== null && Object.keys(value).length === 0);
  const hasOnly = (value: object, names: readonly string[]): boolean =>
    Object.entries(value).every(([name, each]) => names.includes(name) || isEmpty(each));
  return hasOnly(object, ["apiVersion", "kind", "metadata"]) && hasOnly(object.metadata, ["name", "namespace"]);
}

/**
 * Adds a label, so that the object's managed fields record that tsop has applied it. Otherwise it would never be
 * pruned.
 */
function labelled(object: KubeObject): KubeObject {
  return { ...object, metadata: { ...object.metadata, labels: { "app.kubernetes.io/managed-by": "tsop" } } };
}

async function notServed({ mapper }: HttpClient, object: KubeObject): Promise<Diagnostic> {
  const { group } = parseApiVersion(object.apiVersion);
  const versions = (await mapper.findVersions(group, object.kind)).map(({ version }) => version);
  const hint =
    versions.length > 0
      ? `It serves ${object.kind} in ${versions.join(", ")}: change its apiVersion.`
      : "Install the CRD of this kind, or remove the object from the deployment.";
  return {
    code: "cluster/kind-not-served",
    severity: "error",
    message: `${showObject(object)}: the cluster does not serve ${object.kind} of ${object.apiVersion}`,
    hint,
  };
}

/** Returns the missing namespaces among those that objects name. */
async function missingNamespaces(
  client: HttpClient,
  placed: readonly PlacedObject[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const names = new Set(placed.map(({ object }) => object.metadata.namespace ?? "").filter((name) => name !== ""));
  const missing = new Set<string>();
  for (const name of names) {
    try {
      const namespace = await client.get(Namespace, { name }, { signal });
      if (namespace === undefined || namespace.metadata.deletionTimestamp !== undefined) missing.add(name);
    } catch (error) {
      if (!isForbidden(error)) throw error; // a user without access to Namespaces may still work in one
    }
  }
  return missing;
}

async function unknownNamespaces(
  client: HttpClient,
  placed: readonly PlacedObject[],
  missing: ReadonlySet<string>,
  signal: AbortSignal,
): Promise<Diagnostic[]> {
  const coming = placed.filter(({ object }) => isNamespace(object)).map(({ object }) => object.metadata.name);
  const unknown = [...missing].filter((name) => !coming.includes(name));
  if (unknown.length === 0) return [];
  const present = await client.list(Namespace, { signal }).then(
    ({ items }) => items.map(({ metadata }) => metadata.name),
    () => [],
  );
  return unknown.map((name) => {
    const meant = nearest(name, [...coming, ...present]);
    const users = placed.filter(({ object }) => object.metadata.namespace === name).map(({ object }) => object);
    return {
      code: "deploy/no-namespace",
      severity: "error",
      message: `the namespace ${name} of ${users.map(showObject).join(", ")} does not exist, and the deployment does not create it`,
      hint: `${meant === undefined ? "" : `Did you mean ${meant}? `}Correct the namespace, or add a Namespace to the deployed objects.`,
    };
  });
}
