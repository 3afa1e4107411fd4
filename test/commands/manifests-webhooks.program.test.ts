import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { manifests } from "../../src/commands/manifests.js";
import { barProject } from "../support/bar-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

const file = "config/webhook/manifests.yaml";
const webhooks = (methods: string): Record<string, string> => ({
  "webhooks/v1/bar_webhook.ts": `import type { Manager } from "tsop";
import { Bar } from "../../api/v1/bar_types.js";
export function setUp(manager: Manager): void {
  ${methods === "" ? "" : `manager.webhook(Bar).withValidator({ ${methods} }).complete();`}
}
`,
});

function project(methods: string) {
  const cwd = tempFolder({ ...barProject, ...webhooks(methods) });
  const context = recordingContext({ cwd });
  return {
    cwd,
    run: async (options: Parameters<typeof manifests>[0] = {}) => {
      const { exitCode = 0, json } = await manifests(options, context);
      return { exitCode, changes: json["changes"], upToDate: json["upToDate"] };
    },
    read: () => (existsSync(path.join(cwd, file)) ? readFileSync(path.join(cwd, file), "utf8") : undefined),
  };
}

test("a method that a handler gets or loses changes the configuration, and --check sees it", async () => {
  const { cwd, run, read } = project("validateCreate() {}");
  await run();
  expect(read()).not.toContain("DELETE");
  writeFiles(cwd, webhooks("validateCreate() {}, validateDelete() {}"));
  expect(await run({ check: true })).toMatchObject({ exitCode: 3, changes: [{ kind: "overwrite", path: file }] });
  expect(await run({ generators: ["rbac"] })).toMatchObject({ changes: [] });
  expect(await run()).toMatchObject({ changes: [{ kind: "overwrite", path: file }] });
  expect(read()).toContain("DELETE");
  expect(await run({ check: true })).toMatchObject({ exitCode: 0, changes: [], upToDate: 6 });
});

test("with the last handler its file goes; one that comes back is taken away again", async () => {
  const { cwd, run, read } = project("validateCreate() {}");
  await run();
  const generated = read();
  writeFiles(cwd, webhooks(""));
  expect(await run({ dryRun: true })).toMatchObject({ changes: [{ kind: "delete", path: file }] });
  expect(await run({ check: true })).toMatchObject({ exitCode: 3 });
  expect(await run()).toMatchObject({ changes: [{ kind: "delete", path: file }], upToDate: 5 });
  expect([read(), await run()]).toMatchObject([undefined, { changes: [], upToDate: 5 }]);
  writeFiles(cwd, { [file]: generated ?? "" });
  expect(await run()).toMatchObject({ changes: [{ kind: "delete", path: file }] });
});

test("a file that tsop did not generate stays unchanged while the code has no handler", async () => {
  const { cwd, run, read } = project("");
  const own = "kind: ValidatingWebhookConfiguration\n";
  writeFiles(cwd, { [file]: own });
  expect(await run()).toMatchObject({ exitCode: 0 });
  expect(read()).toBe(own);
});

test("it goes where --webhook-dir says", async () => {
  const { cwd, run } = project("validateUpdate() {}");
  await run({ generators: ["webhook"], webhookDir: "charts/hooks" });
  expect(existsSync(path.join(cwd, "charts/hooks/manifests.yaml"))).toBe(true);
});
