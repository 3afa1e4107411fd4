import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { manifests } from "../../src/commands/manifests.js";
import { rbacCheck } from "../../src/commands/rbac-check.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

const project = (controller: string): Record<string, string> => ({
  PROJECT: 'domain: abc.com\nlayout:\n- typescript.tsop.dev/v1\nprojectName: shop\nversion: "3"\n',
  "controllers/shop.ts": `import type { Client, Kind } from "tsop";
import { Deployment } from "tsop/k8s/apps/v1";
import { Secret } from "tsop/k8s/core/v1";
${controller}
`,
});

const reading = `export const f = (client: Client) => client.get(Secret, { name: "a" });`;

async function check(controller: string, change: (role: string) => string = (role) => role) {
  const folder = tempFolder(project(controller));
  const context = recordingContext({ cwd: folder });
  await manifests({}, context);
  const file = path.join(folder, "config/rbac/role.yaml");
  writeFileSync(file, change(readFileSync(file, "utf8")));
  return rbacCheck({ explain: true }, context);
}

describe("rbac check", () => {
  test("has nothing to say when the role is what the code needs", async () => {
    const { text, exitCode, json } = await check(reading);
    expect([exitCode, json]).toMatchObject([0, { missing: [], unused: [], unexplained: [], unresolved: [] }]);
    expect(text).toBe(
      "get secrets\n  controllers/shop.ts:4:45  client.get(Secret)\n1 permissions: all are needed, none is missing",
    );
  });

  test("names what the role does not allow, and who needs it", async () => {
    const { text, exitCode } = await check(reading, (role) => role.replace("- get\n", "- list\n"));
    expect(exitCode).toBe(3);
    expect(text).toContain(
      "controllers/shop.ts:4:45  warning rbac/missing: client.get(Secret) needs get secrets, which config/rbac/role.yaml does not allow",
    );
    expect(text).toContain("config/rbac/role.yaml  warning rbac/unused: config/rbac/role.yaml allows list secrets");
  });

  test("names what a tag asks for and no code", async () => {
    const { text, exitCode } = await check(`// @rbac groups=apps resources=deployments verbs=get;delete\n${reading}
export const g = (client: Client) => client.get(Deployment, { name: "a" });`);
    expect(exitCode).toBe(3);
    expect(text).toContain(
      "controllers/shop.ts:4:4  warning rbac/unused: nothing in the code needs delete deployments.apps",
    );
    expect(text).not.toContain("needs get deployments.apps");
  });

  test("says where a kind cannot be told, and believes the tag above it", async () => {
    const { text, exitCode } = await check(`export const f = (client: Client, kind: Kind) => client.list(kind);
// @rbac groups=apps resources=deployments verbs=get
export const g = (client: Client, kind: Kind) => client.get(kind, { name: "a" });`);
    expect(exitCode).toBe(0);
    expect(text).toContain("controllers/shop.ts:4:57  warning rbac/unresolved");
    expect(text).not.toContain("rbac/unused");
  });

  test.each(["rules: 5\n", "[]\n", "kind: Role\nrules:\n- 1\n- verbs: get\n"])(
    "finds all missing in a role.yaml that is none (%j)",
    async (role) => {
      const { exitCode, json } = await check(reading, () => role);
      expect([exitCode, json]).toMatchObject([3, { missing: [{ resource: "secrets", verb: "get" }] }]);
    },
  );
});
