/** A base image in a test's registry. */
import { buildLayer } from "../../src/oci/layer.js";
import { digestOf } from "../../src/oci/digest.js";
import { mediaTypes } from "../../src/oci/media-types.js";
import type { Registry } from "./registry.js";

const config = { User: "1000", Env: ["PATH=/nodejs/bin"], Entrypoint: ["/nodejs/bin/node"], Labels: { from: "base" } };

/** Stores an image for each architecture, and an index of them if there are several. Returns the digest of the tag. */
export function putBase(registry: Registry, name = "base", architectures: readonly string[] = ["amd64"]): string {
  const manifests = architectures.map((architecture) => {
    const file = { path: "nodejs/bin/node", mode: 0o755, uid: 0, gid: 0, bytes: Buffer.from(architecture) };
    const layer = buildLayer([file], 0);
    registry.putBlob(layer.content.bytes);
    const text = Buffer.from(
      JSON.stringify({ os: "linux", architecture, config, rootfs: { type: "layers", diff_ids: [layer.diffId] } }),
    );
    registry.putBlob(text);
    const document = {
      schemaVersion: 2,
      mediaType: mediaTypes.manifest,
      config: { mediaType: mediaTypes.config, digest: digestOf(text), size: text.length },
      layers: [layer.content.descriptor],
    };
    const digest = registry.putManifest(
      name,
      architectures.length === 1 ? "1" : architecture,
      mediaTypes.manifest,
      document,
    );
    const size = Buffer.byteLength(JSON.stringify(document));
    return { mediaType: mediaTypes.manifest, digest, size, platform: { os: "linux", architecture } };
  });
  const [only] = manifests;
  if (manifests.length === 1 && only !== undefined) return only.digest;
  return registry.putManifest(name, "1", mediaTypes.index, {
    schemaVersion: 2,
    mediaType: mediaTypes.index,
    manifests,
  });
}
