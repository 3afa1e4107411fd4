import { describe, expect, test } from "vitest";
import type { RequestAttributes } from "../../src/apiserver/authorization/authorizer.js";
import { pathAttributes, resourceAttributes } from "../../src/apiserver/authorization/authorizer.js";
import type { LiveClient } from "../../src/kube/client.js";
import { accessReviews } from "../../src/extension/delegation/access-reviews.js";
import { ExpiringCache } from "../../src/extension/delegation/expiring-cache.js";
import { tokenReviews } from "../../src/extension/delegation/token-reviews.js";
import { Latest } from "../../src/extension/virtual/latest.js";
import { FakeClock } from "../../src/testing/fake-clock.js";
import { RecordingLogger } from "../support/recording-logger.js";

/** A client that answers each review with the next status, and records what it was asked. */
function reviewer(...statuses: (object | Error)[]): { client: Pick<LiveClient, "create">; asked: unknown[] } {
  const asked: unknown[] = [];
  const create = (object: { spec?: unknown }): Promise<object> => {
    asked.push(object.spec);
    const status = statuses[Math.min(asked.length, statuses.length) - 1];
    return status instanceof Error ? Promise.reject(status) : Promise.resolve({ ...object, status });
  };
  return { client: { create } as unknown as Pick<LiveClient, "create">, asked };
}

const user = { username: "ada", uid: "7", groups: ["dev"], extra: { scope: ["a"] } };
const listing: RequestAttributes = resourceAttributes(user, {
  ...{ verb: "list", group: "metrics.abc.com", version: "v1", resource: "readings", namespace: "lab" },
});

describe("accessReviews", () => {
  test("asks once in ten seconds, for denials too", async () => {
    const clock = new FakeClock();
    const { client, asked } = reviewer({ allowed: false, reason: "no rule" }, { allowed: true });
    const decide = accessReviews(client, clock, new RecordingLogger());
    expect(await decide(listing)).toEqual({ isAllowed: false, reason: "no rule" });
    await clock.advance(9_999);
    expect(await decide(listing)).toMatchObject({ isAllowed: false });
    await clock.advance(1);
    expect(await decide(listing)).toMatchObject({ isAllowed: true });
    expect(asked).toHaveLength(2);
    expect(asked[0]).toMatchObject({
      ...{ user: "ada", uid: "7", groups: ["dev"], extra: { scope: ["a"] } },
      resourceAttributes: { verb: "list", group: "metrics.abc.com", resource: "readings", namespace: "lab" },
    });
  });

  test("a denial beside an allowance denies", async () => {
    const { client } = reviewer({ allowed: true, denied: true });
    const decide = accessReviews(client, new FakeClock(), new RecordingLogger());
    expect(await decide(listing)).toMatchObject({ isAllowed: false });
  });

  test("lets health checks and system:masters in without a question", async () => {
    const { client, asked } = reviewer({ allowed: false });
    const decide = accessReviews(client, new FakeClock(), new RecordingLogger());
    expect(await decide(pathAttributes(user, "get", "/readyz"))).toMatchObject({ isAllowed: true });
    expect(await decide({ ...listing, user: { ...user, groups: ["system:masters"] } })).toMatchObject({
      isAllowed: true,
    });
    expect(asked).toEqual([]);
    expect(await decide(pathAttributes(user, "get", "/readyz/ping"))).toMatchObject({ isAllowed: false });
    expect(asked).toMatchObject([{ nonResourceAttributes: { path: "/readyz/ping", verb: "get" } }]);
  });

  test("without an answer, a request is rejected, and the next request asks again", async () => {
    const { client } = reviewer(new Error("down"), { allowed: true });
    const decide = accessReviews(client, new FakeClock(), new RecordingLogger());
    await expect(decide(listing)).rejects.toMatchObject({ failure: { code: 500 } });
    expect(await decide(listing)).toMatchObject({ isAllowed: true });
  });
});

describe("tokenReviews", () => {
  test("keeps the user of a token for ten seconds, and that a token has none", async () => {
    const clock = new FakeClock();
    const { client, asked } = reviewer({ authenticated: true, user: { username: "ada" } }, { authenticated: false });
    const identify = tokenReviews(client, clock);
    expect(await identify("t")).toEqual({ username: "ada", groups: [], extra: {} });
    expect(await identify("t")).toMatchObject({ username: "ada" });
    expect(await identify("other")).toBeUndefined();
    expect(await identify("other")).toBeUndefined();
    expect(asked).toEqual([{ token: "t" }, { token: "other" }]);
    await clock.advance(10_000);
    expect(await identify("t")).toBeUndefined();
  });
});

describe("ExpiringCache", () => {
  test("asks once for requests at the same time, and keeps only so many answers", async () => {
    const cache = new ExpiringCache<number>(new FakeClock(), 2);
    let runs = 0;
    const determine = (): Promise<{ value: number; ttlMs: number }> => Promise.resolve({ value: ++runs, ttlMs: 100 });
    expect(await Promise.all([cache.get("a", determine), cache.get("a", determine)])).toEqual([1, 1]);
    await cache.get("b", determine);
    await cache.get("c", determine);
    expect(await cache.get("a", determine)).toBe(4);
    expect(await cache.get("c", determine)).toBe(3);
  });
});

describe("Latest", () => {
  test("requests during a run share the next one", async () => {
    const ends: (() => void)[] = [];
    const latest = new Latest(() => new Promise((resolve) => ends.push(resolve)));
    const first = latest.refresh();
    const [second, third] = [latest.refresh(), latest.refresh()];
    expect(ends).toHaveLength(1);
    ends[0]?.();
    await first;
    await expect.poll(() => ends.length).toBe(2);
    ends[1]?.();
    await Promise.all([second, third]);
    expect([ends.length, latest.isIdle]).toEqual([2, true]);
  });
});
