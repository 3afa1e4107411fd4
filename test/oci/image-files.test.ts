import { gzipSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { ContentSource } from "../../src/oci/base-image.js";
import { type Content, contentOf, digestOf, jsonContent } from "../../src/oci/digest.js";
import { openImage } from "../../src/oci/image-files.js";
import { readPlatforms } from "../../src/oci/image-platforms.js";
import { mediaTypes } from "../../src/oci/media-types.js";
import { failureOf } from "../support/failure-of.js";
import { type TarEntry, tarGzOf, tarOf } from "../support/tar-entries.js";

const limits = { mostFiles: 3, mostBytes: 100 };
const folders = new Set(["manifests", "metadata"]);
const name = { registry: "r.example", repository: "a", tag: "v1", digest: undefined };

/** Returns an image with these layers, as its registry returns it. */
function imageOf(layers: readonly Uint8Array[], architecture = "amd64"): Content[] {
  const config = jsonContent(mediaTypes.config, { os: "linux", architecture, config: { Labels: { a: "b", c: 1 } } });
  const contents = layers.map((bytes) => contentOf(mediaTypes.layer, bytes));
  const document = {
    schemaVersion: 2,
    mediaType: mediaTypes.manifest,
    config: config.descriptor,
    layers: contents.map(({ descriptor }) => descriptor),
  };
  return [jsonContent(mediaTypes.manifest, document), config, ...contents];
}

/** The first content is the one with the tag. */
function sourceOf(contents: readonly Content[], change = (bytes: Uint8Array): Uint8Array => bytes): ContentSource {
  const find = (digest: string): Content | undefined => contents.find((each) => each.descriptor.digest === digest);
  const bytesOf = (digest: string): Uint8Array => find(digest)?.bytes ?? Buffer.from("");
  return {
    readManifest: (_, reference) => Promise.resolve(reference === "v1" ? contents[0] : find(reference)),
    readBlob: (_, { digest }) => Promise.resolve(bytesOf(digest)),
    openBlob: (_, { digest }) =>
      Promise.resolve(
        (async function* () {
          for (const part of [change(bytesOf(digest))]) yield await Promise.resolve(part);
        })(),
      ),
  };
}

async function filesOf(source: ContentSource): Promise<Record<string, string> | undefined> {
  const image = await openImage(source, name, "r.example/a:v1");
  const files = await image?.readFiles(folders, limits);
  return files && Object.fromEntries([...files].map(([path, bytes]) => [path, Buffer.from(bytes).toString()]));
}

const one = tarGzOf(
  { path: "manifests/", type: "Directory" },
  { path: "manifests/a.yaml", text: "a" },
  { path: "./metadata/b.yaml", text: "b" },
  { path: "etc/passwd", text: "no" },
);

describe("the files of an image", () => {
  test("come from its folders, whether layers are compressed or not; labels that are not texts are missing", async () => {
    const source = sourceOf(imageOf([one, tarOf({ path: "/manifests/c.yaml", text: "c" })]));
    expect(await filesOf(source)).toEqual({ "manifests/a.yaml": "a", "metadata/b.yaml": "b", "manifests/c.yaml": "c" });
    const opened = await openImage(source, name, "r.example/a:v1");
    expect([...(opened?.labels ?? [])]).toEqual([["a", "b"]]);
  });

  test("come from the image for amd64, otherwise from the first", async () => {
    const arm = imageOf([tarGzOf({ path: "manifests/arm", text: "" })], "arm64");
    const amd = imageOf([tarGzOf({ path: "manifests/amd", text: "" })]);
    const indexOf = (...images: Content[][]): Content =>
      jsonContent(mediaTypes.index, {
        mediaType: mediaTypes.index,
        manifests: images.map(([manifest], index) => ({
          ...manifest?.descriptor,
          platform: { os: "linux", architecture: ["arm64", "amd64"][index] },
        })),
      });
    expect(await filesOf(sourceOf([indexOf(arm, amd), ...arm, ...amd]))).toEqual({ "manifests/amd": "" });
    expect(await filesOf(sourceOf([indexOf(arm), ...arm]))).toEqual({ "manifests/arm": "" });
    expect(await failureOf(filesOf(sourceOf([indexOf()])))).toMatchObject({ code: "image/bad-registry" });
    expect(await failureOf(filesOf(sourceOf([indexOf(arm)])))).toMatchObject({ code: "image/bad-registry" });
  });

  test("do not exist if the registry does not have the image", async () => {
    expect(await openImage(sourceOf([]), name, "r.example/a:v1")).toBeUndefined();
  });
});

describe("an upper layer", () => {
  const over = (...entries: readonly TarEntry[]): Promise<Record<string, string> | undefined> =>
    filesOf(sourceOf(imageOf([one, tarGzOf(...entries)])));

  test.each([
    ["replaces a file", [{ path: "manifests/a.yaml", text: "new" }], { "manifests/a.yaml": "new" }],
    ["removes a file", [{ path: "manifests/.wh.a.yaml" }], {}],
    ["removes a folder", [{ path: ".wh.manifests" }], {}],
    ["empties a folder", [{ path: "manifests/.wh..wh..opq" }], {}],
    ["empties the image", [{ path: ".wh..wh..opq" }, { path: "metadata/b.yaml", text: "b" }], {}],
    ["replaces a folder by a file", [{ path: "manifests", text: "f" }], { manifests: "f" }],
    ["replaces a file by a folder", [{ path: "manifests/a.yaml/x", text: "x" }], { "manifests/a.yaml/x": "x" }],
    ["replaces it by an empty folder", [{ path: "manifests/a.yaml", type: "Directory" }], {}],
    [
      "removes nothing of its own",
      [{ path: "manifests/a.yaml", text: "new" }, { path: "manifests/.wh.a.yaml" }],
      { "manifests/a.yaml": "new" },
    ],
    [
      "removes what does not exist",
      [{ path: "manifests/x/y/.wh.z" }, { path: "manifests/x/.wh..wh..opq" }],
      { "manifests/a.yaml": "a" },
    ],
  ] as const)("%s", async (_, entries, manifests) => {
    expect(await over(...entries)).toEqual({ ...manifests, "metadata/b.yaml": "b" });
  });
});

describe("a hostile layer", () => {
  const gz = tarGzOf({ path: "manifests/a", text: "a".repeat(50) });
  test.each([
    ["a path above the image", tarGzOf({ path: "../manifests/a" }), "which leaves the image"],
    ["a path that goes up and down", tarGzOf({ path: "manifests/../../a" }), "which leaves the image"],
    ["a path with too many folders", tarGzOf({ path: `manifests${"/a".repeat(3000)}` }), "leaves the image"],
    [
      "a symbolic link",
      tarGzOf({ path: "manifests/a", type: "SymbolicLink", linkpath: "/etc/passwd" }),
      "the link manifests/a",
    ],
    ["a hard link", tarGzOf({ path: "metadata/a", type: "Link", linkpath: "etc/passwd" }), "the link metadata/a"],
    [
      "a link as the folder",
      tarGzOf({ path: "manifests", type: "SymbolicLink", linkpath: "etc" }),
      "the link manifests",
    ],
    ["a device", tarGzOf({ path: "manifests/a", type: "CharacterDevice" }), "the link manifests/a"],
    ["a header of 10 GB", tarGzOf({ path: "manifests/a", text: "a", size: 10 * 1024 ** 3 }), "is damaged"],
    ["a header of 10 GB elsewhere", tarGzOf({ path: "a", text: "a", size: 10 * 1024 ** 3 }), "is damaged"],
    ["half of the compressed bytes", gz.subarray(0, gz.length / 2), "is damaged: unexpected end of file"],
    ["no archive", Buffer.from("hello".repeat(300)), "is damaged"],
    ["a compressed archive inside", gzipSync(gz), "has a compression that tsop does not read"],
    ["another compression", Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0]), "has a compression that tsop does not read"],
    [
      "a checksum that is wrong",
      gzipSync(Buffer.from(tarOf({ path: "manifests/a" })).fill(0x41, 100, 110)),
      "is damaged",
    ],
  ])("with %s is rejected", async (_, layer, message) => {
    expect(await failureOf(filesOf(sourceOf(imageOf([layer]))))).toMatchObject({
      code: "image/bad-registry",
      message: expect.stringContaining(message) as unknown,
    });
  });

  test("with links outside of the folders is accepted, and names of JavaScript are plain names", async () => {
    const entries = [
      { path: "bin", type: "SymbolicLink", linkpath: "usr/bin" },
      { path: "manifests/__proto__", text: "p" },
    ] as const;
    const files = await filesOf(sourceOf(imageOf([tarGzOf(...entries)])));
    expect(Object.entries(files ?? {})).toEqual([["manifests/__proto__", "p"]]);
  });

  test.each([
    ["more files than the limit", tarGzOf(...["a", "b", "c", "d"].map((each) => ({ path: `manifests/${each}` })))],
    ["more bytes than the limit", tarGzOf({ path: "manifests/a", text: "a".repeat(101) })],
  ])("with %s is too large", async (_, layer) => {
    expect(await filesOf(sourceOf(imageOf([layer])))).toBeUndefined();
  });

  test.each([tarOf, tarGzOf])("is too large with the layers below, without compression", async (pack) => {
    const layer = pack({ path: "manifests/a", text: "a" });
    const image = await openImage(sourceOf(imageOf([layer, layer])), name, "a");
    expect(await image?.readFiles(folders, { ...limits, mostUncompressed: 4096 })).toHaveProperty("size", 1);
    expect(await image?.readFiles(folders, { ...limits, mostUncompressed: 4095 })).toBeUndefined();
    expect(await image?.readFiles(folders, { ...limits, mostUncompressed: 2048 })).toBeUndefined();
  });

  test("is not read if its manifest announces more than 256 MB", async () => {
    const [manifest, config] = imageOf([one]);
    const text = Buffer.from(manifest?.bytes ?? "")
      .toString()
      .replace(/"size":\d+\}\]/, `"size":${300 * 1024 ** 2}}]`);
    const changed = {
      descriptor: { mediaType: mediaTypes.manifest, digest: digestOf(Buffer.from(text)), size: text.length },
      bytes: Buffer.from(text),
    };
    expect(config && (await filesOf(sourceOf([changed, config])))).toBeUndefined();
  });

  test.each([
    ["other bytes", (bytes: Uint8Array) => Buffer.from(bytes).fill(0, 10, 12)],
    ["fewer bytes", (bytes: Uint8Array) => bytes.subarray(1)],
    ["more bytes", (bytes: Uint8Array) => Buffer.concat([bytes, bytes])],
  ])("with %s than its digest is rejected", async (_, change) => {
    expect(await failureOf(filesOf(sourceOf(imageOf([one]), change)))).toMatchObject({
      message: expect.stringContaining("do not match their size and digest") as unknown,
    });
  });
});

describe("the platforms of an image", () => {
  const read = (contents: readonly Content[]) => readPlatforms(sourceOf(contents), name, "r.example/a:v1");

  test("are those of its index, without attestations", async () => {
    const [image = contentOf("", Buffer.from(""))] = imageOf([one]);
    const platforms = [
      { os: "linux", architecture: "amd64" },
      { os: "linux", architecture: "arm64" },
      { os: "unknown", architecture: "unknown" },
    ];
    const manifests = platforms.map((platform) => ({ ...image.descriptor, platform }));
    const index = jsonContent(mediaTypes.index, { schemaVersion: 2, mediaType: mediaTypes.index, manifests });
    expect(await read([index])).toEqual(platforms.slice(0, 2));
  });

  test("are the one of its configuration, if it has no index", async () => {
    expect(await read(imageOf([one], "s390x"))).toEqual([{ os: "linux", architecture: "s390x" }]);
  });

  test("are unknown if the registry does not have it", async () => {
    expect(await read([])).toBeUndefined();
  });
});
