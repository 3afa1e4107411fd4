/** docker-build, docker-push and docker-buildx without a container tool. */
import { readdirSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { list } from "tar";
import { describe, expect, test } from "vitest";
import { dockerBuild } from "../../src/commands/docker-build.js";
import { dockerBuildx } from "../../src/commands/docker-buildx.js";
import { dockerPush } from "../../src/commands/docker-push.js";
import { putBase } from "../support/base-image.js";
import { type Image, imageIn, operatorWithoutTool as operator } from "../support/image-without-tool.js";
import { startRegistry } from "../support/registry.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

/** Returns the entries of a layer: `644 0:0 dist/main.js`. */
async function entriesOf(layer: Buffer): Promise<string[]> {
  const found: string[] = [];
  const reading = list({
    onReadEntry: ({ mode = 0, uid = -1, gid = -1, path: file, mtime }) =>
      found.push(`${mode.toString(8)} ${uid}:${gid} ${file} ${Number(mtime)}`),
  });
  await new Promise((resolve) => reading.on("end", resolve).end(layer));
  return found;
}

describe("an image without a container tool", () => {
  test("is the base image with the bundle and the settings of the Dockerfile", async () => {
    const registry = await startRegistry();
    const base = { name: `${registry.host}/base:1`, digest: putBase(registry) };
    const context = operator();
    const image = `${registry.host}/demo:v1`;
    const built = await dockerBuild({ img: image, baseImage: base.name, platform: "linux/amd64" }, context);
    expect(built.text).toMatch(/^built \S+ without a container tool \(sha256:\w+\)\nNext: npm run docker-push$/);
    expect(built.json).toMatchObject({ tool: "none", base });
    const pushed = await dockerPush({}, context);
    const { digest, layers, config } = imageIn(registry, "v1");
    expect(pushed.json).toMatchObject({ image, tool: "none", digest });
    expect(config()).toMatchObject({
      created: "1970-01-01T00:00:00Z",
      os: "linux",
      architecture: "amd64",
      config: {
        User: "65532:65532",
        Env: ["PATH=/nodejs/bin", "NODE_ENV=production"],
        Entrypoint: ["/nodejs/bin/node"],
        Cmd: ["/dist/main.js"],
        Labels: {
          from: "base",
          "org.opencontainers.image.title": "demo",
          "org.opencontainers.image.base.name": base.name,
          "org.opencontainers.image.base.digest": base.digest,
        },
      },
    });
    expect(layers).toHaveLength(2);
    expect(await entriesOf(registry.blob(layers[1]!.digest))).toEqual([
      "755 0:0 dist/ 0",
      "644 0:0 dist/main.js 0",
      "644 0:0 dist/sbom.cdx.json 0",
    ]);
  });

  test("has the same digest in another folder, and the second push sends nothing", async () => {
    const registry = await startRegistry();
    putBase(registry);
    const options = { img: `${registry.host}/demo:v1`, baseImage: `${registry.host}/base:1`, platform: "linux/amd64" };
    const digests = [];
    for (const context of [operator(), operator()]) {
      await dockerBuild(options, context);
      digests.push((await dockerPush({}, context)).json);
    }
    expect(digests[1]).toEqual({ ...(digests[0] as object), sentBytes: 0 });
  });

  test("has a list of packages and a provenance in the registry, which name it as their subject", async () => {
    const registry = await startRegistry();
    const baseDigest = putBase(registry);
    const context = operator();
    await dockerBuild(
      { img: `${registry.host}/demo:v1`, baseImage: `${registry.host}/base:1`, platform: "linux/amd64" },
      context,
    );
    const { json } = await dockerPush({}, context);
    const { digest } = json as { digest: string };
    const referrers = imageIn(registry, digest.replace(":", "-")).manifests ?? [];
    expect(referrers.map(({ artifactType }) => artifactType)).toEqual([
      "application/vnd.cyclonedx+json",
      "application/vnd.in-toto+json",
    ]);
    const documents = referrers.map((each) => {
      const { layers, subject } = imageIn(registry, each.digest);
      expect(subject?.digest).toBe(digest);
      return JSON.parse(registry.blob(layers[0]!.digest).toString()) as Record<string, unknown>;
    });
    expect(documents).toMatchObject([
      { bomFormat: "CycloneDX" },
      {
        subject: [{ digest: { sha256: digest.slice(7) } }],
        predicate: { buildDefinition: { resolvedDependencies: [{ digest: { sha256: baseDigest.slice(7) } }] } },
      },
    ]);
    await dockerPush({}, context);
    expect(imageIn(registry, digest.replace(":", "-")).manifests).toHaveLength(2);
  });

  test("does not write the list of descriptions where the registry keeps it", async () => {
    const registry = await startRegistry({ listsReferrers: true });
    putBase(registry);
    const context = operator();
    await dockerBuild(
      { img: `${registry.host}/demo:v1`, baseImage: `${registry.host}/base:1`, platform: "linux/amd64" },
      context,
    );
    await dockerPush({}, context);
    expect(registry.requests.filter((each) => each.includes("/manifests/sha256-"))).toEqual([]);
  });

  test("for several platforms is an index of images with one and the same layer", async () => {
    const registry = await startRegistry();
    putBase(registry, "base", ["amd64", "arm64"]);
    const context = operator();
    const options = { img: `${registry.host}/demo:v1`, baseImage: `${registry.host}/base:1` };
    const { json } = await dockerBuildx(options, context);
    const { digest, manifests = [] } = imageIn(registry, "v1");
    expect(json).toMatchObject({ tool: "none", digest, platforms: ["linux/amd64", "linux/arm64"] });
    expect(manifests.map(({ platform }) => platform)).toEqual([
      { os: "linux", architecture: "amd64" },
      { os: "linux", architecture: "arm64" },
    ]);
    const images = manifests.map((each) => imageIn(registry, each.digest));
    expect(images.map(({ config }) => config()["architecture"])).toEqual(["amd64", "arm64"]);
    expect(new Set(images.map(({ layers }) => layers.at(-1)?.digest)).size).toBe(1);
    await expect(dockerBuildx({ ...options, platform: "linux/s390x" }, context)).rejects.toMatchObject({
      code: "image/no-base",
      hint: "It exists for linux/amd64, linux/arm64.",
    });
  });

  test("gets the layers of a base image that is in another registry, or in a folder", async () => {
    const [from, to] = [await startRegistry(), await startRegistry()];
    const digest = putBase(from);
    const layers = (JSON.parse(from.manifest("base", "1").text) as Image).layers;
    const context = operator();
    await dockerBuild(
      { img: `${to.host}/demo:v1`, baseImage: `${from.host}/base:1`, platform: "linux/amd64" },
      context,
    );
    await dockerPush({}, context);
    expect(to.blob(layers[0]!.digest)).toEqual(from.blob(layers[0]!.digest));

    const { text, type } = from.manifest("base", "1");
    const { config } = JSON.parse(text) as Image;
    const layout = tempFolder({
      "index.json": JSON.stringify({ manifests: [{ mediaType: type, digest, size: text.length }] }),
    });
    writeFiles(layout, { [`blobs/sha256/${digest.slice(7)}`]: text });
    for (const blob of [config.digest, layers[0]!.digest]) {
      writeFileSync(path.join(layout, "blobs/sha256", blob.slice(7)), from.blob(blob));
    }
    const other = operator();
    await dockerBuild({ img: `${to.host}/demo:v2`, baseImage: `oci:${layout}`, platform: "linux/amd64" }, other);
    await dockerPush({}, other);
    expect(imageIn(to, "v2").layers[0]).toMatchObject({ digest: layers[0]!.digest });
  });

  test("is the default where no tool works, and says so", async () => {
    const registry = await startRegistry();
    putBase(registry);
    const context = operator({}, { CONTAINER_TOOL: "" });
    await dockerBuild(
      { img: `${registry.host}/demo:v1`, baseImage: `${registry.host}/base:1`, platform: "linux/amd64" },
      context,
    );
    expect(context.recording.notes).toContain(
      "No container tool works on this machine (docker is not installed; podman is not installed; buildah is not installed; nerdctl is not installed), so tsop builds and pushes the image itself.",
    );
    await dockerPush({}, context);
    expect(imageIn(registry, "v1").layers).toHaveLength(2);
  });

  test("with --dry-run sends no request and writes nothing", async () => {
    const context = operator();
    const before = readdirSync(context.cwd);
    const { text, json } = await dockerBuild({ img: "demo:v1", dryRun: true }, context);
    expect(text).toBe("tsop build --sbom\ntsop assembles demo:v1 on none.invalid/base:1, without a container tool");
    expect(json).toEqual({ image: "demo:v1", tool: "none", commands: [], dryRun: true });
    expect(readdirSync(context.cwd)).toEqual(before);
  });
});

describe("a Dockerfile", () => {
  test.each<[string, string, object]>([
    [
      "that runs a program",
      "FROM b:1\nRUN npm ci\n",
      { code: "image/needs-tool", message: "Dockerfile:2: RUN runs a program, which needs a container tool" },
    ],
    [
      "with two stages",
      "FROM b:1\nCOPY a /a\nFROM c:1\n",
      { code: "image/needs-tool", message: /^Dockerfile:3: a second FROM/ },
    ],
    [
      "with a typing mistake",
      "FROM b:1\nCOPPY dist/ /dist/\n",
      { code: "image/needs-tool", message: /^Dockerfile:2: .*COPPY/ },
    ],
    ["with an image name that is none", "FROM B:1\n", { code: "usage/invalid-argument" }],
    ["without FROM", "COPY a /a\n", { code: "image/needs-tool", message: /^Dockerfile:1: COPY precedes FROM/ }],
  ])("%s is refused, with its line", async (_, Dockerfile, expected) => {
    const matcher = Object.fromEntries(
      Object.entries(expected).map(([key, value]) => [
        key,
        value instanceof RegExp ? (expect.stringMatching(value) as unknown) : (value as unknown),
      ]),
    );
    await expect(dockerBuild({ img: "demo:v1" }, operator({ Dockerfile }))).rejects.toMatchObject(matcher);
  });

  test.each([
    ["a file that does not exist", "COPY gone.txt /gone.txt", "Dockerfile: COPY gone.txt: it does not exist"],
    [
      "a file outside",
      "COPY ../secret /secret",
      "Dockerfile: COPY ../secret: it is outside the folder of the Dockerfile",
    ],
    ["an excluded file", "COPY PROJECT /PROJECT", "Dockerfile: COPY PROJECT: it is excluded by .dockerignore"],
    [
      "a link",
      "COPY link /link",
      "Dockerfile: COPY link: it contains link, which is neither a file nor a folder; tsop does not copy links",
    ],
  ])("that copies %s is refused", async (_, instruction, message) => {
    const registry = await startRegistry();
    putBase(registry);
    const context = operator({ Dockerfile: `FROM ${registry.host}/base:1\n${instruction}\n` });
    symlinkSync("/etc/passwd", path.join(context.cwd, "link"));
    await expect(dockerBuild({ img: "demo:v1", platform: "linux/amd64" }, context)).rejects.toMatchObject({
      code: "image/copy-failed",
      message,
    });
  });
});
