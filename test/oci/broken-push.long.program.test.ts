/** Pushes whose connection breaks at each request in turn: they complete, or the next push completes them. */
import { expect, test } from "vitest";
import { openLayout } from "../../src/oci/layout.js";
import { attach } from "../../src/oci/attachments.js";
import { assembleImage } from "../../src/oci/assemble.js";
import { chartArtifact } from "../../src/oci/chart-artifact.js";
import type { Content } from "../../src/oci/digest.js";
import { openImageStore } from "../../src/oci/image-store.js";
import { parseImageName } from "../../src/oci/image-name.js";
import { buildLayer } from "../../src/oci/layer.js";
import { pushArtifact } from "../../src/oci/push-artifact.js";
import { pushImage } from "../../src/oci/push-image.js";
import { readImageConfig, readManifest } from "../../src/oci/read-documents.js";
import { createRegistry, type Registry as Client } from "../../src/oci/registry.js";
import { putBase } from "../support/base-image.js";
import { type Misbehavior, type Registry, startRegistry } from "../support/registry.js";
import { tempFolder } from "../support/temp-folder.js";

type Push = (client: Client, registry: Registry) => Promise<unknown>;

const file = { path: "dist/main.js", mode: 0o644, uid: 0, gid: 0, bytes: Buffer.from("1") };

const pushChart: Push = (client) =>
  pushArtifact(
    { registry: client, repository: "demo", reference: "v1" },
    chartArtifact({ config: '{"name":"demo"}', archive: Buffer.from("archive"), annotations: {} }),
  );

/** Pushes an image on a base image of the same registry, with a description. */
const pushOnBase: Push = async (client, registry) => {
  const { text, type } = registry.manifest("base", "1");
  const read = readManifest(Buffer.from(text), type, "base");
  if (read.kind !== "manifest") throw new Error("not an image");
  const config = readImageConfig(registry.blob(read.manifest.config.digest), "base");
  const image = assembleImage({
    base: { manifest: read.manifest, config },
    layer: buildLayer([file], 0),
    change: { env: new Map(), labels: new Map(), exposedPorts: [] },
    history: [],
    annotations: {},
    epoch: 0,
  });
  const described = attach(image.manifest.descriptor, "application/json", Buffer.from("{}"), {});
  const store = openImageStore(tempFolder());
  const contents: Content[] = [image.manifest, image.config, image.layer, described.manifest, ...described.blobs];
  contents.forEach((each) => store.put(each));
  return pushImage({
    ...{ store, target: client, root: image.manifest.descriptor },
    name: parseImageName(`${registry.host}/demo:v1`),
    base: { source: openLayout("/nonexistent"), repository: "base", registry: registry.host },
    attachments: [described.manifest.descriptor.digest],
    onStep: () => undefined,
  });
};

/** Pushes to a new registry, where request number `from` and the following ones meet a fault. */
async function pushWith(push: Push, from: number, count: number, fault: Misbehavior) {
  let [seen, isBroken, baseLayer] = [0, true, ""];
  const registry = await startRegistry({
    misbehave: ({ method, url = "" }) => {
      seen += 1;
      if (isBroken && seen > from && seen <= from + count) return fault;
      // The layer of the base image is in another repository, from which the registry copies it.
      return method === "HEAD" && url.endsWith(baseLayer) ? { status: 404 } : undefined;
    },
  });
  putBase(registry);
  baseLayer = layersOf(registry, "base", "1")[0] ?? "";
  const attempt = async (): Promise<unknown> => {
    const client = createRegistry({
      registry: registry.host,
      tlsVerify: false,
      env: {},
      signal: new AbortController().signal,
      credentials: () => Promise.resolve(undefined),
      wait: () => Promise.resolve(),
    });
    return push(client, registry).finally(() => client.close());
  };
  return { registry, attempt, repair: () => (isBroken = false) };
}

function layersOf(registry: Registry, name: string, tag: string): string[] {
  const { layers } = JSON.parse(registry.manifest(name, tag).text) as { layers: { digest: string }[] };
  return layers.map(({ digest }) => digest);
}

const pushes: [string, Push][] = [
  ["a chart", pushChart],
  ["an image", pushOnBase],
];

const tagged = "PUT /v2/demo/manifests/v1";

test.each(pushes)("%s is complete if the connection breaks once, at any request", async (_, push) => {
  const { registry: whole, attempt: pushWhole } = await pushWith(push, 0, 0, "break");
  await pushWhole();
  const mounts = whole.requests.filter((each) => each.includes("?mount="));
  expect(mounts).toHaveLength(push === pushOnBase ? 1 : 0);
  for (const fault of ["break", "lose"] as const) {
    for (let from = 0; from < whole.requests.length; from += 1) {
      const { registry, attempt } = await pushWith(push, from, 1, fault);
      await attempt();
      expect(registry.manifest("demo", "v1").digest, `${fault} ${from}`).toBe(whole.manifest("demo", "v1").digest);
    }
  }
});

test.each(pushes)(
  "%s that breaks off leaves no tag without content, and the next push completes it",
  async (_, push) => {
    const { registry: whole, attempt: pushWhole } = await pushWith(push, 0, 0, "break");
    await pushWhole();
    for (let from = 0; from < whole.requests.length; from += 1) {
      const { registry, attempt, repair } = await pushWith(push, from, 1000, "break");
      await expect(attempt(), `request ${from}`).rejects.toMatchObject({ code: "image/unreachable" });
      if (from > whole.requests.indexOf(tagged))
        layersOf(registry, "demo", "v1").forEach((layer) => registry.blob(layer));
      else expect(() => registry.manifest("demo", "v1")).toThrow();
      repair();
      await attempt();
      expect(registry.manifest("demo", "v1").digest).toBe(whole.manifest("demo", "v1").digest);
      layersOf(registry, "demo", "v1").forEach((layer) => registry.blob(layer));
    }
  },
);
