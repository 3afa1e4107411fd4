import { clientNodeRights, type NeededRight } from "./client-node.js";
import type { KindName } from "./type-kinds.js";

/** What a call of tsop's, or of client-node's, does to a kind. */
export interface Action {
  /** The kind, or which argument says it. Default: the first. */
  readonly about?: number | KindName;
  /** It is done only if there is an argument at this place. */
  readonly onlyWith?: number;
  /** With this option it is done to another cluster, whose roles are none of ours. */
  readonly elsewhereWith?: string;
  readonly verbs: readonly string[];
  readonly subresource?: string;
  /** Whether it makes the manager keep the kind in its cache. */
  readonly caches?: boolean;
  /** Whether the cache can answer it. */
  readonly reads?: boolean;
  /** What else the call does. */
  readonly also?: readonly NeededRight[];
}

/** What a cache needs of the kinds that it holds. */
export const watching = ["get", "list", "watch"] as const;

/** The calls of `subResource(name)`; of other names than these, a tag has to say what is needed. */
function below(client: string, subresource: string): Readonly<Record<string, Action>> {
  const verbs = { get: "get", getOrThrow: "get", create: "create", update: "update", patch: "patch", apply: "patch" };
  return Object.fromEntries(
    Object.entries(verbs).map(([method, verb]) => [`${client}.${method}`, { verbs: [verb], subresource }]),
  );
}

/** By interface and method, or by the name of the function. */
const actions: Readonly<Record<string, Action>> = {
  "Reader.get": { verbs: ["get"], reads: true },
  "Reader.getOrThrow": { verbs: ["get"], reads: true },
  "Reader.list": { verbs: ["list"], reads: true },
  "LiveClient.watch": { verbs: ["watch"] },
  "Writer.create": { verbs: ["create"] },
  "Writer.update": { verbs: ["update"] },
  "Writer.patch": { verbs: ["patch"] },
  // Applying an object that is not there creates it, for which the API server asks for both.
  "Writer.apply": { verbs: ["create", "patch"] },
  "Writer.delete": { verbs: ["delete"] },
  "Writer.deleteAllOf": { verbs: ["deletecollection"] },
  "MetadataReader.get": { verbs: ["get"], reads: true },
  "MetadataReader.getOrThrow": { verbs: ["get"], reads: true },
  "MetadataReader.list": { verbs: ["list"], reads: true },
  "LiveMetadataReader.watch": { verbs: ["watch"] },
  ...below("ScaleClient", "scale"),
  ...below("EvictionClient", "eviction"),
  ...below("TokenClient", "token"),
  ...below("StatusClient", "status"),
  "StatusWriter.update": { verbs: ["update"], subresource: "status" },
  "StatusWriter.patch": { verbs: ["patch"], subresource: "status" },
  "StatusWriter.apply": { verbs: ["patch"], subresource: "status" },
  "ControllerBuilder.for": { verbs: watching, caches: true },
  "ControllerBuilder.owns": { verbs: watching, caches: true },
  "ControllerBuilder.watches": { verbs: watching, caches: true, elsewhereWith: "cluster" },
  "RunningController.owns": { verbs: watching, caches: true },
  "RunningController.watches": { verbs: watching, caches: true, elsewhereWith: "cluster" },
  "Manager.cacheFor": { verbs: watching, caches: true },
  listPages: { verbs: ["list"], about: 1 },
  listAll: { verbs: ["list"], about: 1 },
  // An owner that blocks its own deletion: the API server asks for the right to finalize it.
  setControllerReference: { verbs: ["update"], subresource: "finalizers" },
  // Only its option lets the owner block.
  setOwnerReference: { verbs: ["update"], subresource: "finalizers", onlyWith: 2 },
  // It patches an object with numbers that a replacement could damage.
  createOrUpdate: { verbs: ["get", "create", "update", "patch"], about: 1, reads: true },
  createOrPatch: { verbs: ["get", "create", "patch"], about: 1, reads: true },
  applyIfDifferent: { verbs: ["get", "create", "patch"], about: 1, reads: true },
  updateStatusIfChanged: { verbs: ["patch"], about: 1, subresource: "status" },
  withFinalizer: { verbs: ["get", "patch"], about: 1, reads: true },
  objectReconciler: { verbs: ["get"], about: 1, reads: true },
  ...Object.fromEntries(Object.entries(clientNodeRights).map(([name, [first, ...also]]) => [name, { ...first, also }])),
  "Manager.eventRecorder": { verbs: ["create", "patch"], about: { apiVersion: "events.k8s.io/v1", kind: "Event" } },
};

/** Methods of tsop's that are given a kind; client-node's are not. */
export const asksByKind: ReadonlySet<string> = new Set(
  methodsOf(Object.keys(actions).filter((key) => typeof actions[key]?.about !== "object")),
);

/** What a call of an action is called. */
export const actionNames: ReadonlySet<string> = new Set(methodsOf(Object.keys(actions)));

/** Each once: many interfaces have a `get`. */
function methodsOf(keys: readonly string[]): string[] {
  return [...new Set(keys.map((key) => key.replace(/^.*\./, "")))];
}

function callOf(keys: readonly string[]): RegExp {
  const any = methodsOf(keys).join("|");
  return new RegExp(
    [
      // A bare `for (` is a loop.
      `\\b(?!for\\b)(?:${any})\\s*(?:\\?\\.\\s*)?[<(]`,
      `\\.\\s*(?:${any})\\b`,
      `["'\`](?:${any})["'\`]\\s*\\]`,
    ].join("|"),
  );
}

const callOfAny = callOf(Object.keys(actions));
/** `log` and `exec` are methods of much else. */
const callOfTsop = callOf(Object.keys(actions).filter((key) => !Object.hasOwn(clientNodeRights, key)));

/** Whether there can be a call of an action in a text; most files can be told apart by that. */
export function mayAct(text: string): boolean {
  return callOfAny.test(text);
}

/** The files in which there can be a call of an action: of client-node's where one of them names client-node. */
export function withActions<T extends { readonly ast: { readonly text: string } }>(files: readonly T[]): T[] {
  const isWithClientNode = files.some(({ ast }) => ast.text.includes("client-node"));
  const call = isWithClientNode ? callOfAny : callOfTsop;
  return files.filter(({ ast }) => call.test(ast.text));
}

/** What a call of tsop's does; undefined for one that touches no object. @param name - {@link tsopNameOf} */
export function findAction(name: string): Action | undefined {
  return Object.hasOwn(actions, name) ? actions[name] : undefined;
}
