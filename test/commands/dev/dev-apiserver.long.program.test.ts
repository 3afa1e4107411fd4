/** `tsop dev` with a scaffolded extension API server, as a user runs it. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createLiveClient } from "../../../src/kube/http-client.js";
import { loadKubeConfig } from "../../../src/kube/kubeconfig.js";
import { defineKind, type KubeObject } from "../../../src/kube/objects.js";
import { startTsop, tracesIn } from "../../support/dev-process.js";
import { createExtensionProject } from "../../support/extension-project.js";

type Reading = KubeObject & { spec: { size?: number } };
const Reading = defineKind<Reading>("metrics.abc.com/v1", "Reading");

test("serves the kinds, applies their samples, and replaces the server after a save", async () => {
  const root = await createExtensionProject();
  const running = startTsop(root, ["dev"]);
  await running.said(/Reading default\/reading-sample applied/);
  const config = await loadKubeConfig({ env: {}, kubeconfig: path.join(root, ".tsop/kubeconfig") });
  const client = createLiveClient(config);
  onTestFinished(() => client.close());
  const key = { namespace: "default", name: "reading-sample" };
  expect((await client.getOrThrow(Reading, key)).spec).toEqual({ size: 1 });
  expect((await client.list(defineKind<KubeObject>("metrics.abc.com/v1", "Load"))).items).toHaveLength(1);

  const types = path.join(root, "api/v1/reading_types.ts");
  writeFileSync(types, readFileSync(types, "utf8").replace("@maximum 10", "@maximum 12"));
  await running.said(/(serves Reading[^]*reading-sample applied[^]*){2}/);
  const metadata = { namespace: "default", name: "large" };
  const large = { apiVersion: "metrics.abc.com/v1", kind: "Reading", metadata, spec: { size: 12 } };
  await expect.poll(() => client.create<Reading>(large)).toMatchObject({ spec: { size: 12 } });

  expect(await running.end("SIGINT")).toBe(130);
  // The generated definition, which the save changes, does not replace the server a second time.
  expect(running.output.match(/serves Reading/g)).toHaveLength(2);
  expect(tracesIn(root)).toEqual([]);
});
