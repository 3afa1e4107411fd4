import { describe, expect, test } from "vitest";
import { roughFaults, roughNetworkFaults } from "../../bench/soak/faults.js";
import { parseOptions } from "../../bench/soak/options.js";
import { gentleFrom, planSchedule } from "../../bench/soak/schedule.js";

const minute = 60_000;

describe("the schedule of a soak", () => {
  test("follows from the seed, and from nothing else", () => {
    expect(planSchedule(42, minute)).toEqual(planSchedule(42, minute));
    expect(planSchedule(42, minute).writes).not.toEqual(planSchedule(43, minute).writes);
    const { network } = planSchedule(42, minute);
    expect(network[0]).not.toEqual(network[1]);
  });

  test.each([0, 1, 42, 4_294_967_295])("is in order and ends in time, with the seed %i", (seed) => {
    const { writes, network, cluster } = planSchedule(seed, 5 * minute);
    for (const planned of [writes, cluster, ...network]) {
      const times = planned.map(({ at }) => at);
      expect(times).toEqual(times.toSorted((a, b) => a - b));
      expect(times.at(-1)).toBeLessThan(5 * minute);
      expect(times.length).toBeGreaterThan(5);
    }
  });

  test("has each kind of fault within five minutes, and those that cost the leadership in the first half only", () => {
    const { network, cluster } = planSchedule(7, 5 * minute);
    const gentle = gentleFrom(5 * minute);
    const rough = [...roughFaults, ...roughNetworkFaults].map((fault) => JSON.stringify(fault));
    const late = [...cluster, ...network.flat()].filter(({ at }) => at >= gentle).map(withoutTime);
    expect(late.filter((fault) => fault.kind !== "compact" && rough.includes(JSON.stringify(fault)))).toEqual([]);
    const kinds = new Set([...cluster, ...network.flat()].map(({ kind }) => kind));
    expect([...kinds].sort()).toEqual(
      [
        ...["compact", "cut-watches", "delay", "disconnect", "end-watches", "expire", "freeze", "kill", "lose-answers"],
        ...["mangle-watches", "refuse", "reset", "reset-watches", "restart-api-server", "silence", "silence-watches"],
        ...["terminate", "watch-error"],
      ].sort(),
    );
  });
});

function withoutTime<T extends { at: number }>(planned: T): Omit<T, "at"> {
  const fault: Omit<T, "at"> & { at?: number } = { ...planned };
  delete fault.at;
  return fault;
}

describe("the options of a soak", () => {
  const noSeed = (): number => 9;

  test("have defaults", () => {
    expect(parseOptions([], noSeed)).toEqual({ minutes: 5, seed: 9, output: "text" });
    expect(parseOptions(["--minutes", "1.5", "--seed", "42", "--output", "json"], noSeed)).toEqual({
      minutes: 1.5,
      seed: 42,
      output: "json",
    });
  });

  test.each([
    [["--minutes", "0.5"], "--minutes 0.5: a number from 1 to 1440"],
    [["--minutes", "many"], "--minutes many: a number from 1 to 1440"],
    [["--seed", "x"], "--seed x: a whole number from 0 to 4294967295"],
    [["--seed=-1"], "--seed -1: a whole number from 0 to 4294967295"],
    [["--output", "yaml"], "--output yaml: text or json"],
    [["--hours", "1"], "Unknown option '--hours'"],
    [["42"], "Unexpected argument '42'"],
  ])("refuse %j", (args, message) => {
    expect(() => parseOptions(args, noSeed)).toThrow(message);
  });
});
