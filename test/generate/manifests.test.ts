import path from "node:path";
import { describe, expect, test } from "vitest";
import { stamp } from "../../src/core/generated-stamp.js";
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

test("a CRD whose kind is gone is pointed out, and left alone", () => {
  const existing = { read: () => undefined, list: () => ["foo.abc.com_bars.yaml", "foo.abc.com_gones.yaml", "README"] };
  const { diagnostics } = runManifests(bar, { existing });
  expect(diagnostics.map(({ code, severity, at }) => [code, severity, at?.file])).toEqual([
    ["crd/stale", "warning", "config/crd/bases/foo.abc.com_gones.yaml"],
  ]);
});
