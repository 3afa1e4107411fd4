/** Plans the next step of the migrations of one resource. Source: kubernetes/pkg/controller/storageversionmigrator/migrationrunner.go. */
import { compareText } from "../../../core/compare-text.js";
import type { StorageVersionMigration } from "../../../k8s/storagemigration/v1.js";
import type { Stored } from "../shared/kind-objects.js";

export type Migration = Stored<StorageVersionMigration>;
type Condition = NonNullable<Migration["status"]["conditions"]>[number];

/** A condition, without the time of its last change. */
export type ConditionNow = Omit<Condition, "lastTransitionTime">;

export interface MigrationPlan {
  /** Migrations that have ended, and are still marked as running. */
  readonly ended: readonly Migration[];
  /** Only one migration of a resource runs at a time. */
  readonly running: Migration | undefined;
  /** The oldest migration, if none runs. */
  readonly next: Migration | undefined;
}

/** @param migrations - all of one resource */
export function planMigrations(migrations: readonly Migration[]): MigrationPlan {
  const running = migrations.find((each) => isRunning(each) && !hasEnded(each));
  const waiting = migrations.filter((each) => !isRunning(each) && !hasEnded(each));
  return {
    ended: migrations.filter((each) => isRunning(each) && hasEnded(each)),
    running,
    next: running === undefined ? waiting.toSorted(byAge)[0] : undefined,
  };
}

function byAge({ metadata: left }: Migration, { metadata: right }: Migration): number {
  return compareText(left.creationTimestamp, right.creationTimestamp) || compareText(left.name, right.name);
}

function isRunning(migration: Migration): boolean {
  return isTrue(migration, "Running");
}

export function hasEnded(migration: Migration): boolean {
  return isTrue(migration, "Succeeded") || isTrue(migration, "Failed");
}

export function isTrue({ status: { conditions = [] } }: Migration, type: string): boolean {
  return conditions.some((each) => each.type === type && each.status === "True");
}

/** Returns the conditions with another one, which keeps its time if its status stays. */
export function withCondition(
  { status: { conditions = [] } }: Migration,
  condition: ConditionNow,
  time: string,
): Condition[] {
  const old = conditions.find((each) => each.type === condition.type);
  const lastTransitionTime = old?.status === condition.status ? old.lastTransitionTime : time;
  const set = { ...condition, lastTransitionTime };
  return old === undefined ? [...conditions, set] : conditions.map((each) => (each === old ? set : each));
}

/** @param left - how many objects of `all` are still to be migrated; absent before the first */
export function runningMessage(left?: number, all = 0, error = ""): string {
  const progress =
    left === undefined || all === 0 ? "" : left > 0 ? notYet(left, all) : `, ${all} objects verified migrated`;
  return `The migration is running${progress}${error === "" ? "" : `; transient error: ${error}`}`;
}

function notYet(left: number, all: number): string {
  return `, ${left}/${all} objects not yet migrated`;
}
