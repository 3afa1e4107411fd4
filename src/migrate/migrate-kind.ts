import { TsopError } from "../core/errors.js";
import type { DeepReadonly, Kind, KubeObject } from "../kube/objects.js";
import type { Manager } from "../runtime/manager.js";
import { checkFinalizer } from "../runtime/objects/finalizers.js";
import { type Reconciler, requeueAfter } from "../runtime/reconcile.js";
import type { NewContent, Rules } from "./content.js";
import { Dependents } from "./dependents.js";
import { KindEnding } from "./kind-ending.js";
import { isWaiting } from "./marks.js";
import { Mover } from "./mover.js";
import { type MigrationProgress, nameOf, Progress } from "./progress.js";

/**
 * The options of {@link migrateKind}.
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind } from "tsop";
 * import type { MigrateKindOptions } from "tsop/migrate";
 * import { Deployment } from "tsop/k8s/apps/v1";
 *
 * interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: number };
 * }
 * interface Baz extends CustomResource<"foo.abc.com/v1", "Baz"> {
 *   spec: { replicas: number };
 * }
 *
 * export const options: MigrateKindOptions<Bar, Baz> = {
 *   from: defineKind<Bar>("foo.abc.com/v1", "Bar"),
 *   to: defineKind<Baz>("foo.abc.com/v1", "Baz"),
 *   dependents: [Deployment],
 *   finalizers: { "foo.abc.com/bar": "foo.abc.com/baz" },
 *   convert: ({ spec }) => ({ spec: { replicas: spec.size } }),
 * };
 * ```
 */
export interface MigrateKindOptions<From extends KubeObject, To extends KubeObject> {
  /** The old kind. Its CRD remains installed until the migration ends. The manager starts without it, too. */
  readonly from: Kind<From>;
  /** The new kind, in the same scope: namespaced or cluster-scoped. */
  readonly to: Kind<To>;
  /** The kinds that old objects own: those of `owns` in the old controller. Default: none. */
  readonly dependents?: readonly Kind[];
  /**
   * The finalizers of the operator: the name on old objects, and the name on new ones. The migration moves them, and does
   * not run their cleanup. All other finalizers remain on the old object. Default: none.
   */
  readonly finalizers?: Readonly<Record<string, string>>;
  /**
   * Returns the content of the new object, with its status. It must be pure: the migration calls it again for each change of
   * the old object. Default: the fields of the old object.
   */
  readonly convert?: (old: From) => NewContent<To>;
  /** The number of objects that are moved at the same time. Default 10. */
  readonly concurrency?: number;
}

/**
 * A migration of {@link migrateKind}.
 *
 * @example
 * ```ts
 * import type { Manager, Reconciler } from "tsop";
 * import { ConfigMap } from "tsop/k8s/core/v1";
 * import type { KindMigration } from "tsop/migrate";
 *
 * export function setUp(manager: Manager, migration: KindMigration, reconciler: Reconciler): void {
 *   manager.controller("baz").for(ConfigMap).complete(migration.gate(reconciler));
 * }
 * ```
 */
export interface KindMigration {
  /**
   * Returns the reconciler of a controller for the new kind, which leaves a new object alone until all dependents of its
   * old object are handed over. Use it for each controller of the new kind.
   */
  gate(reconciler: Reconciler): Reconciler;
  /** Returns how far the migration is. The metric `tsop_migration_objects` shows the same. */
  progress(): MigrationProgress;
}

