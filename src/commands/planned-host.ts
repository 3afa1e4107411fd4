import type { Snapshot } from "../machinery/snapshot.js";
import { readText } from "../scaffold/move/project-files.js";
import { diskHost, isSource, serverPlaces, type SourceHost, sourcePlaces } from "../source/source-host.js";

/** Returns the sources of a project as they will be. */
export function plannedHost(root: string, files: Snapshot): SourceHost {
  const disk = diskHost(root);
  const read = (file: string): string | undefined => readText(files, file)?.replace(/^\uFEFF/, "");
  const filesIn = (places: readonly string[]): string[] =>
    places
      .flatMap((place) => (place.endsWith(".ts") ? [place] : sourcesIn(files, place)))
      .filter((file) => read(file) !== undefined);
  return {
    read,
    realpath: (file) => disk.realpath?.(file) ?? file,
    files: () => filesIn(sourcePlaces),
    serverFiles: () => filesIn(serverPlaces),
  };
}

const skipped = new Set(["node_modules", "dist", "coverage"]);

function sourcesIn(files: Snapshot, folder: string): string[] {
  return files.list(folder).flatMap((name) => {
    const file = `${folder}/${name}`;
    if (skipped.has(name) || name.startsWith(".")) return [];
    return isSource(name) ? [file] : sourcesIn(files, file);
  });
}
