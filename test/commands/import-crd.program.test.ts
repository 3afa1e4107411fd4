import { createServer, type RequestListener } from "node:http";
import { mkdtempSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import os from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { importCrd } from "../../src/commands/import-crd.js";
import { init } from "../../src/commands/init.js";
import { manifests } from "../../src/commands/manifests.js";
import type { ImportCrdOptions } from "../../src/commands/declared/scaffold.js";
import { TsopError } from "../../src/core/errors.js";
import type { JsonValue } from "../../src/core/json.js";
import { parseAllYaml, printYaml } from "../../src/core/yaml.js";
import { parseProject } from "../../src/project/parse.js";
import { crdOf } from "../support/crds.js";
import { readPublishedCrd } from "../support/published-crds.js";
import { recordingContext } from "../support/recording-context.js";
import { snapshot, tempFolder, writeFiles } from "../support/temp-folder.js";

type Files = Record<string, string>;

const cohorts = readPublishedCrd("kueue/kueue.x-k8s.io_cohorts.yaml");
const schema = { type: "object", properties: { spec: { type: "object", properties: { size: { type: "integer" } } } } };
const text = { type: "string" };
const toleration = {
  type: "object",
  properties: {
    effect: text,
    key: text,
    operator: text,
    tolerationSeconds: { type: "integer", format: "int64" },
    value: text,
  },
};
const bar = (changes: object = {}): string => JSON.stringify(crdOf(schema, { ...changes }));

const filesOf = (root: string): Files =>
  Object.fromEntries(Object.entries(snapshot(root)).filter(([name]) => !name.endsWith("/")));

let project: Files;

beforeAll(async () => {
  // Made once: tempFolder() belongs to a single test.
  const root = mkdtempSync(path.join(os.tmpdir(), "tsop-test-"));
  await init({ domain: "abc.com", projectName: "demo", tsop: "1", install: false }, recordingContext({ cwd: root }));
  project = filesOf(root);
  rmSync(root, { recursive: true });
});

interface Outcome {
  readonly files: Files;
  readonly text: string;
  readonly json: Readonly<Record<string, unknown>>;
  readonly warnings: readonly string[];
}

async function run(root: string, options: ImportCrdOptions, stdin?: string): Promise<Outcome> {
  const context = recordingContext({ cwd: root, ...(stdin === undefined ? {} : { stdin }) });
  const { text, json } = await importCrd(options, context);
  return { files: filesOf(root), text, json, warnings: context.recording.warnings };
}

async function refusal(root: string, options: ImportCrdOptions, stdin?: string): Promise<string> {
  const before = snapshot(root);
  try {
    await run(root, options, stdin);
  } catch (error) {
    expect(snapshot(root)).toEqual(before);
    if (!(error instanceof TsopError)) throw error;
    const all = error.diagnostics.length === 0 ? [error] : error.diagnostics;
    return all.map(({ code, message, hint }) => `${code}: ${message} | ${hint ?? ""}`).join("\n");
  }
  throw new Error("nothing was refused");
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

describe("import crd", () => {
  test("writes the types of each version, records them under the CRD's own group, and lists the CRD", async () => {
    const root = tempFolder({ ...project, "cohorts.yaml": cohorts });
    const { files, text, json } = await run(root, { sources: ["cohorts.yaml"] });
    const changed = Object.keys(files).filter((name) => files[name] !== project[name] && name !== "cohorts.yaml");
    expect(changed.toSorted()).toEqual([
      "PROJECT",
      "api/v1beta1/cohort_types.ts",
      "api/v1beta2/cohort_types.ts",
      "config/crd/kustomization.yaml",
      "config/default/kustomization.yaml",
    ]);
    expect(files["config/crd/kustomization.yaml"]).toContain("- bases/kueue.x-k8s.io_cohorts.yaml\n");
    expect(parseProject(files["PROJECT"] ?? "").resources).toEqual(
      ["v1beta1", "v1beta2"].map((version) => ({
        group: "kueue",
        domain: "x-k8s.io",
        version,
        kind: "Cohort",
        plural: undefined,
        path: `api/${version}`,
        api: { crdVersion: "v1", namespaced: false },
        controller: false,
        webhooks: undefined,
        core: false,
      })),
    );
    expect(text).toContain("create     api/v1beta1/cohort_types.ts\n");
    expect(text).toMatch(/Next:\n {2}npm run manifests$/);
    expect(json).toMatchObject({
      kinds: [
        { group: "kueue.x-k8s.io", version: "v1beta1", kind: "Cohort", plural: "cohorts" },
        { version: "v1beta2" },
      ],
      diagnostics: [],
    });
  });

  test("makes types of which the manifests can be made at once", async () => {
    const root = tempFolder({ ...project, "cohorts.yaml": cohorts });
    await run(root, { sources: ["cohorts.yaml"] });
    const { text } = await manifests({}, recordingContext({ cwd: root }));
    expect(text).toContain("create     config/crd/bases/kueue.x-k8s.io_cohorts.yaml");
  });

  test("puts the licence header of the project in front", async () => {
    const root = tempFolder({ ...project, "hack/boilerplate.ts.txt": "Copyright of mine" });
    const { files } = await run(root, { sources: ["-"] }, bar());
    expect(files["api/v1/bar_types.ts"]).toMatch(/^\/\*\nCopyright of mine\n\*\/\n\nimport /);
  });

  test("takes one version only, where that is wanted", async () => {
    const root = tempFolder({ ...project, "cohorts.yaml": cohorts });
    const { files } = await run(root, { sources: ["cohorts.yaml"], version: "v1beta2" });
    expect(Object.keys(files).filter((name) => name.endsWith("_types.ts"))).toEqual(["api/v1beta2/cohort_types.ts"]);
  });

  test("has nothing to do the second time", async () => {
    const root = tempFolder(project);
    const first = await run(root, { sources: ["-"] }, bar());
    const second = await run(root, { sources: ["-"] }, bar());
    expect(second.text).toMatch(/^nothing to do: all is there/);
    expect(second.files).toEqual(first.files);
  });

  test("overwrites types that differ only when forced, and shows what is lost", async () => {
    const root = tempFolder(project);
    await run(root, { sources: ["-"] }, bar());
    writeFiles(root, { "api/v1/bar_types.ts": "// mine\n" });
    expect(await refusal(root, { sources: ["-"] }, bar())).toMatch(
      /^scaffold\/collision: api\/v1\/bar_types.ts exists with other content \| .*--force/,
    );
    const { text, files } = await run(root, { sources: ["-"], force: true }, bar());
    expect(text).toContain("-// mine\n");
    expect(files["api/v1/bar_types.ts"]).toContain("size?: Integer;");
  });

  test("writes nothing in a dry run, and shows what it would write", async () => {
    const root = tempFolder(project);
    const { files, text } = await run(root, { sources: ["-"], dryRun: true, diff: true }, bar());
    expect(files).toEqual(project);
    expect(text).toContain("+++ b/api/v1/bar_types.ts\n");
  });

  test("leaves a kind where it is when the project has become a multi-group one", async () => {
    const root = tempFolder(project);
    await run(root, { sources: ["-"] }, bar());
    writeFiles(root, { PROJECT: filesOf(root)["PROJECT"]!.replace("layout:", "multigroup: true\nlayout:") });
    const { files, text } = await run(root, { sources: ["-"] }, bar());
    expect(Object.keys(files).filter((name) => name.endsWith("_types.ts"))).toEqual(["api/v1/bar_types.ts"]);
    expect(text).toContain("nothing");
  });

  test("reads a folder, and several documents of a file", async () => {
    const foo = crdOf(schema, { names: { kind: "Foo", plural: "foos" } });
    const root = tempFolder({
      ...project,
      "crds/all.yaml": `kind: Namespace\n---\n${printYaml(foo as JsonValue)}`,
      "crds/bar.json": bar(),
      "crds/notes.txt": "{",
    });
    const { json } = await run(root, { sources: ["crds"] });
    expect(json["kinds"]).toMatchObject([{ kind: "Foo" }, { kind: "Bar" }]);
  });

  test("fetches a URL", async () => {
    const url = await serve((_, response) => response.end(bar()));
    const { files } = await run(tempFolder(project), { sources: [url] });
    expect(Object.keys(files)).toContain("api/v1/bar_types.ts");
  });

  test("imports the types of Kubernetes, unless they are to be spelled out", async () => {
    const spec = { type: "object", properties: { tolerations: { type: "array", items: toleration } } };
    const crd = JSON.stringify(crdOf({ type: "object", properties: { spec } }));
    const imported = await run(tempFolder(project), { sources: ["-"] }, crd);
    expect(imported.files["api/v1/bar_types.ts"]).toContain('import type { Toleration } from "tsop/k8s/core/v1";');
    const spelled = await run(tempFolder(project), { sources: ["-"], knownTypes: false }, crd);
    expect(spelled.files["api/v1/bar_types.ts"]).toContain("export interface Toleration {");
  });

  test("warns of what types cannot say", async () => {
    const webhook = { clientConfig: {}, conversionReviewVersions: ["v1"] };
    const conversion = { strategy: "Webhook", webhook };
    const { warnings, json } = await run(tempFolder(project), { sources: ["-"] }, bar({ conversion }));
    expect(warnings).toEqual([
      expect.stringContaining("-:1  warning import/not-expressed: bars.example.com: spec.conversion: the strategy"),
    ]);
    expect(json["diagnostics"]).toHaveLength(1);
  });

  describe("of several CRDs of which one is refused", () => {
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
      expect(result.text).toMatch(/elms\.example\.com is not imported: see the errors above$/);
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
      const [, line] =
        /^all\.yaml:(\d+) {2}error import\/invalid: firs/.exec(context.recording.warnings[0] ?? "") ?? [];
      const text = all.split("\n")[Number(line) - 1];
      expect(text).toMatch(written);
    });

    test("is a failure without any file where all are refused", async () => {
      const said = await refusal(tempFolder(project), { sources: ["-"] }, crds[1]);
      expect(said).toContain("import/invalid: elms.example.com: spec.versions[v1].schema.spec.a.type: expected");
    });
  });

  test("keeps all digits of whole numbers", async () => {
    const a = (keywords: string): string => `{"type": "integer", "format": "int64", ${keywords}}`;
    const fields = `{"a": ${a('"default": 9223372036854775807')}, "b": ${a('"enum": [9007199254740993, 1], "maximum": 9007199254740992')}}`;
    const root = tempFolder(project);
    const outcome = await run(root, { sources: ["-"] }, bar().replace('{"size":{"type":"integer"}}', fields));
    expect(outcome.warnings).toEqual([]);
    await manifests({}, recordingContext({ cwd: root }));
    const crd = filesOf(root)["config/crd/bases/example.com_bars.yaml"] ?? "";
    expect(crd).toMatch(/default: 9223372036854775807$/m);
    expect(crd).toMatch(/- 9007199254740993$/m);
    expect(crd).toMatch(/maximum: 9007199254740992$/m);
  });

  test("names a number that is none of its keyword", async () => {
    const stdin = bar().replace(
      '{"type":"integer"}',
      '{"type":"string","maxLength":9007199254740993,"pattern":9007199254740993}',
    );
    expect(await refusal(tempFolder(project), { sources: ["-"] }, stdin)).toContain(
      "pattern: expected a text, found 9007199254740993",
    );
  });

  test.each(["foo", "My-Kind", "Object", "Promise", "Condition", "Int32", "CustomResource"])(
    "makes the CRD of the kind %s again",
    async (kind) => {
      const root = tempFolder(project);
      await run(root, { sources: ["-"] }, bar({ names: { kind, plural: "bars" } }));
      expect(parseProject(filesOf(root)["PROJECT"] ?? "").resources).toMatchObject([{ kind }]);
      await manifests({}, recordingContext({ cwd: root }));
      const [crd] = parseAllYaml(filesOf(root)["config/crd/bases/example.com_bars.yaml"] ?? "", "crd.yaml");
      expect(crd).toMatchObject({ spec: { names: { kind, listKind: `${kind}List`, singular: kind.toLowerCase() } } });
    },
  );

  test("lets a controller be added for an imported kind", async () => {
    const root = tempFolder(project);
    await run(root, { sources: ["-"] }, bar({ group: "foo.example.com" }));
    const options = { group: "foo.example.com", version: "v1", kind: "Bar", resource: false };
    await createApi(options, recordingContext({ cwd: root }));
    const files = filesOf(root);
    expect(files["controllers/bar_controller.ts"]).toContain('from "../api/v1/bar_types.js"');
    expect(parseProject(files["PROJECT"] ?? "").resources).toMatchObject([
      { group: "foo", domain: "example.com", controller: true, api: { namespaced: true } },
    ]);
  });

  test("keeps the domain of the project apart where the group ends in it", async () => {
    const { files } = await run(tempFolder(project), { sources: ["-"] }, bar({ group: "foo.abc.com" }));
    expect(parseProject(files["PROJECT"] ?? "").resources).toMatchObject([{ group: "foo", domain: "abc.com" }]);
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
    ["what is no YAML", { sources: ["-"] }, "a: [", "yaml/invalid: not valid YAML: "],
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
      bar(),
      'usage/invalid-argument: no CRD has the version "v9" | They have v1.',
    ],
    [
      "a CRD that no API server takes",
      { sources: ["-"] },
      bar({ scope: "All" }),
      'import/invalid: bars.example.com: spec.scope: "All" cannot be a name here |',
    ],
    [
      "the same CRD twice",
      { sources: ["-"] },
      `${bar()}\n---\n${bar()}`,
      "project/resource-exists: example.com/v1 Bar is there twice |",
    ],
    [
      "a second group without folders for groups",
      { sources: ["-"] },
      `${bar()}\n---\n${bar({ group: "other.example.com" })}`,
      "project/multigroup-disabled: the project has the API group example.com; a second one (other.example.com) needs a multi-group project |",
    ],
    [
      "a URL that nobody answers",
      { sources: ["http://127.0.0.1:1/x.yaml"] },
      "",
      "import/unreadable: cannot fetch http://127.0.0.1:1/x.yaml: ",
    ],
  ])("%s", async (_name, options, stdin, message) => {
    expect(await refusal(tempFolder(project), options, stdin)).toContain(message);
  });

  test("a second group, once for all of its kinds", async () => {
    const other = { group: "other.example.com" };
    const stdin = [bar(), bar(other), bar({ ...other, names: { kind: "Baz", plural: "bazs" } })].join("\n---\n");
    expect((await refusal(tempFolder(project), { sources: ["-"] }, stdin)).split("\n")).toHaveLength(1);
  });

  test("a folder without files", async () => {
    const root = tempFolder({ ...project, "crds/vendor/bar.yaml": bar() });
    expect(await refusal(root, { sources: ["crds"] })).toBe(
      "import/no-crd: the folder crds has no YAML or JSON files | Folders in it are not looked into: name them.",
    );
  });

  test("a URL that is not there", async () => {
    const url = await serve((_, response) => response.writeHead(404).end());
    expect(await refusal(tempFolder(project), { sources: [url] })).toContain(
      `import/unreadable: ${url} answers with status 404`,
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
    expect(await refusal(tempFolder(), { sources: ["-"] }, bar())).toContain("project/not-found");
  });
});
