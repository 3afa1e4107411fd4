import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import type { BundleOptions } from "../../../src/commands/declared/olm.js";
import { bundle } from "../../../src/commands/olm/bundle.js";
import { warnOfStaleBundle } from "../../../src/commands/olm/warn-of-stale-bundle.js";
import { writeAuthorsPart } from "../../support/olm-project.js";
import { startRegistry } from "../../support/registry.js";
import { recordingContext } from "../../support/recording-context.js";
import { bar, type Files, scaffold } from "../../support/scaffolds.js";
import { snapshot, tempFolder } from "../../support/temp-folder.js";

const img = "registry.example.com/demo:v0.1.0";
const csvFile = "bundle/manifests/demo.clusterserviceversion.yaml";
const baseFile = "config/manifests/bases/demo.clusterserviceversion.yaml";

let files: Files = {};
beforeAll(async () => {
  files = await scaffold({ apis: [bar], isGenerated: true });
});

function project(more: Files = {}) {
  const root = tempFolder({ ...files, ...more });
  const read = (file: string): string => readFileSync(path.join(root, file), "utf8");
  const edit = (file: string, from: string, to: string): void => {
    expect(read(file)).toContain(from);
    writeFileSync(
      path.join(root, file),
      read(file).replace(from, () => to),
    );
  };
  const run = async (options: BundleOptions = {}, env: Record<string, string> = { SOURCE_DATE_EPOCH: "0" }) => {
    const context = recordingContext({ cwd: root, env });
    return { ...(await bundle({ img, ...options }, context)), warnings: context.recording.warnings };
  };
  return { root, read, edit, run };
}

