import { type FieldError, invalid, required } from "../../../core/field-error.js";
import type { JsonObject } from "../../../core/json.js";
import { textOf } from "../../json-fields.js";
import { nameIsPathSegment } from "../validation/names.js";
import { faultsAt } from "../validation/values.js";

/** What is asked of a reference's apiVersion. */
export type VersionRule = "any" | "wellFormed" | "withGroup";

/** Of another object. */
export function validateReference(reference: JsonObject | undefined, path: string, rule: VersionRule): FieldError[] {
  const apiVersion = textOf(reference, "apiVersion");
  const fault = findVersionFault(apiVersion, rule);
  return [
    ...["kind", "name"].flatMap((name) => {
      const value = textOf(reference, name);
      return value === ""
        ? [required(`${path}.${name}`)]
        : faultsAt(`${path}.${name}`, value, nameIsPathSegment(value, false));
    }),
    ...(fault === undefined ? [] : [invalid(`${path}.apiVersion`, apiVersion, fault)]),
  ];
}

function findVersionFault(apiVersion: string, rule: VersionRule): string | undefined {
  if (rule === "any") return undefined;
  if (apiVersion.split("/").length > 2) return `unexpected GroupVersion string: ${apiVersion}`;
  const hasGroup = apiVersion.includes("/") && !apiVersion.startsWith("/");
  return rule === "withGroup" && !hasGroup ? "apiVersion must specify API group" : undefined;
}
