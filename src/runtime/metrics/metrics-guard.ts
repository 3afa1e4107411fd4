import { createHash } from "node:crypto";
import { defined } from "../../core/defined.js";
import type { Clock } from "../../core/clock.js";
import type { TokenReview, UserInfo } from "../../k8s/authentication/v1.js";
import type { SubjectAccessReview } from "../../k8s/authorization/v1.js";
import type { Client, Creatable } from "../../kube/client.js";
import type { KubeObject } from "../../kube/objects.js";
import { ReviewShare, ShareExceeded } from "./review-share.js";

/** 200: come in. 401: who are you? 403: not you. 429: come back later. */
export type Verdict = 200 | 401 | 403 | 429;

/** Decides by the value of the header `Authorization`. Rejects when the API server cannot be asked. */
export type MetricsGuard = (authorization: string | undefined, path: string, verb: string) => Promise<Verdict>;

/** The times for which controller-runtime believes an answer, and for how many callers at most. */
const userTtlMs = 60_000;
const allowTtlMs = 300_000;
const denyTtlMs = 30_000;
const largest = 1_000;
/** A scraper does not wait for longer, and the next one is not to find all connections taken by those before it. */
const reviewTimeoutMs = 10_000;

/** Of callers whose token was good before, and of all others. A scraper asks twice a minute. */
const shareOfKnown = { concurrency: 4, waiting: 50, perSecond: 10, burst: 100 };
const shareOfStrangers = { concurrency: 4, waiting: 20, perSecond: 10, burst: 50 };

/**
 * Asks the API server who somebody is (TokenReview), and whether they may (SubjectAccessReview on the path). A flood of
 * tokens is answered with 429 once strangers have used up their share: those who were let in before have one of their own.
 */
export function createMetricsGuard(client: Pick<Client, "create">, clock: Clock): MetricsGuard {
  const users = new ExpiringMap<UserInfo>(clock);
  /** Apart from the users, whom a flood of them would push out. */
  const strangers = new ExpiringMap<undefined>(clock);
  const verdicts = new ExpiringMap<boolean>(clock);
  const known = new ReviewShare({ ...shareOfKnown, clock });
  const unknown = new ReviewShare({ ...shareOfStrangers, clock });
  /** What is being found out, so that it is asked once. */
  const underWay = new Map<string, Promise<Verdict>>();

  const ask = async <T extends KubeObject>(review: Creatable<T>): Promise<T> => {
    const limit = new AbortController();
    const timeout = new DOMException("the API server does not say who may read metrics", "TimeoutError");
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

  /** Undefined where the API server has to be asked. */
  const decideAtOnce = (key: string, path: string, verb: string): Verdict | undefined => {
    if (strangers.get(key) !== undefined) return 401;
    const user = users.get(key);
    const isAllowed = user && verdicts.get(verdictKey(user.value, path, verb));
    return isAllowed && (isAllowed.value ? 200 : 403);
  };

  return async (authorization, path, verb) => {
    const token = /^Bearer ([^\s]+)$/i.exec(authorization ?? "")?.[1];
    if (token === undefined) return 401;
    // No need to keep other people's tokens in memory.
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

  /** Whether there was a value, even if it has expired. */
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
