import type { OptionalController } from "../../apiserver/controllers/optional-controllers.js";
import type { WebhookServer } from "../../cluster/point-webhooks.js";
import type { Clock } from "../../core/clock.js";
import { TsopError } from "../../core/errors.js";
import type { ClusterConfig } from "../../kube/cluster-config.js";
import type { HttpClient } from "../../kube/http-client.js";
import type { KubeObject } from "../../kube/objects.js";
import { type KubernetesVersion, kubernetesVersions } from "../../schema/kubernetes-versions.js";
import type { Manager } from "../../runtime/manager.js";
import { checkAudit, type TestAudit } from "./audit.js";
import { checkEmbeddedOnly } from "./embedded-only.js";
import { checkList, checkOptions } from "./check-options.js";

/**
 * An object, or the path of a YAML file or of a folder of YAML files.
 *
 * @example
 * ```ts
 * import type { ManifestSource } from "tsop/testing";
 *
 * const namespace = { apiVersion: "v1", kind: "Namespace", metadata: { name: "team-a" } };
 * export const sources: readonly ManifestSource[] = [namespace, "config/samples"];
 * ```
 */
export type ManifestSource = string | KubeObject;

/**
 * The options of `TestEnvironment.start`.
 *
 * @example
 * ```ts
 * import type { TestEnvironmentOptions } from "tsop/testing";
 *
 * export const options: TestEnvironmentOptions = { crds: ["config/crd/bases", "test/crds"], simulateWorkloads: true };
 * ```
 */
export interface TestEnvironmentOptions {
  /** The CRDs to install. Default: `config/crd/bases` and `config/crd/migrated`, if they exist. */
  readonly crds?: readonly ManifestSource[];
  /** The objects that exist from the start, with their status if they have one. Default: none. */
  readonly objects?: readonly ManifestSource[];
  /**
   * The admission webhooks to install, and the server that handles them. The server also converts between versions if a
   * CRD names a Service for that. Default: none.
   */
  readonly webhooks?: WebhookServer & { readonly manifests: readonly ManifestSource[] };
  /**
   * The functions that register the conversions between versions, as in `main.ts`: the environment serves the
   * conversions itself, instead of the Service that the CRDs name. It does not call their defaulters and validators.
   * Default: none.
   */
  readonly conversions?: readonly ((manager: Manager) => void)[];
  /**
   * Makes Deployments, StatefulSets, Jobs and Pods become ready, as if nodes ran them. Only the embedded server can do
   * this; a real one has no controllers here. Default false.
   */
  readonly simulateWorkloads?: boolean;
  /**
   * Controllers of kube-controller-manager that run only if you name them. `horizontal-pod-autoscaler-controller` scales by the
   * metrics that an APIService serves. `persistentvolume-binder-controller` binds PersistentVolumeClaims to PersistentVolumes; with
   * `simulateWorkloads`, the server also provisions the volumes of storage classes. With controllers, the server is the embedded
   * one. Default: none.
   */
  readonly controllers?: readonly OptionalController[];
  /**
   * The clock for the timestamps that the embedded server stores (`creationTimestamp`, `deletionTimestamp`,
   * `managedFields`, tokens) and for the expiry of events. Pass the same clock to the manager. A real server can only
   * use its machine's time, so with a clock the server is the embedded one. Default: the system's.
   */
  readonly clock?: Pick<Clock, "now">;
  /**
   * How long roles, webhooks, policies and CRDs take to have an effect, and events to reach a watch, in milliseconds: so that
   * tests find races which only a cluster shows. Only the embedded server can lag, so with a lag the server is the embedded
   * one. Default: 0.
   */
  readonly lagMs?: number;
  /**
   * The version of Kubernetes that the embedded server speaks: `1.35` or `1.37`. A real server has its own version, so with this
   * option the server is the embedded one. Default: `1.37`.
   */
  readonly kubernetesVersion?: KubernetesVersion;
  /**
   * Records the requests that the embedded server receives, as kube-apiserver's audit log does: so that a test can check which
   * requests an operator sends. With an audit log, the server is the embedded one. Default: none.
   */
  readonly audit?: TestAudit;
  /**
   * Feature gates of kube-apiserver that have an effect on the embedded server, such as `{ WatchList: false }`: so that a test
   * sees what older clusters do. With gates, the server is the embedded one. Default: the defaults of the Kubernetes version.
   */
  readonly featureGates?: Readonly<Record<string, boolean>>;
  /**
   * The IP address that the embedded server listens on: `0.0.0.0` lets containers reach it. Every program that can reach the
   * address may then try to log in, so the process emits a warning. With an address, the server is the embedded one. Default:
   * `127.0.0.1`.
   */
  readonly bindAddress?: string;
  /** Default: `real` if `KUBEBUILDER_ASSETS` is set and no option needs the embedded server, else `embedded`. */
  readonly server?: "embedded" | "real";
  /** The folder that paths are relative to. Default: the current folder. */
  readonly cwd?: string;
}

