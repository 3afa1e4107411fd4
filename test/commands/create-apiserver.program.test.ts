import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { parseAllDocuments } from "yaml";
import { apiDiff } from "../../src/commands/api-diff.js";
import { createApi } from "../../src/commands/create-api.js";
import { createApiserver } from "../../src/commands/create-apiserver.js";
import { deleteApi } from "../../src/commands/delete-api.js";
import { manifests } from "../../src/commands/manifests.js";
import { edit } from "../../src/commands/edit.js";
import { renameKind } from "../../src/commands/rename.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { diskFiles } from "../../src/render/disk-files.js";
import { render } from "../../src/render/render.js";
import { recordingContext } from "../support/recording-context.js";
import { printProblems, refusalIn } from "../support/refusal.js";
import { scaffold } from "../support/scaffolds.js";
import { filesOf, tempFolder } from "../support/temp-folder.js";

const project = await scaffold({ isGenerated: true });
const reading = { group: "metrics", version: "v1", kind: "Reading" };
const load = { group: "metrics", version: "v1", kind: "Load", storage: "virtual", namespaced: false } as const;
const sheet = { group: "metrics", version: "v1", kind: "Sheet", storage: "sqlite" } as const;
const setting = { group: "metrics", version: "v1", kind: "Setting", storage: "cluster" } as const;
const record = { group: "metrics", version: "v1", kind: "Record", storage: "file" } as const;

async function withReading() {
  const root = tempFolder(project);
  const context = recordingContext({ cwd: root });
  await createApiserver(reading, context);
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  return { root, context, read };
}

