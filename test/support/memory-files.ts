import path from "node:path";
import type { Files } from "../../src/render/folder.js";

/** Creates files below `/`, without links. */
export function memoryFiles(files: Readonly<Record<string, string>>): Files {
  const contents = new Map(
    Object.entries(files).map(([name, text]) => [path.posix.join("/", name), Buffer.from(text)]),
  );
  const folders = new Set(["/"]);
  for (const name of contents.keys()) {
    for (let folder = path.posix.dirname(name); folder !== "/"; folder = path.posix.dirname(folder))
      folders.add(folder);
  }
  return {
    resolve: (location) => {
      const name = location.length > 1 ? location.replace(/\/$/, "") : location;
      return contents.has(name) || folders.has(name) ? { path: name, isFolder: folders.has(name) } : undefined;
    },
    read: (location) => contents.get(location) ?? Buffer.from(""),
    list: (location) =>
      [...contents.keys(), ...folders]
        .filter((name) => path.posix.dirname(name) === location)
        .map((name) => path.posix.basename(name)),
  };
}
