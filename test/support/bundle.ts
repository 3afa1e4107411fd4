import path from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Bundles a module of `src/` for a separate Node process; returns its path in `folder`. */
export async function bundleModule(source: string, folder: string): Promise<string> {
  const outfile = path.join(folder, `${path.basename(source, ".ts")}.mjs`);
  await build({
    entryPoints: [path.join(root, source)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
  });
  return outfile;
}
