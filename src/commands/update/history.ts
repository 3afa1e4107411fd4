/** The scaffold programs of earlier versions in this package, for a machine that cannot get the packages of these versions. */
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import { self } from "../tsop-dependency.js";
import { isThere } from "../../project/files.js";

/** One version: a program that runs the steps of a replay, and the templates. */
export interface PastScaffold {
  readonly version: string;
  /** The files of a package, by their paths. */
  readonly files: Readonly<Record<string, string>>;
}

/** The path of the program in its package: it gets one step as JSON. Two folders deep, as the command line is. */
export const scaffoldProgram = "dist/cli/scaffold.js";

/** The file with the history, relative to the package. It does not exist before the first release. */
export const historyFile = "data/scaffolds.json.br";

/** Files that change rarely, and that every version finds in the running package: facts about the kinds of Kubernetes. */
const shared = ["data", "schemas", "dist/k8s"];

/**
 * Compresses all versions together: each shares most of its text with the one before.
 *
 * @param quality - from 0 to 11: the best takes ten times as long as 9, for a tenth less
 */
export function packHistory(scaffolds: readonly PastScaffold[], quality = constants.BROTLI_MAX_QUALITY): Buffer {
  const text = JSON.stringify(scaffolds);
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_MAX_WINDOW_BITS } = constants;
  return brotliCompressSync(text, {
    params: {
      [BROTLI_PARAM_LGWIN]: BROTLI_MAX_WINDOW_BITS,
      [BROTLI_PARAM_QUALITY]: quality,
      [BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
}

export function readHistory(file: string = path.join(self, historyFile)): PastScaffold[] {
  if (!existsSync(file)) return [];
  const packed = readFileSync(file);
  return JSON.parse(brotliDecompressSync(packed).toString()) as PastScaffold[]; // packHistory has written it
}

/** Writes the files of a version below a folder, as npm would. Returns the folder of the package. */
export function unpackScaffold({ files }: PastScaffold, folder: string): string {
  const target = path.join(folder, "node_modules/tsop");
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(target, file)), { recursive: true });
    writeFileSync(path.join(target, file), text);
  }
  for (const name of shared) {
    if (isThere(self, name)) symlinkSync(path.join(self, name), path.join(target, name), "junction");
  }
  return target;
}
