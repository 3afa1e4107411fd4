import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import { describeManagerFlags } from "../../src/runtime/manager-flags.js";
import { ManagerMetrics } from "../../src/runtime/metrics/manager-metrics.js";
import { createWebhookMetrics } from "../../src/runtime/webhook/webhook-metrics.js";
import { WorkQueue } from "../../src/runtime/queue/work-queue.js";
import { programOf } from "../support/compile-types.js";
import { FakeClock } from "../support/fake-clock.js";
import { compiler as ts } from "../../src/source/compiler.js";

const root = fileURLToPath(new URL("../../", import.meta.url));
const page = readFileSync(`${root}docs/coming-from/controller-runtime.md`, "utf8");
const rows = page
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| controller-runtime "))
  .map((line) =>
    line
      .slice(1, -1)
      .split("|")
      .map((cell) => cell.trim()),
  );

const spansOf = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, span = ""]) => span);
/** Placeholders for the reader's values. */
const placeholders = new Set(["manager", "client", "context", "name", "ms", "Kind", "options", "signal"]);

/** Every name that `tsop` and `tsop/testing` export, and every member of their exports, as the built package declares them. */
function publicNames(): Set<string> {
  const entries = [`${root}dist/index.d.ts`, `${root}dist/testing/index.d.ts`];
  const program = programOf(entries);
  const checker = program.getTypeChecker();
  const names = new Set<string>();
  for (const entry of entries) {
    const module = checker.getSymbolAtLocation(program.getSourceFile(entry)!)!;
    for (const exported of checker.getExportsOfModule(module)) {
      names.add(exported.name);
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      for (const member of type.isUnion() ? type.types.flatMap((each) => each.getProperties()) : type.getProperties()) {
        names.add(member.name);
      }
    }
  }
  return names;
}

let known: Set<string>;
beforeAll(async () => {
  const metrics = new ManagerMetrics();
  metrics.observeController("x", 1, () => new WorkQueue({ clock: new FakeClock() }));
  metrics.observeInformers(() => []);
  createWebhookMetrics(metrics.registry, []);
  const series = (await metrics.registry.getMetricsAsJSON()).map(({ name }) => name);
  const flags = [...describeManagerFlags().matchAll(/^ {2}(--[a-z-]+)/gm)].map(([, flag = ""]) => flag);
  known = new Set([...publicNames(), ...series, ...flags]);
});

test("every row names three cells, and says why where tsop has no such thing", () => {
  expect(rows.filter((cells) => cells.length !== 3 || (cells[1] === "" && cells[2] === ""))).toEqual([]);
  expect(rows.length).toBeGreaterThan(100);
});

test("every name in the column of tsop exists", () => {
  const missing = rows
    .flatMap(([, ours = ""]) => spansOf(ours))
    .flatMap((span) => (span.startsWith("--") ? [span] : (span.match(/[A-Za-z_]\w*/g) ?? [])))
    .filter((name) => !placeholders.has(name) && !known.has(name));
  expect(missing).toEqual([]);
});

test("every metric and every flag of an operator is in the table", () => {
  const listed = new Set(rows.flatMap(([, ours = ""]) => spansOf(ours)));
  const missing = [...known].filter((name) =>
    /^--|^(controller_runtime|workqueue|rest_client|leader_election|tsop)_/.test(name),
  );
  expect(missing.filter((name) => !listed.has(name))).toEqual([]);
});
