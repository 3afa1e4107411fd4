/** The distribution protocol (github.com/opencontainers/distribution-spec, spec.md): pulls and pushes of content. */
import { TsopError } from "../core/errors.js";
import { isImageDigest } from "../core/image-reference.js";
import type { ContentSource } from "./base-image.js";
import { type Content, type Descriptor, digestOf } from "./digest.js";
import { acceptedManifests } from "./media-types.js";
import { type Body, readBody, type RegistryResponse } from "./registry-connection.js";
import { bodyOf, createSession, failedRequest, type SessionOptions } from "./registry-session.js";

export interface Registry extends ContentSource {
  /** The registry's name, as in image names. */
  readonly name: string;
  hasBlob(repository: string, digest: string): Promise<boolean>;
  /** Lets the registry copy a blob from another of its repositories. Returns whether it did. */
  mountBlob(repository: string, digest: string, from: string): Promise<boolean>;
  pushBlob(repository: string, descriptor: Descriptor, body: Body): Promise<void>;
  /** Pushes a manifest under a tag or its digest. Returns whether the registry records what the manifest refers to. */
  pushManifest(repository: string, reference: string, content: Content): Promise<{ readonly listsReferrers: boolean }>;
  close(): void;
}

/** The largest manifest and configuration that tsop reads: registries reject manifests above 4 MiB. */
const largestDocument = 4 * 1024 * 1024;

/** Creates a client of one registry. Sends no request before the first call. */
export function createRegistry(options: SessionOptions): Registry {
  const session = createSession(options);
  const { name } = session;
  const pull = (repository: string): string => `repository:${repository}:pull`;
  const push = (repository: string): string => `repository:${repository}:pull,push`;

  const readDocument = async (response: RegistryResponse, where: string, digest: string): Promise<Uint8Array> => {
    const bytes = await readBody(response, largestDocument, where);
    if (isImageDigest(digest) && digestOf(bytes) !== digest) {
      throw new TsopError("image/bad-registry", `${where}: the bytes do not match their digest`, {
        hint: "The registry, or a proxy on the way to it, returns other content. Try again, or use another registry.",
      });
    }
    return bytes;
  };

  const openBlob = async (repository: string, { digest }: Descriptor): Promise<RegistryResponse> => {
    const path = `${repository}/blobs/${digest}`;
    const response = await session.send({ method: "GET", path, scope: pull(repository) });
    if (response.status === 200) return response;
    throw await failedRequest(response, name, `reading ${repository}@${digest}`);
  };

  return {
    name,
    async readManifest(repository, reference) {
      const path = `${repository}/manifests/${reference}`;
      const where = `${name}/${repository}:${reference}`;
      const response = await session.send({
        method: "GET",
        path,
        scope: pull(repository),
        headers: { accept: acceptedManifests.join(", ") },
      });
      if (response.status === 404) {
        response.discard();
        return undefined;
      }
      if (response.status !== 200) throw await failedRequest(response, name, `reading ${repository}:${reference}`);
      const bytes = await readDocument(response, where, reference);
      const mediaType = response.headers["content-type"]?.split(";")[0]?.trim() ?? "";
      return { descriptor: { mediaType, digest: digestOf(bytes), size: bytes.length }, bytes };
    },
    async readBlob(repository, descriptor) {
      const response = await openBlob(repository, descriptor);
      return readDocument(response, `${name}/${repository}@${descriptor.digest}`, descriptor.digest);
    },
    openBlob: async (repository, descriptor) => (await openBlob(repository, descriptor)).stream,
    async hasBlob(repository, digest) {
      const response = await session.send({
        method: "HEAD",
        path: `${repository}/blobs/${digest}`,
        scope: push(repository),
      });
      response.discard();
      if (response.status === 200) return true;
      if (response.status === 404) return false;
      throw await failedRequest(response, name, `reading ${repository}@${digest}`);
    },
    async mountBlob(repository, digest, from) {
      const path = `${repository}/blobs/uploads/?mount=${digest}&from=${encodeURIComponent(from)}`;
      const scope = `${push(repository)} ${pull(from)}`;
      const response = await session.repeat(() => session.send({ method: "POST", path, scope }));
      response.discard();
      return response.status === 201; // with 202, the registry expects an upload instead
    },
    async pushBlob(repository, { digest }, body) {
      await session.repeat(async () => {
        const start = await session.send({
          method: "POST",
          path: `${repository}/blobs/uploads/`,
          scope: push(repository),
        });
        const location = start.headers.location;
        if (start.status !== 202 || location === undefined)
          throw await failedRequest(start, name, `pushing to ${repository}`);
        start.discard();
        const response = await session.send({
          method: "PUT",
          location,
          query: { digest },
          scope: push(repository),
          headers: { "content-type": "application/octet-stream" },
          body,
        });
        if (response.status !== 201) throw await failedRequest(response, name, `pushing a layer to ${repository}`);
        response.discard();
      });
    },
    async pushManifest(repository, reference, { descriptor, bytes }) {
      const response = await session.send({
        method: "PUT",
        path: `${repository}/manifests/${reference}`,
        scope: push(repository),
        headers: { "content-type": descriptor.mediaType },
        body: bytes,
      });
      if (response.status !== 201) throw await failedRequest(response, name, `pushing ${repository}:${reference}`);
      await bodyOf(response);
      return { listsReferrers: response.headers["oci-subject"] !== undefined };
    },
    close: () => session.close(),
  };
}
