import path from "node:path";
import { describe, expect, test } from "vitest";
import { stamp } from "../../src/core/generated-stamp.js";
import type { GeneratorName } from "../../src/generate/manifests.js";
import { expectFolder, goldenCases, printDiagnostics, runManifests } from "../support/manifest-cases.js";

const bar = {
  "api/v1/bar_types.ts": `import { type CustomResource, defineKind } from "tsop";
export interface Bar extends CustomResource<"foo.abc.com/v1", "Bar"> { spec?: { size?: string } }
export const Bar = defineKind<Bar>("foo.abc.com/v1", "Bar");
`,
};

describe("the manifests of", () => {
  test.each(goldenCases("manifests"))("$name are as they were", ({ folder, input, options }) => {
    const { artifacts, diagnostics } = runManifests(input, options);
    expect(printDiagnostics(diagnostics)).toBe("");
    expectFolder(path.join(folder, "want"), Object.fromEntries(artifacts.map((file) => [file.path, file.content])));
  });
});

describe("what is said of", () => {
  test.each(goldenCases("diagnostics"))("$name is as it was", ({ folder, input, options }) => {
    const { diagnostics } = runManifests(input, options);
    expect(diagnostics.length).toBeGreaterThan(0);
    const want = path.join(folder, "want");
    expectFolder(want, { "diagnostics.txt": printDiagnostics(diagnostics) });
  });
});

describe("a sample", () => {
  const run = (present: string | undefined): ReturnType<typeof runManifests> =>
    runManifests(bar, { existing: { read: () => present, list: () => [] } });
  const file = "config/samples/foo_v1_bar.yaml";

  test("that nobody edited is written anew", () => {
    const { artifacts, kept } = run(stamp("kind: Bar\n"));
    expect([artifacts.some(({ path: each }) => each === file), kept]).toEqual([true, []]);
  });

  test.each([stamp("kind: Bar\n").replace("Bar", "Baz"), "kind: Bar\n", ""])("that somebody edited is kept", (text) => {
    const { artifacts, kept } = run(text);
    expect([artifacts.some(({ path: each }) => each === file), kept]).toEqual([false, [file]]);
  });

  test("of a group that is the domain has no group in its name", () => {
    const { artifacts } = runManifests(bar, { domain: "foo.abc.com" });
    expect(artifacts.map(({ path: each }) => each)).toContain("config/samples/v1_bar.yaml");
  });

  test("of a group outside of the domain has the whole group in its name", () => {
    const { artifacts } = runManifests(bar, { domain: "other.com" });
    expect(artifacts.map(({ path: each }) => each)).toContain("config/samples/foo.abc.com_v1_bar.yaml");
  });
});

describe("the manager's role", () => {
  test("is there even when nothing asks for permissions, since a binding names it", () => {
    expect(runManifests({}).artifacts).toEqual([
      {
        path: "config/rbac/role.yaml",
        content:
          "---\napiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: manager-role\nrules: []\n",
      },
    ]);
  });

  test("does not speak of a kind that no controller works on", () => {
    const role = runManifests(bar).artifacts.find(({ path: each }) => each === "config/rbac/role.yaml");
    expect(role?.content).toContain("rules: []");
  });
});

test("a CRD whose kind is gone is pointed out, and left alone; what is no CRD is none of it", () => {
  const names = ["foo.abc.com_bars.yaml", "foo.abc.com_gones.yaml", "kustomization.yaml", "README"];
  const read = (file: string): string =>
    file.includes("_") ? "---\nkind: CustomResourceDefinition\n" : "kind: Other\n";
  const { diagnostics } = runManifests(bar, { existing: { read, list: () => names } });
  expect(diagnostics.map(({ code, severity, at }) => [code, severity, at?.file])).toEqual([
    ["crd/stale", "warning", "config/crd/bases/foo.abc.com_gones.yaml"],
  ]);
});

describe("generators by name", () => {
  test.each<[GeneratorName[], string[]]>([
    [["crd"], ["config/crd/bases/foo.abc.com_bars.yaml"]],
    [["rbac"], ["config/rbac/role.yaml"]],
    [["samples"], ["config/samples/foo_v1_bar.yaml"]],
    [
      ["samples", "rbac"],
      ["config/rbac/role.yaml", "config/samples/foo_v1_bar.yaml"],
    ],
  ])("%j make these files and no other", (generators, files) => {
    expect(runManifests(bar, { generators }).artifacts.map(({ path: file }) => file)).toEqual(files);
  });

  test("what a file holds does not depend on which others are made", () => {
    const all = runManifests(bar).artifacts;
    expect([
      ...runManifests(bar, { generators: ["crd"] }).artifacts,
      ...runManifests(bar, { generators: ["rbac"] }).artifacts,
      ...runManifests(bar, { generators: ["samples"] }).artifacts,
    ]).toEqual(all);
  });

  test("a fault of the types is one whichever is chosen, a stale CRD only where CRDs are made", () => {
    const broken = { "api/v1/bar_types.ts": bar["api/v1/bar_types.ts"].replace("string", "symbol") };
    const codes = runManifests(broken, { generators: ["rbac"] }).diagnostics.map(({ severity }) => severity);
    expect(codes).toContain("error");
    const existing = { read: () => "kind: CustomResourceDefinition\n", list: () => ["foo.abc.com_gones.yaml"] };
    expect(runManifests(bar, { generators: ["rbac"], existing }).diagnostics).toEqual([]);
  });

  test("files go into the folders that are named, also into the project's own", () => {
    const folders = { crd: "charts/crds", rbac: "", samples: "config/samples" };
    expect(runManifests(bar, { folders }).artifacts.map(({ path: file }) => file)).toEqual([
      "charts/crds/foo.abc.com_bars.yaml",
      "config/samples/foo_v1_bar.yaml",
      "role.yaml",
    ]);
  });
});
