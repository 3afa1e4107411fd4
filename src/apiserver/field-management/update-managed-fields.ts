/** Source: k8s.io/apimachinery/pkg/util/managedfields/internal (fieldmanager.go, skipnonapplied.go, managedfieldsupdater.go). */
import type { ApiObject, ManagedFieldsEntry } from "../api-object.js";
import { timeText } from "../objects/write.js";
import { capUpdaters } from "./cap-updaters.js";
import { emptyObject, withManagedFields } from "./objects.js";
import { differenceOf, isEmptySet, recursiveDifferenceOf, setOfNames, strippedFields, unionOf } from "./field-set.js";
import { fitSet } from "./fit-sets.js";
import { identityOf, type Manager, type Managers, ManagersFault, readManagers, toEntries } from "./managers.js";
import type { TypeNode } from "../types/type-node.js";
import type { ManagedWrite, ObjectVersions, UpdateWrite } from "./requests.js";
import { trackChange } from "./track-changes.js";
import { TypedValueFault } from "./typed-value.js";

/** Returns the object with the fields that its writer now owns, and without them for the managers that lose them. */
export async function updateManagedFields(write: UpdateWrite): Promise<ApiObject> {
  const managers = managersToUpdate(write);
  const isCreate = write.live === undefined;
  // An object without managedFields stays without them until its first apply.
  if (managers.size === 0 && !isCreate) return withManagedFields(write.object, []);
  try {
    const { object, live } = write;
    const updated = await trackUpdate({
      ...write,
      before: live ?? emptyObject(write.type, object),
      after: object,
      managers,
    });
    return withManagedFields(write.object, toEntries(updated));
  } catch (error) {
    // Validation rejects an object that does not fit its type; until then, no manager owns its fields.
    if (error instanceof TypedValueFault) return withManagedFields(write.object, []);
    throw error;
  }
}

export interface TrackedUpdate extends Omit<ManagedWrite, "live"> {
  readonly before: ApiObject;
  readonly after: ApiObject;
  readonly managers: Managers;
}

/** Returns the managers after an update. */
export async function trackUpdate(update: TrackedUpdate): Promise<Map<string, Manager>> {
  const { type, after, subresource, manager: name, now } = update;
  const { apiVersion } = after;
  const resetFields = setOfNames(update.resetFields);
  const tracked = await trackChange(
    {
      before: { object: withManagedFields(update.before, []), apiVersion, type },
      after: { object: withManagedFields(after, []), apiVersion, type },
      managers: fitManagers(update.managers, update),
      by: "",
      resetFields,
      versions: update.versions,
    },
    true,
  );
  const { managers, comparison } = tracked;
  const changed = recursiveDifferenceOf(unionOf(comparison.modified, comparison.added), resetFields);
  const set = differenceOf(changed, strippedFields);
  if (!isEmptySet(set)) {
    const own = {
      name: name === "" ? "unknown" : name,
      isApplier: false,
      apiVersion,
      subresource,
      time: timeText(now),
    };
    const identity = identityOf(own);
    const previous = managers.get(identity);
    managers.set(identity, { ...own, set: previous === undefined ? set : unionOf(set, previous.set) });
  }
  return capUpdaters(managers);
}

/** Adapts the sets to changes of the type since they were written. */
export function fitManagers(
  managers: Managers,
  { type, versions, after }: { type: TypeNode; versions?: ObjectVersions | undefined; after: ApiObject },
): Managers {
  const fitted = [...managers].flatMap(([identity, manager]): [string, Manager][] => {
    const { apiVersion, set } = manager;
    const node = apiVersion === after.apiVersion ? type : versions?.typeOf(apiVersion);
    return node === undefined ? [] : [[identity, { ...manager, set: fitSet(set, node) }]];
  });
  return new Map(fitted);
}

/**
 * Returns the managers before the update. A client may reset or replace the entries of the whole object; if it sends no readable
 * entries, the stored ones remain.
 */
function managersToUpdate({ live, object, subresource }: UpdateWrite): Managers {
  const { managedFields: sent } = object.metadata;
  if (subresource === "" && sent !== undefined) {
    if (isReset(sent)) return new Map();
    const managers = readOrForget(sent);
    if (managers.size > 0) return managers;
  }
  return readOrForget(live?.metadata.managedFields ?? []);
}

function readOrForget(entries: readonly ManagedFieldsEntry[]): Managers {
  try {
    return readManagers(entries);
  } catch (error) {
    if (error instanceof ManagersFault) return new Map();
    throw error;
  }
}

/** Returns whether the entries are `[]` or `[{}]`, which resets them. */
function isReset(entries: readonly ManagedFieldsEntry[]): boolean {
  const [first = {}] = entries;
  return entries.length <= 1 && Object.keys(first).length === 0;
}
