import { readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { extract } from "tar/extract";
import { expect, test } from "vitest";
import { exec } from "../../../src/cli/exec.js";
import { catalogPush } from "../../../src/commands/olm/catalog-push.js";
import { field, readJson, text } from "../../../src/core/json-fields.js";
import { validDocuments } from "../../support/olm/catalog-cases.js";
import { verdictOf } from "../../support/olm/catalog-verdict.js";
import { failureOf } from "../../support/failure-of.js";
import { recordingContext } from "../../support/recording-context.js";
import { startRegistry } from "../../support/registry.js";
import { tempFolder } from "../../support/temp-folder.js";
import { printYamlDocuments } from "../../../src/core/yaml.js";

const file = "catalog/demo/catalog.yaml";

function project(catalog = printYamlDocuments(validDocuments)) {
  const cwd = tempFolder({ [file]: catalog, "catalog/.indexignore": "*.md\n" });
  const env = { XDG_CACHE_HOME: path.join(cwd, "cache"), DOCKER_CONFIG: path.join(cwd, "docker") };
  return { ...recordingContext({ cwd }), exec, env };
}

test("the registry gets an image whose folder /configs is the catalog; the second push sends nothing", async () => {
  const registry = await startRegistry();
  const context = project();
  const img = `${registry.host}/catalog:v1`;
  const pushed = await catalogPush({ img }, context);
  const { text: manifest, digest } = registry.manifest("catalog", "v1");
  expect(pushed.json).toMatchObject({ image: img, digest });
  const document = readJson(manifest);
  const config = readJson(registry.blob(text(field(document, "config"), "digest") ?? "").toString());
  expect(config).toMatchObject({
    config: { Labels: { "operators.operatorframework.io.index.configs.v1": "/configs" } },
  });
  const [layer] = field(document, "layers") as readonly unknown[];
  const folder = tempFolder({});
  const archive = path.join(folder, "layer.tar.gz");
  writeFileSync(archive, registry.blob(text(layer, "digest") ?? ""));
  await extract({ file: archive, cwd: folder });
  expect(verdictOf(path.join(folder, "configs")).messages).toEqual([]);
  expect(readFileSync(path.join(folder, "configs/demo/catalog.yaml"), "utf8")).toBe(
    readFileSync(path.join(context.cwd, file), "utf8"),
  );
  expect((await catalogPush({ img }, context)).json).toEqual({ image: img, digest, sentBytes: 0 });
});

test("nothing is pushed of an invalid catalog, of a catalog with a link, and with --dry-run", async () => {
  const registry = await startRegistry();
  const img = `${registry.host}/catalog:v1`;
  expect(await failureOf(catalogPush({ img }, project("schema: olm.package\n")))).toMatchObject({
    code: "catalog/invalid",
  });
  const linked = project();
  symlinkSync("demo/catalog.yaml", path.join(linked.cwd, "catalog/link.md"));
  expect(await failureOf(catalogPush({ img }, linked))).toMatchObject({ code: "image/copy-failed" });
  expect((await catalogPush({ img, dryRun: true }, project())).text).toBe(`tsop assembles and pushes ${img}`);
  expect(await failureOf(catalogPush({}, project()))).toMatchObject({ code: "usage/invalid-argument" });
  expect(await failureOf(catalogPush({ img: "A b" }, project()))).toMatchObject({ code: "usage/invalid-argument" });
  expect(registry.requests).toEqual([]);
});
