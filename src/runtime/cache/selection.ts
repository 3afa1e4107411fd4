import { isJsonObject } from "../../core/json.js";
import { splitSelector } from "../../core/split-selector.js";
import type { ListOptions } from "../../kube/client.js";
import { parseLabelSelector } from "../../kube/label-selector.js";
import type { KubeObject } from "../../kube/objects.js";

/** The selectors for objects of a kind. */
export type Selection = Pick<ListOptions, "labels" | "fields">;

/**
 * Returns a function that decides whether a selection contains an object that this process wrote; a watch decides that by
 * itself. Returns false if the object alone does not show its fields.
 */
export function createMatcher({ labels, fields }: Selection): (object: KubeObject) => boolean {
  const matchesLabels = parseLabelSelector(labels);
  const requirements = (fields ?? "").split(",").filter((text) => text.trim() !== "");
  return (object) => matchesLabels(object.metadata.labels) && requirements.every((text) => holds(text, object));
}

function holds(requirement: string, object: KubeObject): boolean {
  const [, path = "", operator, wanted] = /^([^=!\s]+)\s*(==?|!=)\s*((?:\S.*)?)$/.exec(requirement.trim()) ?? [];
  let value: unknown = object;
  for (const step of path.split(".")) {
    value = isJsonObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  if (typeof value !== "string" && typeof value !== "boolean" && typeof value !== "number") return false;
  return (String(value) === wanted) === (operator !== "!=");
}

/** Returns true if `held` selects everything that `asked` selects, by a comparison of their requirements. */
export function isWithin(asked: ListOptions["labels"], held: ListOptions["labels"]): boolean {
  const requirements = new Set(requirementsOf(asked));
  return requirementsOf(held).every((requirement) => requirements.has(requirement));
}

function requirementsOf(labels: ListOptions["labels"] = ""): string[] {
  if (typeof labels === "object") return Object.entries(labels).map(([key, value]) => `${key}=${value}`);
  return splitSelector(labels)
    .map((text) =>
      text
        .trim()
        .replace(/\s+/g, " ")
        .replace("==", "=")
        .replace(/ ?(!?=) ?/, "$1"),
    )
    .filter((text) => text !== "");
}

/** Describes the selection for people: `labels app=web and fields spec.nodeName=a`. */
export function describeSelection({ labels, fields }: Selection): string {
  const parts = [];
  if (labels !== undefined) parts.push(`labels ${requirementsOf(labels).join(",")}`);
  if (fields !== undefined) parts.push(`fields ${fields}`);
  return parts.join(" and ");
}
