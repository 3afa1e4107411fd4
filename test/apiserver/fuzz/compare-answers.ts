/** Compares the responses of two servers to one request. */
import { normalise } from "../contract/normalise.js";
import { showDifferences } from "../contract/differences.js";
import type { Step } from "../contract/transcript.js";
import type { Answered, SequenceNames } from "./ask.js";

/** `verdict`: another code or reason; `words`: another message or other causes; `object`: another object. */
export type DisagreementKind = "verdict" | "words" | "object";

export interface Disagreement {
  readonly kind: DisagreementKind;
  /** The difference without values that vary between requests: disagreements with one cause have the same shape. */
  readonly shape: string;
  readonly details: string;
}

export interface ComparedPair {
  readonly real: Answered;
  readonly embedded: Answered;
  readonly urls: { readonly real: string; readonly embedded: string };
  readonly names: SequenceNames;
  /** Whether only the verdict is compared. */
  readonly isOpen: boolean;
}

export function compareAnswers({ real, embedded, urls, names, isOpen }: ComparedPair): Disagreement | undefined {
  const verdicts = [verdictOf(real), verdictOf(embedded)];
  const bodies = [bodyOf(real), bodyOf(embedded)];
  if (verdicts[0] !== verdicts[1]) {
    const messages = bodies.map((body) => shapeOf(messageOf(body)));
    return {
      kind: "verdict",
      shape: `${verdicts.join(" / ")}: ${messages.join(" / ")}`,
      details: [real, embedded].map(({ code, text }) => `${code} ${text.slice(0, 600)}`).join("\n    "),
    };
  }
  if (isOpen || real.code < 200 || bodies.some((body) => typeof body !== "object")) return undefined;
  const steps = [toStep(real, bodies[0], urls.real, names), toStep(embedded, bodies[1], urls.embedded, names)];
  const details = showDifferences([steps[0]!], [steps[1]!]);
  if (details === "") return undefined;
  const isStatus = kindOf(bodies[0]) === "Status";
  const shape = isStatus
    ? bodies.map((body) => shapeOf(messageOf(body))).join(" / ")
    : [...details.matchAll(/^ {2}(\S.*)$/gm)].map(([, path]) => path).join(" ");
  return { kind: isStatus ? "words" : "object", shape, details };
}

function toStep({ code }: Answered, body: unknown, url: string, { ns, id }: SequenceNames): Step {
  return normalise([{ request: "", status: code, body: sorted(body) }], { ns, id, url, now: Date.now() })[0]!;
}

/**
 * Sorts causes and managers, whose order is sometimes random, to compare them as sets, and drops a message that lists the causes.
 */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => {
    const isSet = (name === "causes" || name === "managedFields") && Array.isArray(each);
    return [name, isSet ? each.map((item) => JSON.stringify(sorted(item))).sort() : sorted(each)];
  });
  const { details, ...rest } = Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1))) as {
    details?: { causes?: unknown };
  };
  if (details?.causes === undefined) return { ...rest, ...(details === undefined ? {} : { details }) };
  return { ...rest, details, message: "(see causes)" };
}

function verdictOf({ code, text }: Answered): string {
  const reason = (bodyOf({ code, contentType: "", text }) as { reason?: unknown } | undefined)?.reason;
  return `${code}${typeof reason === "string" && code >= 400 ? ` ${reason}` : ""}`;
}

function bodyOf({ text }: Answered): unknown {
  try {
    return JSON.parse(withoutMadeUpNames(text));
  } catch {
    return text.slice(0, 300);
  }
}

/** Hides the name of a pod's volume, which each server generates. */
function withoutMadeUpNames(text: string): string {
  return text.replaceAll(/kube-api-access-[a-z0-9]{5}/g, "kube-api-access-…");
}

function kindOf(body: unknown): unknown {
  return (body as { kind?: unknown } | null)?.kind;
}

function messageOf(body: unknown): string {
  const { message } = (body ?? {}) as { message?: unknown };
  return typeof message === "string" ? message : typeof body === "string" ? body : "";
}

/** Returns a text without its values. */
function shapeOf(text: string): string {
  return text
    .replaceAll(/"(?:[^"\\]|\\.)*"/g, '"…"')
    .replaceAll(/\d+/g, "0")
    .slice(0, 220);
}
