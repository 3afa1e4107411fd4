/** The kinds that the rules of a policy name. Source: k8s.io/apiserver/pkg/admission/plugin/policy/validating/typechecking.go. */
import { compareText } from "../../../core/compare-text.js";
import type { MatchResources, NamedRuleWithOperations } from "../../../k8s/admissionregistration/v1.js";
import type { ServedResource } from "../../resource.js";

export type Kind = Pick<ServedResource, "group" | "version" | "kind">;

/** A policy that matches more kinds is checked with the first ones. */
const mostKinds = 10;

/** Returns the kinds in the order of group, version and kind. A rule with a wildcard for its groups or versions names none. */
export function matchedKinds(constraints: MatchResources | undefined, resources: readonly ServedResource[]): Kind[] {
  const found = new Map<string, Kind>();
  for (const rule of constraints?.resourceRules ?? []) {
    const named = kindsOf(rule, resources);
    for (const kind of named.slice(0, mostKinds)) found.set(keyOf(kind), kind);
    if (named.length >= mostKinds) break;
  }
  return [...found.values()].toSorted(
    (left, right) =>
      compareText(left.group, right.group) ||
      compareText(left.version, right.version) ||
      compareText(left.kind, right.kind),
  );
}

function keyOf({ group, version, kind }: Kind): string {
  return `${group}/${version}/${kind}`;
}

function kindsOf(rule: NamedRuleWithOperations, all: readonly ServedResource[]): Kind[] {
  const { apiGroups = [], apiVersions = [], resources = [] } = rule;
  if ([...apiGroups, ...apiVersions].some((each) => each.includes("*"))) return [];
  const plain = resources.filter((each) => !/[*/]/.test(each));
  return sorted(apiGroups).flatMap((group) =>
    sorted(apiVersions).flatMap((version) =>
      sorted(plain).flatMap((resource) => all.filter((each) => isNamed(each, group, version, resource))),
    ),
  );
}

function sorted(texts: readonly string[]): readonly string[] {
  return texts.toSorted(compareText);
}

/** The empty group names all groups: kube-controller-manager's mapper takes it as a group that is not given. */
function isNamed(given: ServedResource, group: string, version: string, resource: string): boolean {
  if (given.version !== version || (group !== "" && given.group !== group)) return false;
  const name = resource.toLowerCase();
  return given.resource === name || given.singular === name;
}
