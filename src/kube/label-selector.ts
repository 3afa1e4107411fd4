import { TsopError } from "../core/errors.js";

/** True for the labels that a selector chooses. */
export type LabelMatcher = (labels: Readonly<Record<string, string>> | undefined) => boolean;

type Requirement = (value: string | undefined) => boolean;

/**
 * Reads a selector: labels that all have to be there, or kubectl's syntax (`app=web,tier!=db,env in (dev,test),!old`).
 *
 * @throws TsopError `cluster/invalid-request` when the text is no selector
 */
export function parseLabelSelector(selector: Readonly<Record<string, string>> | string | undefined): LabelMatcher {
  const requirements =
    typeof selector === "string"
      ? splitRequirements(selector).map((text) => parseRequirement(text, selector))
      : Object.entries(selector ?? {}).map(([key, wanted]) => ({ key, holds: (value?: string) => value === wanted }));
  return (labels) =>
    requirements.every(({ key, holds }) =>
      holds(labels !== undefined && Object.hasOwn(labels, key) ? labels[key] : undefined),
    );
}

/** Splits at commas, but not at those within parentheses. */
function splitRequirements(selector: string): string[] {
  return selector.trim() === "" ? [] : selector.split(/,(?![^(]*\))/).map((text) => text.trim());
}

const key = "([A-Za-z0-9][-A-Za-z0-9_./]*)";
const value = "([-A-Za-z0-9_.]*)";
const comparison = new RegExp(`^${key}\\s*(=|==|!=)\\s*${value}$`);
const membership = new RegExp(`^${key}\\s+(in|notin)\\s*\\(([-A-Za-z0-9_.,\\s]*)\\)$`);
const presence = new RegExp(`^(!?)\\s*${key}$`);
const order = new RegExp(`^${key}\\s*([<>])\\s*(-?[0-9]+)$`);

function parseRequirement(text: string, selector: string): { key: string; holds: Requirement } {
  const compared = comparison.exec(text);
  if (compared !== null) {
    const [, name = "", operator, wanted = ""] = compared;
    return { key: name, holds: (actual) => (actual === wanted) === (operator !== "!=") };
  }
  const member = membership.exec(text);
  if (member !== null) {
    const [, name = "", operator, list = ""] = member;
    const wanted = new Set(list.split(",").map((item) => item.trim()));
    return {
      key: name,
      holds: (actual) => (actual !== undefined && wanted.has(actual)) === (operator === "in"),
    };
  }
  const present = presence.exec(text);
  if (present !== null) {
    const [, not, name = ""] = present;
    return { key: name, holds: (actual) => (actual !== undefined) === (not === "") };
  }
  const ordered = order.exec(text);
  if (ordered !== null) {
    const [, name = "", operator, limit] = ordered;
    return {
      key: name,
      holds: (actual) =>
        actual !== undefined &&
        /^-?[0-9]+$/.test(actual) &&
        (operator === "<" ? Number(actual) < Number(limit) : Number(actual) > Number(limit)),
    };
  }
  throw new TsopError("cluster/invalid-request", `not a label selector: ${JSON.stringify(selector)}`, {
    hint: "Write it as kubectl does: app=web,tier!=db,env in (dev,test),!old",
  });
}
