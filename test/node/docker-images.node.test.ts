/** What buildah really makes of it. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { list } from "tar";
import { describe, expect, test } from "vitest";
import { exec } from "../../src/cli/exec.js";
import type { Context } from "../../src/commands/context.js";
import { dockerBuild } from "../../src/commands/docker-build.js";
import { dockerBuildx } from "../../src/commands/docker-buildx.js";
import { dockerPush } from "../../src/commands/docker-push.js";
import { project } from "../support/bar-project.js";
import { type ContainerStore, containerStore, isThere } from "../support/container-store.js";
import { recordingContext } from "../support/recording-context.js";
import { type Registry, startRegistry } from "../support/registry.js";
import { tempFolder, writeFiles } from "../support/temp-folder.js";

const template = (name: string): string =>
  readFileSync(new URL(`../../templates/init/${name}.hbs`, import.meta.url), "utf8");

const files = {
  PROJECT: project,
  "main.ts": "console.log(1); await import('./later.ts');",
  "later.ts": "console.log(2);",
  Dockerfile: template("Dockerfile"),
  ".dockerignore": template(".dockerignore"),
  "package.json": '{"version":"1.0.0","license":"MIT"}',
  "node_modules/secret/index.js": "",
  "dist/install.yaml": "kind: Namespace",
};

function operator(store: ContainerStore, more: Partial<Context> = {}): ReturnType<typeof recordingContext> {
  return {
    ...recordingContext({ cwd: tempFolder(files) }),
    env: { ...store.env, CI: "", BASE_IMAGE: "localhost/base:1" },
    exec,
    ...more,
  };
}

/** Something to build on. */
async function makeBase({ run }: ContainerStore, image: string, ...flags: readonly string[]): Promise<void> {
  const folder = tempFolder({
    Dockerfile: 'FROM scratch\nCOPY base /base\nENTRYPOINT ["/node"]\n',
    base: flags.join(" "),
  });
  await run("build", "--identity-label=false", ...flags, "--tag", image, folder);
}

/** One for two platforms, in a registry. */
async function pushBase(store: ContainerStore, { host }: Registry): Promise<string> {
  const images = ["amd64", "arm64"].map((architecture) => `localhost/${architecture}:1`);
  await makeBase(store, images[0]!, "--platform", "linux/amd64");
  await makeBase(store, images[1]!, "--platform", "linux/arm64");
  await store.run("manifest", "create", "localhost/bases:1", ...images.map((image) => `containers-storage:${image}`));
  await store.run("manifest", "push", "--all", "--tls-verify=false", "localhost/bases:1", `docker://${host}/base:1`);
  await store.run("manifest", "rm", "localhost/bases:1");
  await store.run("rmi", ...images);
  return `${host}/base:1`;
}

interface Manifest {
  readonly config: { readonly digest: string };
  readonly layers: readonly { readonly digest: string }[];
}

interface Config {
  readonly architecture: string;
  readonly created: string;
  readonly config: {
    readonly User: string;
    readonly Cmd: readonly string[];
    readonly Labels: Readonly<Record<string, string>>;
  };
}

function pushed(registry: Registry, reference: string) {
  const { text, digest } = registry.manifest("demo", reference);
  const { config, layers } = JSON.parse(text) as Manifest;
  return {
    digest,
    layers: layers.map((layer) => layer.digest),
    config: JSON.parse(registry.blob(config.digest).toString()) as Config,
  };
}

/** `755 dist/ 0`: mode, name and time of all that is in a layer. */
async function entriesOf(layer: Buffer): Promise<string[]> {
  const found: string[] = [];
  const reading = list({
    onReadEntry: (entry) => found.push(`${(entry.mode ?? 0).toString(8)} ${entry.path} ${Number(entry.mtime)}`),
  });
  const read = new Promise((resolve) => reading.on("end", resolve));
  reading.end(layer);
  await read;
  return found.sort().map((line) => line.replace(/chunk-\w+|later-\w+/, "CHUNK"));
}

