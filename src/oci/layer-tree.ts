/** The files that remain when layers lie on top of each other. Each change takes the time of its path. */
import type { LayerChange } from "./read-layer.js";

type Leaf = Pick<LayerChange, "kind" | "bytes">;
type Folder = Map<string, Folder | Leaf>;

export class LayerTree {
  readonly #root: Folder = new Map();

  /** Applies a layer. Its marks of removal affect only the layers below, wherever they are in the archive. */
  add(changes: readonly LayerChange[]): void {
    for (const change of changes) if (change.kind === "removed" || change.kind === "emptied") this.#remove(change);
    for (const change of changes) if (change.kind !== "removed" && change.kind !== "emptied") this.#put(change);
  }

  /** Returns the files and links, by their path. */
  leaves(): Map<string, Leaf> {
    const found = new Map<string, Leaf>();
    collect(this.#root, "", found);
    return found;
  }

  #remove({ kind, path }: LayerChange): void {
    let folder: Folder | undefined = this.#root;
    for (const name of path.slice(0, -1)) {
      const next: Folder | Leaf | undefined = folder.get(name);
      if (!(next instanceof Map)) return;
      folder = next;
    }
    const name = path.at(-1);
    if (kind === "removed") folder.delete(name ?? "");
    else if (name === undefined) folder.clear();
    else if (folder.get(name) instanceof Map) folder.set(name, new Map());
  }

  #put({ kind, path, bytes }: LayerChange): void {
    const name = path.at(-1);
    if (name === undefined) return;
    let folder = this.#root;
    for (const each of path.slice(0, -1)) folder = folderIn(folder, each);
    if (kind === "folder") folderIn(folder, name);
    else folder.set(name, { kind, bytes });
  }
}

/** Returns a folder; it replaces a file of this name. */
function folderIn(folder: Folder, name: string): Folder {
  const present = folder.get(name);
  if (present instanceof Map) return present;
  const created: Folder = new Map();
  folder.set(name, created);
  return created;
}

function collect(folder: Folder, prefix: string, found: Map<string, Leaf>): void {
  for (const [name, each] of folder) {
    if (each instanceof Map) collect(each, `${prefix}${name}/`, found);
    else found.set(`${prefix}${name}`, each);
  }
}
