import { type InventoryEntry, inventoryPlace, readInventory } from "../../cluster/deploy/inventory.js";
import { operatorNamespace } from "../../cluster/deploy/plan.js";
import type { CustomResourceDefinition } from "../../cluster/crd.js";
import { text as textIn } from "../../core/json-fields.js";
import type { TsopError } from "../../core/errors.js";
import type { SelfSubjectReview } from "../../k8s/authentication/v1.js";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { attemptAsync, type Outcome } from "../finding.js";
import { type CrdFacts, gatherCrds } from "./crd-facts.js";
import { type ExtensionFacts, gatherExtension } from "./extension-facts.js";
import { gatherOperator, type OperatorFacts } from "./operator-facts.js";
import { gatherRights, type RightsFacts } from "./rights-facts.js";

export interface ServerFacts {
  /** The version: `v1.35.4`. */
  readonly version: string;
  /** How far the server's clock is ahead of the local clock; undefined if the server does not send the time. */
  readonly skewMs: number | undefined;
}

/** The state of the project in the cluster; undefined outside a project, or if config/ is broken. */
export interface ProjectInCluster {
  readonly rights: Outcome<RightsFacts>;
  readonly crds: Outcome<readonly CrdFacts[]>;
  readonly inventory: Outcome<readonly InventoryEntry[]>;
  readonly operator: Outcome<OperatorFacts | undefined>;
  readonly extension: Outcome<ExtensionFacts | undefined>;
}

export type ClusterFacts =
  /** `isExpected`: the user has named a cluster. */
  | { readonly kind: "none"; readonly error: TsopError; readonly isExpected: boolean }
  | {
      readonly kind: "unreachable";
      readonly config: ClusterConfig;
      readonly error: TsopError;
      readonly isExpected: boolean;
    }
  | {
      readonly kind: "reached";
      readonly config: ClusterConfig;
      readonly server: ServerFacts;
      /** Undefined if the server does not report it. */
      readonly user: Outcome<string | undefined>;
      readonly project: ProjectInCluster | undefined;
    };

export interface ClusterInput {
  readonly config: Outcome<ClusterConfig>;
  readonly isExpected: boolean;
  readonly connect: (config: ClusterConfig) => HttpClient;
  readonly projectName: string | undefined;
  /** The objects of config/default; undefined if it cannot be rendered. */
  readonly rendered: readonly KubeObject[] | undefined;
  readonly crds: readonly CustomResourceDefinition[];
  readonly now: () => number;
  readonly signal: AbortSignal;
}

export async function gatherCluster(input: ClusterInput): Promise<ClusterFacts> {
  const { config, isExpected, connect } = input;
  if (config.kind === "failed") return { kind: "none", error: config.error, isExpected };
  const client = connect(config.value);
  try {
    const server = await attemptAsync(() => askServer(client, input));
    if (server.kind === "failed") return { kind: "unreachable", config: config.value, error: server.error, isExpected };
    const user = await attemptAsync(() => askUser(client, input.signal));
    const isKnown = user.kind === "known";
    const project = isKnown ? await gatherProjectInCluster(client, config.value, input) : undefined;
    return { kind: "reached", config: config.value, server: server.value, user, project };
  } finally {
    client.close();
  }
}

async function askServer(client: HttpClient, { now, signal }: ClusterInput): Promise<ServerFacts> {
  let date: string | undefined;
  let sentAt = 0;
  const text = await client.transport.request({
    method: "GET",
    path: "/version",
    signal: AbortSignal.any([signal, AbortSignal.timeout(15_000)]),
    beforeSend: () => (sentAt = now()),
    onStatus: (_, headers) => (date = headers.date),
  });
  const time = date === undefined ? Number.NaN : Date.parse(date);
  // The header has whole seconds, so add half a second on average. The response took half of the round trip.
  const skewMs = Number.isNaN(time) ? undefined : time + 500 - (sentAt + now()) / 2;
  return { version: versionOf(text), skewMs };
}

function versionOf(text: string): string {
  return textIn(JSON.parse(text), "gitVersion") ?? "";
}

async function askUser(client: HttpClient, signal: AbortSignal): Promise<string | undefined> {
  try {
    const review = await client.create<SelfSubjectReview>(
      { apiVersion: "authentication.k8s.io/v1", kind: "SelfSubjectReview", metadata: {} },
      { signal },
    );
    return review.status?.userInfo?.username;
  } catch (error) {
    // Servers before 1.28 do not have this API, and some servers disable it.
    if (isUnanswered(error)) return undefined;
    throw error;
  }
}

function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error) || !("code" in error)) return false;
  return error.code === "cluster/kind-not-served" || error.code === "cluster/forbidden";
}

async function gatherProjectInCluster(
  client: HttpClient,
  config: ClusterConfig,
  { projectName, rendered, crds, signal }: ClusterInput,
): Promise<ProjectInCluster | undefined> {
  if (projectName === undefined || rendered === undefined) return undefined;
  const namespace = operatorNamespace(rendered) ?? config.namespace;
  const placed = rendered.length === 0 ? crds : rendered;
  return {
    rights: await attemptAsync(() => gatherRights(client, placed, namespace, signal)),
    crds: await attemptAsync(() => gatherCrds(client, crds, signal)),
    inventory: await attemptAsync(() => readInventory(client, inventoryPlace(projectName, namespace), signal)),
    operator: await attemptAsync(() => gatherOperator(client, rendered, namespace, signal)),
    extension: await attemptAsync(() => gatherExtension(client, rendered, signal)),
  };
}
