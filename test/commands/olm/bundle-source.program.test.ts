import { readFileSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { exec } from "../../../src/cli/exec.js";
import { bundleValidate } from "../../../src/commands/olm/validate/bundle-validate.js";
import { catalogAdd } from "../../../src/commands/olm/catalog-add.js";
import { catalogRender } from "../../../src/commands/olm/catalog-render.js";
import type { Context } from "../../../src/commands/context.js";
import { failureOf } from "../../support/failure-of.js";
import { bundleLabels, putBundle } from "../../support/olm/bundle-image.js";
import { verdictOf } from "../../support/olm/catalog-verdict.js";
import { demoBundle } from "../../support/olm/demo-bundle.js";
import { toFiles, validBundle } from "../../support/olm/valid-bundle.js";
import { recordingContext } from "../../support/recording-context.js";
import { startRegistry } from "../../support/registry.js";
import { tempFolder } from "../../support/temp-folder.js";

const format = "csv-metadata";

function contextIn(files: Readonly<Record<string, string>> = {}): Context {
  const cwd = tempFolder(files);
  return { ...recordingContext({ cwd, env: { DOCKER_CONFIG: path.join(cwd, "docker") } }), exec };
}

test("the document of an image is the document of its folder; the image is the one that the user names", async () => {
  const registry = await startRegistry();
  const files = demoBundle("1.0.0");
  const img = putBundle(registry, files);
  const context = contextIn(Object.fromEntries(Object.entries(files).map(([file, text]) => [`bundle/${file}`, text])));
  const ofImage = await catalogRender({ bundle: img, format }, context);
  expect(ofImage.text).toContain(`image: ${img}\n`);
  expect(ofImage).toEqual(await catalogRender({ img, format }, context));
  const other = await catalogRender({ bundle: img, img: "r.example/demo:v1", format }, context);
  expect(other.text).toContain("image: r.example/demo:v1\n");
  const { digest } = registry.manifest("demo-bundle", "v1");
  const exact = `${registry.host}/demo-bundle@${digest}`;
  expect((await catalogRender({ bundle: exact, format }, context)).text).toContain(`image: ${exact}\n`);
});

test("a catalog gets bundles from images, and stays as it is if the second run adds the same", async () => {
  const registry = await startRegistry();
  const context = contextIn();
  const add = (version: string) => {
    const bundle = putBundle(registry, demoBundle(version), { tag: version });
    return catalogAdd({ bundle, format, channels: ["stable"], skips: [] }, context);
  };
  await add("1.0.0");
  await add("1.1.0");
  const read = (): string => readFileSync(path.join(context.cwd, "catalog/demo/catalog.yaml"), "utf8");
  const text = read();
  expect(text).toContain(`image: ${registry.host}/demo-bundle:1.1.0\n`);
  expect(verdictOf(path.join(context.cwd, "catalog")).messages).toEqual([]);
  await add("1.1.0");
  expect(read()).toBe(text);
});

test("an image is validated like a folder; locations begin with the name of the image", async () => {
  const registry = await startRegistry();
  const files = toFiles(validBundle());
  const good = putBundle(registry, Object.fromEntries(files));
  expect(await bundleValidate({ bundle: good }, contextIn())).toMatchObject({ exitCode: 0, diagnostics: [] });
  files.set("manifests/example.com_bars.yaml", "a: [");
  const bad = putBundle(registry, Object.fromEntries(files), { tag: "bad" });
  const { text, exitCode } = await bundleValidate({ bundle: bad }, contextIn());
  expect(exitCode).toBe(1);
  expect(text).toContain(`${bad}/manifests/example.com_bars.yaml  error bundle/invalid`);
});

test("a folder comes before an image of the same name, and asks no registry", async () => {
  const registry = await startRegistry();
  const img = putBundle(registry, {});
  const files = [...toFiles(validBundle())].map(([file, text]) => [`b:v1/${file}`, text] as const);
  expect(await bundleValidate({ bundle: "b:v1" }, contextIn(Object.fromEntries(files)))).toMatchObject({ exitCode: 0 });
  expect(registry.requests).toEqual([]);
  expect(await failureOf(catalogRender({ bundle: img, img: "A b", format }, contextIn()))).toMatchObject({
    code: "usage/invalid-argument",
  });
  expect(registry.requests).toEqual([]);
});

test.each([
  [
    "is no bundle",
    {},
    "is not the image of a bundle: it has no label operators.operatorframework.io.bundle.package.v1",
  ],
  [
    "is a catalog",
    { "operators.operatorframework.io.index.configs.v1": "/configs" },
    "is the image of a catalog, not of a bundle",
  ],
  [
    "has another format",
    { ...bundleLabels, "operators.operatorframework.io.bundle.mediatype.v1": "plain+v0" },
    "is a bundle of the format plain+v0",
  ],
  [
    "has another folder",
    { ...bundleLabels, "operators.operatorframework.io.bundle.manifests.v1": "deploy/" },
    'is "deploy/"',
  ],
])("an image that %s is rejected", async (_, labels, message) => {
  const registry = await startRegistry();
  const bundle = putBundle(registry, demoBundle("1.0.0"), { labels });
  expect(await failureOf(catalogRender({ bundle, format }, contextIn()))).toMatchObject({
    code: "bundle/not-found",
    message: expect.stringContaining(message) as unknown,
  });
});

test("an image that its registry does not have, and one with too many files, are rejected", async () => {
  const registry = await startRegistry();
  const missing = { bundle: `${registry.host}/demo-bundle:v2` };
  expect(await failureOf(bundleValidate(missing, contextIn()))).toMatchObject({
    code: "bundle/not-found",
    message: `${missing.bundle} is not a folder, and the registry has no such image`,
  });
  const large = {
    bundle: putBundle(
      registry,
      Object.fromEntries(Array.from({ length: 10_001 }, (_, index) => [`manifests/${index}`, ""])),
    ),
  };
  expect(await failureOf(bundleValidate(large, contextIn()))).toMatchObject({ code: "bundle/too-large" });
});
