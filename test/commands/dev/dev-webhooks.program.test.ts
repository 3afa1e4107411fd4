import { existsSync, readFileSync } from "node:fs";
import https from "node:https";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createDevLog } from "../../../src/commands/dev/dev-log.js";
import { DevWebhooks } from "../../../src/commands/dev/dev-webhooks.js";
import { freePort } from "../../../src/kube/local-port.js";
import { TsopError } from "../../../src/core/errors.js";
import { unstructured } from "../../../src/kube/objects.js";
import type { ConfigMap } from "../../../src/k8s/core/v1.js";
import { TestEnvironment } from "../../../src/testing/environment/test-environment.js";
import { recordingContext } from "../../support/recording-context.js";
import { modeOf, tempFolder, writeFiles } from "../../support/temp-folder.js";

let environment: TestEnvironment;
beforeAll(async () => {
  environment = await TestEnvironment.start({ server: "embedded", crds: [] });
});
afterAll(() => environment.stop());

const file = "config/webhook/manifests.yaml";
const Configuration = unstructured("admissionregistration.k8s.io/v1", "MutatingWebhookConfiguration");

function configuration(name: string): string {
  const rule = { apiGroups: [""], apiVersions: ["v1"], operations: ["CREATE"], resources: ["configmaps"] };
  return JSON.stringify({
    apiVersion: "admissionregistration.k8s.io/v1",
    kind: "MutatingWebhookConfiguration",
    metadata: { name },
    webhooks: [
      {
        name: "label.example.com",
        admissionReviewVersions: ["v1"],
        clientConfig: { service: { name: "webhook-service", namespace: "system", path: "/label" } },
        objectSelector: { matchLabels: { test: name } },
        rules: [rule],
        sideEffects: "None",
      },
    ],
  });
}

async function webhooksOf(files: Readonly<Record<string, string>>) {
  const cwd = tempFolder(files);
  const context = recordingContext({ cwd });
  const webhooks = new DevWebhooks({
    root: cwd,
    target: { client: environment.client, isNamespaced: () => Promise.resolve(false) },
    log: createDevLog(context),
    port: await freePort(),
    patienceMs: 50,
    signal: new AbortController().signal,
  });
  const { lines, reports } = context.recording;
  const failures = (): string[] => reports.map((each) => (each instanceof TsopError ? each.message : each.text));
  return { cwd, webhooks, text: () => [...lines, ...failures()].join("\n") };
}

