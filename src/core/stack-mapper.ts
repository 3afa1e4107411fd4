import { SourceMap, type SourceMapPayload, type SourceMapping } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";

/** Maps the positions in a stack trace from a bundle to its sources. */
export type StackMapper = (stack: string) => string;

/**
 * Matches ` (file:///app/dist/main.js:1:2345)`, ` at /app/dist/main.js:1:2345`, and `file:///app/dist/main.js:1` above the
 * code that Node shows.
 */
const position = /(?<![^\s()])(file:\/\/[^\s()]+?|\/[^\s()]+?|[A-Za-z]:\\[^\s()]+?):(\d+)(?::(\d+))?(?!\d)/g;

/**
 * Creates a mapper that reads the `.map` file of a script when the first error from that script is printed, not earlier: a
 * map is larger than the bundle, and Node's own `--enable-source-maps` would read it for every thrown error.
 *
 * @param read - returns the text of a file, or throws if the file does not exist
 */
export function createStackMapper(read: (file: string) => string): StackMapper {
  const maps = new Map<string, SourceMap | undefined>();
  const mapOf = (script: string): SourceMap | undefined => {
    if (!maps.has(script)) maps.set(script, readMap(`${script}.map`, read));
    return maps.get(script);
  };
  return (stack) =>
    stack.replace(position, (whole: string, location: string, line: string, column: string | undefined) => {
      const script = toPath(location);
      if (script === undefined) return whole;
      // Empty if the map has no entry for the position.
      const entry: Partial<SourceMapping> = mapOf(script)?.findEntry(Number(line) - 1, Number(column ?? 1) - 1) ?? {};
      const { generatedLine, originalSource, originalLine, originalColumn } = entry;
      if (originalSource === undefined || originalLine === undefined || originalColumn === undefined) return whole;
      // Without a column, the nearest entry may belong to an earlier line.
      if (column === undefined && generatedLine !== Number(line) - 1) return whole;
      const source = path.resolve(path.dirname(script), originalSource);
      return `${source}:${originalLine + 1}${column === undefined ? "" : `:${originalColumn + 1}`}`;
    });
}

function toPath(location: string): string | undefined {
  if (!location.startsWith("file:")) return location;
  try {
    return fileURLToPath(location);
  } catch {
    return undefined; // the URL names no file of this machine
  }
}

function readMap(file: string, read: (file: string) => string): SourceMap | undefined {
  try {
    // SourceMap validates nothing; an invalid source map has no entries, or throws here or in the constructor.
    return new SourceMap(JSON.parse(read(file)) as SourceMapPayload);
  } catch {
    return undefined; // no map: the positions remain those of the script
  }
}
