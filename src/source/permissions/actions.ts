import { clientNodeRights, type NeededRight } from "./client-node.js";
import type { KindName } from "./type-kinds.js";

/** The effect of a call of tsop or client-node on a kind. */
export interface Action {
  /** The kind, or the index of the argument that names it. Default: the first argument. */
  readonly about?: number | KindName;
  /** The effect requires an argument at this index. */
  readonly onlyWith?: number;
  /** With this option, the call goes to another cluster, whose roles the project does not manage. */
  readonly elsewhereWith?: string;
  readonly verbs: readonly string[];
  readonly subresource?: string;
  /** Whether it makes the manager cache the kind. */
  readonly caches?: boolean;
  /** Whether the cache can serve it. */
  readonly reads?: boolean;
  /** The additional rights that the call needs. */
  readonly also?: readonly NeededRight[];
  /** The effects on the kinds that the options of the call name. */
  readonly options?: { readonly argument: number; readonly effects: readonly OptionEffect[] };
}

/** The effect of a call on the kind in one of its options, or on each kind of a list there. */
export interface OptionEffect extends Pick<Action, "verbs" | "subresource" | "caches"> {
  readonly option: string;
}

/** The verbs that a cache needs for its kinds. */
export const watching = ["get", "list", "watch"] as const;

/** Returns the calls of `subResource(name)`; for other names, a tag must declare the permissions. */
function below(client: string, subresource: string): Readonly<Record<string, Action>> {
  const verbs = { get: "get", getOrThrow: "get", create: "create", update: "update", patch: "patch", apply: "patch" };
  return Object.fromEntries(
    Object.entries(verbs).map(([method, verb]) => [`${client}.${method}`, { verbs: [verb], subresource }]),
  );
}

const event: KindName = { apiVersion: "events.k8s.io/v1", kind: "Event" };
const crd: KindName = { apiVersion: "apiextensions.k8s.io/v1", kind: "CustomResourceDefinition" };

/** The effects of `migrateKind`. Both kinds become owners whose deletion their dependents block. */
const migrating: readonly OptionEffect[] = [
  { option: "from", verbs: [...watching, "patch"], caches: true },
  { option: "from", verbs: ["update"], subresource: "finalizers" },
  { option: "to", verbs: [...watching, "create", "patch"], caches: true },
  { option: "to", verbs: ["update"], subresource: "finalizers" },
  { option: "to", verbs: ["patch"], subresource: "status" },
  { option: "dependents", verbs: [...watching, "patch"], caches: true },
];

/** The actions by interface and method, or by function name. */
const actions: Readonly<Record<string, Action>> = {
  "Reader.get": { verbs: ["get"], reads: true },
  "Reader.getOrThrow": { verbs: ["get"], reads: true },
  "Reader.list": { verbs: ["list"], reads: true },
  "LiveClient.watch": { verbs: ["watch"] },
  "Writer.create": { verbs: ["create"] },
  "Writer.update": { verbs: ["update"] },
  "Writer.patch": { verbs: ["patch"] },
  // Applying an object that does not exist creates it, so the API server requires both verbs.
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
  // An owner reference that blocks deletion: the API server requires the right to update the owner's finalizers.
  setControllerReference: { verbs: ["update"], subresource: "finalizers" },
  // Only its option makes the reference block deletion.
  setOwnerReference: { verbs: ["update"], subresource: "finalizers", onlyWith: 2 },
  // It patches an object with numbers that a replacement could damage.
  createOrUpdate: { verbs: ["get", "create", "update", "patch"], about: 1, reads: true },
  createOrPatch: { verbs: ["get", "create", "patch"], about: 1, reads: true },
  applyIfDifferent: { verbs: ["get", "create", "patch"], about: 1, reads: true },
  updateStatusIfChanged: { verbs: ["patch"], about: 1, subresource: "status" },
  withFinalizer: { verbs: ["get", "patch"], about: 1, reads: true },
  objectReconciler: { verbs: ["get"], about: 1, reads: true },
  ...Object.fromEntries(Object.entries(clientNodeRights).map(([name, [first, ...also]]) => [name, { ...first, also }])),
  "Manager.eventRecorder": { verbs: ["create", "patch"], about: event },
  migrateKind: {
    ...{ verbs: ["create", "patch"], about: event },
    also: [{ about: crd, verbs: ["get", "list"] }],
    options: { argument: 1, effects: migrating },
  },
};

/** The methods of tsop that take a kind; client-node's methods do not. */
export const asksByKind: ReadonlySet<string> = new Set(
  methodsOf(Object.keys(actions).filter((key) => typeof actions[key]?.about !== "object")),
);

/** The names of all methods and functions with an action. */
export const actionNames: ReadonlySet<string> = new Set(methodsOf(Object.keys(actions)));

/** Returns each name once: many interfaces have a `get`. */
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
/** The names `log` and `exec` are excluded, because many other objects have such methods. */
const callOfTsop = callOf(Object.keys(actions).filter((key) => !Object.hasOwn(clientNodeRights, key)));

/** Returns whether a text can contain a call of an action; this rules out most files. */
export function mayAct(text: string): boolean {
  return callOfAny.test(text);
}

/** Returns the files that can contain a call of an action, including client-node's if one of them names client-node. */
export function withActions<T extends { readonly ast: { readonly text: string } }>(files: readonly T[]): T[] {
  const isWithClientNode = files.some(({ ast }) => ast.text.includes("client-node"));
  const call = isWithClientNode ? callOfAny : callOfTsop;
  return files.filter(({ ast }) => call.test(ast.text));
}

/** Returns the action of a tsop call, or undefined for a call that affects no object. @param name - {@link tsopNameOf} */
export function findAction(name: string): Action | undefined {
  return Object.hasOwn(actions, name) ? actions[name] : undefined;
}
