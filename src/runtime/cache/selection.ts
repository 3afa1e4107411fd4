import { isJsonObject } from "../../core/json.js";
import { splitSelector } from "../../core/split-selector.js";
import type { ListOptions } from "../../kube/client.js";
import { parseLabelSelector } from "../../kube/label-selector.js";
import type { KubeObject } from "../../kube/objects.js";

/** What chooses among the objects of a kind. */
export type Selection = Pick<ListOptions, "labels" | "fields">;

/**
 * Tells whether an own write is among the objects that a selection chooses; a watch decides for itself. Where the fields
 * cannot be told from the object alone, it is not.
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

/** True if whatever `asked` chooses is among what `held` chooses, as far as their texts show. */
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

/** For people: `labels app=web and fields spec.nodeName=a`. */
export function describeSelection({ labels, fields }: Selection): string {
  const parts = [];
  if (labels !== undefined) parts.push(`labels ${requirementsOf(labels).join(",")}`);
  if (fields !== undefined) parts.push(`fields ${fields}`);
  return parts.join(" and ");
}
