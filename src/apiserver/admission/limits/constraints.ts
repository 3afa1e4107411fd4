/** The bounds of a LimitRange, and the messages for exceeding them. */
import { doubleOf } from "../../../cel/quantity.js";
import type { JsonObject } from "../../../core/json.js";
import { type Amount, type Amounts, compareAmounts, isZero, readAmounts, showAmount } from "../../types/amount.js";

export interface Measure {
  readonly requests: Amounts;
  /** Absent for claims, which have no limits. */
  readonly limits?: Amounts;
}

interface Bound {
  /** The resource; with the type of the limited object it gives: `cpu usage per Container is 1`. */
  readonly resource: string;
  readonly type: string;
  readonly bound: Amount;
  readonly request: Amount | undefined;
  readonly limit: Amount | undefined;
  readonly hasLimits: boolean;
}

const checks: Readonly<Record<"min" | "max" | "maxLimitRequestRatio", (bound: Bound) => string | undefined>> = {
  min({ resource, type, bound, request, limit }) {
    const rule = `minimum ${resource} usage per ${type} is ${showAmount(bound)}`;
    if (request === undefined) return `${rule}.  No request is specified`;
    if (compareAmounts(request, bound) < 0) return `${rule}, but request is ${showAmount(request)}`;
    const isLess = limit !== undefined && compareAmounts(limit, bound) < 0;
    return isLess ? `${rule}, but limit is ${showAmount(limit)}` : undefined;
  },
  max({ resource, type, bound, request, limit, hasLimits }) {
    const rule = `maximum ${resource} usage per ${type} is ${showAmount(bound)}`;
    if (hasLimits && limit === undefined) return `${rule}.  No limit is specified`;
    if (!hasLimits && request === undefined) return `${rule}.  No request is specified`;
    const isMore = (amount: Amount): boolean => compareAmounts(amount, bound) > 0;
    if (limit !== undefined && isMore(limit)) return `${rule}, but limit is ${showAmount(limit)}`;
    return request !== undefined && isMore(request) ? `${rule}, but request is ${showAmount(request)}` : undefined;
  },
  maxLimitRequestRatio({ resource, type, bound, request, limit, hasLimits }) {
    if (!hasLimits) return undefined;
    const rule = `${resource} max limit to request ratio per ${type} is ${showAmount(bound)}`;
    if (request === undefined || isZero(request)) return `${rule}, but no request is specified or request is 0`;
    if (limit === undefined || isZero(limit)) return `${rule}, but no limit is specified or limit is 0`;
    const ratio = doubleOf(limit.quantity) / doubleOf(request.quantity);
    return ratio > doubleOf(bound.quantity) ? `${rule}, but provided ratio is ${ratio.toFixed(6)}` : undefined;
  },
};

/** Returns the messages for a measure that breaks one limit of a LimitRange. */
export function exceeds(limit: JsonObject, type: string, { requests, limits }: Measure): string[] {
  return (["min", "max", "maxLimitRequestRatio"] as const).flatMap((name) =>
    [...readAmounts(limit, name)].flatMap(([resource, bound]) => {
      const measured = { request: requests.get(resource), limit: limits?.get(resource) };
      return checks[name]({ resource, type, bound, ...measured, hasLimits: limits !== undefined }) ?? [];
    }),
  );
}
