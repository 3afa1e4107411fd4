import { describe, expect, test } from "vitest";
import { parseImageName, registryAddresses } from "../../src/oci/image-name.js";
import { readChallenge } from "../../src/oci/registry-login.js";
import { readImageConfig, readManifest } from "../../src/oci/read-documents.js";
import { withReferrer } from "../../src/oci/attachments.js";

describe("an image name", () => {
  const digest = `sha256:${"a".repeat(64)}`;
  test.each([
    ["node", ["docker.io", "library/node", "latest", undefined]],
    ["acme/demo:v1", ["docker.io", "acme/demo", "v1", undefined]],
    ["index.docker.io/acme/demo", ["docker.io", "acme/demo", "latest", undefined]],
    ["localhost/demo:v1", ["localhost", "demo", "v1", undefined]],
    ["127.0.0.1:5000/a/b:v1", ["127.0.0.1:5000", "a/b", "v1", undefined]],
    [`registry.example.com/demo@${digest}`, ["registry.example.com", "demo", undefined, digest]],
    [`registry.example.com/demo:v1@${digest}`, ["registry.example.com", "demo", "v1", digest]],
  ])("%s", (image, expected) => {
    const { registry, repository, tag, digest: found } = parseImageName(image);
    expect([registry, repository, tag, found]).toEqual(expected);
  });

  test("on loopback, or with --tls-verify=false, may be served without TLS", () => {
    expect(registryAddresses("127.0.0.1:5000", true)).toEqual(["https://127.0.0.1:5000", "http://127.0.0.1:5000"]);
    expect(registryAddresses("localhost", true)).toHaveLength(2);
    expect(registryAddresses("127.0.0.1.example.com", true)).toEqual(["https://127.0.0.1.example.com"]);
    expect(registryAddresses("registry.example.com", false)).toHaveLength(2);
    expect(registryAddresses("docker.io", true)).toEqual(["https://registry-1.docker.io"]);
  });
});

test.each([
  [
    'Bearer realm="https://auth.example.com/token",service="reg",scope="repository:a:pull,push"',
    { kind: "bearer", realm: "https://auth.example.com/token", service: "reg", scope: "repository:a:pull,push" },
  ],
  ['basic realm="x"', { kind: "basic" }],
  ['Bearer service="x"', undefined],
  ['Bearer realm="no url"', undefined],
  ["Negotiate", undefined],
  [undefined, undefined],
  [`Bearer ${'a="b",'.repeat(2000)}`, undefined],
])("the challenge %s", (header, expected) => {
  expect(readChallenge(header)).toEqual(expected);
});

const descriptor = { mediaType: "a/b", digest: `sha256:${"a".repeat(64)}`, size: 3 };
const bytes = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

describe("a document of a registry", () => {
  const manifest = "application/vnd.oci.image.manifest.v1+json";
  test.each([
    ["no JSON", Buffer.from("<html>")],
    ["another type", bytes({ mediaType: "text/html" })],
    ["no layers", bytes({ mediaType: manifest, config: descriptor, layers: [] })],
    ["no configuration", bytes({ mediaType: manifest, layers: [descriptor] })],
    [
      "a path as its digest",
      bytes({ mediaType: manifest, config: { ...descriptor, digest: "sha256:../../x" }, layers: [descriptor] }),
    ],
    ["a negative size", bytes({ mediaType: manifest, config: { ...descriptor, size: -1 }, layers: [descriptor] })],
    ["a layer that is null", bytes({ mediaType: manifest, config: descriptor, layers: [null] })],
    ["a thousand layers", bytes({ mediaType: manifest, config: descriptor, layers: Array(1000).fill(descriptor) })],
  ])("with %s is refused", (_, document) => {
    expect(() => readManifest(document, "text/html", "r/demo:v1")).toThrow(
      expect.objectContaining({ code: "image/bad-registry" }) as Error,
    );
  });

  test.each([[[]], [null], [{ os: "linux" }], [{ os: "linux", architecture: "amd64", config: [] }]])(
    "%j is no configuration",
    (value) => {
      expect(() => readImageConfig(bytes(value), "r/demo:v1")).toThrow(
        expect.objectContaining({ code: "image/bad-registry" }) as Error,
      );
    },
  );
});

test("a list of descriptions keeps the entries of others", () => {
  const manifest = bytes({ artifactType: "x/y", annotations: { a: "b" } });
  const other = { ...descriptor, digest: `sha256:${"b".repeat(64)}` };
  const once = withReferrer(bytes({ manifests: [other] }), descriptor, manifest);
  const twice = withReferrer(once.bytes, descriptor, manifest);
  expect(twice.descriptor.digest).toBe(once.descriptor.digest);
  expect(JSON.parse(Buffer.from(twice.bytes).toString())).toMatchObject({
    manifests: [other, { ...descriptor, artifactType: "x/y", annotations: { a: "b" } }],
  });
});
