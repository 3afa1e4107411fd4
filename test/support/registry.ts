/** An image registry on loopback, without TLS. Source of its responses: github.com/opencontainers/distribution-spec. */
import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export interface Registry {
  /** `127.0.0.1:PORT`. */
  readonly host: string;
  /** Returns the manifest that is stored under a name and a tag or digest. */
  manifest(name: string, reference: string): { readonly type: string; readonly text: string; readonly digest: string };
  blob(digest: string): Buffer;
  /** Stores a blob, and returns its digest. */
  putBlob(content: Uint8Array): string;
  /** Stores a manifest under a tag, and returns its digest. */
  putManifest(name: string, tag: string, type: string, manifest: object): string;
  /** The requests so far: `PUT /v2/demo/manifests/v1`. */
  readonly requests: readonly string[];
  /** Delays responses for blobs from now on; resolves at the first request for one. */
  holdBlobs(): Promise<void>;
}

interface Manifest {
  readonly type: string;
  readonly body: Buffer;
}

/**
 * The response of a registry that misbehaves or wants a login. `break` closes the connection; `lose` carries the request
 * out, and closes the connection instead of a response.
 */
export type Misbehavior =
  | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: string }
  | "break"
  | "lose";

export interface RegistryOptions {
  /** Returns another response; undefined for the usual one. */
  readonly misbehave?: (request: IncomingMessage, host: string) => Misbehavior | undefined;
  /** Whether the registry lists what refers to an image. Default false. */
  readonly listsReferrers?: boolean;
}

export async function startRegistry({ misbehave, listsReferrers = false }: RegistryOptions = {}): Promise<Registry> {
  const requests: string[] = [];
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, Manifest>();
  const uploads = new Map<string, Buffer>();
  let onHeldBlob: (() => void) | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    requests.push(`${request.method ?? ""} ${request.url ?? ""}`);
    const other = misbehave?.(request, request.headers.host ?? "");
    if (other === "break") {
      request.socket.destroy();
      return;
    }
    if (other !== undefined && other !== "lose") {
      request.resume();
      response.writeHead(other.status, other.headers).end(other.body);
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://registry");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [, name = "", part = "", reference = ""] =
      /^\/v2\/(.+)\/(manifests|blobs\/uploads|blobs)\/(.*)$/.exec(pathname) ?? [];
    const end = (status: number, headers: Record<string, string | number> = {}, content?: Buffer): void => {
      if (other === "lose") {
        request.socket.destroy();
        return;
      }
      response.writeHead(status, headers);
      response.end(request.method === "HEAD" ? undefined : content);
    };
    if (part === "") {
      end(200);
      return;
    }
    if (part === "blobs/uploads") {
      const mounted = searchParams.get("mount");
      if (mounted !== null && blobs.has(mounted)) {
        end(201);
        return;
      }
      const upload = request.method === "POST" ? String(uploads.size) : reference;
      const content = Buffer.concat([uploads.get(upload) ?? Buffer.alloc(0), body]);
      uploads.set(upload, content);
      const digest = searchParams.get("digest");
      if (digest !== null && digest !== digestOf(content)) {
        end(400, {}, Buffer.from('{"errors":[{"code":"DIGEST_INVALID","message":"the digest differs"}]}'));
        return;
      }
      if (digest !== null) blobs.set(digest, content);
      const range = `0-${Math.max(0, content.length - 1)}`;
      end(digest === null ? 202 : 201, { Location: `/v2/${name}/blobs/uploads/${upload}`, Range: range });
      return;
    }
    if (part === "blobs") {
      const blob = blobs.get(reference);
      if (request.method === "GET" && onHeldBlob !== undefined) {
        onHeldBlob();
        return;
      }
      if (blob === undefined) end(404);
      else end(200, { "Content-Length": blob.length }, blob);
      return;
    }
    if (request.method === "PUT") {
      const manifest = { type: request.headers["content-type"] ?? "", body };
      for (const key of [reference, digestOf(body)]) manifests.set(`${name}/${key}`, manifest);
      const { subject } = JSON.parse(body.toString()) as { subject?: { digest: string } };
      const listed = listsReferrers && subject !== undefined ? { "OCI-Subject": subject.digest } : {};
      end(201, { "Docker-Content-Digest": digestOf(body), ...listed });
      return;
    }
    const manifest = manifests.get(`${name}/${reference}`);
    if (manifest === undefined) {
      end(404);
      return;
    }
    const { type, body: content } = manifest;
    const headers = {
      "Content-Type": type,
      "Content-Length": content.length,
      "Docker-Content-Digest": digestOf(content),
    };
    end(200, headers, content);
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => void server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return {
    host: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    manifest(name, reference) {
      const found = manifests.get(`${name}/${reference}`);
      if (found === undefined) throw new Error(`${name}:${reference} was not pushed`);
      return { type: found.type, text: found.body.toString(), digest: digestOf(found.body) };
    },
    blob(digest) {
      const found = blobs.get(digest);
      if (found === undefined) throw new Error(`there is no blob ${digest}`);
      return found;
    },
    requests,
    putBlob(content) {
      const body = Buffer.from(content);
      blobs.set(digestOf(body), body);
      return digestOf(body);
    },
    putManifest(name, tag, type, manifest) {
      const body = Buffer.from(JSON.stringify(manifest));
      for (const key of [tag, digestOf(body)]) manifests.set(`${name}/${key}`, { type, body });
      return digestOf(body);
    },
    holdBlobs: () => new Promise((resolve) => (onHeldBlob = resolve)),
  };
}

function digestOf(body: Buffer): string {
  return `sha256:${createHash("sha256").update(body).digest("hex")}`;
}
