import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { ownUrl } from "../../../scripts/own-url.mjs";

export interface ServerProgram {
  readonly file: string;
  remove(): void;
}

/** Makes a program that Node runs of the embedded server's source. */
export async function buildServerProgram(): Promise<ServerProgram> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "tsop-server-"));
  const file = path.join(folder, "server-program.mjs");
  await build({
    entryPoints: [fileURLToPath(new URL("server-program.ts", import.meta.url))],
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    sourcemap: "inline",
    plugins: [ownUrl],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
