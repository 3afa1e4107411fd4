/** `tsop/testing` under Node's own test runner, in processes of their own. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, test } from "vitest";
import { ownUrl } from "../../../scripts/own-url.mjs";
import { type Finished, run } from "../../support/shell.js";
import { tempFolder } from "../../support/temp-folder.js";

const root = fileURLToPath(new URL("../../../", import.meta.url));

/** What a user writes beside the example of the documentation. */
const more = `
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { createManager, done } from "tsop";
import { ConfigMap } from "tsop/k8s/core/v1";
import { eventually, FakeClock, TestEnvironment } from "tsop/testing";

const configMap = (name: string): ConfigMap => ({ apiVersion: "v1", kind: "ConfigMap", metadata: { namespace: "default", name } });

test("eight environments at once share nothing, and nobody stops them", async () => {
  const environments = await Promise.all(Array.from({ length: 8 }, () => TestEnvironment.start()));
  await Promise.all(environments.map(({ client }) => client.create(configMap("same"))));
  assert.equal(new Set(environments.map(({ config }) => config.server)).size, 8);
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

async function bundle(folder: string, name: string, code: string): Promise<string> {
  const outfile = path.join(folder, `${name}.test.mjs`);
  await build({
    stdin: { contents: code, resolveDir: root, sourcefile: path.join(root, `${name}.ts`), loader: "ts" },
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    alias: { tsop: `${root}src/index.ts`, "tsop/testing": `${root}src/testing/index.ts`, "tsop/k8s": `${root}src/k8s` },
    plugins: [ownUrl],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return outfile;
}

const runs = (file: string, cwd: string): Promise<Finished> =>
  run(process.execPath, ["--test", file], { cwd, env: { KUBEBUILDER_ASSETS: "", NODE_TEST_CONTEXT: undefined } });

test("the example of the documentation runs, and so does what else a test does, in four processes at once", async () => {
  const folder = tempFolder();
  const blocks = [...readFileSync(path.join(root, "docs/testing.md"), "utf8").matchAll(/```ts\n([\s\S]*?)```/g)]
    .map(([, code = ""]) => code)
    .filter((code) => code.includes('from "node:test"'));
  expect(blocks).toHaveLength(1);
  const files = await Promise.all([
    bundle(folder, "example", blocks[0] ?? ""),
    ...["one", "two", "three"].map((name) => bundle(folder, name, more)),
  ]);
  const finished = await Promise.all(files.map((file) => runs(file, folder)));
  expect(finished.map(({ code, stdout }) => (code === 0 ? 0 : stdout))).toEqual([0, 0, 0, 0]);
}, 120_000);