describe.each(["buildah"])("an image of %s", (tool) => {
  const reason = isThere(tool) ? "" : ` (skipped: ${tool} is not installed)`;
  describe.skipIf(reason !== "")(`really built${reason}`, { timeout: 120_000 }, () => {
    test("has the bundle in it and nothing else, for any user to read, and is pushed", async () => {
      const [store, registry] = [containerStore(tool), await startRegistry()];
      await makeBase(store, "localhost/base:1");
      const context = operator(store);
      await dockerBuild({ img: `${registry.host}/demo:v1`, containerTool: tool }, context);
      const { json } = await dockerPush({ tlsVerify: false }, context);
      const { digest, layers, config } = pushed(registry, "v1");
      expect(json).toEqual({ image: `${registry.host}/demo:v1`, tool, digest });
      expect(config).toMatchObject({
        created: "1970-01-01T00:00:00Z",
        config: { User: "65532:65532", Cmd: ["/dist/main.js"] },
      });
      expect(config.config.Labels).toMatchObject({
        "org.opencontainers.image.title": "demo",
        "org.opencontainers.image.version": "1.0.0",
        "org.opencontainers.image.licenses": "MIT",
        "org.opencontainers.image.base.name": "localhost/base:1",
      });
      expect(await entriesOf(registry.blob(layers.at(-1)!))).toEqual([
        "644 dist/CHUNK.js 0",
        "644 dist/CHUNK.js.map 0",
        "644 dist/main.js 0",
        "644 dist/main.js.map 0",
        "644 dist/sbom.cdx.json 0",
        "755 dist/ 0",
      ]);
    });

    test("has the same files and settings as one that tsop builds without it", async () => {
      const [store, registry] = [containerStore(tool), await startRegistry()];
      const baseImage = await pushBase(store, registry);
      const images = [];
      for (const containerTool of [tool, "none"]) {
        const env = {
          ...store.env,
          CI: "",
          XDG_CACHE_HOME: tempFolder(),
          DOCKER_CONFIG: tempFolder({ "config.json": "{}" }),
        };
        const context = operator(store, { env });
        const options = { img: `${registry.host}/demo:${containerTool}`, containerTool, baseImage, tlsVerify: false };
        await dockerBuild({ ...options, platform: "linux/amd64" }, context);
        await dockerPush({ containerTool, tlsVerify: false }, context);
        const { config, layers } = pushed(registry, containerTool);
        const { architecture, created, config: settings } = config;
        const labels = Object.entries(settings.Labels).filter(([name]) => !name.endsWith(".base.digest"));
        const entries = await entriesOf(registry.blob(layers.at(-1)!));
        images.push({
          architecture,
          created,
          settings: { ...settings, Labels: Object.fromEntries(labels) },
          entries,
          count: layers.length,
        });
      }
      expect(images[1]).toEqual(images[0]);
    });

    test("names its base image by the digest of the registry, and says that it has changed", async () => {
      const [store, registry] = [containerStore(tool), await startRegistry()];
      const baseImage = await pushBase(store, registry);
      const context = operator(store);
      const options = { img: `${registry.host}/demo:v1`, containerTool: tool, baseImage, tlsVerify: false };
      const { base } = (await dockerBuild(options, context)).json as { base: { name: string; digest: string } };
      expect(base.name).toBe(baseImage);
      expect(registry.manifest("base", base.digest).digest).toBe(base.digest);
      await dockerPush({ tlsVerify: false }, context);
      expect(pushed(registry, "v1").config.config.Labels).toMatchObject({
        "org.opencontainers.image.base.name": baseImage,
        "org.opencontainers.image.base.digest": base.digest,
      });
      // By its digest it is the same image.
      const again = { ...options, img: "demo:v2", baseImage: `${baseImage.replace(/:1$/, "")}@${base.digest}` };
      await dockerBuild(again, context);
      await makeBase(store, baseImage, "--label", "other=yes");
      const other = (await dockerBuild({ ...options, img: "demo:v3" }, context)).json["base"] as { digest: string };
      expect(other.digest).not.toBe(base.digest);
      expect(context.recording.notes).toContain(
        `The base image ${baseImage} has changed since the last build: it was ${base.digest}, and is now ${other.digest}.`,
      );
    });

    test("is the same from another folder, at another time, with another umask", async () => {
      const store = containerStore(tool);
      await makeBase(store, "localhost/base:1");
      const first = await dockerBuild({ img: "demo:v1", containerTool: tool }, operator(store));
      const before = process.umask(0o077);
      try {
        const again = operator(store);
        writeFiles(again.cwd, { "dist/main.js": "an older one" });
        const second = await dockerBuild({ img: "demo:v2", containerTool: tool, cache: false }, again);
        expect(second.json["id"]).toBe(first.json["id"]);
      } finally {
        process.umask(before);
      }
    });

    test("for two platforms is one list in the registry, and leaves nothing here", async () => {
      const [store, registry] = [containerStore(tool), await startRegistry()];
      const baseImage = await pushBase(store, registry);
      const context = operator(store);
      const options = { img: `${registry.host}/demo:v1`, containerTool: tool, baseImage, tlsVerify: false };
      const { json } = await dockerBuildx(options, context);
      const list = registry.manifest("demo", "v1");
      expect(json).toEqual({
        image: options.img,
        tool,
        platforms: ["linux/amd64", "linux/arm64"],
        digest: list.digest,
      });
      const { mediaType, manifests } = JSON.parse(list.text) as {
        mediaType: string;
        manifests: { digest: string; platform: { architecture: string } }[];
      };
      expect(mediaType).toBe("application/vnd.oci.image.index.v1+json");
      const parts = manifests.map(({ digest, platform }) => [platform.architecture, pushed(registry, digest)] as const);
      expect(parts.map(([architecture, { config }]) => [architecture, config.architecture])).toEqual([
        ["amd64", "amd64"],
        ["arm64", "arm64"],
      ]);
      expect(parts[0]?.[1].layers.at(-1), "the bundle").toBe(parts[1]?.[1].layers.at(-1));
      expect(await store.run("images", "--format", "{{.Name}}")).not.toContain("buildx");
      expect(readdirSync(path.join(context.cwd, ".tsop"))).toEqual(["image.json", "place.json"]);
    });

    test("for a platform that the base image is not made for is not pushed", async () => {
      const [store, registry] = [containerStore(tool), await startRegistry()];
      const baseImage = await pushBase(store, registry);
      const options = { img: `${registry.host}/demo:v1`, containerTool: tool, baseImage, tlsVerify: false };
      await expect(
        dockerBuildx({ ...options, platform: "linux/amd64,linux/s390x" }, operator(store)),
      ).rejects.toMatchObject({
        code: "image/tool-failed",
        hint: expect.stringContaining("does not support this platform") as string,
      });
      expect(() => registry.manifest("demo", "v1")).toThrow("was not pushed");
      expect(await store.run("images", "--format", "{{.Name}}")).not.toContain("buildx");
    });

    test("that is interrupted leaves nothing", async () => {
      const [store, registry] = [containerStore(tool), await startRegistry()];
      const baseImage = await pushBase(store, registry);
      await store.run("rmi", "--all", "--force");
      const controller = new AbortController();
      void registry.holdBlobs().then(() => controller.abort("SIGINT"));
      const context = operator(store, { signal: controller.signal });
      const options = { img: `${registry.host}/demo:v1`, containerTool: tool, baseImage, tlsVerify: false };
      await expect(dockerBuild(options, context)).rejects.toMatchObject({ code: "interrupted" });
      expect(await store.run("images", "--all", "--quiet")).toBe("");
      expect(await store.run("containers", "--quiet")).toBe("");
      expect(existsSync(path.join(context.cwd, ".tsop"))).toBe(false);
    });
  });
});
