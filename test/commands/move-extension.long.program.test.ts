/** Projects whose kinds an extension API server serves, under other names and in another layout. */
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import type { CreateApiserverOptions } from "../../src/commands/declared/scaffold.js";
import { edit } from "../../src/commands/edit.js";
import { manifests } from "../../src/commands/manifests.js";
import { domain, expectWhole, group, kind, type Rename } from "../support/project-to-rename.js";
import { renameGroup, renameKind } from "../../src/commands/rename.js";
import { recordingContext } from "../support/recording-context.js";
import { printProblems, refusalIn } from "../support/refusal.js";
import { type Files, scaffold } from "../support/scaffolds.js";
import { sortImportedNames } from "../support/sorted-imports.js";
import { filesOf, tempFolder, writeFiles } from "../support/temp-folder.js";

interface Names {
  readonly reading?: string;
  readonly group?: string;
  readonly domain?: string;
  readonly multigroup?: boolean;
}

/** A stored kind with two versions, a computed kind, and a kind with a CRD beside them. */
async function project({ reading = "Reading", group: name = "metrics", ...init }: Names = {}): Promise<Files> {
  const root = tempFolder(await scaffold({ init }));
  const context = recordingContext({ cwd: root });
  const create = (options: Partial<CreateApiserverOptions>) =>
    createApiserver({ group: name, version: "v1", ...options }, context);
  await create({ kind: reading, storage: "file" });
  await create({ kind: "Load", storage: "virtual", namespaced: false });
  await create({ kind: reading, version: "v2", storage: "file" });
  await createApi({ group: name, version: "v1alpha1", kind: "Bar" }, context);
  await manifests({}, context);
  return filesOf(root);
}

/** Sorts what `create` sorts, and a rename leaves in its place. */
function sorted(files: Files): Files {
  const sort = (text: string): string => sortImportedNames(text).split("\n").toSorted().join("\n");
  return Object.fromEntries(Object.entries(files).map(([name, text]) => [name, sort(text)]));
}

const before = await project();

describe("a rename", () => {
  test.each<[string, Rename, Names, Rename]>([
    ["of a kind", kind("Reading", "Measure"), { reading: "Measure" }, kind("Measure", "Reading")],
    ["of a group", group("metrics", "numbers"), { group: "numbers" }, group("numbers", "metrics")],
    ["of the domain", domain("example.org"), { domain: "example.org" }, domain("abc.com")],
  ])(
    "%s gives the files that tsop would create for the new name, and the way back the same bytes",
    async (_, there, names, back) => {
      const root = tempFolder(before);
      await there(root);
      // The lease of the leader election keeps its name.
      const [after, wanted] = [await expectWhole(root), await project(names)].map((files) => ({
        ...files,
        "main.ts": "",
      }));
      expect(sorted(after ?? {})).toEqual(sorted(wanted ?? {}));
      await back(root);
      expect(filesOf(root)).toEqual(before);
    },
  );

  test("says which objects and registrations do not follow", async () => {
    const context = recordingContext({ cwd: tempFolder(before) });
    const stored = (kind: string): RegExp =>
      new RegExp(`finds no stored objects of ${kind} under the new name: before you deploy`);
    const computed = (await renameKind({ from: "Load", to: "Weight" }, context)).text;
    expect(computed).not.toMatch(/stored objects|apiservice/);
    const one = (await renameKind({ from: "Reading", to: "Measure" }, context)).text;
    expect(one).toMatch(stored("Reading"));
    expect(one).not.toContain("delete apiservice");
    const { text } = await renameGroup({ from: "metrics", to: "numbers" }, context);
    expect(text).toMatch(stored("Measure"));
    expect(text).toContain("after npm run deploy: kubectl delete apiservice v1.metrics.abc.com v2.metrics.abc.com");
  });

  test("keeps the names that a user gave, and follows the code", async () => {
    const root = tempFolder(before);
    const resource = "apiserver/reading_resource.ts";
    writeFiles(root, {
      "apiserver.ts": (before["apiserver.ts"] ?? "")
        .replace("import { readingResource }", "import { readingResource as stored }")
        .replace("[readingResource()", "[stored()"),
      [resource]: (before[resource] ?? "").replace("readings.metrics.abc.com.jsonl", "mine.jsonl"),
    });
    await renameKind({ from: "Reading", to: "Measure" }, recordingContext({ cwd: root }));
    const after = await expectWhole(root);
    expect(after["apiserver.ts"]).toContain(
      'import { measureResource as stored } from "./apiserver/measure_resource.js"',
    );
    expect(after["apiserver/measure_resource.ts"]).toContain("mine.jsonl");
  });

  test.each<[string, Rename, Files, RegExp]>([
    ["a typing mistake", kind("Raeding", "Measure"), {}, /no kind Raeding \| Did you mean --from Reading\?/],
    ["a kind that the server has", kind("Reading", "Load"), {}, /v1 Load is already in the project/],
    ["a kind with a CRD", kind("Reading", "Bar"), {}, /v1alpha1 Bar is already in the project/],
    [
      "a file in the way",
      kind("Reading", "Measure"),
      { "apiserver/measure_resource.ts": "" },
      /apiserver\/measure_resource\.ts, which exists/,
    ],
  ])("refuses %s", async (_, run, files, wanted) => {
    const root = tempFolder({ ...before, ...files });
    expect(printProblems(await refusalIn(root, () => run(root)))).toMatch(wanted);
  });

  test("refuses without the definitions, by which it finds the code", async () => {
    const files = Object.entries(before).filter(([file]) => !file.startsWith("apiserver/definitions/"));
    const root = tempFolder(Object.fromEntries(files));
    const error = await refusalIn(root, () => kind("Reading", "Measure")(root));
    expect(printProblems(error)).toMatch(/^manifests\/out-of-date: the file is missing.*Run `npm run manifests`/);
  });
});

describe("edit --multigroup", () => {
  test("gives the files that tsop would create in this layout, and the way back the same bytes", async () => {
    const root = tempFolder(before);
    await edit({ multigroup: true }, recordingContext({ cwd: root }));
    const [after, wanted] = [await expectWhole(root), await project({ multigroup: true })];
    expect(Object.keys(after).toSorted()).toEqual(Object.keys(wanted).toSorted());
    const server = Object.keys(wanted).filter((file) => /^(?:PROJECT|apiserver.*|config\/apiserver.*)$/.test(file));
    expect(server).toContain("apiserver/metrics/reading_resource.ts");
    for (const file of server) expect(after[file]).toBe(wanted[file]);
    await edit({ multigroup: false }, recordingContext({ cwd: root }));
    expect(filesOf(root)).toEqual(before);
  });
});
