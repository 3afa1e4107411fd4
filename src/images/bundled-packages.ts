/** Finds the packages in a bundle from esbuild's metafile. */
import type { PackageFacts } from "./package-facts.js";

/** The parts of a metafile that are read. */
export interface Metafile {
  readonly inputs: Readonly<Record<string, { readonly imports: readonly { readonly path: string }[] }>>;
  readonly outputs: Readonly<
    Record<string, { readonly inputs: Readonly<Record<string, { readonly bytesInOutput: number }>> }>
  >;
}

export interface BundledPackages {
  /** The folders of packages, sorted. The project's own folder is not included. */
  readonly folders: readonly string[];
  /** Folder, or undefined for the project's own files → the folders that it imports from, sorted. */
  readonly imports: ReadonlyMap<string | undefined, readonly string[]>;
  /** Folder → the packages whose code is within the files of that package. */
  readonly within: ReadonlyMap<string, readonly PackageFacts[]>;
}

/**
 * @param folderOf - the folder of the package that a file belongs to; undefined for the project's own files
 * @param packagesIn - the packages that are bundled in a file of the package in that folder
 */
export function bundledPackages(
  metafile: Metafile,
  folderOf: (file: string) => string | undefined,
  packagesIn: (file: string, folder: string) => readonly PackageFacts[],
): BundledPackages {
  const used = usedFiles(metafile);
  const within = new Map<string, readonly PackageFacts[]>();
  const imports = new Map<string | undefined, Set<string>>();
  const folders = new Set<string>();
  for (const file of used) {
    const from = folderOf(file);
    if (from !== undefined) {
      folders.add(from);
      within.set(from, [...(within.get(from) ?? []), ...packagesIn(file, from)]);
    }
    const targets = imports.get(from) ?? new Set();
    imports.set(from, targets);
    for (const { path } of metafile.inputs[file]?.imports ?? []) {
      const to = used.has(path) ? folderOf(path) : undefined;
      if (to !== undefined && to !== from) targets.add(to);
    }
  }
  return {
    within,
    folders: [...folders].sort(),
    imports: new Map([...imports].map(([from, targets]) => [from, [...targets].sort()])),
  };
}

/** Returns the files that contribute code to the bundle. */
function usedFiles({ outputs }: Metafile): Set<string> {
  const used = Object.values(outputs).flatMap(({ inputs }) =>
    Object.entries(inputs).flatMap(([file, { bytesInOutput }]) => (bytesInOutput > 0 ? [file] : [])),
  );
  return new Set(used);
}