/** What an operator does with what it is told: a server that gives every object a label. */
async function serve(env: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const folder = env["WEBHOOK_CERT_PATH"]!;
  const paths: string[] = [];
  const tls = { cert: readFileSync(path.join(folder, "tls.crt")), key: readFileSync(path.join(folder, "tls.key")) };
  const server = https.createServer(tls, (request, response) => {
    paths.push(request.url!.split("?")[0]!);
    const chunks: Buffer[] = [];
    request.on("data", (chunk: Buffer) => chunks.push(chunk));
    request.on("end", () => {
      const review = JSON.parse(Buffer.concat(chunks).toString()) as { request: { uid: string } };
      const patch = [{ op: "add", path: "/metadata/labels/seen", value: "yes" }];
      const answer = {
        uid: review.request.uid,
        allowed: true,
        patchType: "JSONPatch",
        patch: Buffer.from(JSON.stringify(patch)).toString("base64"),
      };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ apiVersion: "admission.k8s.io/v1", kind: "AdmissionReview", response: answer }));
    });
  });
  await new Promise<void>((resolve) => server.listen(Number(env["WEBHOOK_PORT"]), "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  expect((server.address() as AddressInfo).port).toBe(Number(env["WEBHOOK_PORT"]));
  return paths;
}

function create(name: string, label: string): Promise<ConfigMap> {
  const metadata = { namespace: "default", name, labels: { test: label } };
  return environment.client.create<ConfigMap>({ apiVersion: "v1", kind: "ConfigMap", metadata });
}

test("webhooks are called at the operator on this machine, with a certificate that it finds", async () => {
  const { cwd, webhooks, text } = await webhooksOf({ [file]: configuration("a") });
  await webhooks.prepare([]);
  expect(modeOf(path.join(cwd, ".tsop/webhook-certs/tls.key"))).toBe(0o600);
  const paths = await serve(webhooks.env);
  await webhooks.install();
  await webhooks.install();
  expect((await create("a", "a")).metadata.labels).toEqual({ test: "a", seen: "yes" });
  expect(paths).toEqual(["/label"]);
  expect(text().match(/installed/g)).toHaveLength(1);
  expect(text()).toContain(`${file}: MutatingWebhookConfiguration a installed, served at 127.0.0.1:`);

  // Another name in the file: the one from before goes.
  writeFiles(cwd, { [file]: configuration("a2") });
  await webhooks.prepare([]);
  await webhooks.install();
  expect(await environment.client.get(Configuration, { name: "a" })).toBeUndefined();
  expect(await environment.client.get(Configuration, { name: "a2" })).toBeDefined();
  webhooks.close();
  expect(existsSync(path.join(cwd, ".tsop/webhook-certs"))).toBe(false);
});

test("webhooks without a server are reported once and not installed, so that they do not block writes", async () => {
  const { webhooks, text } = await webhooksOf({ [file]: configuration("b") });
  await webhooks.prepare([]);
  await webhooks.install();
  await webhooks.install();
  expect(text().match(/are not installed: no process listens on 127\.0\.0\.1:\d+ \(WEBHOOK_PORT\)/g)).toHaveLength(1);
  expect((await create("b", "b")).metadata.labels).toEqual({ test: "b" });
  await serve(webhooks.env);
  await webhooks.install();
  expect((await create("b2", "b")).metadata.labels).toMatchObject({ seen: "yes" });
});

test("an invalid YAML file is reported once, and the previous webhooks stay installed", async () => {
  const { cwd, webhooks, text } = await webhooksOf({ [file]: configuration("c") });
  await webhooks.prepare([]);
  writeFiles(cwd, { [file]: "a: [" });
  await webhooks.prepare([]);
  await webhooks.prepare([]);
  expect(text().match(/not valid YAML/g)).toHaveLength(1);
  await serve(webhooks.env);
  await webhooks.install();
  expect(await environment.client.get(Configuration, { name: "c" })).toBeDefined();
});

test("a project without webhooks has no certificate", async () => {
  const { cwd, webhooks } = await webhooksOf({
    "config/webhook/service.yaml": "apiVersion: v1\nkind: Service\nmetadata:\n  name: a\n",
  });
  await webhooks.prepare([]);
  await webhooks.install();
  expect(existsSync(path.join(cwd, ".tsop/webhook-certs"))).toBe(false);
});

test("a CRD that is converted behind a Service is converted here", async () => {
  const { webhooks } = await webhooksOf({});
  const service = { name: "webhook-service", namespace: "system", path: "/convert" };
  const conversion = { strategy: "Webhook", webhook: { clientConfig: { service }, conversionReviewVersions: ["v1"] } };
  const crd = {
    apiVersion: "apiextensions.k8s.io/v1",
    kind: "CustomResourceDefinition",
    metadata: { name: "bars.foo.abc.com" },
    spec: {
      group: "foo.abc.com",
      names: { kind: "Bar", plural: "bars" },
      scope: "Namespaced",
      versions: [],
      conversion,
    },
  } as const;
  const plain = { ...crd, spec: { ...crd.spec, conversion: { strategy: "None" } } };
  const [pointed, other] = await webhooks.prepare([
    { ...crd, spec: { ...crd.spec, versions: [] } },
    { ...plain, spec: { ...plain.spec, versions: [] } },
  ]);
  expect(pointed).toMatchObject({
    spec: {
      conversion: { webhook: { clientConfig: { url: `https://127.0.0.1:${webhooks.env["WEBHOOK_PORT"]}/convert` } } },
    },
  });
  expect(pointed).not.toHaveProperty("spec.conversion.webhook.clientConfig.service");
  expect(other).toMatchObject({ spec: { conversion: { strategy: "None" } } });
});
