import { splitSelector } from "../core/split-selector.js";
import { TsopError } from "../core/errors.js";

/** True for the labels that a selector chooses. */
export type LabelMatcher = (labels: Readonly<Record<string, string>> | undefined) => boolean;

/** One condition of a selector. `Gt` and `Lt` compare whole numbers, and only kubectl's syntax has them. */
export interface LabelRequirement {
  readonly key: string;
  readonly operator: "In" | "NotIn" | "Exists" | "DoesNotExist" | "Gt" | "Lt";
  readonly values: readonly string[];
}

/**
 * Reads a selector: labels that all have to be there, or kubectl's syntax (`app=web,tier!=db,env in (dev,test),!old`).
 *
 * @throws TsopError `cluster/invalid-request` when the text is no selector
 */
export function parseLabelSelector(selector: Readonly<Record<string, string>> | string | undefined): LabelMatcher {
  const requirements =
    typeof selector === "string"
      ? readLabelRequirements(selector)
      : Object.entries(selector ?? {}).map(([key, wanted]): LabelRequirement => equal(key, wanted));
  return (labels) =>
    requirements.every((requirement) => {
      const { key: name } = requirement;
      return holds(requirement, labels !== undefined && Object.hasOwn(labels, name) ? labels[name] : undefined);
    });
}

/**
 * The conditions of a selector in kubectl's syntax.
 *
 * @throws TsopError `cluster/invalid-request` when the text is no selector
 */
export function readLabelRequirements(selector: string): LabelRequirement[] {
  return splitRequirements(selector).map((text) => parseRequirement(text, selector));
}

function holds({ operator, values }: LabelRequirement, actual: string | undefined): boolean {
  switch (operator) {
    case "In":
      return actual !== undefined && values.includes(actual);
    case "NotIn":
      return actual === undefined || !values.includes(actual);
    case "Exists":
      return actual !== undefined;
    case "DoesNotExist":
      return actual === undefined;
    case "Gt":
    case "Lt": {
      if (actual === undefined || !/^-?[0-9]+$/.test(actual)) return false;
      const limit = Number(values[0]);
      return operator === "Lt" ? Number(actual) < limit : Number(actual) > limit;
    }
  }
}

function equal(name: string, wanted: string): LabelRequirement {
  return { key: name, operator: "In", values: [wanted] };
}

/** Splits at commas, but not at those within parentheses. */
function splitRequirements(selector: string): string[] {
  return selector.trim() === "" ? [] : splitSelector(selector).map((text) => text.trim());
}

const key = "([A-Za-z0-9][-A-Za-z0-9_./]*)";
const value = "([-A-Za-z0-9_.]*)";
const comparison = new RegExp(`^${key}\\s*(=|==|!=)\\s*${value}$`);
const membership = new RegExp(`^${key}\\s+(in|notin)\\s*\\(([-A-Za-z0-9_.,\\s]*)\\)$`);
const presence = new RegExp(`^(!?)\\s*${key}$`);
const order = new RegExp(`^${key}\\s*([<>])\\s*(-?[0-9]+)$`);

function parseRequirement(text: string, selector: string): LabelRequirement {
  const [compared, comparedKey = "", sign, wanted = ""] = comparison.exec(text) ?? [];
  if (compared !== undefined) {
    const requirement = equal(comparedKey, wanted);
    return sign === "!=" ? { ...requirement, operator: "NotIn" } : requirement;
  }
  const [member, memberKey = "", word, list = ""] = membership.exec(text) ?? [];
  if (member !== undefined) {
    const values = list.split(",").map((item) => item.trim());
    return { key: memberKey, operator: word === "in" ? "In" : "NotIn", values };
  }
  const [present, not, presentKey = ""] = presence.exec(text) ?? [];
  if (present !== undefined) return { key: presentKey, operator: not === "" ? "Exists" : "DoesNotExist", values: [] };
  const [ordered, orderedKey = "", than, limit = ""] = order.exec(text) ?? [];
  if (ordered !== undefined) return { key: orderedKey, operator: than === "<" ? "Lt" : "Gt", values: [limit] };
  throw new TsopError("cluster/invalid-request", `not a label selector: ${JSON.stringify(selector)}`, {
    hint: "Write it as kubectl does: app=web,tier!=db,env in (dev,test),!old",
  });
}
