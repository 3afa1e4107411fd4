import type { JsonObject } from "../../../core/json.js";

/**
 * A rule in short: verbs, groups, resources and names, or verbs and paths, each a list of words. `core` stands for the
 * group without a name.
 */
export type ShortRule =
  readonly [verbs: string, groups: string, resources: string, names?: string] | readonly [verbs: string, paths: string];

/** Rules by the name of a role. */
export type RuleTable = Readonly<Record<string, readonly ShortRule[]>>;

export function toRules(rules: readonly ShortRule[]): JsonObject[] {
  return rules.map(toRule);
}

function toRule([verbs, groupsOrPaths, resources, names]: ShortRule): JsonObject {
  if (resources === undefined) {
    return { nonResourceURLs: words(groupsOrPaths), verbs: words(verbs) };
  }
  return {
    apiGroups: words(groupsOrPaths).map((group) => (group === "core" ? "" : group)),
    ...(names === undefined ? {} : { resourceNames: words(names) }),
    resources: words(resources),
    verbs: words(verbs),
  };
}

function words(text: string): string[] {
  return text.split(" ");
}
