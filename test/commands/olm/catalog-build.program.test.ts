import { existsSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { extract } from "tar/extract";
import { describe, expect, test } from "vitest";
import { exec } from "../../../src/cli/exec.js";
import { catalogBuild } from "../../../src/commands/olm/catalog-build.js";
import { catalogPush } from "../../../src/commands/olm/catalog-push.js";
import { field, readJson, text } from "../../../src/core/json-fields.js";
import { printYamlDocuments } from "../../../src/core/yaml.js";
import { validDocuments } from "../../support/olm/catalog-cases.js";
import { containerStore, isThere } from "../../support/container-store.js";
import { recordingContext } from "../../support/recording-context.js";
import { type Registry, startRegistry } from "../../support/registry.js";
import { filesOf, tempFolder } from "../../support/temp-folder.js";

function project(files: Readonly<Record<string, string>> = {}) {
  const cwd = tempFolder({
    "catalogs/next/demo/catalog.yaml": printYamlDocuments(validDocuments),
    "catalogs/next/.indexignore": "*.md\n",
    "catalogs/other.txt": "not in the image",
    ".dockerignore": "**\n!dist\n",
    ...files,
  });
  const home = { XDG_CACHE_HOME: path.join(cwd, "cache"), DOCKER_CONFIG: path.join(cwd, "docker") };
  return { ...recordingContext({ cwd }), exec, env: { ...home, PATH: process.env["PATH"] ?? "", HOME: cwd } };
}

const options = { dir: "catalogs/next", img: "127.0.0.1:1/catalog:v1" };

test.each([
  [
    "docker",
    "BUILDX_NO_DEFAULT_ATTESTATIONS=1 docker build --build-arg SOURCE_DATE_EPOCH=0 --tag 127.0.0.1:1/catalog:v1 --file next.Dockerfile .",
  ],
  [
    "podman",
    "podman build --timestamp 0 --identity-label=false --tag 127.0.0.1:1/catalog:v1 --file next.Dockerfile --ignorefile next.Dockerfile.dockerignore .",
  ],
])("%s builds in the folder of the catalog, and --dry-run creates no Dockerfile", async (containerTool, command) => {
  const { cwd } = project();
  const context = recordingContext({ cwd });
  const { json } = await catalogBuild({ ...options, containerTool, dryRun: true }, context);
  expect(json["commands"]).toEqual([command]);
  expect(existsSync(path.join(cwd, "catalogs/next.Dockerfile"))).toBe(false);
  await catalogBuild({ ...options, containerTool }, context);
  expect(readFileSync(path.join(cwd, "catalogs/next.Dockerfile"), "utf8")).toBe(
    "FROM scratch\n\nLABEL operators.operatorframework.io.index.configs.v1=/configs\n\nCOPY next /configs\n",
  );
  expect(context.recording.executed.at(-1)?.cwd).toBe(path.join(cwd, "catalogs"));
});

test("your Dockerfile stays as it is", async () => {
  const { cwd } = project({ "catalogs/next.Dockerfile": "FROM registry.example.com/opm\n" });
  await catalogBuild({ ...options, containerTool: "docker" }, recordingContext({ cwd }));
  expect(readFileSync(path.join(cwd, "catalogs/next.Dockerfile"), "utf8")).toBe("FROM registry.example.com/opm\n");
});

test.each([
  [{ img: "" }, "usage/invalid-argument"],
  [{ img: "A b" }, "usage/invalid-argument"],
  [{ dir: "../elsewhere" }, "usage/invalid-argument"],
  [{ dir: "missing" }, "catalog/not-found"],
  [{ containerTool: "dokcer" }, "usage/invalid-argument"],
])("rejects %j", async (wrong, code) => {
  await expect(catalogBuild({ ...options, ...wrong }, project())).rejects.toMatchObject({ code });
});

test("an invalid catalog has no image", async () => {
  const context = project({ "catalogs/next/more.yaml": "schema: olm.package\n" });
  await expect(catalogBuild({ ...options, containerTool: "none" }, context)).rejects.toThrow();
  expect(existsSync(path.join(context.cwd, "cache"))).toBe(false);
});

describe.runIf(isThere("buildah"))("with buildah (skipped if it is not installed)", () => {
  test("the image has the files and the label of the image that tsop assembles", async () => {
    const registry = await startRegistry();
    const { env } = containerStore("buildah");
    const context = project({ "docker/config.json": "{}" });
    const tool = { ...context, env: { ...env, ...context.env } };
    const img = `${registry.host}/tool:v1`;
    await catalogBuild({ ...options, img, containerTool: "buildah" }, tool);
    const pushed = await catalogPush({ ...options, img, containerTool: "buildah", tlsVerify: false }, tool);
    const assembled = await catalogPush({ ...options, img: `${registry.host}/itself:v1` }, context);
    expect(pushed.json).toMatchObject({ tool: "buildah", digest: registry.manifest("tool", "v1").digest });
    expect(assembled.json["digest"]).toBe(registry.manifest("itself", "v1").digest);
    expect(await imageIn(registry, "tool")).toEqual(await imageIn(registry, "itself"));
  });
});

async function imageIn(registry: Registry, name: string): Promise<unknown> {
  const manifest = readJson(registry.manifest(name, "v1").text);
  const config = readJson(registry.blob(text(field(manifest, "config"), "digest") ?? "").toString());
  const [folder, cwd] = [tempFolder(), tempFolder()];
  for (const layer of field(manifest, "layers") as readonly unknown[]) {
    const file = path.join(folder, "layer.tar.gz");
    writeFileSync(file, registry.blob(text(layer, "digest") ?? ""));
    await extract({ file, cwd });
  }
  const { Labels } = field(config, "config") as { readonly Labels: object };
  return { files: filesOf(cwd), Labels };
}