describe("flags of operator-sdk", () => {
  test("--stdout prints all files, and writes nothing", async () => {
    const { root, run } = project();
    const before = snapshot(root);
    const { text, isDocument } = await run({ stdout: true });
    expect(isDocument).toBe(true);
    expect(text).toMatch(/^---\n# manifests\/demo\.clusterserviceversion\.yaml\napiVersion: operators/);
    expect(text).toContain("\n---\n# metadata/annotations.yaml\n");
    expect(snapshot(root)).toEqual(before);
  });

  test("--extra-service-accounts grants the permissions of other accounts, which bindings must name", async () => {
    const metadata = "metadata: {name: worker, namespace: system}";
    const worker = `apiVersion: v1
kind: ServiceAccount
${metadata}
---
apiVersion: rbac.authorization.k8s.io/v1
kind: Role
${metadata}
rules: [{apiGroups: [""], resources: [configmaps], verbs: [get]}]
---
apiVersion: rbac.authorization.k8s.io/v1
kind: RoleBinding
${metadata}
roleRef: {apiGroup: rbac.authorization.k8s.io, kind: Role, name: worker}
subjects: [{kind: ServiceAccount, name: worker, namespace: system}]
`;
    const { read, edit, run } = project({ "config/rbac/worker.yaml": worker });
    edit("config/rbac/kustomization.yaml", "resources:\n", "resources:\n- worker.yaml\n");
    await run();
    expect(read(csvFile)).not.toContain("serviceAccountName: demo-worker");
    await run({ extraServiceAccounts: ["demo-worker"] });
    expect(read(csvFile)).toContain("serviceAccountName: demo-worker");
    await expect(run({ extraServiceAccounts: ["demo-workers"] })).rejects.toMatchObject({
      code: "usage/invalid-argument",
      hint: "Did you mean demo-worker?",
    });
  });

  test("a bundle that differs from the sources is reported before its push", async () => {
    const { root, edit, run } = project();
    await run();
    const warnings = async (): Promise<string> => {
      const context = recordingContext({ cwd: root });
      await warnOfStaleBundle(context);
      return context.recording.warnings.join("\n");
    };
    expect(await warnings()).toBe("");
    edit("config/manager/manager.yaml", "replicas: 1", "replicas: 3");
    expect(await warnings()).toContain(`the bundle differs from the sources: ${csvFile}`);
    edit("config/manager/manager.yaml", "replicas: 3", "replicas: [");
    expect(await warnings()).toContain("tsop could not compare the bundle with the sources");
  });
});

describe("tsop bundle", () => {
  test("generates a bundle, its base and its icon, and asks for each missing field once", async () => {
    const { root, read, run } = project();
    const { warnings, json } = await run();
    const asked = warnings.map((warning) => /bundle\/missing-field: (\S+)/.exec(warning)?.[1]);
    expect(warnings.every((warning) => warning.includes("bundle/missing-field"))).toBe(true);
    expect(asked).toEqual(["spec.description", "spec.links", "spec.maintainers", "spec.provider.name"]);
    expect(warnings[0]).toMatch(/^config\/manifests\/bases\/demo\.clusterserviceversion\.yaml:\d+ /);
    expect(json).toMatchObject({ bundle: "bundle", package: "demo", version: "0.1.0", channels: ["candidate"] });
    expect(read("config/manifests/icon.svg")).toContain(">D</text>");
    expect(read(csvFile)).toContain("mediatype: image/svg+xml");
    expect(read("bundle.Dockerfile")).toContain("COPY bundle/tests/scorecard /tests/scorecard/\n");
    writeAuthorsPart(root);
    expect((await run()).warnings).toEqual([]);
  });

  test("writes nothing in a preview, also the first time", async () => {
    const { root, run } = project();
    const before = snapshot(root);
    expect((await run({ dryRun: true })).text).toContain(`create     ${csvFile}`);
    expect((await run({ diff: true })).text).toContain("+kind: ClusterServiceVersion");
    const checked = await run({ check: true });
    expect(checked.exitCode).toBe(3);
    expect(checked.diagnostics).toContainEqual(expect.objectContaining({ code: "bundle/out-of-date" }));
    expect(snapshot(root)).toEqual(before);
  });

  test("changes the time of creation only with another change", async () => {
    const { root, read, run, edit } = project();
    await run({}, { SOURCE_DATE_EPOCH: "1000000000" });
    expect(read(csvFile)).toContain('createdAt: "2001-09-09T01:46:40Z"');
    const before = snapshot(root);
    expect((await run({}, {})).text).toBe("bundle is up to date");
    expect(await run({ check: true }, {})).toMatchObject({ exitCode: 0 });
    expect(snapshot(root)).toEqual(before);
    edit(baseFile, "displayName: Demo", "displayName: Demonstration");
    await run({}, { SOURCE_DATE_EPOCH: "1000000001" });
    expect(read(csvFile)).toContain('createdAt: "2001-09-09T01:46:41Z"');
  });

  test("keeps the author's fields, and deletes the files of removed objects only", async () => {
    const { root, read, run, edit } = project();
    await run();
    edit(baseFile, "maturity: alpha", "maturity: stable\n  replaces: demo.v0.0.9\n  minKubeVersion: 1.30.0");
    edit("config/default/kustomization.yaml", "- metrics_service.yaml\n", "");
    writeFileSync(path.join(root, "bundle/manifests/mine.yaml"), "kind: ConfigMap\n");
    const { warnings } = await run();
    expect(read(csvFile)).toMatch(
      /maturity: stable\n {2}minKubeVersion: "?1\.30\.0"?\n[^]*\n {2}replaces: demo\.v0\.0\.9\n/,
    );
    expect(
      existsSync(path.join(root, "bundle/manifests/demo-controller-manager-metrics-service_v1_service.yaml")),
    ).toBe(false);
    expect(read("bundle/manifests/mine.yaml")).toBe("kind: ConfigMap\n");
    expect(warnings.join("\n")).toContain("bundle/manifests/mine.yaml  warning bundle/foreign-file");
  });

  test("remembers the package, the channels and the image of this version in the bundle", async () => {
    const { read, run } = project();
    await run({ channels: "candidate, fast", defaultChannel: "fast", package: "demo" });
    await run({ img: undefined as never });
    expect(read("bundle/metadata/annotations.yaml")).toContain("channels.v1: candidate,fast\n");
    expect(read("bundle/metadata/annotations.yaml")).toContain("channel.default.v1: fast\n");
    expect(read(csvFile)).toContain(`containerImage: ${img}`);
  });

  test("keeps an edited Dockerfile with --overwrite=false", async () => {
    const { read, run, edit } = project();
    await run();
    edit("bundle.Dockerfile", "FROM scratch", "FROM scratch AS mine");
    await run({ overwrite: false, channels: "fast" });
    expect(read("bundle.Dockerfile")).toContain("FROM scratch AS mine");
    expect(read("bundle/metadata/annotations.yaml")).toContain("channels.v1: candidate\n");
    await run({ channels: "fast" });
    expect(read("bundle.Dockerfile")).toContain("channels.v1=fast");
  });

  test("asks the registries for the digests of all images", async () => {
    const registry = await startRegistry();
    const image = `${registry.host}/demo:v1`;
    const digest = registry.putManifest("demo", "v1", "application/vnd.oci.image.manifest.v1+json", {});
    const { read, run, edit } = project();
    const variable = `env:\n        - name: RELATED_IMAGE_DATA\n          value: ${registry.host}/demo:v2\n`;
    edit("config/manager/manager.yaml", "        ports:\n", `        ${variable}        ports:\n`);
    await expect(run({ img: image, useImageDigests: true })).rejects.toMatchObject({ code: "image/no-digest" });
    registry.putManifest("demo", "v2", "application/vnd.oci.image.manifest.v1+json", { annotations: { a: "b" } });
    await run({ img: image, useImageDigests: true });
    expect(read(csvFile)).toContain(`containerImage: ${image}@${digest}\n`);
    expect(read(csvFile)).toMatch(/image: \S+\/demo:v2@sha256:[0-9a-f]{64}\n {4}name: data\n/);
  });

  test("does not read an icon through a link", async () => {
    const { root, read, run } = project();
    await run();
    rmSync(path.join(root, "config/manifests/icon.svg"));
    const { symlinkSync } = await import("node:fs");
    symlinkSync("/etc/hostname", path.join(root, "config/manifests/icon.png"));
    expect((await run()).warnings.join("\n")).toContain("spec.icon is missing");
    expect(read(csvFile)).not.toContain("base64data");
  });

  test.each<[string, BundleOptions, string]>([
    ["a version that is not semantic", { version: "v1" }, '--version "v1" is not a semantic version'],
    ["a package that is not a name", { package: "De mo" }, '"De mo" cannot be the name of a package'],
    ["an empty channel", { channels: "a,,b" }, '--channels: "" is not a channel'],
    [
      "a default channel that is not a channel",
      { defaultChannel: "x" },
      "--default-channel x is not one of the channels",
    ],
  ])("rejects %s", async (_, options, message) => {
    const { root, run } = project();
    const before = snapshot(root);
    await expect(run(options)).rejects.toThrow(message);
    expect(snapshot(root)).toEqual(before);
  });

  test("rejects a kustomization without the base, and a project without a version", async () => {
    const { run, edit } = project();
    await run();
    edit("package.json", '"version": "0.1.0"', '"version": "one"');
    await expect(run()).rejects.toMatchObject({ code: "bundle/no-version" });
    edit("package.json", '"version": "one"', '"version": "0.1.0"');
    edit("config/manifests/kustomization.yaml", "- bases/demo.clusterserviceversion.yaml\n", "");
    await expect(run()).rejects.toMatchObject({ code: "bundle/no-base" });
  });

  test("names the base with the placeholders of operator-sdk", async () => {
    const { run, edit } = project();
    await run();
    edit(baseFile, "keywords:", "provider:\n    name: Provider Name\n    url: https://your.domain\n  keywords:");
    expect((await run()).warnings.join("\n")).toContain(
      'bundle/placeholder: spec.provider contains the placeholder "Provider Name"',
    );
  });
});
