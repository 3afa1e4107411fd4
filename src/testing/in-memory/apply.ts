/**
 * Server-side apply, as far as it goes without schemas: objects are merged key by key, a list belongs whole to who applied
 * it (the real server merges the lists that a schema calls maps or sets).
 */
import { copyObject, deepEqual, own, setOwn } from "../../kube/json.js";
import { isPlainObject, type JsonObject } from "../../kube/json-value.js";
import type { Applied } from "./store.js";

export interface ApplyInput {
  /** The object as it is; an empty one when there is none. */
  readonly current: JsonObject;
  readonly applied: Applied;
  readonly manager: string;
  readonly fields: JsonObject;
}

/** The object after an apply: the fields are set, and those that this manager alone set before and sets no more are gone. */
export function applied({ current, applied: managers, manager, fields }: ApplyInput): JsonObject {
  const before = managers.get(manager);
  const others = [...managers].filter(([name]) => name !== manager).map(([, set]) => set);
  const kept = isPlainObject(before) ? dropFields(copyObject(current), before, fields, others) : copyObject(current);
  return setFields(kept, fields);
}

/** Who owns a field that the apply would change, as `manager: .spec.replicas`. */
export function applyConflicts({ current, applied: managers, manager, fields }: ApplyInput): string[] {
  return [...managers]
    .filter(([name]) => name !== manager)
    .flatMap(([name, set]) => changedPaths(set, fields, current, "").map((path) => `${name}: ${path}`));
}

/** The same, without the fields that now belong to another manager. */
export function withoutFields(set: object, taken: JsonObject): object {
  return isPlainObject(set) ? dropFields(copyObject(set), taken, {}, []) : set;
}

function changedPaths(owned: unknown, fields: unknown, current: unknown, path: string): string[] {
  if (isPlainObject(owned) && isPlainObject(fields)) {
    return Object.keys(fields)
      .filter((key) => Object.hasOwn(owned, key) && !identityFields.has(`${path}.${key}`))
      .flatMap((key) =>
        changedPaths(
          own(owned, key),
          own(fields, key),
          isPlainObject(current) ? own(current, key) : undefined,
          `${path}.${key}`,
        ),
      );
  }
  return deepEqual(fields, current) ? [] : [path];
}

/** Every apply names these, and nobody owns them. */
const identityFields: ReadonlySet<string> = new Set([".apiVersion", ".kind", ".metadata.name", ".metadata.namespace"]);

function dropFields(target: JsonObject, before: JsonObject, now: JsonObject, others: readonly unknown[]): JsonObject {
  for (const [key, value] of Object.entries(before)) {
    const kept = own(now, key);
    const claims = others
      .map((set) => (isPlainObject(set) ? own(set, key) : undefined))
      .filter((set) => set !== undefined);
    const inner = own(target, key);
    if (isPlainObject(value) && isPlainObject(inner)) {
      const rest = dropFields(inner, value, isPlainObject(kept) ? kept : {}, claims);
      if (Object.keys(rest).length === 0 && kept === undefined && claims.length === 0)
        Reflect.deleteProperty(target, key);
    } else if (kept === undefined && claims.length === 0) Reflect.deleteProperty(target, key);
  }
  return target;
}

function setFields(target: JsonObject, fields: JsonObject): JsonObject {
  for (const [key, value] of Object.entries(fields)) {
    const inner = own(target, key);
    setOwn(target, key, isPlainObject(value) ? setFields(isPlainObject(inner) ? inner : {}, value) : copyObject(value));
  }
  return target;
}
