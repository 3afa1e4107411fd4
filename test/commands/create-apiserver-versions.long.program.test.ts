import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { createApi } from "../../src/commands/create-api.js";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { deleteApi } from "../../src/commands/delete-api.js";
import { manifests } from "../../src/commands/manifests.js";
import { recordingContext } from "../support/recording-context.js";
import { printProblems, refusalIn } from "../support/refusal.js";
import { scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const project = await scaffold({ isGenerated: true });
const reading = { group: "metrics", version: "v1", kind: "Reading" };
const load = {
  group: "metrics",
  version: "v1",
  kind: "Load",
  storage: "virtual",
  shortName: "ld",
} as const;
const definitionFile = "apiserver/definitions/metrics.abc.com_readings.ts";

function open() {
  const root = tempFolder(project);
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const edit = (file: string, from: string, to: string): void => {
    expect(read(file)).toContain(from);
    writeFileSync(path.join(root, file), read(file).replace(from, to));
  };
  return { root, context: recordingContext({ cwd: root }), read, edit };
}

describe("create apiserver, for a second version of a kind", () => {
  test("adds the types and the APIService: the kind keeps its code, and its definition gets both versions", async () => {
    const { root, context, read } = open();
    await createApiserver(reading, context);
    const before = filesOf(root);
    const { text } = await createApiserver({ ...reading, version: "v2" }, context);
    expect(text).toContain("@storageVersion");
    expect(text).toContain("create webhook --group metrics --version v2 --kind Reading --conversion --spoke v1");
    const changed = Object.entries(filesOf(root)).filter(([file, content]) => before[file] !== content);
    expect(changed.map(([file]) => file).toSorted()).toEqual([
      "PROJECT",
      "api/v1/reading_types.ts",
      "api/v2/reading_types.ts",
      definitionFile,
      "config/apiserver/apiservice_metrics.abc.com_v2.yaml",
      "config/apiserver/certificates_role.yaml",
      "config/apiserver/kustomization.yaml",
      "config/samples/metrics_v2_reading.yaml",
    ]);
    expect(read("api/v2/reading_types.ts")).toContain("export type ReadingSpec = v1.ReadingSpec;");
    expect(read(definitionFile).match(/"name": "v[12]"/g)).toEqual(['"name": "v1"', '"name": "v2"']);
    expect(read("config/apiserver/certificates_role.yaml")).toContain("- v2.metrics.abc.com");
    expect(read("PROJECT").match(/storage: memory/g)).toHaveLength(2);
    await manifests({}, context);
    expect((await manifests({ check: true }, context)).exitCode).toBe(0);
  });

  test("inherits the storage, also of computed objects, whose status it starts with", async () => {
    const { context, read } = open();
    await createApiserver(load, context);
    await createApiserver({ group: "metrics", version: "v2", kind: "Load", storageVersion: "v2" }, context);
    const types = read("api/v2/load_types.ts");
    expect(types).toContain("export type LoadStatus = v1.LoadStatus;");
    expect(types).toContain("  status: LoadStatus;");
    expect(types).not.toContain("spec:");
    expect(types).toContain("@storageVersion");
    expect(types).toContain('@printColumn name=Seconds type=integer jsonPath=".status.seconds"');
    expect(read("api/v1/load_types.ts")).not.toContain("@storageVersion");
    expect(read("PROJECT").match(/storage: virtual/g)).toHaveLength(2);
    await manifests({}, context);
    expect((await manifests({ check: true }, context)).exitCode).toBe(0);
  });

  test("and then delete: the bytes of before", async () => {
    const { root, context } = open();
    await createApiserver(reading, context);
    await createApiserver(load, context);
    await manifests({}, context);
    const before = filesOf(root);
    await createApiserver({ ...reading, version: "v2" }, context);
    await manifests({}, context);
    await deleteApi({ group: "metrics", kind: "Reading", version: "v2" }, context);
    await manifests({}, context);
    expect(filesOf(root)).toEqual(before);
  });

  test("delete of the first version keeps the server, and stores the rest", async () => {
    const { context, read, edit } = open();
    await createApiserver(reading, context);
    await createApiserver({ ...reading, version: "v2" }, context);
    await manifests({}, context);
    // The author has moved on.
    writeFileSync(
      path.join(context.cwd, "api/v2/reading_types.ts"),
      read("api/v1/reading_types.ts").replaceAll("/v1", "/v2").replace(" * @storageVersion\n", ""),
    );
    for (const file of ["apiserver/reading_resource.ts", "apiserver/reading_resource.test.ts"]) {
      edit(file, "../api/v1/", "../api/v2/");
    }
    await deleteApi({ group: "metrics", kind: "Reading", version: "v1" }, context);
    expect(read("apiserver.ts")).toContain("resources: [readingResource()]");
    expect(read("config/apiserver/kustomization.yaml")).not.toContain("abc.com_v1.yaml");
    await manifests({}, context);
    expect(read(definitionFile).match(/"name": "v[12]"/g)).toEqual(['"name": "v2"']);
  });

  test("has the server, the scope, the plural and the storage of the others: all mistakes are reported together", async () => {
    const { root, context } = open();
    await createApiserver(reading, context);
    const wrong = {
      ...reading,
      version: "v2",
      storage: "file",
      namespaced: false,
      plural: "values",
    } as const;
    const problems = printProblems(
      await refusalIn(root, () => createApiserver({ ...wrong, storageVersion: "v3" }, context)),
    );
    expect(problems).toContain("Reading has the storage memory in v1");
    expect(problems).toContain("--storage memory");
    expect(problems).toContain("Reading is namespaced in v1");
    expect(problems).toContain('the plural of Reading is "readings" in v1');
    expect(problems).toContain("--storage-version v3: Reading has no such version");
    const crd = printProblems(await refusalIn(root, () => createApi({ ...reading, version: "v2" }, context)));
    expect(crd).toContain("all versions of a kind have one server");
    const again = printProblems(await refusalIn(root, () => createApiserver(reading, context)));
    expect(again).toContain("project/resource-exists");
  });
});

test("create apiserver adds a group, each with its own folders and APIService", async () => {
  const root = tempFolder(await scaffold({ init: { multigroup: true } }));
  const context = recordingContext({ cwd: root });
  await createApiserver(reading, context);
  await createApiserver({ ...reading, group: "billing", storage: "file" }, context);
  await createApiserver({ ...reading, group: "billing", kind: "Invoice", version: "v1beta1" }, context);
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  expect(read("apiserver.ts")).toContain("resources: [readingResource(), billingReadingResource(), invoiceResource()]");
  expect(read("config/apiserver/certificates_role.yaml")).toMatch(
    /- v1\.billing\.abc\.com\n {2}- v1\.metrics\.abc\.com\n {2}- v1beta1\.billing\.abc\.com\n/,
  );
  await manifests({}, context);
  expect((await manifests({ check: true }, context)).exitCode).toBe(0);
  expect(Object.keys(filesOf(root)).filter((file) => file.startsWith("apiserver/"))).toContain(
    "apiserver/billing/reading_resource.ts",
  );
});
