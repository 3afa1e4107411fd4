/** Refuses addresses that programs read in different ways, in fields that once accepted them (StrictIPCIDRValidation). */
import { type FieldError, invalid } from "../../../core/field-error.js";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import type { KindRules } from "../kind-rules.js";
import { readIp, readNetwork } from "../validation/addresses.js";
import { ambiguousCidr, ambiguousIp } from "../validation/strict-addresses.js";

interface AddressField {
  /** The path; lists on the way need no mark: `spec.hostAliases.ip`. */
  readonly field: string;
  /** The path as errors show it, with `*` for the index of a list. */
  readonly shown: string;
  readonly isNetwork?: boolean;
}

interface Found {
  readonly value: string;
  readonly indexes: readonly number[];
}

/** @param fields - of the object, and of its status */
export function withUnambiguous(
  rules: KindRules,
  fields: readonly AddressField[],
  statusFields: readonly AddressField[] = [],
): KindRules {
  const { validate, validateUpdate = validate, status } = rules;
  return {
    ...rules,
    validate: (object) => [...(validate?.(object) ?? []), ...ambiguous(fields, object, undefined)],
    validateUpdate: (object, old) => [...(validateUpdate?.(object, old) ?? []), ...ambiguous(fields, object, old)],
    status: {
      ...status,
      validateUpdate: (object, old) => [
        ...(status?.validateUpdate?.(object, old) ?? []),
        ...ambiguous(statusFields, object, old),
      ],
    },
  };
}

/** Accepts what the old object has in the same field. Other rules report text that is no address. */
function ambiguous(fields: readonly AddressField[], object: ApiObject, old: ApiObject | undefined): FieldError[] {
  return fields.flatMap(({ field, shown, isNetwork = false }) => {
    const known = new Set(old === undefined ? [] : find(old, field.split(".")).map(({ value }) => value));
    return find(object, field.split(".")).flatMap(({ value, indexes }) => {
      if (known.has(value) || (isNetwork ? readNetwork(value) : readIp(value)) === undefined) return [];
      const path = indexes.reduce((text, index) => text.replace("*", String(index)), shown);
      return (isNetwork ? ambiguousCidr(value) : ambiguousIp(value)).map((fault) => invalid(path, value, fault));
    });
  });
}

function find(value: Json | JsonObject | undefined, keys: readonly string[], indexes: readonly number[] = []): Found[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => find(item, keys, [...indexes, index]));
  const [key, ...rest] = keys;
  if (key === undefined) return typeof value === "string" ? [{ value, indexes }] : [];
  return isJsonObject(value) ? find(value[key], rest, indexes) : [];
}
