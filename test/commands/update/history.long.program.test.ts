import { cpSync, readdirSync, statSync, symlinkSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { checkout } from "../../../scripts/demo-project.js";
import { pastScaffoldOf } from "../../../scripts/scaffold-history/past-scaffold.js";
import { exec } from "../../../src/cli/exec.js";
import {
  historyFile,
  packHistory,
  type PastScaffold,
  readHistory,
  unpackScaffold,
} from "../../../src/commands/update/history.js";
import { linkDependencies } from "../../../src/commands/update/packages.js";
import { pastScaffolder, replay, type ScaffoldFacts, thisScaffolder } from "../../../src/commands/update/replay.js";
import { packageVersion } from "../../../src/commands/version.js";
import type { Modes } from "../../../src/scaffold/modes/modes.js";
import { parseProject } from "../../../src/project/parse.js";
import type { ScaffoldFiles } from "../../../src/update/merge-scaffold.js";
import { packedFiles } from "../../support/packed-files.js";
import { recordingContext } from "../../support/recording-context.js";
import { filesOf, tempFolder, writeFiles } from "../../support/temp-folder.js";
import { pastVersions, pastVersionsFile } from "../../support/update/past-versions.js";

const now = packageVersion();
const head = `domain: abc.com\nprojectName: demo\nversion: "3"\n`;
const kind = (version: string, rest = ""): string =>
  `- api:\n    crdVersion: v1\n    namespaced: true\n  controller: true\n  domain: abc.com\n  group: foo\n  kind: Bar\n  version: ${version}\n${rest}`;

function factsOf(project: string, more: Partial<ScaffoldFacts> = {}): ScaffoldFacts {
  return { project: parseProject(project), modes: undefined, header: "", tsop: `^${now}`, ...more };
}

const modes: Modes = {
  workload: "daemonset",
  namespaced: true,
  metrics: true,
  prometheus: true,
  networkPolicy: true,
  certManager: true,
  replicas: 1,
};

const webhooks =
  "  path: api/v1\n  webhooks:\n    conversion: true\n    defaulting: true\n    spoke: [v1alpha1]\n    validation: true\n    webhookVersion: v1\n";
const core =
  "- controller: true\n  core: true\n  group: apps\n  kind: Deployment\n  path: tsop/k8s/apps/v1\n  version: v1\n  webhooks:\n    validation: true\n    webhookVersion: v1\n";

const reading = "domain: abc.com\n  group: foo\n  kind: Bar\n  version: v1\n";
const served = `resources:\n- api:\n    namespaced: true\n  path: api/v1\n  ${reading}`;
const plugin =
  "plugins:\n  apiserver.tsop.dev/v1:\n    resources:\n    - domain: abc.com\n      group: foo\n      kind: Bar\n      storage: file\n      version: v1\n";

const projects: readonly (readonly [string, ScaffoldFacts])[] = [
  ["no kind", factsOf(head)],
  ["a kind of an extension API server", factsOf(`${head}${served}${plugin}`)],
  [
    "webhooks, another version, and a kind of Kubernetes",
    factsOf(
      `${head}resources:\n${kind("v1alpha1", "  path: api/v1alpha1\n").replace("controller: true", "controller: false")}${kind("v1", webhooks)}${core}`,
    ),
  ],
  [
    "groups in folders of their own, and other modes",
    factsOf(
      `${head}multigroup: true\nnamespaced: true\nresources:\n${kind("v1", "  path: api/v1\n")}${kind("v1", "  path: api/late/v1\n").replace("foo", "late")}`,
      { modes, header: "/*\nCopyright 2026 zhangsan\n*/\n" },
    ),
  ],
];

let own: PastScaffold;
beforeAll(async () => {
  own = await pastScaffoldOf(checkout);
});

function replayPast(past: PastScaffold, facts: ScaffoldFacts): Promise<ScaffoldFiles> {
  const folder = unpackScaffold(past, tempFolder());
  expect(linkDependencies(folder)).toBe(true);
  return replay(pastScaffolder(past.version, folder), facts, { ...recordingContext({ cwd: tempFolder() }), exec });
}

describe("the scaffold program of this version writes the bytes of the command line", () => {
  test.each(projects)("%s", async (_title, facts) => {
    const expected = await replay(thisScaffolder(now), facts, recordingContext({ cwd: tempFolder() }));
    expect(await replayPast(own, facts)).toEqual(expected);
  });
});

test(
  "two past versions add little to this one, because versions share most of their text",
  { timeout: 180_000 },
  () => {
    const old = readHistory(pastVersionsFile);
    expect(old.map(({ version }) => version)).toEqual(Object.keys(pastVersions));
    expect(statSync(pastVersionsFile).size).toBeLessThan(330_000);
    // This version also contains what was added after them, which no past version shares.
    const alone = packHistory([own], 9).length;
    expect(packHistory([...old, own], 9).length - alone).toBeLessThan(alone / 10);
  },
);

/** A packed tsop, whose npm has an empty cache and no registry, and a project that an earlier version has created. */
async function offline() {
  const [past] = readHistory(pastVersionsFile);
  const facts = { ...factsOf(`${head}resources:\n${kind("v1", "  path: api/v1\n")}`), tsop: "^0.0.1" };
  const { texts } = await replayPast(past!, facts);
  const root = tempFolder(Object.fromEntries(texts));
  const tsop = tempFolder();
  for (const file of packedFiles()) cpSync(path.join(checkout, file), path.join(tsop, file));
  symlinkSync(path.join(checkout, "node_modules"), path.join(tsop, "node_modules"), "junction");
  const update = (...args: readonly string[]): ReturnType<typeof exec> =>
    exec(process.execPath, [path.join(tsop, "bin/tsop.js"), "update", ...args], {
      cwd: root,
      env: { ...process.env, npm_config_registry: "http://127.0.0.1:9/", npm_config_cache: tempFolder() },
      signal: new AbortController().signal,
    });
  const addHistory = (): void => cpSync(pastVersionsFile, path.join(tsop, historyFile));
  return { facts, texts, root, tsop, update, addHistory };
}

test("a packed tsop updates an earlier scaffold without a registry", async () => {
  const { facts, texts, root, update, addHistory } = await offline();
  expect(filesOf(root)["PROJECT"]).toContain("cliVersion: 0.0.1\n");
  writeFiles(root, { "README.md": "# Ours\n", ".gitignore": `${texts.get(".gitignore") ?? ""}secrets/\n` });
  const before = filesOf(root);
  const refused = await update("--no-install");
  expect(refused.exitCode).toBe(1);
  expect(refused.stderr).toContain("update/registry-failed");
  expect(filesOf(root)).toEqual(before);

  addHistory();
  expect(await update("--no-install")).toMatchObject({ exitCode: 0 });
  const expected = { ...facts, tsop: `^${now}` };
  const next = await replay(thisScaffolder(now), expected, recordingContext({ cwd: tempFolder() }));
  const files = filesOf(root);
  expect(files["README.md"]).toBe("# Ours\n");
  expect(files[".gitignore"]).toContain("\nsecrets/\n");
  for (const [file, text] of next.texts) {
    if (file !== "README.md" && file !== ".gitignore") expect(files[file], file).toBe(text);
  }
});

const codemods = `export const codemods = [
  {
    version: "0.1.0",
    title: "defineKind is now declareKind",
    changes: [{ kind: "rename-export", module: "tsop", from: "defineKind", to: "declareKind" }],
  },
  {
    version: "0.1.0",
    title: "runManager is now in tsop/manager",
    changes: [{ kind: "move-export", name: "runManager", from: "tsop", to: "tsop/manager" }],
  },
  {
    version: "0.1.0",
    title: "setCondition gets the condition first",
    changes: [{ kind: "change-call", module: "tsop", name: "setCondition", change: ([list, one]) => [one, list] }],
  },
  {
    version: "0.2.0",
    title: "a later change",
    changes: [{ kind: "rename-export", module: "tsop", from: "done", to: "finished" }],
  },
];
`;

test("an update runs the codemods between two versions, also on own sources", async () => {
  const { root, tsop, update, addHistory } = await offline();
  addHistory();
  const [chunk = ""] = readdirSync(path.join(tsop, "dist/cli")).filter((name) => /^all-.*\.js$/.test(name));
  writeFiles(path.join(tsop, "dist/cli"), { [chunk]: codemods });
  const own = `// Ours.
import { defineKind as define, runManager, setCondition } from "tsop";
import * as tsop from "tsop";
export const run = () => runManager; // run it
export const set = (list: never, one: never) => setCondition(list, one);
export const all = [define, tsop.defineKind, tsop.done];
`;
  writeFiles(root, { "lib/own.ts": own, "lib/other.ts": 'import { defineKind } from "elsewhere";\ndefineKind();\n' });
  const before = filesOf(root);

  const { exitCode, stdout, stderr } = await update("--no-install");
  expect(exitCode, stderr).toBe(0);
  const said = `${stdout}\n${stderr}`;
  expect(said).toContain("sources: defineKind is now declareKind\n");
  expect(said).toContain("sources: runManager is now in tsop/manager\n");
  expect(said).toContain("sources: setCondition gets the condition first\n");
  expect(said).not.toContain("a later change");
  const files = filesOf(root);
  expect(files["api/v1/bar_types.ts"]).toContain("declareKind");
  expect(files["main.ts"]).toMatch(/import \{[^}]*runManager[^}]*\} from "tsop\/manager";/);
  expect(files["lib/other.ts"]).toBe(before["lib/other.ts"]);
  expect(files["lib/own.ts"]).toBe(`// Ours.
import { declareKind as define, setCondition } from "tsop";
import * as tsop from "tsop";
import { runManager } from "tsop/manager";
export const run = () => runManager; // run it
export const set = (list: never, one: never) => setCondition(one, list);
export const all = [define, tsop.declareKind, tsop.done];
`);
  expect(await update("--abort")).toMatchObject({ exitCode: 0 });
  expect(filesOf(root)).toEqual(before);
});
