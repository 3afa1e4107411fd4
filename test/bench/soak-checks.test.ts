/** A soak that cannot fail is worthless: each check finds a planted violation, and none in a correct run. */
import { describe, expect, test } from "vitest";
import { type AcceptedWrite, type LeaseState, parseAudit } from "../../bench/soak/audit.js";
import { checkCache, checkConverged, type OwnedMap, type World } from "../../bench/soak/check-converged.js";
import { checkGrowth, measureGrowth, type Sample } from "../../bench/soak/check-growth.js";
import { checkLeadership, checkWindows, type Window } from "../../bench/soak/check-leadership.js";
import { checkMetrics } from "../../bench/soak/check-metrics.js";
import type { Soak } from "../../bench/soak/kinds.js";
import { showReport } from "../../bench/soak/report.js";
import type { KubeObject } from "../../src/kube/objects.js";

const same = (ms: number): number => ms;

function soak(changes: Partial<Soak> = {}, metadata: Partial<Soak["metadata"]> = {}): Soak {
  return {
    apiVersion: "soak.tsop.dev/v1",
    kind: "Soak",
    metadata: { namespace: "a", name: "s-1", uid: "u1", generation: 3, labels: { tier: "gold" }, ...metadata },
    spec: { value: "v-1", ripensInMs: 0 },
    status: { observedGeneration: 3, value: "v-1", ripeAt: 1, phase: "Ripe" },
    ...changes,
  };
}

function map(changes: Partial<OwnedMap> = {}, metadata: Partial<OwnedMap["metadata"]> = {}): OwnedMap {
  const ownerReferences = [
    {
      apiVersion: "soak.tsop.dev/v1",
      kind: "Soak",
      name: "s-1",
      uid: "u1",
      controller: true,
      blockOwnerDeletion: true,
    },
  ];
  const own = { namespace: "a", name: "s-1", labels: { tier: "gold" }, ownerReferences, ...metadata };
  return { apiVersion: "v1", kind: "ConfigMap", metadata: own, data: { value: "v-1" }, ...changes };
}

const index = map({ data: { all: "s-1", gold: "s-1" } }, { name: "soak-index", ownerReferences: [] });
const namespace: KubeObject = { apiVersion: "v1", kind: "Namespace", metadata: { name: "a" } };
const whole: World = { namespaces: [namespace], soaks: [soak()], configMaps: [map(), index], external: ["a_s-1_u1"] };

