import { rmSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { build } from "esbuild";
import { ownUrl } from "../../scripts/own-url.mjs";

export interface Program {
  readonly file: string;
  remove(): void;
}

/** Builds a program for Node from a TypeScript file and everything that it imports. */
export async function buildProgram(entry: string): Promise<Program> {
  const folder = await mkdtemp(path.join(os.tmpdir(), "tsop-program-"));
  const file = path.join(folder, `${path.basename(entry, ".ts")}.mjs`);
  await build({
    entryPoints: [entry],
    outfile: file,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    sourcemap: "linked", // a server starts a third faster than with 9 MB of map in its program
    plugins: [ownUrl],
    banner: { js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);' },
  });
  return { file, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
