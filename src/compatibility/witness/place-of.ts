/** Recognizes a change in the messages of the API server. */
import type { ValidationRule } from "../../schema/schema.js";
import type { Change, ChangeDetail } from "../change.js";

/** Returns whether a message can be about the change: a rule has a message of its own. */
export function messageMatcher({ detail }: Change): (message: string) => boolean {
  const rule = ruleOf(detail);
  if (rule === undefined || rule.messageExpression !== undefined) return () => true;
  const text = rule.message ?? `failed rule: ${rule.rule.trim()}`;
  return (message) => message.endsWith(text);
}

function ruleOf(detail: ChangeDetail): ValidationRule | undefined {
  switch (detail.kind) {
    case "rule-added":
    case "rule-changed":
      return detail.after;
    case "rule-removed":
      return detail.before;
    default:
      return undefined;
  }
}

/** Returns whether a field, such as `spec.ports[0].name`, is at the place of the change, or inside it. */
export function placeMatcher({ place, detail }: Change): (field: string) => boolean {
  const parts = place.path.map((step) =>
    step.kind === "field" ? { name: step.name } : { name: undefined, isItem: step.kind === "item" },
  );
  // The alternatives of a schema are reported at the object around it.
  const acceptsOuter = detail.kind === "branches-changed";
  return (field) => {
    const given = field === "<nil>" ? [] : field.split(/[.[\]]+/).filter((part) => part !== "");
    if (given.length < parts.length && !acceptsOuter) return false;
    return parts.every((part, index) => {
      const at = given[index];
      if (at === undefined) return acceptsOuter;
      if (part.name !== undefined) return part.name === at || part.name.startsWith(`${at}.`) || part.name.includes(".");
      return part.isItem ? /^\d+$/.test(at) : true;
    });
  };
}
