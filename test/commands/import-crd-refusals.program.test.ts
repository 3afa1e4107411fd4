/** What `tsop import crd` refuses, as a whole or in part. */
import { describe, expect, test } from "vitest";
import type { ImportCrdOptions } from "../../src/commands/declared/scaffold.js";
import { importCrd } from "../../src/commands/import-crd.js";
import type { JsonValue } from "../../src/core/json.js";
import { printYaml } from "../../src/core/yaml.js";
import { crdOf } from "../support/crds.js";
import { barCrd, refusal, serve } from "../support/import-crd.js";
import { recordingContext } from "../support/recording-context.js";
import { scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const project = await scaffold();

describe("import crd of several CRDs, one of them rejected", () => {
  const crds = ["Ash", "Elm", "Oak"].map((kind) => {
    const a = { type: kind === "Elm" ? "tree" : "string" };
    const crd = crdOf(
      { type: "object", properties: { spec: { type: "object", properties: { a } } } },
      {
        names: { kind, plural: `${kind.toLowerCase()}s` },
      },
    );
    return printYaml({ ...crd, metadata: { name: `${kind.toLowerCase()}s.example.com` } });
  });
  const text = crds.join("---\n");

  test("imports the others, and names the CRD and its line", async () => {
    const context = recordingContext({ cwd: tempFolder({ ...project, "all.yaml": text }) });
    const result = await importCrd({ sources: ["all.yaml"] }, context);
    expect(Object.keys(filesOf(context.cwd)).filter((name) => name.endsWith("_types.ts"))).toEqual([
      "api/v1/ash_types.ts",
      "api/v1/oak_types.ts",
    ]);
    const [said = ""] = context.recording.warnings;
    const [, line] =
      /^all\.yaml:(\d+) {2}error import\/invalid: elms\.example\.com: .*spec\.a\.type: expected/.exec(said) ?? [];
    expect(text.split("\n")[Number(line) - 1]).toMatch(/^ +type: tree$/);
    expect(result.text).toMatch(/elms\.example\.com was not imported: see the errors above$/);
    expect(result).toMatchObject({
      exitCode: 1,
      json: { refused: ["elms.example.com"], kinds: [{ kind: "Ash" }, { kind: "Oak" }] },
    });
    expect(result.diagnostics).toHaveLength(1);
  });

  test.each([
    ["a rule that does not compile", { "x-kubernetes-validations": [{ rule: "self ==" }] }, /^ +- rule: self ==$/],
    ["a default that does not fit", { default: 1 }, /^ +default: 1$/],
  ])("names the line of %s", async (_name, changes, written) => {
    const a = { type: "string", ...changes };
    const names = { kind: "Fir", plural: "firs" };
    const fir = crdOf({ type: "object", properties: { spec: { type: "object", properties: { a } } } }, { names });
    const all = `${crds[0] ?? ""}---\n${printYaml(fir as JsonValue)}`;
    const context = recordingContext({ cwd: tempFolder({ ...project, "all.yaml": all }) });
    expect(await importCrd({ sources: ["all.yaml"] }, context)).toMatchObject({
      exitCode: 1,
      json: { refused: ["firs.example.com"], kinds: [{ kind: "Ash" }] },
    });
    const [, line] = /^all\.yaml:(\d+) {2}error import\/invalid: firs/.exec(context.recording.warnings[0] ?? "") ?? [];
    const text = all.split("\n")[Number(line) - 1];
    expect(text).toMatch(written);
  });

  test("is a failure without any file where all are refused", async () => {
    const said = await refusal(tempFolder(project), { sources: ["-"] }, crds[1]);
    expect(said).toContain("import/invalid: elms.example.com: spec.versions[v1].schema.spec.a.type: expected");
  });
});

describe("import crd refuses", () => {
  test.each<[string, ImportCrdOptions, string, string]>([
    [
      "nothing",
      {},
      "",
      "usage/invalid-argument: nothing to import | Name a file, a folder, a URL, - for standard input, or --from-cluster NAME.",
    ],
    ["an unknown file", { sources: ["nowhere.yaml"] }, "", "import/unreadable: cannot read nowhere.yaml: ENOENT"],
    ["invalid YAML", { sources: ["-"] }, "a: [", "yaml/invalid: not valid YAML: "],
    ["an empty text", { sources: ["-"] }, "", "import/no-crd: there is no CustomResourceDefinition in - |"],
    [
      "objects of other kinds",
      { sources: ["-"] },
      '{"kind":"Pod"}',
      "import/no-crd: there is no CustomResourceDefinition in - |",
    ],
    [
      "a version that is not there",
      { sources: ["-"], version: "v9" },
      barCrd(),
      'usage/invalid-argument: no CRD has the version "v9" | Their versions: v1.',
    ],
    [
      "a CRD that no API server takes",
      { sources: ["-"] },
      barCrd({ scope: "All" }),
      'import/invalid: bars.example.com: spec.scope: "All" cannot be a name here |',
    ],
    [
      "the same CRD twice",
      { sources: ["-"] },
      `${barCrd()}\n---\n${barCrd()}`,
      "project/resource-exists: the sources define example.com/v1 Bar twice |",
    ],
    [
      "a second group without folders for groups",
      { sources: ["-"] },
      `${barCrd()}\n---\n${barCrd({ group: "other.example.com" })}`,
      "project/multigroup-disabled: the project has the API group example.com; a second group (other.example.com) needs a multi-group project |",
    ],
    [
      "a URL without a server",
      { sources: ["http://127.0.0.1:1/x.yaml"] },
      "",
      "import/unreadable: cannot download http://127.0.0.1:1/x.yaml: ",
    ],
  ])("%s", async (_name, options, stdin, message) => {
    expect(await refusal(tempFolder(project), options, stdin)).toContain(message);
  });

  test("a second group, once for all of its kinds", async () => {
    const other = { group: "other.example.com" };
    const stdin = [barCrd(), barCrd(other), barCrd({ ...other, names: { kind: "Baz", plural: "bazs" } })].join(
      "\n---\n",
    );
    expect((await refusal(tempFolder(project), { sources: ["-"] }, stdin)).split("\n")).toHaveLength(1);
  });

  test("a folder without files", async () => {
    const root = tempFolder({ ...project, "crds/vendor/bar.yaml": barCrd() });
    expect(await refusal(root, { sources: ["crds"] })).toBe(
      "import/no-crd: the folder crds has no YAML or JSON files | tsop does not search subfolders: name them.",
    );
  });

  test("a URL that is not there", async () => {
    const url = await serve((_, response) => response.writeHead(404).end());
    expect(await refusal(tempFolder(project), { sources: [url] })).toContain(
      `import/unreadable: ${url} returned status 404`,
    );
  });

  test("a text without end", async () => {
    const chunk = Buffer.alloc(1024 * 1024, " ");
    const url = await serve((_, response) => {
      const write = (): void => {
        while (!response.destroyed && response.write(chunk));
        response.once("drain", write);
      };
      write();
    });
    expect(await refusal(tempFolder(project), { sources: [url] })).toContain(
      `import/unreadable: ${url} has more than 64 MB`,
    );
  });

  test("to work outside of a project", async () => {
    expect(await refusal(tempFolder(), { sources: ["-"] }, barCrd())).toContain("project/not-found");
  });
});
