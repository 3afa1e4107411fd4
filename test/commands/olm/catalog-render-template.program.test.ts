import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { exec } from "../../../src/cli/exec.js";
import type { Context } from "../../../src/commands/context.js";
import { catalogRender } from "../../../src/commands/olm/catalog-render.js";
import { catalogRenderTemplate } from "../../../src/commands/olm/catalog-render-template.js";
import type { JsonObject } from "../../../src/core/json.js";
import { printYaml } from "../../../src/core/yaml.js";
import { failureOf } from "../../support/failure-of.js";
import { putBundle } from "../../support/olm/bundle-image.js";
import { verdictOf } from "../../support/olm/catalog-verdict.js";
import { demoBundle } from "../../support/olm/demo-bundle.js";
import { fbcVerify, runFbcVerify } from "../../support/olm/fbc-verify.js";
import { recordingContext } from "../../support/recording-context.js";
import { startRegistry } from "../../support/registry.js";
import { tempFolder } from "../../support/temp-folder.js";

function contextIn(template: JsonObject, files: Readonly<Record<string, string>> = {}): Context {
  const cwd = tempFolder({ "templates/t.yaml": printYaml(template), ...files });
  return { ...recordingContext({ cwd, env: { DOCKER_CONFIG: path.join(cwd, "docker") } }), exec };
}

const file = "templates/t.yaml";

/** Returns the faults of a catalog with this text, also those that operator-registry finds, if it is there. */
function faultsOf(text: string, { cwd }: Context): readonly string[] {
  mkdirSync(path.join(cwd, "catalog"));
  writeFileSync(path.join(cwd, "catalog/catalog.yaml"), text);
  const judged = fbcVerify === undefined ? [] : [runFbcVerify(path.join(cwd, "catalog"))];
  return [
    ...verdictOf(path.join(cwd, "catalog")).messages,
    ...judged.filter(({ verdict }) => verdict === "invalid").map(({ message }) => message),
  ];
}

test("a semver template of images is a valid catalog, and each image is read once", async () => {
  const registry = await startRegistry();
  const images = ["1.0.0", "1.0.1", "1.1.0"].map((version) => {
    return { image: putBundle(registry, demoBundle(version), { tag: version }) };
  });
  const template = { schema: "olm.semver", candidate: { bundles: images }, stable: { bundles: images.slice(0, 2) } };
  const context = contextIn(template);
  const { text } = await catalogRenderTemplate({ file }, context);
  expect(text).toContain("defaultChannel: stable-v1.0\n");
  expect(text.match(/^name: .*$/gm)).toEqual([
    ...["name: demo", "name: candidate-v1.0", "name: candidate-v1.1", "name: stable-v1.0"],
    ...["name: demo.v1.0.0", "name: demo.v1.0.1", "name: demo.v1.1.0"],
  ]);
  expect(faultsOf(text, context)).toEqual([]);
  expect(registry.requests.filter((request) => request.includes("/manifests/"))).toHaveLength(3);
});

test("a basic template gets the document of each image and folder in its place", async () => {
  const registry = await startRegistry();
  const image = putBundle(registry, demoBundle("1.0.0"));
  const entries = [
    { schema: "olm.bundle", image },
    { schema: "olm.package", name: "demo", defaultChannel: "stable" },
    {
      ...{ schema: "olm.channel", package: "demo", name: "stable" },
      entries: [{ name: "demo.v1.0.0" }, { name: "demo.v1.1.0", replaces: "demo.v1.0.0" }],
    },
    { schema: "olm.bundle", image: "./b" },
  ];
  const files = Object.entries(demoBundle("1.1.0")).map(([name, text]) => [`templates/b/${name}`, text] as const);
  const context = contextIn({ schema: "olm.template.basic", entries }, Object.fromEntries(files));
  const { text, json } = await catalogRenderTemplate({ file }, context);
  const { json: first } = await catalogRender({ bundle: image, format: "csv-metadata" }, context);
  const { json: last } = await catalogRender({ bundle: "templates/b", format: "objects" }, context);
  expect(json).toEqual({ documents: [first["bundle"], entries[1], entries[2], last["bundle"]] });
  expect(faultsOf(text, context)).toEqual([]);
});

test("reports all bundles that cannot be read, with their place in the template", async () => {
  const registry = await startRegistry();
  const images = [`${registry.host}/a:v1`, "./missing:v1", "A:v1", "no-tag"];
  const template = { schema: "olm.semver", stable: { bundles: images.map((image) => ({ image })) } };
  expect(await failureOf(catalogRenderTemplate({ file }, contextIn(template)))).toMatchObject({
    diagnostics: [
      { code: "bundle/not-found", at: { file, line: 4 } },
      { code: "usage/invalid-argument", at: { file, line: 5 } },
      { code: "usage/invalid-argument", at: { file, line: 6 } },
      { code: "bundle/not-found", at: { file, line: 7 } },
    ],
  });
});

test.each([
  [undefined, "the file of the template is missing"],
  ["templates", "templates is not a file"],
])("rejects the file %s", async (given, message) => {
  const options = given === undefined ? {} : { file: given };
  expect(await failureOf(catalogRenderTemplate(options, contextIn({ schema: "x" })))).toMatchObject({ message });
  expect(await failureOf(catalogRenderTemplate({ file }, contextIn({ schema: "x" })))).toMatchObject({
    code: "catalog/invalid-template",
  });
});
