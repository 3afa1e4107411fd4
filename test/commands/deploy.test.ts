import { describe, expect, test } from "vitest";
import { deploy } from "../../src/commands/deploy.js";
import { chooseImage, type ImageChoice } from "../../src/commands/choose-image.js";
import type { DeployOptions } from "../../src/commands/declared/cluster.js";
import type { KubeObject } from "../../src/kube/objects.js";
import { takeOver } from "../../src/machinery/project-state.js";
import { deployProject, type DeployProjectOptions } from "../support/deploy-project.js";
import { recordingContext } from "../support/recording-context.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

interface Given {
  readonly project?: DeployProjectOptions;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: Readonly<Record<string, string>>;
}

function contextOf({ project, files = {}, env = {} }: Given = {}) {
  const cwd = tempFolder(deployProject("demo", project));
  takeOver(cwd); // so that tsop reads its records
  writeFiles(cwd, files);
  return recordingContext({ cwd, env });
}

function call(given: Given = {}, options: DeployOptions = {}) {
  return deploy({ dryRun: "client", kubeconfig: "/nowhere", ...options }, contextOf(given));
}

const digest = `sha256:${"ab".repeat(32)}`;

function workload(image: string): KubeObject {
  const spec = { containers: [{ name: "manager", image }] };
  return { apiVersion: "v1", kind: "Pod", metadata: { name: "operator" }, spec } as KubeObject;
}

describe("the image", () => {
  test("that has no name is an error", async () => {
    await expect(call()).rejects.toMatchObject({
      code: "deploy/no-image",
      hint: expect.stringContaining("npm run deploy -- --img") as string,
    });
  });

  test.each<[string, Given, DeployOptions, string]>([
    ["of --img takes precedence over IMG", { env: { IMG: "other:v1" } }, { img: "demo:v1" }, "image: demo:v1"],
    ["of IMG", { env: { IMG: "demo:v2" } }, {}, "image: demo:v2"],
    [
      "of the last time",
      { files: { ".tsop/image.json": '{"image":"demo:v3"}' } },
      {},
      "image: demo:v3, as last time (change it with --img NAME)",
    ],
  ])("%s", async (_, given, options, note) => {
    const context = contextOf(given);
    await deploy({ dryRun: "client", ...options }, context);
    expect(context.recording.notes).toEqual([note, expect.stringContaining("digest of the image is not known")]);
  });

  test("that the manifests name takes precedence over the previous image", async () => {
    const context = contextOf({ project: { image: "own:v1" }, files: { ".tsop/image.json": '{"image":"demo:v3"}' } });
    await deploy({ dryRun: "client" }, context);
    expect(context.recording.notes).toEqual([]);
  });

  test.each([
    ["built and not pushed", '{"image":"demo:v3","built":{"id":"sha256:1"}}', "not pushed since"],
    ["built and pushed", '{"image":"demo:v3","built":{},"pushed":{}}', "digest of the image is not known"],
    ["pushed by an unknown user", '{"image":"demo:v3"}', "digest of the image is not known"],
    [
      "pushed, with a digest that is none",
      '{"image":"demo:v3","pushed":{"digest":"x y"}}',
      "digest of the image is not known",
    ],
    ["pushed", `{"image":"demo:v3","pushed":{"digest":"${digest}"}}`, `digest: ${digest}`],
    [
      "pushed before another",
      `{"image":"o","others":[{"image":"demo:v3","pushed":{"digest":"${digest}"}}]}`,
      "digest: ",
    ],
  ])("that was %s", async (_, text, note) => {
    const context = contextOf({ files: { ".tsop/image.json": text } });
    await deploy({ dryRun: "client", img: "demo:v3" }, context);
    expect(context.recording.notes[1]).toContain(note);
    expect(context.recording.notes).toHaveLength(2);
  });

  const pushed = { ".tsop/image.json": `{"image":"demo:v3","pushed":{"digest":"${digest}"}}` };
  test.each<[string, ImageChoice, string]>([
    ["its digest, where its push has told it", {}, `demo:v3@${digest}`],
    ["its tag alone, where that is wanted", { imageDigest: false }, "demo:v3"],
    ["the digest that is named", { img: `demo@${digest}` }, `demo@${digest}`],
    ["the tag of another image", { img: "demo:v4" }, "demo:v4"],
  ])("is deployed by %s", (_, choice, image) => {
    const objects = [workload("controller:latest")];
    expect(chooseImage(objects, choice, contextOf({ files: pushed })).objects).toEqual([workload(image)]);
  });

  test("whose digest is not known cannot be named by it", async () => {
    await expect(call({}, { img: "demo:v4", imageDigest: true })).rejects.toMatchObject({ code: "image/no-digest" });
  });

  test.each(["{", "[]", '{"image":1}', "{}"])("of a damaged memory (%s) is none", async (text) => {
    await expect(call({ files: { ".tsop/image.json": text } })).rejects.toMatchObject({ code: "deploy/no-image" });
  });

  test("that can be none is refused, wherever it comes from", async () => {
    await expect(call({ env: { IMG: "a b" } })).rejects.toMatchObject({
      message: expect.stringContaining('IMG "a b"') as string,
    });
  });
});

test("with --dry-run=client lists the objects in their order, and asks no server", async () => {
  const { text, json } = await call({}, { img: "demo:v1" });
  expect(text).toContain(
    "CustomResourceDefinition widgets.demo.example.com would be applied\nNamespace demo-system would",
  );
  expect(json).toMatchObject({ dryRun: "client", objects: [{ kind: "CustomResourceDefinition" }, {}, {}, {}, {}, {}] });
  expect(JSON.stringify(json)).not.toContain("secret-info");
});

test("--diff without a server is refused", async () => {
  await expect(call({}, { img: "demo:v1", diff: true })).rejects.toMatchObject({ code: "usage/invalid-argument" });
});

test("a kustomization without objects is refused", async () => {
  const files = { "config/default/kustomization.yaml": "resources: []\n" };
  await expect(call({ files })).rejects.toMatchObject({
    message: "the kustomization in config/default generates no objects",
  });
});

test("a context that is not there is named, with the one that is meant", async () => {
  const kubeconfig = JSON.stringify({
    clusters: [{ name: "c", cluster: { server: "https://127.0.0.1:1" } }],
    users: [{ name: "u", user: {} }],
    contexts: [{ name: "production", context: { cluster: "c", user: "u" } }],
  });
  const context = contextOf({ files: { kubeconfig } });
  await expect(
    deploy({ img: "demo:v1", kubeconfig: "kubeconfig", context: "prodution" }, context),
  ).rejects.toMatchObject({
    code: "cluster/unknown-context",
    hint: expect.stringContaining("production") as string,
  });
});
