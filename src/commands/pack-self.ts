import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";

/** The running package as a tarball. */
export interface PackedSelf {
  /** `vendor/tsop-<version>-<hash>.tgz`: the same contents have the same name. */
  readonly file: string;
  readonly content: Uint8Array;
}

/**
 * Packs the files that `npm pack` would pack: the files that package.json lists, and the files that are always part of
 * a package.
 */
export async function packSelf(folder: string): Promise<PackedSelf> {
  const manifest = JSON.parse(readFileSync(path.join(folder, "package.json"), "utf8")) as {
    version: string;
    files: string[];
  };
  const always = ["package.json", "README.md", "LICENSE"];
  const files = [...new Set([...always, ...manifest.files].flatMap((name) => filesBelow(folder, name)))].toSorted();
  const hash = createHash("sha256");
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(path.join(folder, file)))
      .update("\0");
  const name = `tsop-${manifest.version}-${hash.digest("hex").slice(0, 8)}.tgz`;
  return { file: `vendor/${name}`, content: await pack(folder, files) };
}

async function pack(folder: string, files: readonly string[]): Promise<Uint8Array> {
  const { create } = await import("tar");
  // Keep data of this machine out of the archive: the same contents produce the same bytes.
  const options = { gzip: { level: 6 }, cwd: folder, prefix: "package", portable: true, mtime: new Date(0) };
  const chunks: Buffer[] = [];
  for await (const chunk of create(options, [...files])) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
}

function filesBelow(folder: string, name: string): string[] {
  const stat = statSync(path.join(folder, name), { throwIfNoEntry: false });
  if (stat === undefined) return [];
  if (!stat.isDirectory()) return [name];
  return readdirSync(path.join(folder, name)).flatMap((entry) => filesBelow(folder, `${name}/${entry}`));
}
