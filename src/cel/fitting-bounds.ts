/** Finds bounds for lists, maps and texts that keep rules within a budget. */
import type { Checked } from "./checked.js";
import { maxRequestSize, type Bounds, type DeclaredType } from "./declared-type.js";
import { estimateCost } from "./estimate-cost.js";
import type { FittingBound } from "./rule-finding.js";
import { innerSteps, type Schema } from "../schema/schema.js";
import { fieldPath } from "./schema-path.js";
import { add, times } from "./sizes.js";

/** A schema on the way from the root to a rule. */
export interface Step {
  readonly schema: Schema;
  readonly path: string;
}

/** Returns the total cost of a rule, which is evaluated once for each value that its schema can describe. */
export function cardinalityOf(
  steps: readonly Step[],
  self: DeclaredType,
  once: number,
  bounds: Bounds = new Map(),
): number {
  let count = 1;
  for (const { schema } of steps.slice(0, -1)) {
    const most = mostElements(schema, bounds);
    // If a bound is missing, assume as many as fit into a request, each with its comma.
    if (most === undefined) return times(once, Math.floor(maxRequestSize / (self.minSize + 1)));
    count = times(count, Math.max(0, most));
  }
  return times(once, count);
}

function mostElements(schema: Schema, bounds: Bounds): number | undefined {
  if (schema.type === "array") return bounds.get(schema) ?? schema.maxItems;
  if (schema.type === "object" && schema.additionalProperties !== undefined) {
    return bounds.get(schema) ?? schema.maxProperties;
  }
  return 1;
}

export interface CostedRule {
  readonly checked: Checked;
  readonly self: DeclaredType;
  /** The steps from the root to the schema with the rule. */
  readonly place: readonly Step[];
  /** A message is computed once, for any number of values. */
  readonly isOnce: boolean;
  readonly cost: number;
}

/**
 * Returns ways to stay within the budget, best first. Each bound is the largest that fits, and none is below the schema's own
 * minimum or below the size of a default or an example.
 *
 * @param isFixed - returns whether users cannot bound a schema, because it belongs to an imported type
 */
export function fitCost(
  rules: readonly CostedRule[],
  budget: number,
  isFixed: (schema: Schema) => boolean,
): readonly (readonly FittingBound[])[] {
  const fitter = new Fitter(rules, budget);
  const candidates = collectCandidates(rules).filter(({ schema }) => !isFixed(schema));
  const unbounded = candidates.filter(({ schema, keyword }) => schema[keyword] === undefined);
  return fitter.fit(unbounded) ?? fitter.fit(candidates) ?? [];
}

interface Candidate extends Step {
  readonly keyword: FittingBound["keyword"];
  /** The smallest bound that leaves valid values. */
  readonly least: number;
}

/** The maximum number of suggestions in a message. */
const maxWays = 3;

/**
 * The maximum number of parts to search. In larger schemas, only parts near the root: each part costs an estimate of every
 * rule.
 */
const maxCandidates = 200;

/** The maximum number of bounds in one suggestion. */
const maxGrown = 4;

class Fitter {
  readonly #rules: readonly CostedRule[];
  readonly #budget: number;

  constructor(rules: readonly CostedRule[], budget: number) {
    this.#rules = rules;
    this.#budget = budget;
  }