describe("create apiserver", () => {
  test("writes the definition at once, which manifests keeps in sync, and no CRD", async () => {
    const { root, context, read } = await withReading();
    await createApiserver(load, context);
    expect(read("apiserver.ts")).toContain("resources: [readingResource(), loadResource()]");
    await manifests({}, context);
    expect((await manifests({ check: true }, context)).exitCode).toBe(0);
    expect(Object.keys(filesOf(root)).filter((file) => file.startsWith("config/crd"))).toEqual([]);
    const samples = readdirSync(path.join(root, "config/samples"));
    expect(samples).toEqual(["metrics_v1_reading.yaml", "variants"]); // users create no Loads
    const types = "api/v1/reading_types.ts";
    writeFileSync(path.join(root, types), read(types).replace("@maximum 10", "@maximum 12"));
    expect((await manifests({ check: true }, context)).exitCode).toBe(3);
    await manifests({}, context);
    expect(read("apiserver/definitions/metrics.abc.com_readings.ts")).toContain('"maximum": 12');
  });

  test("gives its kinds to rename and edit, with all that belongs to them", async () => {
    const { root, context, read } = await withReading();
    await renameKind({ from: "Reading", to: "Measure" }, context);
    await edit({ multigroup: true }, context);
    expect(read("apiserver.ts")).toContain('import { measureResource } from "./apiserver/metrics/measure_resource.js"');
    expect(read("apiserver/metrics/measure_resource.ts")).toContain(
      'import { MeasureDefinition } from "../definitions/metrics.abc.com_measures.js"',
    );
    expect((await manifests({ check: true }, context)).exitCode).toBe(0);
    const left = Object.entries(filesOf(root)).filter(([, text]) => /reading/i.test(text));
    expect(left.map(([file]) => file)).toEqual([]);
  });

  test("is left out by api diff where the source contains CRDs only, and says so", async () => {
    const { root, context } = await withReading();
    await createApi({ group: "metrics", version: "v1alpha1", kind: "Bar" }, context);
    await manifests({}, context);
    const against = path.join(root, "config/crd/bases");
    const { json, exitCode } = await apiDiff({ against, failOn: "some" }, context);
    expect(exitCode).toBe(0);
    expect(JSON.stringify(json)).not.toContain("readings");
    expect(context.recording.warnings.join("\n")).toMatch(
      /leaves out the kinds of the extension API server, Reading: .* contains CRDs only/,
    );
  });

  test("adds to an entry point that the user has edited, and delete takes it back", async () => {
    const { root, context, read } = await withReading();
    writeFileSync(path.join(root, "apiserver.ts"), `// Ours.\n${read("apiserver.ts").replaceAll('"', "'")}`);
    const before = filesOf(root);
    await createApiserver(load, context);
    expect(read("apiserver.ts")).toContain("import { loadResource } from './apiserver/load_resource.js'");
    await deleteApi({ group: "metrics", kind: "Load" }, context);
    expect(filesOf(root)).toEqual(before);
  });

  test.each([reading, load, record, sheet, setting])("and then delete: the bytes of before ($kind)", async (kind) => {
    const root = tempFolder(project);
    const context = recordingContext({ cwd: root });
    const before = filesOf(root);
    await createApiserver(kind, context);
    await manifests({}, context);
    await deleteApi({ group: "metrics", kind: kind.kind }, context);
    expect(filesOf(root)).toEqual(before);
  });

  test("mounts a volume while a kind is in a file", async () => {
    const { root, context, read } = await withReading();
    const before = filesOf(root);
    await createApiserver(record, context);
    const rendered = parseAllDocuments(render(path.join(root, "config/default"), diskFiles, root).yaml);
    const objects = rendered.map((document) => document.toJS() as KubeObject);
    const find = (kind: string, name: string): KubeObject | undefined =>
      objects.find((each) => each.kind === kind && each.metadata.name === name);
    const deployment = find("Deployment", "demo-apiserver");
    expect(find("PersistentVolumeClaim", "demo-apiserver-data")).toBeDefined();
    expect(deployment).toMatchObject({
      spec: {
        ...{ replicas: 1, strategy: { type: "Recreate" } },
        template: {
          spec: {
            securityContext: { fsGroup: 65_532, runAsNonRoot: true },
            containers: [{ volumeMounts: [{ name: "data", mountPath: "/data" }] }],
            volumes: [{ name: "data", persistentVolumeClaim: { claimName: "demo-apiserver-data" } }],
          },
        },
      },
    });
    expect(JSON.stringify(deployment)).toContain('{"name":"APISERVER_DATA_PATH","value":"/data"}');
    expect(JSON.stringify(deployment)).toContain('"APISERVER_CERT_SECRET"');
    expect(read("apiserver/record_resource.ts")).toContain('path.join(folder, "records.metrics.abc.com.jsonl")');
    await deleteApi({ group: "metrics", kind: "Record" }, context);
    expect(filesOf(root)).toEqual(before);
  });

  test("shares the volume between kinds in files and in SQLite, until the last of them goes", async () => {
    const { root, context, read } = await withReading();
    await createApiserver(record, context);
    const before = filesOf(root);
    const { text } = await createApiserver(sheet, context);
    expect(text).toContain("Node 22.13");
    expect(read("apiserver/sheet_resource.ts")).toContain(
      'sqliteStorage({ file: path.join(folder, "sheets.metrics.abc.com.db") })',
    );
    await deleteApi({ group: "metrics", kind: "Sheet" }, context);
    expect(filesOf(root)).toEqual(before);
  });

  test("lets the server store the objects of a kind in the cluster, in its own namespace", async () => {
    const { root, context } = await withReading();
    await createApiserver(setting, context);
    const rendered = parseAllDocuments(render(path.join(root, "config/default"), diskFiles, root).yaml);
    const objects = rendered.map((document) => document.toJS() as KubeObject);
    const find = (kind: string): unknown =>
      objects.find((each) => each.kind === kind && each.metadata.name.startsWith("demo-apiserver-storage"));
    expect(find("Role")).toMatchObject({
      metadata: { namespace: "demo-system", name: "demo-apiserver-storage-role" },
      rules: [{ resources: ["configmaps"], verbs: ["get", "list", "watch", "create", "update", "delete"] }],
    });
    expect(find("RoleBinding")).toMatchObject({
      metadata: { namespace: "demo-system" },
      roleRef: { kind: "Role", name: "demo-apiserver-storage-role" },
      subjects: [{ kind: "ServiceAccount", name: "demo-apiserver", namespace: "demo-system" }],
    });
    expect(objects.filter(({ kind }) => kind === "PersistentVolumeClaim")).toEqual([]);
  });

  test("names the operator in the patches of an earlier scaffold, which would also patch the server", async () => {
    const root = tempFolder(project);
    const file = path.join(root, "config/default/kustomization.yaml");
    const today = readFileSync(file, "utf8");
    writeFileSync(file, today.replaceAll("    name: controller-manager\n", ""));
    await createApiserver(reading, recordingContext({ cwd: root }));
    expect(readFileSync(file, "utf8")).toContain(today.slice(today.indexOf("patches:")));
  });
});

describe("a kind of the extension API server", () => {
  const refused = async (run: (context: ReturnType<typeof recordingContext>) => Promise<unknown>): Promise<string> => {
    const { root, context } = await withReading();
    return printProblems(await refusalIn(root, () => run(context)));
  };

  test("is refused by each command that cannot handle it", async () => {
    const code = "project/extension-kind";
    expect(await refused((context) => createApi({ ...reading, resource: false }, context))).toContain(code);
  });

  test("shares its group version with no CRD", async () => {
    const taken = "project/group-version-taken";
    expect(await refused((context) => createApi({ ...reading, kind: "Foo" }, context))).toContain(taken);
    expect(await refused((context) => createApi({ ...reading, force: true }, context))).toContain(taken);
    const root = tempFolder(await scaffold({ apis: [{ group: "metrics", version: "v1", kind: "Foo" }] }));
    const error = await refusalIn(root, () => createApiserver(reading, recordingContext({ cwd: root })));
    expect(printProblems(error)).toContain(taken);
  });

  test("has a kind and a plural: all mistakes are reported together", async () => {
    const both = await refused((context) => createApiserver({ ...load, kind: "load", plural: "X" }, context));
    expect(both).toContain("is not a kind");
    expect(both).toContain("is not a plural");
  });
});
