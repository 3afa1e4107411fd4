/** The CRDs of several releases of real projects, which the environment variable TSOP_CRD_HISTORY names. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import type { Crd } from "../../src/compatibility/crd.js";
import { isCrdDocument, readCrd } from "../../src/compatibility/read-crd.js";
import { parseAllYaml } from "../../src/core/yaml.js";

/** The folder with PROJECT/vX.Y.Z/FILE.yaml: each file differs from the same file of the release before. */
const history = process.env["TSOP_CRD_HISTORY"] ?? "";

/** A file of a release, and the same file of the release before. */
export interface Release {
  readonly name: string;
  /** The project and the name of the file: the same in each release. */
  readonly crd: string;
  readonly before: string;
  readonly after: string;
}

/** Returns all changed files, in the order of the releases; none if the folder is missing. */
export function releases(): Release[] {
  if (!existsSync(history)) return [];
  return readdirSync(history).flatMap((project) => {
    const versions = readdirSync(path.join(history, project)).toSorted((a, b) => numberOf(a) - numberOf(b));
    const last = new Map<string, string>();
    return versions.flatMap((version) =>
      readdirSync(path.join(history, project, version)).flatMap((file): Release[] => {
        const after = path.join(history, project, version, file);
        const before = last.get(file);
        last.set(file, after);
        const crd = `${project} ${file}`;
        return before === undefined ? [] : [{ name: `${project} ${version} ${file}`, crd, before, after }];
      }),
    );
  });
}

function numberOf(version: string): number {
  const [major = 0, minor = 0] = version.slice(1).split(".").map(Number);
  return major * 1000 + minor;
}

export function readReleasedCrd(file: string): Crd {
  const document = parseAllYaml(readFileSync(file, "utf8"), file).find(isCrdDocument);
  const read = readCrd(document ?? {});
  if (read.kind === "invalid") throw new Error(`${file}: ${read.faults.join("; ")}`);
  return read.crd;
}