  fit(candidates: readonly Candidate[]): readonly (readonly FittingBound[])[] | undefined {
    const alone = candidates.filter((candidate) => this.#fits([[candidate, candidate.least]]));
    if (alone.length > 0) {
      return alone.slice(0, maxWays).map((candidate) => [this.#grow(candidate, candidate.least, [])]);
    }
    if (!this.#fits(candidates.map(atLeast(1)))) return undefined;
    return [this.#together(this.#needed(candidates))];
  }

  /** Removes, one by one, candidates that do not need a bound. */
  #needed(candidates: readonly Candidate[]): readonly Candidate[] {
    let needed = candidates;
    for (const candidate of [...candidates].reverse()) {
      const others = needed.filter((other) => other !== candidate);
      if (this.#fits(others.map(atLeast(1)))) needed = others;
    }
    return needed;
  }

  /** Gives all candidates the same bound first, then raises each as far as the budget allows. */
  #together(candidates: readonly Candidate[]): readonly FittingBound[] {
    const alike = largest(1, limitOf(candidates), (value) => this.#fits(candidates.map(atLeast(value))));
    const bounds = new Map(candidates.map(atLeast(alike)));
    if (candidates.length > maxGrown) return [...bounds].map(([candidate, value]) => toBound(candidate, value));
    for (const candidate of candidates) {
      const others = [...bounds].filter(([other]) => other !== candidate);
      bounds.set(candidate, this.#grow(candidate, bounds.get(candidate) ?? alike, others).value);
    }
    return [...bounds].map(([candidate, value]) => toBound(candidate, value));
  }

  #grow(candidate: Candidate, from: number, others: readonly (readonly [Candidate, number])[]): FittingBound {
    const value = largest(from, limitOf([candidate]), (bound) => this.#fits([...others, [candidate, bound]]));
    return toBound(candidate, value);
  }

  #fits(chosen: readonly (readonly [Candidate, number])[]): boolean {
    const bounds = new Map(chosen.map(([{ schema }, value]) => [schema, value]));
    let total = 0;
    for (const { checked, self, place, isOnce } of this.#rules) {
      const once = estimateCost(checked, self, bounds);
      total = add(total, isOnce ? once : cardinalityOf(place, self, once, bounds));
      if (total > this.#budget) return false;
    }
    return true;
  }
}

function atLeast(value: number): (candidate: Candidate) => readonly [Candidate, number] {
  return (candidate) => [candidate, Math.max(candidate.least, value)];
}

function toBound({ schema, path, keyword }: Candidate, value: number): FittingBound {
  return { node: schema, path, keyword, value };
}

/** Returns the largest number that fits. All smaller numbers must fit; the first is known to. */
function largest(first: number, limit: number, fits: (value: number) => boolean): number {
  let [low, high] = [first, Math.max(first, limit)];
  if (fits(high)) return high;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (fits(middle)) low = middle;
    else high = middle;
  }
  return low;
}

function limitOf(candidates: readonly Candidate[]): number {
  return Math.min(...candidates.map(({ schema, keyword }) => schema[keyword] ?? maxRequestSize));
}

/** Returns the lists and maps around the rules and within their values, outer ones first. */
function collectCandidates(rules: readonly CostedRule[]): readonly Candidate[] {
  const found = new Map<Schema, Candidate>();
  const queue: Step[] = [];
  for (const { place } of rules) {
    for (const step of place) addCandidate(step, found);
    const last = place.at(-1);
    if (last !== undefined) queue.push(last);
  }
  for (let step = queue.shift(); step !== undefined && found.size < maxCandidates; step = queue.shift()) {
    addCandidate(step, found);
    for (const { step: suffix, name, inner } of innerSteps(step.schema)) {
      queue.push({ schema: inner, path: name === undefined ? step.path + suffix : fieldPath(step.path, name) });
    }
  }
  return [...found.values()];
}

function addCandidate(step: Step, found: Map<Schema, Candidate>): void {
  const keyword = keywordOf(step.schema);
  if (keyword !== undefined && !found.has(step.schema)) {
    found.set(step.schema, { ...step, keyword, least: leastOf(step.schema, keyword) });
  }
}

function leastOf(schema: Schema, keyword: FittingBound["keyword"]): number {
  const given = [schema.default, schema.example].map((value) => {
    if (typeof value === "string") return Array.from(value).length;
    return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
  });
  const lower = { maxItems: "minItems", maxProperties: "minProperties", maxLength: "minLength" } as const;
  return Math.max(1, schema[lower[keyword]] ?? 0, ...given);
}

function keywordOf(schema: Schema): FittingBound["keyword"] | undefined {
  if (schema.type === "array") return "maxItems";
  if (schema.type === "object") return schema.additionalProperties === undefined ? undefined : "maxProperties";
  const isText = schema.type === "string" || schema["x-kubernetes-int-or-string"] === true;
  const hasOwnLimit = schema.enum !== undefined || ["duration", "date", "date-time"].includes(schema.format ?? "");
  return isText && !hasOwnLimit ? "maxLength" : undefined;
}
