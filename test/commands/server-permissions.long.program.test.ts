/** The permissions of the extension API server: `tsop manifests` infers them from its own code. */
import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { deleteApi } from "../../src/commands/delete-api.js";
import { manifests } from "../../src/commands/manifests.js";
import { rbacCheck } from "../../src/commands/rbac-check.js";
import { recordingContext } from "../support/recording-context.js";
import { refusalIn } from "../support/refusal.js";
import { scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder, writeFiles } from "../support/temp-folder.js";

const project = await scaffold({ isGenerated: true });
const load = { group: "metrics", version: "v1", kind: "Load", storage: "virtual" } as const;
const roleFile = "config/apiserver/role.yaml";
const namespaces = { apiGroups: [""], resources: ["namespaces"], verbs: ["get", "list"] };

async function open() {
  const root = tempFolder(project);
  const context = recordingContext({ cwd: root });
  await createApiserver(load, context);
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const rules = (file: string): unknown => (parse(read(file)) as { rules: unknown }).rules;
  return { root, context, read, rules };
}

const server = {
  "apiserver.ts": `import { runManager } from "tsop";
import { createExtensionServer } from "tsop/apiserver";
import { Pod } from "tsop/k8s/core/v1";
import { loads } from "./apiserver/loads.js";

await runManager({ name: "loads" }, async (manager) => {
  manager.cacheFor(Pod);
  manager.add(await createExtensionServer({ resources: [loads(manager.client)] }));
});
`,
  "apiserver/loads.ts": `import type { Client } from "tsop";
import type { ExtensionResource } from "tsop/apiserver";
import { Load } from "../api/v1/load_types.js";
import { nodes } from "../lib/nodes.js";

export function loads(client: Client): ExtensionResource {
  void nodes(client);
  void client.list(Load);
  return helper();
}

/** @rbac groups=apps resources=deployments verbs=get */
declare function helper(): ExtensionResource;
`,
  "lib/nodes.ts": `import type { Client } from "tsop";
import { Node } from "tsop/k8s/core/v1";

export const nodes = (client: Client) => client.get(Node, { name: "a" });
`,
};

test("manifests gives the server what its code needs, and the operator nothing of it", async () => {
  const { root, context, rules } = await open();
  expect(rules(roleFile)).toEqual([namespaces]);
  writeFiles(root, server);
  await manifests({}, context);
  expect(rules(roleFile)).toEqual([
    namespaces,
    { apiGroups: [""], resources: ["nodes"], verbs: ["get"] },
    { apiGroups: [""], resources: ["pods"], verbs: ["get", "list", "watch"] },
    { apiGroups: ["apps"], resources: ["deployments"], verbs: ["get"] },
    { apiGroups: ["metrics.abc.com"], resources: ["loads"], verbs: ["list"] },
  ]);
  expect(rules("config/rbac/role.yaml")).toEqual([]);
  expect((await manifests({ check: true }, context)).exitCode).toBe(0);
  // A controller and the server share a file: each gets its permission.
  writeFiles(root, { "controllers/x.ts": 'export * from "../lib/nodes.js";\n' });
  await manifests({}, context);
  expect(rules("config/rbac/role.yaml")).toEqual([{ apiGroups: [""], resources: ["nodes"], verbs: ["get"] }]);
});

test("a change of the server's code alone is a change", async () => {
  const { root, context, rules } = await open();
  writeFiles(root, server);
  await manifests({}, context);
  writeFiles(root, { "apiserver/loads.ts": server["apiserver/loads.ts"].replace("client.list(Load)", "client") });
  await manifests({}, context);
  expect(JSON.stringify(rules(roleFile))).not.toContain("loads");
});

test("rbac check compares the role of the server, too", async () => {
  const { root, context, read } = await open();
  writeFiles(root, { ...server, "apiserver/loads.ts": server["apiserver/loads.ts"].replace(/\/\*\* @rbac.*\n/, "") });
  await manifests({}, context);
  expect((await rbacCheck({}, context)).exitCode).toBe(0);
  writeFileSync(path.join(root, roleFile), read(roleFile).replace("- pods", "- secrets"));
  const { text, exitCode } = await rbacCheck({}, context);
  expect(exitCode).toBe(3);
  expect(text).toContain(`needs list pods, which ${roleFile} does not allow`);
  expect(text).toContain(`${roleFile} allows list secrets`);
});

test("reports mistakes in the server's code with their places, and writes nothing", async () => {
  const { root, context } = await open();
  await manifests({}, context);
  writeFiles(root, {
    "apiserver/a.ts": 'import "tsop";\n/** @rbac groups=apps verbs=get */\nexport const a = 1;\n',
    "apiserver/b.ts": 'import "tsop";\n/** @rbac resources=Pods groups=core verbs=get */\nexport const b = 1;\n',
  });
  const before = filesOf(root);
  const { diagnostics } = await refusalIn(root, () => manifests({}, context));
  expect(diagnostics.map(({ code, at }) => [code, at?.file])).toEqual([
    ["rbac/invalid", "apiserver/a.ts"],
    ["rbac/invalid", "apiserver/b.ts"],
  ]);
  expect(filesOf(root)).toEqual(before);
});

test("delete takes a generated role back", async () => {
  const { root, context, read, rules } = await open();
  const code = `import { nodes } from "../lib/nodes.js";\n${read("apiserver/load_resource.ts")}\nexport { nodes };\n`;
  writeFiles(root, { "apiserver/load_resource.ts": code, "lib/nodes.ts": server["lib/nodes.ts"] });
  await manifests({}, context);
  expect(rules(roleFile)).toHaveLength(2);
  await deleteApi({ group: "metrics", kind: "Load", force: true }, context);
  expect(Object.keys(filesOf(root)).filter((file) => file.startsWith("config/apiserver"))).toEqual([]);
});
