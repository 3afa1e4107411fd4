import { readdirSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { extract } from "tar";
import { tempFolder } from "../temp-folder.js";

const archive = fileURLToPath(new URL("../../data/bundles/bundles.tar.gz", import.meta.url));

/** Extracts the published bundles. Returns their folders by their names: `etcd/0.9.4`. */
export function publishedBundles(): ReadonlyMap<string, string> {
  const folder = tempFolder();
  extract({ file: archive, cwd: folder, sync: true });
  const names = readdirSync(folder).flatMap((operator) =>
    readdirSync(path.join(folder, operator)).map((version) => `${operator}/${version}`),
  );
  return new Map(names.toSorted().map((name) => [name, path.join(folder, name)]));
}
