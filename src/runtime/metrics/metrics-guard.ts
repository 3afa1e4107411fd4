import { createHash } from "node:crypto";
import { defined } from "../../core/defined.js";
import type { Clock } from "../../core/clock.js";
import type { TokenReview, UserInfo } from "../../k8s/authentication/v1.js";
import type { SubjectAccessReview } from "../../k8s/authorization/v1.js";
import type { Client, Creatable } from "../../kube/client.js";
import type { KubeObject } from "../../kube/objects.js";
import { ReviewShare, ShareExceeded } from "./review-share.js";

/**
 * The HTTP status of the decision: 200 for allowed, 401 for an unknown user, 403 for a user without permission, 429 for
 * too many requests.
 */
export type Verdict = 200 | 401 | 403 | 429;

/** Decides by the value of the header `Authorization`. Rejects if the API server cannot be reached. */
export type MetricsGuard = (authorization: string | undefined, path: string, verb: string) => Promise<Verdict>;

/** The times for which controller-runtime caches a decision, and the maximum number of callers. */
const userTtlMs = 60_000;
const allowTtlMs = 300_000;
const denyTtlMs = 30_000;
const largest = 1_000;
/** A scraper does not wait longer, and earlier requests must not block all connections for the next one. */
const reviewTimeoutMs = 10_000;

/** The limits for callers whose token was valid before, and for all others. A scraper sends two requests a minute. */
const shareOfKnown = { concurrency: 4, waiting: 50, perSecond: 10, burst: 100 };
const shareOfStrangers = { concurrency: 4, waiting: 20, perSecond: 10, burst: 50 };

/**
 * Uses the API server to identify a caller (TokenReview) and to check the caller's permission (SubjectAccessReview on
 * the path). During a flood of tokens, unknown callers get 429 once they have used up their share. Callers that were
 * allowed before have a separate share.
 */
export function createMetricsGuard(client: Pick<Client, "create">, clock: Clock): MetricsGuard {
  const users = new ExpiringMap<UserInfo>(clock);
  /** Separate from the users, because a flood of strangers would evict them. */
  const strangers = new ExpiringMap<undefined>(clock);
  const verdicts = new ExpiringMap<boolean>(clock);
  const known = new ReviewShare({ ...shareOfKnown, clock });
  const unknown = new ReviewShare({ ...shareOfStrangers, clock });
  /** The decisions in progress, so that each is requested only once. */
  const underWay = new Map<string, Promise<Verdict>>();

  const ask = async <T extends KubeObject>(review: Creatable<T>): Promise<T> => {
    const limit = new AbortController();
    const timeout = new DOMException("the API server did not review the access to metrics in time", "TimeoutError");
    const cancelTimer = clock.setTimer(reviewTimeoutMs, () => limit.abort(timeout));
    try {
      return await client.create<T>(review, { signal: limit.signal });
    } finally {
      cancelTimer();
    }
  };

  const authenticate = async (token: string, key: string): Promise<UserInfo | undefined> => {
    const cached = users.get(key) ?? strangers.get(key);
    if (cached !== undefined) return cached.value;
    const review = await ask<TokenReview>({
      apiVersion: "authentication.k8s.io/v1",
      kind: "TokenReview",
      metadata: {},
      spec: { token },
    });
    const user = review.status?.authenticated === true ? review.status.user : undefined;
    if (user === undefined) strangers.set(key, undefined, denyTtlMs);
    else users.set(key, user, userTtlMs);
    return user;
  };

  const authorize = async (user: UserInfo, path: string, verb: string): Promise<boolean> => {
    const key = verdictKey(user, path, verb);
    const cached = verdicts.get(key);
    if (cached !== undefined) return cached.value;
    const { username = "", uid, groups, extra } = user;
    const review = await ask<SubjectAccessReview>({
      apiVersion: "authorization.k8s.io/v1",
      kind: "SubjectAccessReview",
      metadata: {},
      spec: {
        ...defined({ user: username, uid, groups, extra }),
        nonResourceAttributes: { path, verb },
      },
    });
    const isAllowed = review.status?.allowed === true;
    verdicts.set(key, isAllowed, isAllowed ? allowTtlMs : denyTtlMs);
    return isAllowed;
  };

  const decide = async (token: string, key: string, path: string, verb: string): Promise<Verdict> => {
    const user = await authenticate(token, key);
    if (user === undefined) return 401;
    return (await authorize(user, path, verb)) ? 200 : 403;
  };

  /** Returns undefined if the API server must decide. */
  const decideAtOnce = (key: string, path: string, verb: string): Verdict | undefined => {
    if (strangers.get(key) !== undefined) return 401;
    const user = users.get(key);
    const isAllowed = user && verdicts.get(verdictKey(user.value, path, verb));
    return isAllowed && (isAllowed.value ? 200 : 403);
  };

  return async (authorization, path, verb) => {
    const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) return 401;
    // Keeps no tokens of other users in memory.
    const key = createHash("sha256").update(token).digest("base64");
    const cached = decideAtOnce(key, path, verb);
    if (cached !== undefined) return cached;
    const question = JSON.stringify([key, path, verb]);
    const share = users.remembers(key) ? known : unknown;
    const asked =
      underWay.get(question) ??
      share.run(() => decide(token, key, path, verb)).finally(() => void underWay.delete(question));
    underWay.set(question, asked);
    try {
      return await asked;
    } catch (error) {
      if (error instanceof ShareExceeded) return 429;
      throw error;
    }
  };
}

function verdictKey(user: UserInfo, path: string, verb: string): string {
  return JSON.stringify([user, path, verb]);
}

class ExpiringMap<T> {
  readonly #clock: Clock;
  readonly #entries = new Map<string, { readonly value: T; readonly until: number }>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  get(key: string): { readonly value: T } | undefined {
    const entry = this.#entries.get(key);
    return entry === undefined || entry.until <= this.#clock.monotonic() ? undefined : entry;
  }

  /** Returns whether the map had a value, even if it has expired. */
  remembers(key: string): boolean {
    return this.#entries.has(key);
  }

  set(key: string, value: T, ttlMs: number): void {
    this.#entries.delete(key);
    this.#entries.set(key, { value, until: this.#clock.monotonic() + ttlMs });
    const [oldest] = this.#entries.keys();
    if (this.#entries.size > largest && oldest !== undefined) this.#entries.delete(oldest);
  }
}
