/** A checkout in which every file has CRLF, as git makes it with core.autocrlf. */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createWebhook } from "../../src/commands/create-webhook.js";
import { edit } from "../../src/commands/edit.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder } from "../support/temp-folder.js";

function filesIn(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: "utf8" })
    .map((file) => file.replaceAll(path.sep, "/"))
    .filter((file) => statSync(path.join(root, file)).isFile() && !/^\.tsop\/|^node_modules\/|\.tgz$/.test(file));
}

const hasBareLf = (text: string): boolean => /(?<!\r)\n/.test(text);

test(
  "all commands work, what they edit keeps CRLF, and --check names line endings in one line",
  { timeout: 120_000 },
  async () => {
    const root = tempFolder();
    const context = recordingContext({ cwd: root });
    const bar = { group: "foo", version: "v1", kind: "Bar" };
    await init({ domain: "abc.com", projectName: "demo", tsop: "^0.1.0", install: false }, context);
    expect(readFileSync(path.join(root, ".gitattributes"), "utf8")).toContain(
      "config/crd/bases/** text eol=lf linguist-generated\n",
    );
    await createApi(bar, context);
    await manifests({}, context);
    const before = new Map<string, string>();
    for (const file of filesIn(root)) {
      const text = readFileSync(path.join(root, file), "utf8").replaceAll(/\r?\n/g, "\r\n");
      writeFileSync(path.join(root, file), text);
      before.set(file, text);
    }

    const checked = await manifests({ check: true }, context);
    expect(checked.exitCode).toBe(3);
    expect(checked.text).toContain("differ only in line endings: CRLF here, LF as generated");
    expect(checked.text.split("\n").length).toBeLessThan(6);
    expect(checked.diagnostics?.map(({ message }) => message)).toContain("the file differs only in line endings: CRLF");

    await createApi({ ...bar, kind: "Baz" }, context);
    await createApi({ ...bar, version: "v2" }, context);
    await createWebhook({ ...bar, defaulting: true, programmaticValidation: true }, context);
    await edit({ replicas: "2" }, context);
    await edit({ certManager: true, prometheus: true, networkPolicy: true }, context);
    await edit({ certManager: false, workload: "daemonset", replicas: "1" }, context);
    const mixed = [...before]
      .map(([file, text]) => ({ file, text, now: readFileSync(path.join(root, file), "utf8") }))
      .filter(({ text, now }) => now !== text && hasBareLf(now))
      .map(({ file }) => file);
    expect(mixed).toEqual([]);
    await manifests({}, context);
    expect((await manifests({ check: true }, context)).exitCode).toBe(0);
  },
);
