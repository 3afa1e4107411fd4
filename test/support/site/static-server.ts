import { createReadStream, existsSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { fileOf } from "../../../site/check-links.js";

const types: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript",
  ".css": "text/css",
  ".json": "application/json",
  ".svg": "image/svg+xml",
};

export interface StaticServer {
  readonly origin: string;
  readonly stop: () => Promise<void>;
}

/** Serves a folder like GitHub Pages does: `/how-to/dev` is the file `how-to/dev.html`. */
export async function serveFolder(folder: string): Promise<StaticServer> {
  const isFile = (file: string): boolean =>
    existsSync(path.join(folder, file)) && statSync(path.join(folder, file)).isFile();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://site");
    const file = fileOf(decodeURIComponent(pathname.slice(1)), { has: isFile });
    if (file === undefined) {
      response.writeHead(404).end("not found");
      return;
    }
    response.writeHead(200, {
      "content-type": types[path.extname(file)] ?? "application/octet-stream",
      "cache-control": "max-age=600",
    });
    createReadStream(path.join(folder, file)).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