/**
 * A user of the environment's API server.
 *
 * @example
 * ```ts
 * import { ConfigMap } from "tsop/k8s/core/v1";
 * import type { TestUser } from "tsop/testing";
 *
 * export const countConfigMaps = async ({ client }: TestUser) => (await client.list(ConfigMap)).items.length;
 * ```
 */
export interface TestUser {
  readonly name: string;
  /** The connection, for `createManager({ config })`. */
  readonly config: ClusterConfig;
  /** The text of a kubeconfig, for kubectl and other programs. */
  readonly kubeconfig: string;
  readonly client: HttpClient;
}

/**
 * The permissions of a user.
 *
 * @example
 * ```ts
 * import type { AddUserOptions } from "tsop/testing";
 *
 * export const operator: AddUserOptions = { roles: ["config/rbac/role.yaml"] };
 * ```
 */
export interface AddUserOptions {
  /** The groups, in addition to `system:authenticated`. `system:masters` may do everything. */
  readonly groups?: readonly string[];
  /** The Roles and ClusterRoles to apply and to bind to the user. Other objects in these files are ignored. */
  readonly roles?: readonly ManifestSource[];
  /**
   * Whether `config` and `kubeconfig` contain a client certificate, which is valid for a year, instead of a token. Its common
   * name is the user, and its organizations are the groups. Default: false.
   */
  readonly certificate?: boolean;
}

/** @throws TsopError `usage/invalid-argument` if an option is invalid, which TypeScript would not compile */
export function checkStart(options: TestEnvironmentOptions): void {
  const call = "TestEnvironment.start()";
  const { crds, objects, webhooks, conversions, clock, server } = options;
  checkOptions(call, options, [
    ...["crds", "objects", "webhooks", "conversions", "simulateWorkloads", "clock", "lagMs", "kubernetesVersion"],
    ...["controllers", "audit", "featureGates", "bindAddress", "server", "cwd"],
  ]);
  checkList(call, "crds", crds);
  checkList(call, "objects", objects);
  checkList(call, "controllers", options.controllers);
  if (webhooks !== undefined) {
    checkOptions(`${call}, webhooks,`, webhooks, ["url", "caBundle", "manifests"]);
    checkList(call, "webhooks.manifests", webhooks.manifests);
  }
  checkConversions(call, conversions, webhooks !== undefined);
  const servers: readonly string[] = ["embedded", "real"];
  if (server !== undefined && !servers.includes(server)) {
    throw new TsopError("usage/invalid-argument", `${call}: unknown server ${JSON.stringify(server)}`, {
      hint: 'Write "embedded" or "real".',
    });
  }
  checkLag(call, options);
  checkVersion(call, options);
  if (options.audit !== undefined) checkAudit(call, options.audit);
  checkEmbeddedOnly(call, options);
  if (server !== "real" || clock === undefined) return;
  throw new TsopError("usage/invalid-argument", `${call}: a real API server does not support a clock`, {
    hint:
      'It uses the time of its machine. Omit `server: "real"`, or pass the clock only to the manager:\n' +
      "a new FakeClock() starts at the time of this machine.",
  });
}

function checkLag(call: string, { lagMs, server }: TestEnvironmentOptions): void {
  if (lagMs === undefined) return;
  const isValid = Number.isInteger(lagMs) && lagMs >= 0 && lagMs <= 60_000;
  if (isValid && server !== "real") return;
  const problem = isValid ? "a real API server does not support lagMs" : `invalid lagMs ${JSON.stringify(lagMs)}`;
  throw new TsopError("usage/invalid-argument", `${call}: ${problem}`, {
    hint: isValid ? 'Omit `server: "real"`.' : "Pass a number of milliseconds, from 0 to 60000.",
  });
}

function checkVersion(call: string, { kubernetesVersion: version, server }: TestEnvironmentOptions): void {
  if (version === undefined) return;
  const isKnown = kubernetesVersions.includes(version);
  if (isKnown && server !== "real") return;
  const problem = isKnown
    ? "a real API server does not support kubernetesVersion"
    : `unknown kubernetesVersion ${JSON.stringify(version)}`;
  throw new TsopError("usage/invalid-argument", `${call}: ${problem}`, {
    hint: isKnown
      ? 'Omit `server: "real"`, or set KUBEBUILDER_ASSETS to the binaries of the version.'
      : `The embedded API server speaks ${kubernetesVersions.join(" and ")}.`,
  });
}

function checkConversions(call: string, conversions: unknown, hasServer: boolean): void {
  if (conversions === undefined) return;
  if (!Array.isArray(conversions) || !conversions.every((setUp) => typeof setUp === "function")) {
    throw new TsopError("usage/invalid-argument", `${call}: expected a list of functions for conversions`, {
      hint: "Pass the function that main.ts calls with the manager: conversions: [setupBarWebhook].",
    });
  }
  if (!hasServer) return;
  const problem = `${call}: webhooks and conversions configure two different servers for conversions`;
  throw new TsopError("usage/invalid-argument", problem, { hint: "Omit one of them." });
}
