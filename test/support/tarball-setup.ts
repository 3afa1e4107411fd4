import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { TestProject } from "vitest/node";

declare module "vitest" {
  interface ProvidedContext {
    /** Path of the packed package, as a user would get it. */
    tarball: string;
    /** A folder for npm's cache, empty when the tests start. */
    npmCache: string;
  }
}

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Packs the built package once for all files of the test project. */
export default function setup(project: TestProject): () => void {
  const dir = mkdtempSync(path.join(os.tmpdir(), "tsop-tarball-"));
  const output = execFileSync("npm", ["pack", "--ignore-scripts", "--json", "--pack-destination", dir], {
    cwd: root,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [packed] = JSON.parse(output) as { filename: string }[];
  if (packed === undefined) throw new Error(`npm pack printed ${output}`);
  project.provide("tarball", path.join(dir, packed.filename));
  project.provide("npmCache", path.join(dir, "npm-cache"));
  return () => rmSync(dir, { recursive: true, force: true });
}
