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
  /** Delays responses for blobs from now on; resolves at the first request for one. */
  holdBlobs(): Promise<void>;
}

interface Manifest {
  readonly type: string;
  readonly body: Buffer;
}

export async function startRegistry(): Promise<Registry> {
  const blobs = new Map<string, Buffer>();
  const manifests = new Map<string, Manifest>();
  const uploads = new Map<string, Buffer>();
  let onHeldBlob: (() => void) | undefined;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://registry");
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks);
    const [, name = "", part = "", reference = ""] =
      /^\/v2\/(.+)\/(manifests|blobs\/uploads|blobs)\/(.*)$/.exec(pathname) ?? [];
    const end = (status: number, headers: Record<string, string | number> = {}, content?: Buffer): void => {
      response.writeHead(status, headers);
      response.end(request.method === "HEAD" ? undefined : content);
    };
    if (part === "") {
      end(200);
      return;
    }
    if (part === "blobs/uploads") {
      const upload = request.method === "POST" ? String(uploads.size) : reference;
      const content = Buffer.concat([uploads.get(upload) ?? Buffer.alloc(0), body]);
      uploads.set(upload, content);
      const digest = searchParams.get("digest");
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
      end(201, { "Docker-Content-Digest": digestOf(body) });
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
    holdBlobs: () => new Promise((resolve) => (onHeldBlob = resolve)),
  };
}

function digestOf(body: Buffer): string {
  return `sha256:${createHash("sha256").update(body).digest("hex")}`;
}
