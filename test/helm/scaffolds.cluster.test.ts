/** What tsop scaffolds, in all variants: helm makes the same of its chart as rendering does of config/default. */
import { appendFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { helmChart } from "../../src/commands/helm-chart.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type {
  CreateApiOptions,
  CreateApiserverOptions,
  CreateWebhookOptions,
  InitOptions,
} from "../../src/commands/declared/scaffold.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { hasHelm, helm, helmReason, parseObjects, template, type TemplatedObject } from "../support/helm.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";
import { webhookConfig } from "../support/webhook-config.js";

const bar: CreateApiOptions = { group: "foo", version: "v1", kind: "Bar" };

interface Variant {
  readonly project?: string;
  readonly options?: InitOptions;
  readonly apis: readonly CreateApiOptions[];
  readonly webhooks?: readonly CreateWebhookOptions[];
  readonly served?: readonly CreateApiserverOptions[];
  readonly edit?: (root: string) => void;
}

function addResources(root: string, ...resources: readonly string[]): void {
  const file = path.join(root, "config/default/kustomization.yaml");
  const text = readFileSync(file, "utf8");
  writeFileSync(file, text.replace("resources:\n", `resources:\n${resources.map((each) => `- ${each}\n`).join("")}`));
}

const judged: CreateWebhookOptions = { ...bar, defaulting: true, programmaticValidation: true };
const converted: CreateWebhookOptions = { ...judged, conversion: true, spoke: ["v2"] };

const variants: Readonly<Record<string, Variant>> = {
  "no kind": { apis: [] },
  "one kind": { apis: [bar] },
  "a kind without a controller": { apis: [{ ...bar, controller: false }] },
  "several kinds, versions and groups": {
    options: { multigroup: true },
    apis: [bar, { ...bar, kind: "Tenant", namespaced: false }, { version: "v1", kind: "Baz" }],
  },
  "an operator of named namespaces": { options: { namespaced: true }, apis: [bar] },
  "all that can be turned on": {
    apis: [bar],
    edit: (root) => addResources(root, "../prometheus", "../network-policy"),
  },
  "webhooks with cert-manager": {
    apis: [bar],
    edit: (root) => {
      for (const [file, text] of Object.entries(webhookConfig("demo"))) {
        mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
        writeFileSync(path.join(root, file), text);
      }
      addResources(root, "../webhook", "../certmanager");
      appendFileSync(
        path.join(root, "config/default/kustomization.yaml"),
        "- path: webhook_patch.yaml\n  target:\n    kind: Deployment\n",
      );
    },
  },
  "webhooks whose certificate the operator makes": {
    apis: [bar, { ...bar, version: "v2" }],
    webhooks: [converted, { group: "core", version: "v1", kind: "Pod", defaulting: true }],
  },
  "webhooks, scaffolded with cert-manager": {
    apis: [bar, { ...bar, version: "v2" }],
    webhooks: [{ ...converted, certManager: true }],
  },
  "an extension API server": {
    apis: [bar],
    served: [
      { group: "foo", version: "v2", kind: "Reading" },
      { group: "foo", version: "v2", kind: "Record", storage: "file" },
      { group: "foo", version: "v3", kind: "Setting", storage: "cluster" },
    ],
  },
  "webhooks of an operator of named namespaces": { options: { namespaced: true }, apis: [bar], webhooks: [judged] },
  "a name that YAML takes for a boolean": { project: "on", apis: [bar] },
  "a name with dashes": { project: "a-1--b", apis: [bar] },
  "a prefix that is not the project's name": {
    apis: [bar],
    edit: (root) => {
      const file = path.join(root, "config/default/kustomization.yaml");
      writeFileSync(file, readFileSync(file, "utf8").replace("namePrefix: demo-", "namePrefix: other-"));
    },
  },
};

async function scaffold({
  project = "demo",
  options,
  apis,
  webhooks = [],
  served = [],
  edit,
}: Variant): Promise<string> {
  const root = tempFolder();
  const context = recordingContext({ cwd: root });
  await init({ domain: "abc.com", projectName: project, tsop: "1", install: false, ...options }, context);
  for (const api of apis) await createApi(api, context);
  for (const webhook of webhooks) await createWebhook(webhook, context);
  for (const kind of served) await createApiserver(kind, context);
  await manifests({}, context);
  edit?.(root);
  return root;
}

/** What helm has to differ in. */
function withoutHelm(objects: readonly TemplatedObject[]): TemplatedObject[] {
  const text = JSON.stringify(objects, (key, value: unknown) => {
    if (typeof value === "bigint") return `bigint ${value}`;
    if (
      !["labels", "matchLabels", "selector", "annotations"].includes(key) ||
      typeof value !== "object" ||
      value === null
    )
      return value;
    const dropped = ["app.kubernetes.io/managed-by", "app.kubernetes.io/instance", "helm.sh/resource-policy"];
    const kept = Object.entries(value).filter(([name]) => !dropped.includes(name));
    return kept.length === 0 && key === "annotations" ? undefined : Object.fromEntries(kept);
  });
  return (JSON.parse(text) as TemplatedObject[])
    .filter(({ kind }) => kind !== "Namespace")
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

function keyOf({ kind, metadata }: TemplatedObject): string {
  return `${kind} ${metadata.namespace ?? ""} ${metadata.name}`;
}

describe.skipIf(!hasHelm)(`the chart of a scaffold${helmReason}`, () => {
  test.each(Object.entries(variants))("%s is what deploy applies", async (_, variant) => {
    const root = await scaffold(variant);
    const project = variant.project ?? "demo";
    await helmChart({}, recordingContext({ cwd: root }));
    const chart = `charts/${project}`;
    const lint = await helm(["lint", "--strict", chart], { cwd: root });
    expect(lint.all).toContain("0 chart(s) failed");
    const release = variant.edit?.toString().includes("other-") === true ? "other" : project;
    const rendered = parseObjects(render(path.join(root, "config/default"), diskFiles, root).yaml);
    const templated = await template(root, [release, chart, "--namespace", `${project}-system`]);
    expect(withoutHelm(templated)).toEqual(withoutHelm(rendered));
    expect((await helmChart({ check: true }, recordingContext({ cwd: root }))).exitCode).toBe(0);
    // Nothing is left of the names in a release of another name.
    const other = JSON.stringify(
      await template(root, ["x", chart, "--namespace", "elsewhere", "--set", "fullnameOverride=y"]),
      (__, each: unknown) => (typeof each === "bigint" ? String(each) : each),
    );
    expect(other).not.toContain(`${project}-system`);
    expect(other).not.toMatch(
      new RegExp(`"${release}-(?:controller|apiserver|manager|metrics|bar|leader|webhook|serving)`),
    );
  });
});
