/** The common parts of the strategies of built-in kinds. Each kind adds its own rules. */
import type { ApiObject } from "../api-object.js";
import { child, type FieldError, required } from "../../core/field-error.js";
import { copyJson, isJsonObject, isSameJson, type Json, type JsonObject } from "../../core/json.js";
import type { PartialUpdate, Strategy } from "../resource.js";
import type { TypeNode } from "../types/type-node.js";
import { zeroValue } from "../types/zero-value.js";
import type { KindRules } from "./kind-rules.js";
import { nameIsDnsSubdomain } from "./validation/names.js";

/** The keys of an object that all kinds share. */
const identityKeys = ["apiVersion", "kind", "metadata"];

/** @param type - called at the first write of an object */
export function createStrategy(rules: KindRules, type: () => TypeNode, hasStatus: boolean): Strategy {
  const hasOwnValidation = rules.validate !== undefined;
  return {
    ...rules,
    setDefaults: (object) => rules.setDefaults?.(object),
    prepareForCreate(object, user) {
      if (hasStatus && rules.keepsNewStatus !== true) resetStatus(object, undefined, type());
      rules.prepareForCreate?.(object, user);
    },
    prepareForUpdate(object, old, now) {
      if (hasStatus) resetStatus(object, old, type());
      rules.prepareForUpdate?.(object, old, now);
    },
    validate: (object) => rules.validate?.(object) ?? (hasOwnValidation ? [] : findMissing(object, type(), "")),
    validateUpdate: (object, old) =>
      rules.validateUpdate?.(object, old) ?? rules.validate?.(object) ?? findMissing(object, type(), ""),
    validateName: rules.validateName ?? nameIsDnsSubdomain,
    ...(hasStatus && rules.resetFields === undefined ? { resetFields: [["status"]] } : {}),
    allowsCreateOnUpdate: rules.allowsCreateOnUpdate ?? false,
    allowsUnconditionalUpdate: rules.allowsUnconditionalUpdate ?? true,
  };
}

/** Returns a subresource that clients read and write. */
export function partialUpdate(
  strategy: PartialUpdate["strategy"],
  resetFields: PartialUpdate["resetFields"] = [],
  verbs: PartialUpdate["verbs"] = ["get", "patch", "update"],
): PartialUpdate {
  return { type: "update", verbs, resetFields, strategy };
}

/** Status writes change only the status and the metadata. */
export function createStatusUpdate(rules: KindRules, verbs: PartialUpdate["verbs"]): PartialUpdate {
  const own = rules.status ?? {};
  return {
    type: "update",
    verbs,
    resetFields: own.resetFields ?? [["spec"]],
    strategy: {
      prepareForUpdate: own.prepareForUpdate ?? keepAllButStatus,
      validateUpdate: (object, old) => own.validateUpdate?.(object, old) ?? [],
      ...(own.warnings === undefined ? {} : { warnings: own.warnings }),
    },
  };
}

/** The update of a status that changes no metadata, as newer kinds have it. */
export function statusAlone(validateUpdate: KindRules["validateUpdate"] & {}): NonNullable<KindRules["status"]> {
  return {
    resetFields: [["metadata"], ["spec"]],
    prepareForUpdate(object, old) {
      keepAllButStatus(object, old);
      keepMetadata(object, old);
    },
    validateUpdate,
  };
}

/** Copies all fields except the metadata and the status from the old object. */
export function keepAllButStatus(object: ApiObject, old: ApiObject): void {
  for (const key of new Set([...Object.keys(object), ...Object.keys(old)])) {
    if (!identityKeys.includes(key) && key !== "status") copyField(object, old, key);
  }
}

/** Copies a field from the old object, or removes it if the old object does not have it. */
export function copyField(object: JsonObject, old: JsonObject, name: string): void {
  if (old[name] === undefined) Reflect.deleteProperty(object, name);
  else object[name] = copyJson(old[name]);
}

/**
 * Copies all metadata that a user may change.
 * Source: k8s.io/apimachinery/pkg/apis/meta/v1/meta.go (ResetObjectMetaForStatus).
 */
export function keepMetadata(object: ApiObject, old: ApiObject): void {
  const { metadata } = object;
  for (const name of ["deletionTimestamp", "generation", "labels", "annotations", "finalizers", "ownerReferences"]) {
    copyField(metadata, old.metadata, name);
  }
}

function resetStatus(object: ApiObject, old: ApiObject | undefined, type: TypeNode): void {
  const status = emptyStatus(type);
  if (old !== undefined) copyField(object, old, "status");
  else if (status === undefined) delete object["status"];
  else object["status"] = status;
}

/** Returns an unset status as Go prints it. */
function emptyStatus(type: TypeNode): Json | undefined {
  const status = type.field("status");
  return status === undefined || type.goField?.("status")?.isPointer === true ? undefined : zeroValue(status);
}

/** Returns an error for each missing required field. A kind with its own rules reports missing fields with its own messages. */
function findMissing(value: Json, type: TypeNode, path: string): FieldError[] {
  if (Array.isArray(value)) {
    const { items } = type;
    return items === undefined ? [] : value.flatMap((item, index) => findMissing(item, items, `${path}[${index}]`));
  }
  if (!isJsonObject(value) || type.keepsUnknown) return [];
  const missing = type.required.filter((name) => value[name] === undefined && type.field(name)?.default === undefined);
  return [
    ...missing.map((name) => required(child(path, name))),
    ...Object.entries(value).flatMap(([name, member]) => {
      const inner = type.field(name);
      return inner === undefined || member === undefined ? [] : findMissing(member, inner, child(path, name));
    }),
  ];
}

/** Compares a part of two objects. A missing value equals null. */
export function isSame(a: Json | undefined, b: Json | undefined): boolean {
  return isSameJson(a ?? null, b ?? null);
}
