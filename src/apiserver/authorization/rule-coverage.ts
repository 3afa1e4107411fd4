/**
 * Decides whether the rights of a user include those of a role.
 * Source: k8s.io/component-helpers/auth/rbac/validation/policy_comparator.go and
 * k8s.io/kubernetes/pkg/registry/rbac/validation/policy_compact.go.
 */
import { quoteText } from "../../core/go-text.js";
import type { PolicyRule } from "../../k8s/rbac/v1.js";
import { doesPathMatch, includesOrAll } from "./rule-matches.js";

/** A rule with one verb, and one resource (optionally with one name) or one path. */
type SingleRule =
  | {
      readonly kind: "resource";
      readonly verb: string;
      readonly group: string;
      readonly resource: string;
      readonly name?: string;
    }
  | { readonly kind: "path"; readonly verb: string; readonly path: string };

/** Describes what the given rules allow and the rules of the user do not, one text for each, sorted. */
export function describeMissing(held: readonly PolicyRule[], given: readonly PolicyRule[]): string[] {
  return [...new Set(joinVerbs(missingSingles(held, given)))].sort();
}

/** Returns what the given rules allow and the others do not: a rule for each verb and each resource, name or path. */
export function missingRules(held: readonly PolicyRule[], given: readonly PolicyRule[]): PolicyRule[] {
  return missingSingles(held, given).map((single) => {
    const verbs = [single.verb];
    if (single.kind === "path") return { nonResourceURLs: [single.path], verbs };
    const { group, resource, name } = single;
    return {
      verbs,
      apiGroups: [group],
      resources: [resource],
      ...(name === undefined ? {} : { resourceNames: [name] }),
    };
  });
}

function missingSingles(held: readonly PolicyRule[], given: readonly PolicyRule[]): SingleRule[] {
  return given.flatMap(breakDown).filter((single) => !held.some((rule) => covers(rule, single)));
}

function breakDown(rule: PolicyRule): SingleRule[] {
  const { apiGroups = [], resources = [], resourceNames = [], nonResourceURLs = [], verbs } = rule;
  const singles: SingleRule[] = [];
  for (const group of apiGroups) {
    for (const resource of resources) {
      for (const verb of verbs) {
        if (resourceNames.length === 0) singles.push({ kind: "resource", verb, group, resource });
        for (const name of resourceNames) singles.push({ kind: "resource", verb, group, resource, name });
      }
    }
  }
  for (const path of nonResourceURLs) for (const verb of verbs) singles.push({ kind: "path", verb, path });
  return singles;
}

function covers(rule: PolicyRule, single: SingleRule): boolean {
  if (!includesOrAll(rule.verbs, single.verb)) return false;
  if (single.kind === "path") {
    // A path has no name, and a rule for some names only does not apply to all.
    if ((rule.resourceNames?.length ?? 0) > 0) return false;
    return rule.nonResourceURLs?.some((pattern) => doesPathMatch(pattern, single.path)) ?? false;
  }
  const names = rule.resourceNames ?? [];
  return (
    includesOrAll(rule.apiGroups, single.group) &&
    doResourcesCover(rule.resources ?? [], single.resource) &&
    (names.length === 0 || (single.name !== undefined && names.includes(single.name)))
  );
}

function doResourcesCover(held: readonly string[], resource: string): boolean {
  if (includesOrAll(held, resource)) return true;
  const slash = resource.indexOf("/");
  return slash !== -1 && held.includes(`*${resource.slice(slash)}`);
}

/** Joins rules that differ only in the verb. */
function joinVerbs(singles: readonly SingleRule[]): string[] {
  const texts: string[] = [];
  const verbsOf = new Map<string, string[]>();
  for (const single of singles) {
    if (single.kind === "path") {
      texts.push(`{NonResourceURLs:${quoteList([single.path])}, Verbs:${quoteList([single.verb])}}`);
      continue;
    }
    const { group, resource, name } = single;
    const names = name === undefined ? "" : `, ResourceNames:${quoteList([name])}`;
    const text = `APIGroups:${quoteList([group])}, Resources:${quoteList([resource])}${names}`;
    const verbs = verbsOf.get(text);
    if (verbs === undefined) verbsOf.set(text, [single.verb]);
    else verbs.push(single.verb);
  }
  return [...texts, ...[...verbsOf].map(([text, verbs]) => `{${text}, Verbs:${quoteList(verbs)}}`)];
}

/** Formats a list like Go's `%q`. */
export function quoteList(texts: readonly string[]): string {
  return `[${texts.map(quoteText).join(" ")}]`;
}
