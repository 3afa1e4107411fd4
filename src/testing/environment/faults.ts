import type { RequestAttributes } from "./request-attributes.js";

/**
 * Selects requests: those that match every given field. An absent field matches anything.
 *
 * @example
 * ```ts
 * import type { RequestMatch } from "tsop/testing";
 *
 * export const statusWrites: RequestMatch = { verb: "update", resource: "bars", subresource: "status" };
 * ```
 */
export interface RequestMatch {
  /** `get`, `list`, `watch`, `create`, `update`, `patch` (also for apply), `delete`, `deletecollection`. */
  readonly verb?: string;
  /** The API group; empty for the core group. */
  readonly group?: string;
  /** The plural name, as in a URL: `bars`. */
  readonly resource?: string;
  readonly namespace?: string;
  readonly name?: string;
  /** `status`, `scale`; empty for requests without a subresource. */
  readonly subresource?: string;
}

/**
 * The fault that a request meets.
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
  /** The proxy rejects the request and does not forward it. */
  | {
      readonly kind: "status";
      readonly code: number;
      readonly reason?: string;
      readonly message?: string;
      readonly retryAfterSeconds?: number;
    }
  /** The proxy forwards the request after a delay. */
  | { readonly kind: "delay"; readonly ms: number }
  /** The connection breaks, and the proxy does not forward the request. */
  | { readonly kind: "reset" }
  /** No response ever arrives. */
  | { readonly kind: "hang" }
  /** The server carries out the request; then the connection breaks. */
  | { readonly kind: "lost-answer" };

/** Selects the fault for each request. */
export class FaultPlan {
  readonly #planned: { readonly match: RequestMatch; readonly fault: Fault; left: number }[] = [];

  add(match: RequestMatch, fault: Fault, times: number): void {
    this.#planned.push({ match, fault, left: times });
  }

  /** Returns the fault for a request; the oldest matching plan applies. */
  next(request: RequestAttributes): Fault | undefined {
    const found = this.#planned.find(({ match, left }) => left > 0 && matches(match, request));
    if (found !== undefined) found.left -= 1;
    return found?.fault;
  }

  /** The number of pending faults. */
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
