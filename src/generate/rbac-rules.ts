/** Merges permissions exactly like controller-gen does, so that a migrated project gets the same role.yaml. */
import { compareText } from "../core/compare-text.js";

export interface PolicyRule {
  readonly groups: readonly string[];
  readonly resources: readonly string[];
  readonly resourceNames: readonly string[];
  readonly urls: readonly string[];
  readonly verbs: readonly string[];
}

type Part = keyof PolicyRule;

/**
 * Merges the rules of one role: one rule per resource; equal rules joined by verbs, resources, groups and URLs in turn; then
 * sorted.
 */
export function mergeRules(rules: readonly PolicyRule[]): PolicyRule[] {
  const single = rules.flatMap((rule) =>
    rule.resources.length === 0 ? [rule] : rule.resources.map((resource) => ({ ...rule, resources: [resource] })),
  );
  const normal = single.map(normalize);
  const joined = join(join(join(join(normal, "verbs"), "resources"), "groups"), "urls");
  return (
    joined
      .toSorted((a, b) => compareText(sortKey(a), sortKey(b)))
      // Only now: a rule for all verbs and a rule for some verbs do not join earlier.
      .map((rule) => (rule.verbs.includes("*") ? { ...rule, verbs: ["*"] } : rule))
  );
}

function normalize(rule: PolicyRule): PolicyRule {
  const sorted = (values: readonly string[]): string[] => [...new Set(values)].toSorted(compareText);
  return {
    groups: sorted(rule.groups.map((group) => (group === "core" ? "" : group))),
    resources: sorted(rule.resources),
    resourceNames: sorted(rule.resourceNames),
    urls: sorted(rule.urls),
    verbs: sorted(rule.verbs),
  };
}

const parts: readonly Part[] = ["groups", "resources", "resourceNames", "urls", "verbs"];

/** Joins rules that differ in one part only. Only the first join, by verbs, ignores the verbs. */
function join(rules: readonly PolicyRule[], joinedPart: Part): PolicyRule[] {
  const same = parts.filter((part) => part !== joinedPart);
  const byKey = new Map<string, PolicyRule>();
  for (const rule of rules) {
    const key = JSON.stringify(same.map((part) => rule[part]));
    const present = byKey.get(key);
    byKey.set(
      key,
      present === undefined
        ? rule
        : normalize({ ...present, [joinedPart]: [...present[joinedPart], ...rule[joinedPart]] }),
    );
  }
  return [...byKey.values()];
}

function sortKey({ groups, resources, resourceNames, urls }: PolicyRule): string {
  return [groups, resources, resourceNames, urls].map((values) => values.join("&")).join(" + ");
}
