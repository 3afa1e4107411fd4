/** Scaffolds of every shape pass their own tests, lint and type check, as they are and after a formatter. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import * as prettier from "prettier";
import { afterAll, describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type { CreateApiOptions, InitOptions } from "../../src/commands/declared/scaffold.js";
import { compileFolder } from "../support/compile-types.js";
import { lintFolder } from "../support/lint-folder.js";
import { recordingContext } from "../support/recording-context.js";
import { succeed } from "../support/shell.js";

const own = fileURLToPath(new URL("../../", import.meta.url));

/** Our own packages stand in for the installed ones: they are of the versions that a scaffold names. */
function linkPackages(root: string): void {
  mkdirSync(path.join(root, "node_modules"));
  for (const name of [...readdirSync(path.join(own, "node_modules")), "tsop"]) {
    const target = name === "tsop" ? own : path.join(own, "node_modules", name);
    symlinkSync(target, path.join(root, "node_modules", name));
  }
}

/** Skips packages: links in them may form a cycle. */
const sources = (root: string): string[] =>
  readdirSync(root, { withFileTypes: true })
    .filter(({ name }) => name !== "node_modules")
    .flatMap((entry) =>
      entry.isDirectory()
        ? readdirSync(path.join(root, entry.name), { recursive: true, encoding: "utf8" }).map((file) =>
            path.join(root, entry.name, file),
          )
        : [path.join(root, entry.name)],
    )
    .filter((file) => file.endsWith(".ts"));

async function format(root: string, options: prettier.Options): Promise<void> {
  for (const file of sources(root)) {
    writeFileSync(file, await prettier.format(readFileSync(file, "utf8"), { ...options, parser: "typescript" }));
  }
}

const bar = { group: "foo", version: "v1", kind: "Bar" };

describe.each<{ name: string; options: InitOptions; apis: CreateApiOptions[]; last: CreateApiOptions }>([
  { name: "without a kind", options: { license: "none" }, apis: [], last: bar },
  {
    name: "with kinds of awkward names",
    options: { owner: 'zh*/ang "san" `${x}`' },
    apis: [
      { ...bar, kind: "Class", shortName: "cl" },
      { ...bar, kind: "Status", namespaced: false },
      { ...bar, kind: "Null", plural: "nulls-of-many" },
      { ...bar, kind: "DNSRecord", version: "v1alpha1" },
    ],
    last: { ...bar, kind: "Request" },
  },
  {
    name: "with several groups, versions and kinds of Kubernetes' own",
    options: { multigroup: true, namespaced: true, license: "mit" },
    apis: [
      bar,
      { ...bar, version: "v2" },
      { ...bar, group: "ship.yard" },
      { ...bar, group: "" },
      { group: "apps", version: "v1", kind: "Deployment", resource: false },
      { group: "core", version: "v1", kind: "Node", resource: false },
    ],
    last: { ...bar, group: "ship.yard", kind: "Baz", namespaced: false },
  },
])("a scaffold $name", ({ options, apis, last }) => {
  const root = mkdtempSync(path.join(os.tmpdir(), "tsop e2e ü-")); // a space and a letter beyond ASCII
  const context = recordingContext({ cwd: root });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  // In this process and with few workers: to start the programs takes longer than their work.
  const check = async (): Promise<void> => {
    expect(compileFolder(root)).toBe("");
    expect(await lintFolder(root)).toBe("");
    // As `npm test` does before.
    await manifests({ strict: true }, context);
    const vitest = path.join(own, "node_modules/vitest/vitest.mjs");
    await succeed(process.execPath, [vitest, "run", "--no-isolate", "--maxWorkers=1"], {
      cwd: root,
      // On the embedded API server, as most users have it.
      env: { KUBEBUILDER_ASSETS: undefined },
    });
  };

  test("is green as scaffolded", async () => {
    await init({ ...options, projectName: "demo", domain: "abc.com", tsop: "1", install: false }, context);
    linkPackages(root);
    for (const api of apis) await createApi(api, context);
    await check();
  });

  test("is formatted as Prettier would, at the width of its own sources", async () => {
    for (const file of sources(root)) {
      const text = readFileSync(file, "utf8");
      expect(await prettier.format(text, { parser: "typescript", printWidth: 120 }), file).toBe(text);
    }
  });

  test("is green after a formatter of another taste and one more kind", async () => {
    await format(root, { singleQuote: true, semi: false, useTabs: true, printWidth: 60, trailingComma: "none" });
    await createApi(last, context);
    await check();
    await format(root, {});
    await createApi({ ...last, force: true }, context);
    await check();
  });
});
