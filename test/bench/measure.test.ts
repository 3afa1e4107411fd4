import { describe, expect, test } from "vitest";
import { type Benchmark, type Sides, single } from "../../bench/harness/benchmark.js";
import { measure } from "../../bench/harness/measure.js";

const new24 = { file: "/new/node", version: "v24.1.0" };
const old20 = { file: "/old/node", version: "v20.19.0" };

/** Each turn takes one more than the previous turn of the same side. */
function recorded(more: Partial<Sides> = {}) {
  const turns: string[] = [];
  const counts = new Map<string, number>();
  const turn = (name: string): { figure: number } => {
    turns.push(name);
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return { figure: count };
  };
  const sides: Sides = {
    ours: ({ version }) => turn(`ours ${version}`),
    theirs: ({ version }) => turn(`theirs ${version}`),
    tearDown: () => void turns.push("torn down"),
    ...more,
  };
  return { turns, sides };
}

function benchmark(sides: Sides, more: Partial<Benchmark> = {}): Benchmark {
  const row = { name: "figure", work: "works", reach: 1, unit: "ms" } as const;
  return { peer: "a peer", rows: [row], setUp: () => Promise.resolve(sides), ...more };
}

const options = { folder: "/tmp/none", nodes: [new24, old20], runs: 3 };

describe("a measurement", () => {
  test("is of our side on each Node, beside one peer", async () => {
    const { sides, turns } = recorded();
    const found = await measure(benchmark(sides), options);
    expect(found.map(({ node, runs, ours, comparison }) => ({ node, runs, ours, comparison }))).toEqual(
      ["v24.1.0", "v20.19.0"].map((node) => ({
        ...{ node, runs: 3, ours: { min: 2, median: 3, max: 4 } },
        comparison: { kind: "measured", theirs: { min: 2, median: 3, max: 4 }, ratio: 1, reached: true },
      })),
    );
    expect(turns.filter((turn) => turn.startsWith("theirs"))).toHaveLength(4);
    expect(turns.at(-1)).toBe("torn down");
  });

  test("gives its turns in changing order, and does not count the first round", async () => {
    const { sides, turns } = recorded();
    await measure(benchmark(sides), { ...options, nodes: [new24] });
    expect(turns.slice(0, -1).map((turn) => turn.split(" ")[0])).toEqual([
      ...["ours", "theirs"],
      ...["theirs", "ours"],
      ...["theirs", "ours"],
      ...["ours", "theirs"],
    ]);
  });

  test("counts the first round where nothing has to warm up", async () => {
    const [found] = await measure(benchmark(recorded().sides, { warmUps: 0 }), options);
    expect(found?.ours).toEqual({ min: 1, median: 2, max: 3 });
  });

  test("has a peer on the same Node, where the peer needs one", async () => {
    const { sides, turns } = recorded();
    await measure(benchmark(sides, { isPeerOnNode: true }), options);
    expect(turns.filter((turn) => turn === "theirs v24.1.0")).toHaveLength(4);
    expect(turns.filter((turn) => turn === "theirs v20.19.0")).toHaveLength(4);
  });

  test("says why there is no peer, and measures ours all the same", async () => {
    const { sides, turns } = recorded({ theirs: { missing: "it cannot be built" } });
    const found = await measure(benchmark(sides), { ...options, nodes: [new24] });
    expect(found[0]?.comparison).toEqual({ kind: "missing", why: "it cannot be built" });
    expect(found[0]?.ours).toEqual({ min: 2, median: 3, max: 4 });
    expect(turns).toHaveLength(5);
  });

  test("names the peer with its version and how it does the work", async () => {
    const rows = [{ name: "figure", work: "works", reach: 1, unit: "ms", how: "slowly" }] as const;
    const { sides } = recorded({ peer: "a peer v1.2.3" });
    const [found] = await measure(benchmark(sides, { rows }), options);
    expect(found?.peer).toBe("a peer v1.2.3, slowly");
  });

  test("says that the reach is missed by the median, whatever the best turn is", async () => {
    const figures = [9, 1, 9, 9].values();
    const ours = (): { figure: number } => ({ figure: figures.next().value ?? NaN });
    const { sides } = recorded({ ours, theirs: () => ({ figure: 3 }) });
    const [found] = await measure(benchmark(sides), { ...options, nodes: [new24] });
    expect(found?.comparison).toMatchObject({ ratio: 3, reached: false });
  });

  test("fails where a side measures nothing, and tears down", async () => {
    const { sides, turns } = recorded({ theirs: () => ({ another: 1 }) });
    await expect(measure(benchmark(sides), options)).rejects.toThrow("no measurements of figure");
    expect(turns.at(-1)).toBe("torn down");
  });

  test("fails with what a turn fails with, and tears down", async () => {
    const { sides, turns } = recorded({ theirs: () => Promise.reject(new Error("the peer is ill")) });
    await expect(measure(benchmark(sides), options)).rejects.toThrow("the peer is ill");
    expect(turns.at(-1)).toBe("torn down");
  });
});

test("a benchmark of one figure has one row, and keeps a missing peer", async () => {
  const row = { name: "one", work: "works", peer: "a peer", reach: 2 };
  const both = single({ ...row, setUp: () => ({ ours: () => 4, theirs: () => 2 }) });
  expect((await measure(both, { ...options, nodes: [new24] }))[0]).toMatchObject({
    name: "one",
    unit: "ms",
    peer: "a peer",
  });
  const alone = single({ ...row, setUp: () => ({ ours: () => 4, theirs: { missing: "gone" } }) });
  expect((await measure(alone, options))[0]?.comparison).toEqual({ kind: "missing", why: "gone" });
});
