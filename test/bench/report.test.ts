import { describe, expect, test } from "vitest";
import type { Setting } from "../../bench/harness/machine.js";
import type { Measurement } from "../../bench/harness/measure.js";
import { showMeasurement, showResults, showSetting } from "../../bench/harness/report.js";

const setting: Setting = {
  date: "2026-01-02 03:04 UTC",
  machine: "a processor, 2 cores, 24 GiB, Linux 6 x64",
  load: 0.25,
  nodes: [
    { file: "/new", version: "v24.1.0" },
    { file: "/old", version: "v20.19.0" },
  ],
  flags: ["--max-semi-space-size=1"],
  commit: "abc",
  peers: ["etcd 3.6.7", "go 1.26"],
};

const measured: Measurement = {
  ...{ name: "sync-10000", work: "cold sync", reach: 1, unit: "ms", peer: "a peer v1", node: "v24.1.0", runs: 5 },
  ours: { min: 0.5, median: 12.34, max: 1234.5 },
  comparison: { kind: "measured", theirs: { min: 10, median: 20, max: 30 }, ratio: 0.617, reached: true },
};
const missed: Measurement = {
  ...measured,
  comparison: { kind: "measured", theirs: { min: 1, median: 2, max: 3 }, ratio: 6.17, reached: false },
};
const missing: Measurement = {
  ...measured,
  comparison: { kind: "missing", why: "a peer v1 cannot be built: no | Go\nat all" },
};

const words = (line: string): string => line.replaceAll(/ +/g, " ");

describe("a line of the table", () => {
  test.each<[string, Measurement, string]>([
    ["the spread of both sides", measured, "0.50 / 12.3 / 1235 ms 10.0 / 20.0 / 30.0 ms 0.62x 1x: yes a peer v1"],
    ["a missed reach", missed, "6.17x 1x: NO a peer v1"],
    ["too few runs, which decide nothing", { ...missed, runs: 4 }, "6.17x 1x: too few runs a peer v1"],
    ["why a peer is missing", missing, "0.50 / 12.3 / 1235 ms not measured a peer v1 cannot be built: no | Go"],
  ])("shows %s", (_what, measurement, end) => {
    const line = words(showMeasurement(measurement));
    expect(line).toMatch(/^sync-10000 v24\.1\.0 0\.50 /);
    expect(line).toContain(end);
  });
});

test("the head says which machine, which Nodes and which peers", () => {
  const head = showSetting(setting);
  for (const said of ["a processor", "load 0.3", "abc on Node v24.1.0 and v20.19.0", "etcd 3.6.7, go 1.26"]) {
    expect(head).toContain(said);
  }
});

describe("the results", () => {
  const command = "npm run bench -- all --record";
  const failure = {
    name: "latency",
    work: "an event",
    reach: 1,
    unit: "ms",
    peer: "a peer",
    why: "it | stopped",
  } as const;
  const results = showResults({
    setting,
    command,
    isAll: true,
    measurements: [measured, missed, missing],
    failures: [failure],
  });

  test("say how they were made", () => {
    expect(results).toContain("All benchmarks, written by `npm run bench -- all --record` and by nothing else.");
    for (const said of [
      "| date | 2026-01-02 03:04 UTC |",
      "| machine | a processor, 2 cores, 24 GiB, Linux 6 x64; its load was 0.3 when the run began |",
      "| ours | commit abc, on Node v24.1.0 and v20.19.0 |",
      "| peers | etcd 3.6.7, go 1.26 |",
    ]) {
      expect(results).toContain(said);
    }
  });

  test("have a row for each measurement, and for a peer that is missing", () => {
    expect(results).toContain(
      "| sync-10000 | cold sync | a peer v1 | v24.1.0 | 0.50 / 12.3 / 1235 ms | 10.0 / 20.0 / 30.0 ms | 0.62x | 1x: yes | 5 |",
    );
    expect(results).toContain("| not measured |  | a peer v1 cannot be built: no \\| Go at all | 5 |");
  });

  test("have a row for a benchmark that failed, with the reason", () => {
    expect(results).toContain("| latency | an event | a peer |  | failed |  |  | it \\| stopped | 0 |");
  });

  test("say of a part that it is one", () => {
    const given = { setting, command: "npm run bench -- help --record", isAll: false, measurements: [], failures: [] };
    const part = showResults(given);
    expect(part).toContain("**Some of the benchmarks**, written by `npm run bench -- help --record`");
  });
});