/**
 * Moves the objects of a kind to another kind, such as one with a new name or group, while everything that they own
 * continues to run. For each old object, the migration creates a new object with the same name, gives it the old one's
 * dependents, and then lets its controller start. As long as the old kind is installed, changes of an old object reach
 * its new object, and new old objects get theirs. The end of the migration is the deletion of the old CRD, which leaves
 * the new objects in place.
 *
 * A process that is killed at any moment is replaced by one that continues. docs/how-to/migrate-a-kind.md describes the
 * steps and the marks on the objects.
 *
 * Call it before the manager starts, and remove the old kind's controller: two controllers would fight.
 *
 * @throws TsopError `runtime/invalid-wiring` if the kinds are the same, or a dependent is one of the two;
 * `runtime/invalid-finalizer`
 *
 * @example
 * ```ts
 * import { type CustomResource, defineKind, type Manager, type Reconciler } from "tsop";
 * import { Deployment } from "tsop/k8s/apps/v1";
 * import { migrateKind } from "tsop/migrate";
 *
 * interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> {
 *   spec: { size: number };
 * }
 * interface Baz extends CustomResource<"foo.abc.com/v1", "Baz"> {
 *   spec: { size: number };
 * }
 * const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
 * const Baz = defineKind<Baz>("foo.abc.com/v1", "Baz");
 *
 * export function setUp(manager: Manager, reconciler: Reconciler): void {
 *   const migration = migrateKind(manager, { from: Bar, to: Baz, dependents: [Deployment] });
 *   manager.controller("baz").for(Baz).owns(Deployment).complete(migration.gate(reconciler));
 * }
 * ```
 */
export function migrateKind<From extends KubeObject, To extends KubeObject>(
  manager: Manager,
  options: MigrateKindOptions<From, To>,
): KindMigration {
  const { from, to, dependents: kinds = [], finalizers = {}, convert, concurrency = 10 } = options;
  check(from, to, kinds, finalizers);
  const rules: Rules = {
    from,
    to,
    finalizers: new Map(Object.entries(finalizers)),
    // The mover passes only objects of `from`.
    convert: convert === undefined ? undefined : (old) => convert(old as From),
  };
  const name = controllerName(from);
  const dependents = new Dependents(manager, from, kinds);
  const progress = new Progress(manager, from, to);
  const mover = new Mover({
    ...{ manager, rules, dependents, progress },
    events: manager.eventRecorder(name),
    kindEnding: new KindEnding(manager.apiReader, from),
  });
  const controller = manager
    .controller(name)
    .for<KubeObject>(from, { isOptional: true })
    .watches<KubeObject>(to, ({ metadata: { name: same, namespace = "" } }) => [{ namespace, name: same }])
    .concurrency(concurrency);
  for (const kind of kinds) controller.watches(kind, (object) => dependents.requestsOf(object));
  controller.complete(mover);
  return {
    gate: (reconciler) => gated(manager, to, reconciler),
    progress: () => progress.counts,
  };
}

/** The number of milliseconds until a gated reconciler looks again, if predicates ignore the change that opens it. */
const gateMs = 1_000;

function gated(manager: Manager, to: Kind, reconciler: Reconciler): Reconciler {
  return {
    async reconcile(request, context) {
      const object: DeepReadonly<KubeObject> | undefined = await manager.client.get(to, request, {
        shared: true,
        signal: context.signal,
      });
      return object !== undefined && isWaiting(object) ? requeueAfter(gateMs) : reconciler.reconcile(request, context);
    },
  };
}

function check(from: Kind, to: Kind, dependents: readonly Kind[], finalizers: Readonly<Record<string, string>>): void {
  const names = [from, to].map(nameOf);
  const problems = dependents
    .map(nameOf)
    .flatMap((name) => (names.includes(name) ? [`${name} cannot be one of its dependents`] : []));
  if (names[0] === names[1])
    problems.push("from and to are the same kind; its versions need a conversion, no migration");
  for (const finalizer of Object.entries(finalizers).flat()) checkFinalizer(finalizer);
  if (problems.length === 0) return;
  throw new TsopError("runtime/invalid-wiring", `migrateKind(${names.join(" → ")}): ${problems.join("; ")}`);
}

/** Returns a name that differs between kinds, in the form that controllers and event recorders accept. */
function controllerName(from: Kind): string {
  const name = `migrate-${nameOf(from)}`.toLowerCase().replaceAll(".", "-").slice(0, 63);
  return name.endsWith("-") ? name.slice(0, -1) : name;
}
