/** Shows the migration in the CRD of its objects. Source: kubernetes/pkg/controller/storageversionmigrator/migrationrunner.go. */
import type { JsonObject } from "../../../core/json.js";
import { toDefinition } from "../../custom-resources/definition/to-definition.js";
import { timeText } from "../../objects/write.js";
import { definitionsKey } from "../../custom-resources/definition.js";
import type { ControllerObjects } from "../controller-objects.js";

const manager = "migration-runner-controller";

export function markDefinition(objects: ControllerObjects, name: string, migration: string): Promise<void> {
  return apply(objects, name, () => ({
    condition: { status: "True", reason: "MigrationRunning", message: `Migration ${migration} is running` },
  }));
}

/** Like kube-controller-manager, also sets the stored versions after a failure, unless the CRD has changed meanwhile. */
export function finishDefinition(objects: ControllerObjects, name: string, hasSucceeded: boolean): Promise<void> {
  return apply(objects, name, ({ isUnchanged, storage }) => ({
    condition: { status: "False", ...outcome(hasSucceeded, isUnchanged) },
    ...(isUnchanged ? { storedVersions: storage } : {}),
  }));
}

function outcome(hasSucceeded: boolean, isUnchanged: boolean): { readonly reason: string; readonly message: string } {
  if (!hasSucceeded) return { reason: "MigrationFailed", message: "The migration has failed" };
  const end = isUnchanged
    ? " and the stored versions have been updated"
    : " but the stored versions have not been updated due to a generation mismatch";
  return { reason: "MigrationSucceeded", message: `The migration has succeeded${end}` };
}

interface Read {
  /** Whether the CRD has the generation at which the migration began. */
  readonly isUnchanged: boolean;
  readonly storage: string[];
}

interface Mark {
  readonly condition: JsonObject;
  readonly storedVersions?: string[];
}

async function apply(objects: ControllerObjects, name: string, toMark: (read: Read) => Mark): Promise<void> {
  const found = objects.parts.store.get(definitionsKey, "", name);
  if (found === undefined) return;
  const { metadata, spec, status } = toDefinition(found);
  const generation = metadata.generation ?? 0;
  const known = status?.conditions?.find(({ type }) => type === "StorageMigrating");
  const storage = spec.versions.filter((version) => version.storage).map((version) => version.name);
  const { condition, storedVersions } = toMark({ isUnchanged: known?.observedGeneration === generation, storage });
  const lastTransitionTime = timeText(objects.parts.now());
  const marked = { type: "StorageMigrating", ...condition, lastTransitionTime, observedGeneration: generation };
  await objects.applyStatus(
    objects.builtIn(definitionsKey),
    found,
    { conditions: [marked], ...(storedVersions === undefined ? {} : { storedVersions }) },
    manager,
  );
}
