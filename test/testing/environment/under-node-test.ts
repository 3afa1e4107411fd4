/** `tsop/testing` as built, under Node's own test runner, in processes of their own. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { transform } from "esbuild";
import { expect } from "vitest";
import { type Finished, run } from "../../support/shell.js";
import { tempFolder } from "../../support/temp-folder.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What a user writes beside the example of the documentation, with so many environments at once. */
const more = (environments: number): string => `
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createManager, done } from "tsop";
import { ConfigMap } from "tsop/k8s/core/v1";
import { eventually, FakeClock, TestEnvironment } from "tsop/testing";

const configMap = (name: string): ConfigMap => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name } });

test("several environments at once share nothing, and nobody stops them", async () => {
  const environments = await Promise.all(Array.from({ length: ${environments} }, () => TestEnvironment.start()));
  await Promise.all(environments.map(({ client }) => client.create(configMap("same"))));
  assert.equal(new Set(environments.map(({ config }) => config.server)).size, ${environments});
});

test("users, faults, patience and a clock of the test's own", async () => {
  const environment = await TestEnvironment.start();
  const reader = await environment.addUser("reader");
  await assert.rejects(reader.client.list(ConfigMap, { namespace: "default" }), { code: "cluster/forbidden" });
  assert.match(reader.kubeconfig, /kind: Config/);
  const operator = await environment.addUser("operator", { groups: ["system:masters"] });
  const proxy = await environment.startFaultProxy(operator);
  const clock = new FakeClock();
  const runs: string[] = [];
  const manager = await createManager({ name: "m", config: proxy.config, clock, healthProbeBindAddress: "0" });
  manager.controller("m").for(ConfigMap, { predicates: [({ object }) => object.metadata.name === "a"] }).complete({
    reconcile: ({ name }) => {
      runs.push(name);
      return Promise.resolve(runs.length === 1 ? { kind: "requeueAfter", milliseconds: 3_600_000 } : done());
    },
  });
  const stop = new AbortController();
  const running = manager.start(stop.signal);
  await environment.client.create(configMap("a"));
  await eventually(() => assert.deepEqual(runs, ["a"]));
  await clock.advance(3_600_000);
  await eventually(() => assert.deepEqual(runs, ["a", "a"]));
  stop.abort();
  await running;
});
`;

/** The types are taken out, as every Node from 22.18 on does it by itself. */
async function writeTest(folder: string, name: string, code: string): Promise<string> {
  const file = path.join(folder, `${name}.test.mjs`);
  writeFileSync(file, (await transform(code, { loader: "ts", target: "node20.19" })).code);
  return file;
}

/** A project that has this checkout as its package `tsop`. */
function projectFolder(): string {
  const folder = tempFolder();
  mkdirSync(path.join(folder, "node_modules"));
  symlinkSync(root, path.join(folder, "node_modules/tsop"), "junction");
  return folder;
}

const runs = (file: string, cwd: string): Promise<Finished> =>
  run(process.execPath, ["--test", file], { cwd, env: { KUBEBUILDER_ASSETS: "", NODE_TEST_CONTEXT: undefined } });

/** Runs the example of the documentation, and beside it so many processes with so many environments each. */
export async function expectToRun(processes: number, environments: number): Promise<void> {
  const folder = projectFolder();
  const blocks = [...readFileSync(path.join(root, "docs/how-to/testing.md"), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code = ""]) => code)
    .filter((code) => code.includes('from "node:test"'));
  expect(blocks).toHaveLength(1);
  const files = await Promise.all([
    writeTest(folder, "example", blocks[0] ?? ""),
    ...Array.from({ length: processes }, (_, index) => writeTest(folder, `more-${index}`, more(environments))),
  ]);
  const finished = await Promise.all(files.map((file) => runs(file, folder)));
  expect(finished.map(({ code, stdout }) => (code === 0 ? 0 : stdout))).toEqual(files.map(() => 0));
}
