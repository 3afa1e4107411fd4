/**
 * Writes the objects of a resource again, so that all are stored in its storage version.
 * Source: kubernetes/pkg/controller/storageversionmigrator.
 */
import { quoteText } from "../../../core/go-text.js";
import type { StorageVersionMigration } from "../../../k8s/storagemigration/v1.js";
import type { ApiObject } from "../../api-object.js";
import { timeText } from "../../objects/write.js";
import { definitionsKey } from "../../custom-resources/definition.js";
import { type ServedResource, storageKeyOf } from "../../resource.js";
import { StatusError } from "../../status-error.js";
import type { ControllerObjects, Stoppable } from "../controller-objects.js";
import { KindObjects } from "../shared/kind-objects.js";
import { finishDefinition, markDefinition } from "./mark-definition.js";
import {
  type ConditionNow,
  hasEnded,
  isTrue,
  type Migration,
  planMigrations,
  runningMessage,
  withCondition,
} from "./migration-plan.js";

const manager = "storage-version-migrator-controller";
const needed = ["update", "patch", "list"] as const;
/** How long the controller waits for a resource that the server does not serve yet. */
const patienceMs = 60_000;
/** After these errors, the controller tries again. */
const transient = new Set(["ServerTimeout", "TooManyRequests", "ServiceUnavailable", "InternalError", "Timeout"]);

export function migrateStorageVersions(objects: ControllerObjects): Stoppable {
  const migrations = new KindObjects<StorageVersionMigration>(objects, {
    group: "storagemigration.k8s.io",
    resource: "storageversionmigrations",
  });
  const { store, now } = objects.parts;
  const queue = objects.queues.create((key) => sync(key));
  const addAll = (): void => {
    for (const each of migrations.list()) if (!hasEnded(each) || isTrue(each, "Running")) queue.add(keyOf(each));
  };
  addAll();
  return queue.feedBy(
    store.subscribeToAll((storageKey, { object }) => {
      if (storageKey === migrations.storageKey) queue.add(keyOf(object as unknown as Migration));
      // A new resource may be the one that a migration waits for.
      else if (storageKey === definitionsKey) addAll();
    }),
  );

  /** @param key - the storage key of a resource */
  async function sync(key: string): Promise<void> {
    const { ended, running, next } = planMigrations(migrations.list().filter((each) => keyOf(each) === key));
    for (const each of ended) await finish(each);
    if (next !== undefined) await begin(next);
    else if (running !== undefined) await migrate(running, key);
  }

  async function begin(migration: Migration): Promise<void> {
    await markDefinition(objects, definitionOf(migration), migration.metadata.name);
    await setConditions(migration, [running(runningMessage())]);
  }

  async function finish(migration: Migration): Promise<void> {
    await finishDefinition(objects, definitionOf(migration), isTrue(migration, "Succeeded"));
    const { generation } = migration.metadata;
    await setConditions(migration, [
      {
        ...{ type: "Running", status: "False", reason: "MigrationCompleted", message: "Migration completed" },
        ...(generation === undefined ? {} : { observedGeneration: generation }),
      },
    ]);
  }

  async function migrate(migration: Migration, key: string): Promise<void> {
    const resource = objects.resource(key);
    if (resource === undefined) return waitForResource(migration, key);
    if (!needed.every((verb) => resource.verbs.includes(verb))) {
      const { group, version, resource: name } = resource;
      const shown = quoteText(`${group}/${version}, Resource=${name}`);
      return fail(migration, `resource ${shown} does not support discovery operations: [${needed.join(" ")}]`);
    }
    const { resourceVersion } = migration.status;
    if (resourceVersion === undefined) {
      await migrations.update(migration, ({ status }) => (status.resourceVersion = String(store.revision)), "status");
      return;
    }
    await rewriteAll(migration, resource, Number(resourceVersion));
  }

  async function waitForResource(migration: Migration, key: string): Promise<void> {
    const left = Date.parse(migration.metadata.creationTimestamp) + patienceMs - now();
    if (left > 0) queue.addAfter(key, left);
    else await fail(migration, "resource does not exist in discovery");
  }

  /** Objects that were written after the migration began are stored in the storage version. */
  async function rewriteAll(migration: Migration, resource: ServedResource, revision: number): Promise<void> {
    const all = store.list(resource.storageKey);
    const candidates = all.filter(({ metadata }) => Number(metadata.resourceVersion) <= revision);
    for (const [index, object] of candidates.entries()) {
      const error = await rewrite(resource, object);
      if (error === undefined) continue;
      const left = candidates.length - index;
      if (transient.has(error.failure.reason ?? "")) {
        await setConditions(migration, [running(runningMessage(left, all.length, error.message))]);
        throw error;
      }
      const message = `${left}/${all.length} not yet migrated. migration encountered unhandled error: ${error.message}`;
      return setConditions(migration, [running(runningMessage(left, all.length)), failed(message)]);
    }
    await setConditions(migration, [running(runningMessage(0, all.length)), succeeded]);
  }

  /** Another write of an object makes this one needless. */
  async function rewrite(resource: ServedResource, object: ApiObject): Promise<StatusError | undefined> {
    try {
      await objects.update(resource, object, (live) => (isSameWrite(live, object) ? live : drop()), { manager });
      return undefined;
    } catch (error) {
      if (error instanceof StatusError) return error;
      throw error;
    }
  }

  function fail(migration: Migration, message: string): Promise<void> {
    return setConditions(migration, [failed(message)]);
  }

  async function setConditions(migration: Migration, conditions: readonly ConditionNow[]): Promise<void> {
    const time = timeText(now());
    await migrations.update(
      migration,
      (copy) => {
        for (const each of conditions) copy.status.conditions = withCondition(copy, each, time);
      },
      "status",
    );
  }
}

const succeeded: ConditionNow = {
  type: "Succeeded",
  status: "True",
  reason: "StorageVersionMigrationSucceeded",
  message: "Migration completed",
};

function running(message: string): ConditionNow {
  return { type: "Running", status: "True", reason: "MigrationRunning", message };
}

function failed(message: string): ConditionNow {
  return { type: "Failed", status: "True", reason: "StorageVersionMigrationFailed", message };
}

function keyOf({ spec }: Migration): string {
  return storageKeyOf(spec.resource.group, spec.resource.resource);
}

/** The name of the CRD, if the resource has one. */
function definitionOf({ spec: { resource } }: Migration): string {
  return `${resource.resource}.${resource.group}`;
}

function isSameWrite(live: ApiObject, read: ApiObject): boolean {
  return live.metadata.resourceVersion === read.metadata.resourceVersion;
}

function drop(): never {
  throw new StatusError({ code: 409, reason: "Conflict", message: "another write has changed the object" });
}
