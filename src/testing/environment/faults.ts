import type { RequestAttributes } from "./request-attributes.js";

/**
 * Which requests are meant: those that are as each field says. What is left out may be anything.
 *
 * @example
 * ```ts
 * import type { RequestMatch } from "tsop/testing";
 *
 * export const statusWrites: RequestMatch = { verb: "update", resource: "bars", subresource: "status" };
 * ```
 */
export interface RequestMatch {
  /** `get`, `list`, `watch`, `create`, `update`, `patch` (which applies, too), `delete`, `deletecollection`. */
  readonly verb?: string;
  /** Empty for the core group. */
  readonly group?: string;
  /** Plural, as in a URL: `bars`. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** `status`, `scale`; empty for requests without. */
  readonly subresource?: string;
}

/**
 * What becomes of a request.
 *
 * @example
 * ```ts
 * import type { Fault } from "tsop/testing";
 *
 * export const conflict: Fault = { kind: "status", code: 409, reason: "Conflict" };
 * export const slow: Fault = { kind: "delay", ms: 500 };
 * ```
 */
export type Fault =
  /** It is refused, and the server does not hear of it. */
  | {
      readonly kind: "status";
      readonly code: number;
      readonly reason?: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
    }
  /** It is passed on after a while. */
  | { readonly kind: "delay"; readonly ms: number }
  /** The connection breaks, and the server does not hear of it. */
  | { readonly kind: "reset" }
  /** There never is an answer. */
  | { readonly kind: "hang" }
  /** The server does what it is asked for; then the connection breaks. */
  | { readonly kind: "lost-answer" };

/** Which fault comes next to whom. */
export class FaultPlan {
  readonly #planned: { readonly match: RequestMatch; readonly fault: Fault; left: number }[] = [];

  add(match: RequestMatch, fault: Fault, times: number): void {
    this.#planned.push({ match, fault, left: times });
  }

  /** What befalls a request; the oldest plan that means it counts. */
  next(request: RequestAttributes): Fault | undefined {
    const found = this.#planned.find(({ match, left }) => left > 0 && matches(match, request));
    if (found !== undefined) found.left -= 1;
    return found?.fault;
  }

  /** How many faults have not come to pass. */
  get left(): number {
    return this.#planned.reduce((sum, { left }) => sum + left, 0);
  }

  clear(): void {
    this.#planned.length = 0;
  }
}

export function matches(match: RequestMatch, request: RequestAttributes): boolean {
  const fields = ["verb", "group", "resource", "namespace", "name", "subresource"] as const;
  return fields.every((field) => match[field] === undefined || match[field] === request[field]);
}
