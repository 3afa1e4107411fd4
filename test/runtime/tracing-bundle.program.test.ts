import { spawn } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { expect, onTestFinished, test } from "vitest";
import { operatorBundle } from "../../src/commands/operator-bundle.js";
import { answer, startScriptedServer } from "../support/scripted-server.js";
import { tempFolder } from "../support/temp-folder.js";

const root = fileURLToPath(new URL("../../", import.meta.url));

/** The program in the documentation of tracing, bundled as `tsop build` does it. */
async function bundleDocumentedOperator(folder: string): Promise<string> {
  const page = readFileSync(path.join(root, "docs/reference/runtime.md"), "utf8");
  const code = /## Tracing[\s\S]*?```ts\n([\s\S]*?)```/.exec(page)?.[1] ?? "";
  writeFileSync(path.join(folder, "main.ts"), code);
  await build({
    entryPoints: [path.join(folder, "main.ts")],
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    ...operatorBundle,
    alias: { tsop: `${root}src/index.ts`, "tsop/k8s/core/v1": `${root}src/k8s/core/v1.ts` },
    nodePaths: [`${root}node_modules`],
  });
  return path.join(folder, "main.mjs");
}

interface ExportedSpan {
  readonly name: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
}

test("the documented operator sends its spans, bundled", async () => {
  const folder = tempFolder();
  const resources = [
    { name: "configmaps", singularName: "configmap", namespaced: true, kind: "ConfigMap", verbs: ["get"] },
  ];
  const object = {
    apiVersion: "v1",
    kind: "ConfigMap",
    metadata: { name: "a", namespace: "default", resourceVersion: "1" },
  };
  const annotations = { "k8s.io/initial-events-end": "true" };
  const api = await startScriptedServer((request, response) => {
    if (request.path === "/api/v1") answer(response, 200, { kind: "APIResourceList", groupVersion: "v1", resources });
    else if (!request.path.includes("watch=true")) answer(response, 200, object);
    else {
      const bookmark = { apiVersion: "v1", kind: "ConfigMap", metadata: { resourceVersion: "1", annotations } };
      const events = [
        { type: "ADDED", object },
        { type: "BOOKMARK", object: bookmark },
      ];
      response.writeHead(200, { "content-type": "application/json" });
      response.write(events.map((event) => `${JSON.stringify(event)}\n`).join(""));
    }
  });
  const collector = await startScriptedServer((_, response) => answer(response, 200, {}));
  const kubeconfig = path.join(folder, "config");
  const config = {
    apiVersion: "v1",
    kind: "Config",
    clusters: [{ name: "here", cluster: { server: api.url } }],
    contexts: [{ name: "here", context: { cluster: "here" } }],
    "current-context": "here",
  };
  writeFileSync(kubeconfig, JSON.stringify(config));

  const main = await bundleDocumentedOperator(folder);
  const child = spawn(process.execPath, [main, "--kubeconfig", kubeconfig, "--health-probe-bind-address=0"], {
    env: { PATH: process.env["PATH"], HOME: folder, OTEL_EXPORTER_OTLP_ENDPOINT: collector.url },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let text = "";
  child.stderr.on("data", (data: Buffer) => (text += data.toString()));
  const ended = new Promise((resolve) => child.once("exit", (code) => resolve(code)));
  await expect.poll(() => text, { interval: 20 }).toContain('"msg":"seen"');
  child.kill("SIGTERM");
  expect(await ended).toBe(0);

  const bodies = collector.received.map(
    ({ body }) => JSON.parse(body) as { resourceSpans: { scopeSpans: { spans: ExportedSpan[] }[] }[] },
  );
  const spans = bodies
    .flatMap(({ resourceSpans }) => resourceSpans)
    .flatMap(({ scopeSpans }) => scopeSpans)
    .flatMap((scope) => scope.spans);
  const run = spans.find(({ name }) => name === "reconcile configmap");
  const request = spans.find(({ name }) => name === "GET /api/v1/namespaces/{namespace}/configmaps/{name}");
  expect(request?.parentSpanId).toBe(run?.spanId);
  expect(text).toContain(`"span_id":"${run?.spanId ?? "none"}"`);
  expect(JSON.stringify(bodies[0])).toContain("operator-demo");
});
