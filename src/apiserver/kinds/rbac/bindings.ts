import type { RoleBinding, RoleRef, Subject } from "../../../k8s/rbac/v1.js";
import type { JsonObject } from "../../../core/json.js";
import { type ApiObject, ensureObject, objectOf, objectsOf, textOf } from "../../api-object.js";
import { invalid } from "../../../core/field-error.js";
import { must, rule } from "../rules/index.js";
import * as cell from "../tables/cells.js";
import { nameIsPathSegment } from "../validation/names.js";

const group = "rbac.authorization.k8s.io";

export function setBindingDefaults(binding: ApiObject): void {
  const roleRef = ensureObject(binding, "roleRef");
  if (textOf(roleRef, "apiGroup") === "") roleRef["apiGroup"] = group;
  for (const subject of objectsOf(binding, "subjects")) {
    const isPerson = subject["kind"] === "User" || subject["kind"] === "Group";
    if (isPerson && textOf(subject, "apiGroup") === "") subject["apiGroup"] = group;
  }
}

function subjectOf(isNamespaced: boolean): rule.Table<Subject> {
  return [
    rule.required("name"),
    rule.when(
      ({ kind }) => kind === "ServiceAccount",
      rule.optionalText("name", must.beSubdomain),
      rule.text("apiGroup", must.beOneOf("")),
      ...(isNamespaced ? [] : [rule.required<Subject, unknown>("namespace")]),
    ),
    rule.when(({ kind }) => kind === "User" || kind === "Group", rule.text("apiGroup", must.beOneOf(group))),
    rule.text("kind", must.beOneOf("ServiceAccount", "User", "Group")),
  ];
}

export function bindingRules(isNamespaced: boolean): rule.Table<RoleBinding> {
  const roleRef: rule.Table<RoleRef> = [
    rule.text("apiGroup", must.beOneOf(group)),
    rule.text("kind", must.beOneOf(...(isNamespaced ? ["Role", "ClusterRole"] : ["ClusterRole"]))),
    rule.text("name", must.beSet(), must.haveForm(nameIsPathSegment)),
  ];
  return [rule.object("roleRef", roleRef), rule.each("subjects", subjectOf(isNamespaced))];
}

export function keptRoleRef({ object: binding, old }: rule.Place<unknown>): rule.Faults {
  const [now, before] = [binding, old].map((each) => objectOf(each, "roleRef"));
  const isSame = ["apiGroup", "kind", "name"].every((name) => textOf(now, name) === textOf(before, name));
  if (isSame) return [];
  // The struct has no JSON tags, so the message shows the Go names.
  const shown = { APIGroup: textOf(now, "apiGroup"), Kind: textOf(now, "kind"), Name: textOf(now, "name") };
  return [invalid("roleRef", shown, "cannot change roleRef")];
}

function subjectsCell(wanted: string, show: (subject: JsonObject) => string): (binding: ApiObject) => string {
  return (binding) =>
    objectsOf(binding, "subjects")
      .filter(({ kind }) => kind === wanted)
      .map(show)
      .join(", ");
}

export const bindingCells = cell.row(
  cell.nameOf,
  (binding) => ["kind", "name"].map((name) => textOf(objectOf(binding, "roleRef"), name)).join("/"),
  cell.ageOf,
  subjectsCell("User", (subject) => textOf(subject, "name")),
  subjectsCell("Group", (subject) => textOf(subject, "name")),
  subjectsCell("ServiceAccount", (subject) => `${textOf(subject, "namespace")}/${textOf(subject, "name")}`),
);
