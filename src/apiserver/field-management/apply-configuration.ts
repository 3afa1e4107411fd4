/** Server-side apply. Source: k8s.io/apimachinery/pkg/util/managedfields/internal (structuredmerge.go, lastappliedmanager.go). */
import type { ApiObject } from "../api-object.js";
import { isSameJson } from "../../core/json.js";
import { timeText } from "../objects/write.js";
import { badRequestError, serverFault } from "../status-error.js";
import { checkValue } from "./check-value.js";
import { type Conflict, ConflictsFault, conflictStatus } from "./conflicts.js";
import { differenceOf, hasPath, isEmptySet, recursiveDifferenceOf, setOfNames, strippedFields } from "./field-set.js";
import { fieldsOfLastApplied, withLastApplied } from "./last-applied.js";
import { identityOf, type Managers, ManagersFault, readManagers, toEntries } from "./managers.js";
import { mergeFields } from "./merge-fields.js";
import { emptyObject, withManagedFields } from "./objects.js";
import { pruneFields } from "./prune-fields.js";
import { failingAs } from "./versioned-values.js";
import type { ApplyWrite } from "./requests.js";
import { setOfFields } from "./set-of-fields.js";
import { trackChange } from "./track-changes.js";
import { fitManagers, trackUpdate } from "./update-managed-fields.js";

/** Only applies of this manager continue from its client-side applies. */
const clientSideManager = "kubectl";

/**
 * Returns the live object with the fields that the configuration sets, and without those that its manager set last time and no
 * longer sets.
 * @throws StatusError for conflicts and for a configuration that does not fit the type
 */
export async function applyConfiguration(write: ApplyWrite): Promise<ApiObject> {
  const { type, patch, manager } = write;
  refuseUnfit(write);
  const live = write.live ?? emptyObject(type, patch);
  const known = await knownManagers(write, live);
  try {
    const applied = await applyAs(write, live, known, write.force).catch((error: unknown) => {
      if (!(error instanceof ConflictsFault) || manager !== clientSideManager) throw error;
      return applyOverLastApplied(write, live, known, error.conflicts);
    });
    return manager === clientSideManager ? withLastApplied(applied, patch) : applied;
  } catch (error) {
    if (error instanceof ConflictsFault) throw conflictStatus(error.conflicts, known);
    throw error;
  }
}

function refuseUnfit({ patch, type, apiVersion, kind }: ApplyWrite): void {
  if (patch.apiVersion !== apiVersion || patch.kind !== kind) {
    throw badRequestError(`invalid object type: ${showKind(patch)}`);
  }
  if (Array.isArray(patch.metadata.managedFields)) throw badRequestError("metadata.managedFields must be nil");
  const faults = checkValue(patch, type);
  if (faults.length === 0) return;
  const list = faults.length === 1 ? faults[0] : ["errors:", ...faults.map((fault) => `  ${fault}`)].join("\n");
  const { name = "", namespace = "" } = patch.metadata;
  const message = `failed to create typed patch object (${namespace}/${name}; ${showKind(patch)}): ${list}`;
  throw serverFault(message);
}

/** Formats the kind as Go prints a GroupVersionKind: `apps/v1, Kind=Deployment`. */
export function showKind({ apiVersion, kind }: ApiObject): string {
  return `${apiVersion.includes("/") ? apiVersion : `/${apiVersion}`}, Kind=${kind}`;
}

/** Returns the managers of the live object. Writes from before the first apply count as one manager. */
async function knownManagers(write: ApplyWrite, live: ApiObject): Promise<Managers> {
  let managers: Managers;
  try {
    managers = readManagers(live.metadata.managedFields ?? []);
  } catch (error) {
    if (!(error instanceof ManagersFault)) throw error;
    throw serverFault(`failed to decode managed fields: ${error.message}`);
  }
  if (managers.size > 0) return managers;
  return trackUpdate({
    ...write,
    before: emptyObject(write.type, live),
    after: live,
    managers,
    manager: "before-first-apply",
  });
}

async function applyAs(write: ApplyWrite, live: ApiObject, known: Managers, isForced: boolean): Promise<ApiObject> {
  const { type, patch, subresource, versions, now } = write;
  const { apiVersion } = patch;
  const managers = new Map(fitManagers(known, { type, versions, after: live }));
  const own = { name: write.manager, isApplier: true, apiVersion, subresource };
  const identity = identityOf(own);
  const last = managers.get(identity);
  const resetFields = setOfNames(write.resetFields);
  managers.set(identity, {
    ...own,
    ...(last?.time === undefined ? {} : { time: last.time }),
    set: recursiveDifferenceOf(setOfFields(patch, type), resetFields),
  });

  const bare = withManagedFields(live, []);
  const merged = { object: mergeFields(bare, patch, type) as ApiObject, apiVersion, type };
  const after = await failingAs("failed to prune fields", () => pruneFields({ merged, managers, last, versions }));
  const before = { object: bare, apiVersion, type };
  const tracked = await trackChange({ before, after, managers, by: identity, resetFields, versions }, isForced);
  const isChanged = !isSameJson(bare, after.object);
  const entries = strip(tracked.managers, identity, isChanged ? timeText(now) : undefined);
  return withManagedFields(isChanged ? after.object : live, toEntries(entries));
}

function strip(managers: Managers, identity: string, time: string | undefined): Managers {
  const stripped = new Map(managers);
  const own = stripped.get(identity);
  if (own === undefined) return stripped;
  const set = differenceOf(own.set, strippedFields);
  if (isEmptySet(set)) stripped.delete(identity);
  else stripped.set(identity, { ...own, set, ...(time === undefined ? {} : { time }) });
  return stripped;
}

/** Applies again, and ignores conflicts over fields that are still as client-side apply set them. */
function applyOverLastApplied(
  write: ApplyWrite,
  live: ApiObject,
  known: Managers,
  conflicts: readonly Conflict[],
): Promise<ApiObject> {
  const allowed = fieldsOfLastApplied(live, write.type);
  if (allowed === undefined) throw new ConflictsFault(conflicts);
  const left = conflicts.filter(({ path }) => !hasPath(allowed, path));
  if (left.length > 0) throw new ConflictsFault(left);
  return applyAs(write, live, known, true);
}
