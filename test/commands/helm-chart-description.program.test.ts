/** What a chart says about itself: Chart.yaml for Artifact Hub, README.md, artifacthub-repo.yml. */
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { parse } from "yaml";
import { describe, expect, test } from "vitest";
import { helmChart } from "../../src/commands/helm-chart.js";
import { helmPush } from "../../src/commands/helm/helm-push.js";
import type { HelmChartOptions } from "../../src/commands/declared/others.js";
import { deployProject } from "../support/deploy-project.js";
import { recordingContext } from "../support/recording-context.js";
import { startRegistry } from "../support/registry.js";
import { tempFolder } from "../support/temp-folder.js";

const packageJson = {
  version: "1.2.3",
  description: "Widgets | for all",
  license: "MIT",
  homepage: "https://example.com",
  repository: "github:acme/demo",
  bugs: { url: "https://example.com/issues" },
  keywords: ["widgets"],
  author: "Ann Lee <ann@example.com> (https://ann.example)",
  maintainers: [{ name: "Bob" }, "Ann <ann@example.com>"],
};

function project(more: Readonly<Record<string, string>> = {}, image = "ghcr.io/acme/demo:v1"): string {
  const sample = "apiVersion: demo.example.com/v1\nkind: Widget\nmetadata:\n  name: sample\nspec: {}\n";
  return tempFolder({
    ...deployProject("demo", { image }),
    "package.json": JSON.stringify(packageJson),
    "CHANGELOG.md": "# Changelog\n\n## 1.2.3\n\n### Added\n\n- Widgets.\n",
    "config/samples/kustomization.yaml": "resources:\n- widget.yaml\n",
    "config/samples/widget.yaml": sample,
    ...more,
  });
}

const make = (cwd: string, options: HelmChartOptions = {}) => helmChart(options, recordingContext({ cwd }));
const read = (cwd: string, file: string): string => readFileSync(path.join(cwd, "charts/demo", file), "utf8");
const chartOf = (cwd: string) =>
  parse(read(cwd, "Chart.yaml")) as Record<string, unknown> & { readonly annotations: Record<string, string> };
const annotation = (cwd: string, name: string): unknown =>
  parse(chartOf(cwd).annotations[`artifacthub.io/${name}`] ?? "null") as unknown;

describe("Chart.yaml", () => {
  test("says what package.json, the changelog, the samples and the values say", async () => {
    const cwd = project();
    await make(cwd, { icon: "https://example.com/icon.svg" });
    expect(chartOf(cwd)).toMatchObject({
      description: "Widgets | for all",
      home: "https://example.com",
      icon: "https://example.com/icon.svg",
      sources: ["https://github.com/acme/demo"],
      keywords: ["widgets"],
      maintainers: [{ name: "Ann", email: "ann@example.com" }, { name: "Bob" }],
    });
    expect(annotation(cwd, "changes")).toEqual([{ kind: "added", description: "Widgets." }]);
    expect(annotation(cwd, "crds")).toMatchObject([
      { kind: "Widget", version: "v1", name: "widgets.demo.example.com" },
    ]);
    expect(annotation(cwd, "crdsExamples")).toMatchObject([{ kind: "Widget", metadata: { name: "sample" } }]);
    expect(annotation(cwd, "images")).toEqual([{ name: "manager", image: "ghcr.io/acme/demo:v1" }]);
    expect(annotation(cwd, "links")).toMatchObject([{ name: "source" }, { name: "support" }]);
    expect((await make(cwd)).text).toBe("charts/demo is up to date"); // the icon is remembered
  });

  test("keeps edits, also of annotations, and updates the rest", async () => {
    const cwd = project();
    await make(cwd);
    const edited = read(cwd, "Chart.yaml")
      .replace("artifacthub.io/license: MIT", "artifacthub.io/license: Apache-2.0")
      .replace("annotations:\n", "annotations:\n  artifacthub.io/category: storage # ours\n");
    writeFileSync(path.join(cwd, "charts/demo/Chart.yaml"), edited);
    writeFileSync(path.join(cwd, "package.json"), JSON.stringify({ ...packageJson, version: "1.3.0-rc.1" }));
    await make(cwd);
    expect(read(cwd, "Chart.yaml")).toContain("artifacthub.io/category: storage # ours");
    expect(chartOf(cwd)).toMatchObject({
      version: "1.3.0-rc.1",
      annotations: { "artifacthub.io/license": "Apache-2.0" },
    });
    expect(annotation(cwd, "prerelease")).toBe(true);
    expect(annotation(cwd, "changes")).toBeNull(); // the changelog has no section of this version
  });

  test("names the image of the values that the user edits, and none that no registry has", async () => {
    const cwd = project();
    await make(cwd);
    const values = read(cwd, "values.yaml").replace("tag: v1", "tag: v9");
    writeFileSync(path.join(cwd, "charts/demo/values.yaml"), values);
    await make(cwd);
    expect(annotation(cwd, "images")).toEqual([{ name: "manager", image: "ghcr.io/acme/demo:v9" }]);
    const placeholder = project({}, "controller:latest");
    await make(placeholder);
    expect(annotation(placeholder, "images")).toBeNull();
  });

  test.each<[HelmChartOptions, string]>([
    [{ icon: "icon.svg" }, '--icon "icon.svg" is not a web address'],
    [{ signKeyUrl: "ftp://a" }, '--sign-key-url "ftp://a" is not a web address'],
    [{ signKeyFingerprint: "C874" }, '--sign-key-fingerprint "C874" is not a fingerprint'],
    [
      { signKeyFingerprint: "C874011F0AB405110D02105534365D9472D7468F" },
      "--sign-key-fingerprint needs the address of the key",
    ],
  ])("is not made with %o", async (options, message) => {
    await expect(make(project(), options)).rejects.toMatchObject({ code: "usage/invalid-argument", message });
  });

  test.each([
    ["MIT", "MIT"],
    ["UNLICENSED", null],
    ["SEE LICENSE IN LICENSE.md", null],
  ])("has for the license %s the annotation %s", async (license, expected) => {
    const cwd = project({
      "package.json": JSON.stringify({ ...packageJson, license, author: 1, keywords: [1], bugs: "x" }),
    });
    await make(cwd);
    expect(annotation(cwd, "license")).toBe(expected);
  });
});

