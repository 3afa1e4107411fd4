import { existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { gunzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { exec } from "../../../src/cli/exec.js";
import { bundle } from "../../../src/commands/olm/bundle.js";
import { bundleBuild } from "../../../src/commands/olm/bundle-build.js";
import { bundlePush } from "../../../src/commands/olm/bundle-push.js";
import { writeAuthorsPart } from "../../support/olm-project.js";
import { recordingContext } from "../../support/recording-context.js";
import { startRegistry } from "../../support/registry.js";
import { bar, type Files, scaffold } from "../../support/scaffolds.js";
import { filesOf, tempFolder } from "../../support/temp-folder.js";

let files: Files = {};
beforeAll(async () => {
  const cwd = tempFolder(await scaffold({ apis: [bar], isGenerated: true }));
  const generate = () => bundle({ img: "registry.example.com/demo:v0.1.0" }, recordingContext({ cwd }));
  await generate();
  writeAuthorsPart(cwd);
  await generate();
  files = filesOf(cwd);
});

function project(env: Readonly<Record<string, string>> = { CONTAINER_TOOL: "none" }) {
  const cwd = tempFolder(files);
  const home = { XDG_CACHE_HOME: path.join(cwd, "cache"), DOCKER_CONFIG: path.join(cwd, "docker") };
  return { ...recordingContext({ cwd }), exec, env: { ...home, ...env } };
}

/** Returns the names of the entries of a tar archive. */
function namesIn(archive: Buffer): string[] {
  const names: string[] = [];
  for (let at = 0; at + 512 <= archive.length && archive[at] !== 0;) {
    const text = (from: number, to: number): string =>
      archive.toString("utf8", at + from, at + to).replace(/\0.*$/s, "");
    names.push(path.posix.join(text(345, 500), text(0, 100)));
    at += 512 + Math.ceil(Number.parseInt(text(124, 136), 8) / 512) * 512;
  }
  return names;
}

describe("without a container tool", () => {
  test("the registry gets an image with the files and the labels of the bundle", async () => {
    const registry = await startRegistry();
    const context = project();
    const img = `${registry.host}/demo-bundle:v0.1.0`;
    const built = await bundleBuild({ img }, context);
    const pushed = await bundlePush({ img }, context);
    const { text, digest } = registry.manifest("demo-bundle", "v0.1.0");
    expect(pushed.json).toMatchObject({ image: img, tool: "none", digest });
    expect(built.json).toMatchObject({ digest });
    const manifest = JSON.parse(text) as { config: { digest: string }; layers: { digest: string }[] };
    const config = JSON.parse(registry.blob(manifest.config.digest).toString()) as { config: { Labels: object } };
    expect(config.config.Labels).toMatchObject({
      "operators.operatorframework.io.bundle.mediatype.v1": "registry+v1",
      "operators.operatorframework.io.bundle.package.v1": "demo",
      "operators.operatorframework.io.bundle.channels.v1": "candidate",
    });
    const names = namesIn(gunzipSync(registry.blob(manifest.layers[0]?.digest ?? "")));
    expect(names).toEqual(
      expect.arrayContaining(["manifests/demo.clusterserviceversion.yaml", "metadata/annotations.yaml"]),
    );
    expect(names.filter((name) => !/^(?:manifests|metadata|tests)\//.test(name))).toEqual([]);
  });

  test("the name follows from the operator's image, or from BUNDLE_IMG", async () => {
    const name = async (env: Record<string, string>) =>
      (await bundleBuild({ dryRun: true }, project({ CONTAINER_TOOL: "none", ...env }))).json["image"];
    expect(await name({})).toBe("registry.example.com/demo-bundle:v0.1.0");
    expect(await name({ BUNDLE_IMG: "127.0.0.1:5000/b:1" })).toBe("127.0.0.1:5000/b:1");
    await expect(name({ BUNDLE_IMG: "B:1" })).rejects.toThrow('BUNDLE_IMG "B:1" is not a valid image name');
  });

  test("a bundle with a link is rejected", async () => {
    const context = project();
    symlinkSync("/etc/hostname", path.join(context.cwd, "bundle/manifests/host.yaml"));
    await expect(bundleBuild({ img: "127.0.0.1:1/b:1" }, context)).rejects.toMatchObject({ code: "image/copy-failed" });
  });

  test("a missing field is a warning for a build, and an error for a push", async () => {
    const context = project();
    const file = path.join(context.cwd, "bundle/manifests/demo.clusterserviceversion.yaml");
    const text = readFileSync(file, "utf8");
    writeFileSync(file, text.replace(/ {2}provider:\n(?: {4}.*\n)+/, "  provider:\n    name: Provider Name\n"));
    await bundleBuild({ img: "127.0.0.1:1/b:1" }, context);
    expect(context.recording.warnings.join("\n")).toContain("bundle/placeholder");
    await expect(bundlePush({ img: "127.0.0.1:1/b:1" }, context)).rejects.toMatchObject({ code: "bundle/placeholder" });
  });

  test("there must be a bundle", async () => {
    const context = { ...recordingContext({ cwd: tempFolder({}) }), exec, env: {} };
    await expect(bundleBuild({}, context)).rejects.toMatchObject({ code: "bundle/not-found" });
    expect(existsSync(path.join(context.cwd, "bundle"))).toBe(false);
  });
});

test.each([
  [
    "docker",
    "BUILDX_NO_DEFAULT_ATTESTATIONS=1 docker build --build-arg SOURCE_DATE_EPOCH=0 --tag 127.0.0.1:1/b:1 --file bundle.Dockerfile .",
  ],
  [
    "buildah",
    "buildah build --timestamp 0 --identity-label=false --tag 127.0.0.1:1/b:1 --file bundle.Dockerfile --ignorefile bundle.Dockerfile.dockerignore .",
  ],
])("%s builds from bundle.Dockerfile, with its own list of ignored files", async (tool, command) => {
  const context = { ...recordingContext({ cwd: tempFolder(files) }), env: { CONTAINER_TOOL: tool } };
  const { json } = await bundleBuild({ img: "127.0.0.1:1/b:1", dryRun: true }, context);
  expect(json["commands"]).toEqual([command]);
  expect(files["bundle.Dockerfile.dockerignore"]).toContain("!bundle/manifests\n");
});
