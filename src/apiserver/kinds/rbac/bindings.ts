import type { Json, JsonObject } from "../../../core/json.js";
import type { ApiObject } from "../../api-object.js";
import { type FieldError, invalid, notSupported, required } from "../../../core/field-error.js";
import { ensureObject, objectOf, objectsOf, textOf } from "../../json-fields.js";
import { ageOf } from "../table-times.js";
import { nameOf } from "../tables/cells.js";
import { nameIsDnsSubdomain, nameIsPathSegment } from "../validation/names.js";

const group = "rbac.authorization.k8s.io";

export function setBindingDefaults(binding: ApiObject): void {
  const roleRef = ensureObject(binding, "roleRef");
  if (textOf(roleRef, "apiGroup") === "") roleRef["apiGroup"] = group;
  for (const subject of objectsOf(binding, "subjects")) {
    const isPerson = subject["kind"] === "User" || subject["kind"] === "Group";
    if (isPerson && textOf(subject, "apiGroup") === "") subject["apiGroup"] = group;
  }
}

export function validateBinding(binding: ApiObject, isNamespaced: boolean): FieldError[] {
  const roleRef = objectOf(binding, "roleRef");
  const kinds = isNamespaced ? ["Role", "ClusterRole"] : ["ClusterRole"];
  const [apiGroup, kind, name] = [textOf(roleRef, "apiGroup"), textOf(roleRef, "kind"), textOf(roleRef, "name")];
  return [
    ...(apiGroup === group ? [] : [notSupported("roleRef.apiGroup", apiGroup, [group])]),
    ...(kinds.includes(kind) ? [] : [notSupported("roleRef.kind", kind, kinds)]),
    ...(name === ""
      ? [required("roleRef.name")]
      : nameIsPathSegment(name, false).map((fault) => invalid("roleRef.name", name, fault))),
    ...objectsOf(binding, "subjects").flatMap((subject, index) =>
      validateSubject(subject, isNamespaced, `subjects[${index}]`),
    ),
  ];
}

export function validateBindingUpdate(binding: ApiObject, old: ApiObject): FieldError[] {
  const [now, before] = [binding, old].map((each) => objectOf(each, "roleRef"));
  const isSame = ["apiGroup", "kind", "name"].every((name) => textOf(now, name) === textOf(before, name));
  if (isSame) return [];
  // Named as in Go: the struct that is shown has no names for JSON.
  const shown = { APIGroup: textOf(now, "apiGroup"), Kind: textOf(now, "kind"), Name: textOf(now, "name") };
  return [invalid("roleRef", shown, "cannot change roleRef")];
}

function validateSubject(subject: JsonObject, isNamespaced: boolean, path: string): FieldError[] {
  const name = textOf(subject, "name");
  const apiGroup = textOf(subject, "apiGroup");
  const faults = name === "" ? [required(`${path}.name`)] : [];
  switch (subject["kind"]) {
    case "ServiceAccount":
      if (name !== "") {
        faults.push(...nameIsDnsSubdomain(name, false).map((fault) => invalid(`${path}.name`, name, fault)));
      }
      if (apiGroup !== "") faults.push(notSupported(`${path}.apiGroup`, apiGroup, [""]));
      if (!isNamespaced && textOf(subject, "namespace") === "") faults.push(required(`${path}.namespace`));
      return faults;
    case "User":
    case "Group":
      return apiGroup === group ? faults : [...faults, notSupported(`${path}.apiGroup`, apiGroup, [group])];
    default:
      return [...faults, notSupported(`${path}.kind`, textOf(subject, "kind"), ["ServiceAccount", "User", "Group"])];
  }
}

export function bindingCells(binding: ApiObject, now: number): Json[] {
  const roleRef = objectOf(binding, "roleRef");
  const subjects = objectsOf(binding, "subjects");
  const named = (kind: string): JsonObject[] => subjects.filter((subject) => subject["kind"] === kind);
  const names = (kind: string): string =>
    named(kind)
      .map((subject) => textOf(subject, "name"))
      .join(", ");
  const accounts = named("ServiceAccount").map((each) => `${textOf(each, "namespace")}/${textOf(each, "name")}`);
  return [
    nameOf(binding),
    `${textOf(roleRef, "kind")}/${textOf(roleRef, "name")}`,
    ageOf(binding, now),
    names("User"),
    names("Group"),
    accounts.join(", "),
  ];
}
