/**
 * `npm run fetch:openapi` writes data/<version>/openapi from the API server of the current kubeconfig context. Needs kubectl, from
 * the folder that KUBEBUILDER_ASSETS names or from the PATH.
 */
import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { createTransport } from "../../src/kube/transport.js";
import { loadKubeConfig } from "../../src/kube/kubeconfig.js";
import { fetchResources } from "./fetch-resources.js";
import { newestFile } from "./newest.js";
import { type GroupVersionData, placeOf, type Resource, type Schema } from "./openapi.js";

const folder = newestFile("openapi");
const kubectl = path.join(process.env["KUBEBUILDER_ASSETS"] ?? "", "kubectl");

const transport = createTransport(await loadKubeConfig({ env: process.env, home: homedir() }));
const index = raw("/openapi/v3") as { paths: Record<string, { serverRelativeURL: string }> };
const data = new Map<string, { apiVersion: string; resources: Resource[]; schemas: Record<string, Schema> }>();

for (const [route, { serverRelativeURL }] of Object.entries(index.paths)) {
  const groupVersion = /^api\/(v1)$/.exec(route)?.[1] ?? /^apis\/([^/]+\/[^/]+)$/.exec(route)?.[1];
  if (groupVersion === undefined) continue;
  const document = raw(serverRelativeURL) as { components?: { schemas?: Record<string, Schema> } };
  for (const [name, schema] of Object.entries(document.components?.schemas ?? {})) {
    const module = placeOf(name)?.module ?? "meta/v1";
    entry(module).schemas[name] = schema;
  }
  const module = moduleOf(groupVersion);
  Object.assign(entry(module), { apiVersion: groupVersion, resources: await fetchResources(transport, route) });
}

transport.close();
rmSync(folder, { recursive: true, force: true });
for (const [module, { apiVersion, resources, schemas }] of data) {
  const file = path.join(folder, `${module}.json`);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, print({ apiVersion, resources, schemas }));
}

const served = [...data].map(([module, { apiVersion }]) => [module, apiVersion] as const);
writeFileSync(
  newestFile("api-versions.json"),
  `${JSON.stringify(Object.fromEntries(served.toSorted()), undefined, 2)}\n`,
);

function raw(route: string): unknown {
  return JSON.parse(execFileSync(kubectl, ["get", "--raw", route], { encoding: "utf8", maxBuffer: 2 ** 28 }));
}

function entry(module: string) {
  let found = data.get(module);
  if (found === undefined) data.set(module, (found = { apiVersion: "", resources: [], schemas: {} }));
  return found;
}

/**
 * Returns the module of a group version: `rbac.authorization.k8s.io/v1` → `rbac/v1`. The core group has no name in an
 * apiVersion; its module is `core`.
 */
function moduleOf(groupVersion: string): string {
  const [version = "", group = "core"] = groupVersion.split("/").toReversed();
  return `${group.split(".")[0]}/${version}`;
}

/** Prints one sorted line per resource and schema, so that a change of Kubernetes appears as changed lines. */
function print({ apiVersion, resources, schemas }: GroupVersionData): string {
  const names = Object.keys(schemas).toSorted();
  return [
    "{",
    `"apiVersion": ${JSON.stringify(apiVersion)},`,
    `"resources": [\n${resources.map((resource) => JSON.stringify(resource)).join(",\n")}\n],`,
    `"schemas": {\n${names.map((name) => `${JSON.stringify(name)}: ${JSON.stringify(sorted(schemas[name]))}`).join(",\n")}\n}`,
    "}",
    "",
  ].join("\n");
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, member]) => [key, sorted(member)]),
  );
}
