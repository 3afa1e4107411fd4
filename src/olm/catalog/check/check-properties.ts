/** The rules of properties. Source: operator-registry, alpha/property/property.go (Parse). */
import { isJsonObject, isList, type Json } from "../../../core/json.js";
import { text } from "../../../core/json-fields.js";
import { ownOf } from "../../../core/own-members.js";
import type { ValuePath } from "../../../apiserver/yaml/located-document.js";
import { readShape } from "../../read/shape.js";
import { checkBundleObject } from "./check-bundle-object.js";
import type { Blob } from "../read/blob.js";
import { propertyShapes } from "../read/shapes.js";
import type { ReportFault } from "./finding.js";

/** A property of a document, and its path. */
export interface PropertyAt {
  readonly type: string;
  /** Undefined if the property has no value; a value can be null. */
  readonly value: Json | undefined;
  readonly path: ValuePath;
}

/** Returns the properties of a document. Keys may differ in case. */
export function propertiesOf(blob: Blob): PropertyAt[] {
  const [key, list] = memberOf(blob.value, "properties") ?? [];
  if (key === undefined || !isList(list)) return [];
  return list.map((each, index) => {
    const [, type] = memberOf(each, "type") ?? [];
    const [, value] = memberOf(each, "value") ?? [];
    return { type: typeof type === "string" ? type : "", value, path: [key, index] };
  });
}

function memberOf(value: Json, name: string): [key: string, value: Json] | undefined {
  if (!isJsonObject(value)) return undefined;
  const key = Object.hasOwn(value, name) ? name : Object.keys(value).find((each) => each.toLowerCase() === name);
  const member = key === undefined ? undefined : ownOf(value, key);
  return key === undefined || member === undefined ? undefined : [key, member];
}

/** Checks the values of the properties of a bundle, by their types. */
export function checkBundleProperties(blob: Blob, report: ReportFault): void {
  for (const { type, value, path } of propertiesOf(blob)) {
    if (value === undefined) {
      report(blob, path, `the property ${JSON.stringify(type)} has no value`, "Write `value`.");
      continue;
    }
    const shape = propertyShapes.get(type);
    if (shape === undefined) continue;
    const at = [...path, "value"];
    const reading = readShape(value, shape);
    for (const fault of reading.faults) {
      const hint = `Correct the value of the ${type} property.`;
      report(blob, [...at, ...fault.path], `in the ${type} property, ${fault.message}`, hint);
    }
    if (type === "olm.bundle.object") checkBundleObject(blob, text(reading.value, "data") ?? "", at, report);
  }
}
