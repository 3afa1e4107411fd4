import { describe, expect, test } from "vitest";
import { parseOptions } from "../../bench/harness/options.js";

const catalog = [
  { name: "help", onlyByName: false },
  { name: "help-kubebuilder", onlyByName: false },
  { name: "converge-1000", onlyByName: false },
  { name: "converge-5000", onlyByName: true },
  { name: "sync-10000", onlyByName: false },
];
const parse = (line: string) =>
  parseOptions(
    line.split(" ").filter((word) => word !== ""),
    catalog,
  );
const defaults = { kind: "run", isAll: false, runs: undefined, output: "table", record: false, nodes: [] };

describe("options", () => {
  test("without arguments request the list", () => {
    expect(parse("")).toEqual({ kind: "list" });
  });

  test.each<[string, readonly string[]]>([
    ["help", ["help"]],
    ["converge", ["converge-1000", "converge-5000"]],
    ["sync-10000 help", ["help", "sync-10000"]],
    ["help help", ["help"]],
  ])("%s names benchmarks, in the order of the catalog", (line, names) => {
    expect(parse(line)).toEqual({ ...defaults, names });
  });

  test("all omits benchmarks that must be named", () => {
    const names = ["help", "help-kubebuilder", "converge-1000", "sync-10000"];
    expect(parse("all")).toEqual({ ...defaults, isAll: true, names });
    expect(parse("all converge-5000")).toMatchObject({ isAll: true, names: catalog.map(({ name }) => name) });
  });

  test("set the number of turns, the Nodes and the output", () => {
    expect(parse("help --runs 7 --node /a/node --node=/b/node --output json --record")).toEqual({
      ...{ ...defaults, names: ["help"], runs: 7, nodes: ["/a/node", "/b/node"] },
      ...{ output: "json", record: true },
    });
  });

  test.each([
    ["hlep", "no such benchmark: hlep; did you mean help?"],
    ["konverge", "no such benchmark: konverge; did you mean converge?"],
    ["al", "no such benchmark: al; did you mean all?"],
    ["help sync-1000", "no such benchmark: sync-1000; did you mean sync-10000?"],
    ["help-", "no such benchmark: help-; did you mean help?"],
    ["something", "no such benchmark: something"],
    ["help --rnus 3", "no such option: --rnus; did you mean --runs?"],
    ["help --recrod", "no such option: --recrod; did you mean --record?"],
    ["help --constructor", "no such option: --constructor"],
    ["help -x", "no such option: -x"],
    ["help --runs", "--runs wants a value"],
    ["help --node=", "--node wants a value"],
    ["help --runs 0", "--runs 0: a whole number from 1 to 1000"],
    ["help --runs 1.5", "--runs 1.5: a whole number from 1 to 1000"],
    ["help --runs=-3", "--runs -3: a whole number from 1 to 1000"],
    ["help --runs many", "--runs many: a whole number from 1 to 1000"],
    ["help --runs 1e9", "--runs 1e9: a whole number from 1 to 1000"],
    ["help --output jsn", "--output jsn: table or json; did you mean json?"],
    ["help --output yaml", "--output yaml: table or json"],
    ["help --record=yes", "--record takes no value"],
    ["help --record --runs 4", "--record wants at least 5 runs of each side, and --runs says 4"],
    ["--record", "name the benchmarks to run, or all of them: all"],
  ])("%s is wrong", (line, message) => {
    expect(parse(line)).toEqual({ kind: "wrong", message });
  });
});