describe("README.md", () => {
  test("lists the kinds, and the values with their defaults", async () => {
    const cwd = project();
    await make(cwd);
    const text = read(cwd, "README.md");
    expect(text).toContain("Widgets \\| for all");
    expect(text).toMatch(/\| `Widget` \| `demo\.example\.com\/v1` \|/);
    expect(text).toContain('| `image.repository` | `"ghcr.io/acme/demo"` | The operator\'s image. |');
    expect(text).toMatch(/\| `replicas` \| `1` \| With several replicas/);
  });

  test("follows the values that the user changes and adds, and keeps edits", async () => {
    const cwd = project();
    await make(cwd);
    writeFileSync(
      path.join(cwd, "charts/demo/values.yaml"),
      `${read(cwd, "values.yaml").replace("replicas: 1", "replicas: 3")}mine: a|b\n`,
    );
    writeFileSync(path.join(cwd, "charts/demo/README.md"), `${read(cwd, "README.md")}\n## Support\n\nAsk us.\n`);
    await make(cwd);
    const text = read(cwd, "README.md");
    expect(text).toContain("| `replicas` | `3` |");
    expect(text).toContain('| `mine` | `"a\\|b"` |  |');
    expect(text).toContain("Ask us.");
  });

  test("of the user stays as it is", async () => {
    const cwd = project({ "charts/demo/README.md": "# mine\n" });
    await make(cwd);
    await make(cwd);
    expect(read(cwd, "README.md")).toBe("# mine\n");
  });
});

describe("artifacthub-repo.yml", () => {
  test("names the owners, and is pushed beside the chart, not in it", async () => {
    const registry = await startRegistry();
    const cwd = project();
    await make(cwd);
    const context = recordingContext({ cwd, env: { DOCKER_CONFIG: path.join(cwd, "docker") } });
    const remote = `oci://${registry.host}/charts`;
    expect((await helmPush({ remote }, context)).json).toMatchObject({ artifactHub: true });
    const { config, layers } = JSON.parse(registry.manifest("charts/demo", "artifacthub.io").text) as {
      config: { mediaType: string };
      layers: { digest: string; mediaType: string }[];
    };
    expect(config.mediaType).toBe("application/vnd.cncf.artifacthub.config.v1+yaml");
    expect(layers[0]?.mediaType).toBe("application/vnd.cncf.artifacthub.repository-metadata.layer.v1.yaml");
    expect(parse(registry.blob(layers[0]!.digest).toString())).toEqual({
      owners: [{ name: "Ann", email: "ann@example.com" }],
    });

    rmSync(path.join(cwd, "charts/demo/artifacthub-repo.yml"));
    expect((await helmPush({ remote }, context)).json).toMatchObject({ artifactHub: false });
  });

  test("that is not YAML is a diagnostic, before anything is pushed", async () => {
    const registry = await startRegistry();
    const cwd = project();
    await make(cwd);
    writeFileSync(path.join(cwd, "charts/demo/artifacthub-repo.yml"), "owners: [\n");
    await expect(
      helmPush({ remote: `oci://${registry.host}/charts` }, recordingContext({ cwd })),
    ).rejects.toMatchObject({
      code: "yaml/invalid",
      at: { file: "charts/demo/artifacthub-repo.yml" },
    });
    expect(registry.requests).toEqual([]);
  });
});