describe("convergence", () => {
  test("finds no violations in a correct world", () => {
    expect(checkConverged(whole)).toEqual([]);
  });

  test.each<[string, Partial<World>, string]>([
    ["a lost ConfigMap", { configMaps: [index] }, "ConfigMap's value is undefined"],
    ["a ConfigMap that somebody changed", { configMaps: [map({ data: { value: "x" } }), index] }, "ConfigMap's value"],
    ["a lost owner", { configMaps: [map({}, { ownerReferences: [] }), index] }, "ConfigMap's owner is undefined"],
    ["a lost label", { configMaps: [map({}, { labels: {} }), index] }, "ConfigMap's tier"],
    ["an update that was not seen", { soaks: [soak({}, { generation: 4 })] }, "status.observedGeneration is 3, not 4"],
    ["a lost timer", { soaks: [soak({ status: { ...soak().status, phase: "Green" } })] }, 'status.phase is "Green"'],
    ["a stuck deletion", { soaks: [soak({}, { deletionTimestamp: "2026-01-01T00:00:00Z" })] }, "is being deleted"],
    [
      "an orphan",
      { soaks: [], external: [], configMaps: [map(), map({ data: { all: "", gold: "" } }, { name: "soak-index" })] },
      "is an orphan",
    ],
    [
      "what was not cleaned up",
      { external: ["a_s-1_u1", "a_s-1_u0"] },
      "was deleted, and its external record is still there",
    ],
    ["what was not made", { external: [] }, "has no external record"],
    [
      "a late index",
      { configMaps: [map(), { ...index, data: { all: "", gold: "s-1" } }] },
      'the index says "", there are "s-1"',
    ],
    ["a lost index", { configMaps: [map()] }, "the index says"],
  ])("finds %s", (_, changes, what) => {
    const found = checkConverged({ ...whole, ...changes });
    expect(found.map((violation) => violation.what).join("\n")).toContain(what);
    expect(found[0]?.key).toMatch(/^a\//);
  });

  test("compares a cache with a live list", () => {
    const live = { "Soak a/s-1": "u1@5", "Soak a/s-2": "u2@6" };
    expect(checkCache("replica-0", live, live)).toEqual([]);
    const found = checkCache("replica-0", { "Soak a/s-1": "u1@4", "Soak a/gone": "u3@1" }, live);
    expect(found.map(({ key }) => key).sort()).toEqual(["a/gone", "a/s-1", "a/s-2"]);
  });
});

function write(user: string, receivedAt: number, key = "a/s-1"): AcceptedWrite {
  return { user, verb: "patch", resource: "configmaps", key, receivedAt, answeredAt: receivedAt + 5 };
}
function state(user: string, answeredAt: number, holder = user): LeaseState {
  return { user, holder, version: answeredAt, answeredAt };
}

describe("leadership", () => {
  const lease = [state("one", 10), state("one", 20), state("two", 100), state("two", 200, ""), state("one", 300)];

  test("accepts writes of the process that has the lease", () => {
    const writes = [write("one", 11), write("one", 99), write("two", 101), write("one", 301)];
    expect(checkLeadership({ writes, lease }, same)).toEqual([]);
  });

  test.each<[string, AcceptedWrite, string]>([
    ["two leaders", write("one", 101), "one wrote (patch configmaps) 1.0 ms after two had renewed or taken the lease"],
    ["a write before all leases", write("one", 9), "one wrote (patch configmaps) before any process had the lease"],
    [
      "a write after giving back",
      write("two", 250),
      "two wrote (patch configmaps) 50.0 ms after two gave the lease back",
    ],
  ])("finds %s", (_, wrong, what) => {
    expect(checkLeadership({ writes: [write("one", 15), wrong], lease }, same)).toEqual([
      { check: "leadership", key: "a/s-1", at: wrong.receivedAt, what },
    ]);
  });

  function window(replica: string, pid: number, start: number, end: number, key = "a/s-1"): Window {
    return { replica, pid, controller: "soak", key, start, end };
  }

  test("lets a frozen run and its successor's overlap, as long as one of them writes", () => {
    const windows = [window("one", 1, 0, 900), window("two", 2, 500, 600), window("two", 2, 10, 700, "a/s-2")];
    expect(checkWindows(windows, [write("one", 100), write("two", 550)], same)).toEqual([]);
  });

  test("finds two processes that work on one key", () => {
    const windows = [window("one", 1, 0, 900), window("two", 2, 500, 600)];
    const found = checkWindows(windows, [write("one", 560), write("two", 550)], same);
    expect(found).toMatchObject([{ check: "windows", key: "a/s-1", at: 500 }]);
  });

  test("finds a process that works on one key twice at a time", () => {
    const windows = [window("one", 1, 0, 50), window("one", 1, 49, 60)];
    expect(checkWindows(windows, [], same)).toMatchObject([{ what: "soak a/s-1: one (1) ran twice at a time" }]);
  });
});

describe("the audit log", () => {
  const event = (more: object): string =>
    JSON.stringify({
      verb: "patch",
      user: { username: "one" },
      objectRef: { resource: "soaks", subresource: "status", namespace: "a", name: "s-1" },
      responseStatus: { code: 200 },
      requestReceivedTimestamp: "2026-01-01T00:00:00.000250Z",
      stageTimestamp: "2026-01-01T00:00:00.001500Z",
      ...more,
    });
  const start = Date.UTC(2026, 0, 1);

  test("gives accepted writes, to the microsecond", () => {
    const refused = event({ responseStatus: { code: 409 } });
    expect(parseAudit(`${event({})}\n${refused}\n{"cut off`).writes).toEqual([
      {
        user: "one",
        verb: "patch",
        resource: "soaks/status",
        key: "a/s-1",
        receivedAt: start + 0.25,
        answeredAt: start + 1.5,
      },
    ]);
  });

  test("gives the states of the lease in the order in which they were stored", () => {
    const renewal = (holderIdentity: string, resourceVersion: string): string =>
      event({
        verb: "update",
        objectRef: { resource: "leases", namespace: "default", name: "soak" },
        responseObject: { metadata: { resourceVersion }, spec: { holderIdentity } },
      });
    const { lease } = parseAudit([renewal("two_1", "10"), renewal("one_1", "9")].join("\n"));
    expect(lease.map(({ holder }) => holder)).toEqual(["one_1", "two_1"]);
  });
});

describe("growth", () => {
  const mb = 1024 * 1024;
  function samples(grow: (index: number) => Partial<Sample>, count = 60): Sample[] {
    return Array.from({ length: count }, (_, at) => ({
      replica: "one",
      pid: 1,
      at: at * 2_000,
      rss: 80 * mb,
      heapUsed: 20 * mb + (at % 3) * 0.2 * mb,
      fds: 30 + (at % 5),
      resources: 10,
      ...grow(at),
    }));
  }
  const judge = (taken: readonly Sample[]): string[] =>
    checkGrowth(measureGrowth(taken, 0, 120_000)).map(({ what }) => what);

  test("ignores the outliers of a process that does not grow", () => {
    expect(judge(samples(() => ({})))).toEqual([]);
    expect(judge(samples((at) => (at % 10 === 9 ? { heapUsed: 60 * mb, fds: 200 } : {})))).toEqual([]);
  });

  test.each<[string, (at: number) => Partial<Sample>]>([
    ["heap", (at) => ({ heapUsed: 20 * mb + at * 0.05 * mb })],
    ["rss", (at) => ({ rss: 80 * mb + at * 0.4 * mb })],
    ["fds", (at) => ({ fds: 30 + at / 4 })],
    ["resources", (at) => ({ resources: 10 + at / 3 })],
  ])("of the %s is found", (what, grow) => {
    expect(judge(samples(grow))).toEqual([expect.stringContaining(`one (1): ${what} grows by`)]);
  });

  test("cannot be measured if no process lived long enough", () => {
    expect(judge(samples(() => ({}), 20))).toEqual([expect.stringContaining("no process lived")]);
  });
});

describe("the metrics", () => {
  const text = (runs: number, depth = 0, leads = 0): string =>
    [
      `workqueue_depth{name="soak",controller="soak"} ${depth}`,
      `controller_runtime_active_workers{controller="soak"} 0`,
      `controller_runtime_reconcile_total{controller="soak",result="success"} ${runs}`,
      `controller_runtime_reconcile_total{controller="soak",result="error"} 1`,
      `leader_election_master_status{name="soak"} ${leads}`,
    ].join("\n");
  const idle = { replica: "two", text: text(-1), ended: { soak: 0 } };

  test("agree with the journal when no work is left", () => {
    expect(checkMetrics([{ replica: "one", text: text(4, 0, 1), ended: { soak: 5 } }, idle])).toEqual([]);
  });

  test.each([
    [text(4, 2, 1), "one: workqueue_depth is 2, and there is nothing to do"],
    [text(3, 0, 1), "one: soak has run 5 times, and its metric says 4"],
    [text(4, 0, 0), "0 processes say that they lead"],
  ])("are found to be wrong", (wrong, what) => {
    const found = checkMetrics([{ replica: "one", text: wrong, ended: { soak: 5 } }, idle]);
    expect(found).toEqual([{ check: "metrics", what }]);
  });
});

describe("the report", () => {
  const result = {
    ...{ seed: 42, minutes: 1, writes: { create: 2 }, faults: { kill: 1 }, runs: 3, acceptedWrites: 4, takeovers: 1 },
    ...{ processes: 2, convergedAfterMs: 1500, growth: [], violations: [], folder: undefined },
  };

  test("states that there were no violations", () => {
    expect(showReport(result, [], 0)).toContain("converged    after 1.5 s\n\nall promises kept\n");
  });

  test("shows what happened around a violation, where the logs are, and how to see it again", () => {
    const happenings = [
      { at: 2_000, who: "chaos", what: "kill" },
      { at: 2_100, who: "audit", what: "two: patch soaks", key: "a/s-1" },
      { at: 2_400, who: "audit", what: "two: patch soaks", key: "a/s-9" },
    ];
    const violations = [{ check: "leadership", key: "a/s-1", at: 2_100, what: "two wrote" }] as const;
    const text = showReport({ ...result, violations, folder: "/tmp/x" }, happenings, 1_000);
    expect(text).toContain("VIOLATED: leadership (1)\n- a/s-1: two wrote\n");
    expect(text).toContain("1.000 s  chaos      kill\n");
    expect(text).toContain("1.100 s  audit      two: patch soaks  a/s-1\n");
    expect(text).not.toContain("a/s-9");
    expect(text).toContain("logs: /tmp/x\nagain: npm run soak -- --minutes 1 --seed 42\n");
  });
});
